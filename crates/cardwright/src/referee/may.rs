//! "May I?" at a table: the judge's answer, with passes in the windows before the action.

use super::enter::{Entered, EntryError, unreadable};
use super::keeping::Referee;
use crate::judge::{Why, named, split_who, told_after};
use cardwright_kernel::{Seat, Viewer};

impl Referee {
    /// Whether a line would be accepted, and why: with clauses, facts, and what would follow. The session does not
    /// change. For a line with several actions, the answer is about the first that is not allowed, or else about the
    /// first.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn why(&mut self, line: &str) -> Result<Why, Box<EntryError>> {
        if self.holds_secrets() {
            return self.why_from_afar(line);
        }
        if let Some(event) = self.table_event(line.trim()) {
            let cite = event.map(|event| event.cite())?;
            let message = format!(
                "`{}` is no action of the game: clause {cite} is about it",
                line.trim()
            );
            return Err(unreadable(line, message, "ask about an action of the game"));
        }
        let (told, before) = (self.told, self.play.lines(Viewer::Spectator, 0).len());
        let corrections = self.corrections.clone();
        let why = match self.enter(line) {
            Err(refused) if refused.unreadable => return Err(refused),
            Err(refused) => self.refused_as_why(line, *refused),
            Ok(entered) => self.allowed_as_why(line, before, &entered),
        };
        (self.told, self.corrections) = (told, corrections);
        Ok(why)
    }

    fn refused_as_why(&mut self, line: &str, refused: EntryError) -> Why {
        // The refusal contains only the action; the line also says whose it is.
        let part = self.answers(line).ok().and_then(|parts| {
            let is_it = |part: &String| split_who(part).is_ok_and(|(_, it)| it == refused.action);
            parts.into_iter().find(is_it)
        });
        let mut why = self.unanswered(part.as_deref().unwrap_or(&refused.action));
        why.cited = named(&*self.book, refused.cites);
        (why.message, why.facts, why.help) = (refused.message, refused.facts, refused.help);
        why
    }

    /// The answer for a line that was accepted after some passes; the line is taken back.
    fn allowed_as_why(&mut self, line: &str, before: usize, entered: &Entered) -> Why {
        let follows = told_after(&*self.play, Viewer::Spectator, before);
        let at = self.lines.last().map_or(0, |taken| taken.from) + entered.passed.len();
        let taken = self.given.get(at);
        let by = taken.map(|given| given.who);
        let action = taken.map(|given| given.action.clone()).unwrap_or_default();
        let answered = at.saturating_sub(self.open.len());
        while self.play.actions_played() > answered && self.play.undo() {}
        let (mut cites, mut facts) = self.play.grounds(&action);
        self.undo(1);
        let mut why = self.unanswered(line);
        why.who = by.unwrap_or(why.who);
        if why.who.seat().is_some_and(|seat| self.unseen_of(seat) > 0) {
            // There is a placeholder for an unentered card, so anything that depends on it is not a fact.
            let known = self.play.consider(Viewer::Spectator, &action);
            facts = known.map_or_else(|_| Vec::new(), |known| known.facts);
            facts.extend(
                entered
                    .shown
                    .iter()
                    .map(|(seat, is)| self.may_be(*seat, is)),
            );
        }
        for cite in follows.iter().flat_map(|said| &said.cites) {
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        (why.legal, why.facts, why.cited, why.follows) =
            (true, facts, named(&*self.book, cites), follows);
        why
    }

    /// A sentence saying that an unseen card of a seat may be the one that an action would reveal.
    fn may_be(&self, seat: Seat, is: &str) -> String {
        let card = is.split_whitespace().last().unwrap_or_default();
        let who = self.called(seat);
        match self.unseen_of(seat) {
            1 => format!("nobody has entered which card {who} has; it may be {card}"),
            _ => format!("nobody has entered which cards {who} has; one of them may be {card}"),
        }
    }

    /// The open question, in the form of the judge's answer.
    fn unanswered(&mut self, line: &str) -> Why {
        let asked = self.asked();
        let first = line.split(';').next().unwrap_or(line);
        let (who, action) = split_who(first).unwrap_or((None, first));
        Why {
            who: who.unwrap_or_else(|| super::enter::who(asked.question.actor)),
            action: action.trim().into(),
            viewer: self.eyes,
            legal: false,
            hidden: false,
            message: String::new(),
            cited: Vec::new(),
            reconstructed: Vec::new(),
            facts: Vec::new(),
            help: String::new(),
            follows: Vec::new(),
            more: false,
            asked: asked.question.actor,
            question: asked.question.text,
            choices: asked.question.choices,
            more_choices: 0,
            other_choices: false,
        }
    }
}
