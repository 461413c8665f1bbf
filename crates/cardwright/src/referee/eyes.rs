//! A session as one viewer may know it.
//!
//! If the viewer may see all entered cards, the session is the viewer's own record and works as usual. Otherwise it
//! belongs to the host. Then it can be viewed and asked "may I?", but it accepts no actions, because accepting or
//! refusing them would reveal hidden cards.

use super::enter::EntryError;
use super::keeping::{MAX_PASSES, Referee};
use super::unseen::mentions;
use crate::SeatCopy;
use crate::judge::{Why, split_who, why_for};
use cardwright_kernel::{Actor, DynMatch, Line, Question, Seat, Viewer};

impl Referee {
    /// Limits the session's output to what a viewer may see. Without this call, it shows everything that was entered.
    #[must_use]
    pub fn for_viewer(self, eyes: Viewer) -> Self {
        Referee { eyes, ..self }
    }

    /// The viewer the session is shown to.
    pub fn viewer(&self) -> Viewer {
        self.eyes
    }

    /// Whether a card was entered that the session's viewer may not see. If so, the session accepts no actions.
    pub fn holds_secrets(&self) -> bool {
        self.eyes != Viewer::Referee && self.seen_by(Viewer::Referee) != self.seen_by(self.eyes)
    }

    /// A copy of the session for its viewer, to read and to ask questions about; see [`SeatCopy`].
    pub fn copy(&self) -> SeatCopy {
        SeatCopy::of(&*self.book, &*self.play, self.eyes)
    }

    /// The log of a match as the viewer may know it. If one of a player's cards is unseen, lines for that player alone
    /// are left out, because they would name its placeholder.
    pub(super) fn lines_told(&self, play: &dyn DynMatch) -> Vec<Line> {
        let public = || play.lines(Viewer::Spectator, 0);
        match self.eyes {
            Viewer::Seat(seat) if self.unseen_of(seat) == 0 => play.lines(self.eyes, 0),
            Viewer::Referee => {
                let unseen = (0..self.setup.players).map(Seat);
                let unseen = unseen.filter(|seat| self.unseen_of(*seat) > 0);
                unseen.fold(play.lines(self.eyes, 0), |lines, seat| {
                    let own = without(play.lines(Viewer::Seat(seat), 0), &public());
                    without(lines, &own)
                })
            }
            _ => public(),
        }
    }

    /// The current question as the viewer may know it, after these actions that were not entered.
    pub(super) fn question_told(&self, skipped: &[&str]) -> Question {
        let mut question = self.play.question_for(self.eyes).0;
        let unseen = self.not_entered();
        if !unseen.is_empty() {
            let known = self.play.table_question(&unseen).choices;
            question.choices.retain(|choice| known.contains(choice));
            if question.actor == Actor::Chance && !self.holds_secrets() {
                question.choices.extend(self.could_come(skipped));
            }
        }
        question
    }

    /// Whether the viewer may see what was entered of a seat's hand.
    pub(super) fn is_told_hand_of(&self, seat: Seat) -> bool {
        matches!(self.eyes, Viewer::Referee) || self.eyes == Viewer::Seat(seat)
    }

    /// The number of a seat's cards that the viewer does not know.
    pub(super) fn hidden_of(&self, seat: Seat) -> usize {
        self.play.concealed(seat, self.eyes)
    }

    /// Answers "May I?" if the session contains cards the viewer may not see: based on what the viewer knows, with
    /// passes in the windows before the action. The session does not change.
    pub(super) fn why_from_afar(&mut self, line: &str) -> Result<Why, Box<EntryError>> {
        let (first, mut passes) = (line.split(';').next().unwrap_or(line), 0);
        let mut answers: Vec<Result<Why, Box<EntryError>>> = Vec::new();
        loop {
            let why = self.why_now(first);
            let settled = why.as_ref().is_ok_and(|why| why.legal || why.hidden);
            answers.push(why);
            match self.unsaid() {
                Some((_, action)) if !settled && passes < MAX_PASSES => {
                    if self.play.play(action).is_err() {
                        break;
                    }
                    passes += 1;
                }
                _ if settled => break,
                // The answer is about the open question.
                _ => {
                    answers.truncate(1);
                    break;
                }
            }
        }
        for _ in 0..passes {
            self.play.undo();
        }
        answers.pop().unwrap_or_else(|| self.why_now(first))
    }

    fn why_now(&self, answer: &str) -> Result<Why, Box<EntryError>> {
        let unreadable =
            |message: String, help: String| super::enter::unreadable(answer, message, help);
        let (who, action) =
            split_who(answer).map_err(|(message, help)| unreadable(message, help.to_string()))?;
        let who = match who {
            Some(who) => who,
            None => super::enter::who(self.play.actor()),
        };
        let word = who
            .seat()
            .map_or("chance".to_string(), |seat| seat.to_string());
        let asked = why_for(
            &*self.book,
            &*self.play,
            &format!("{word}: {action}"),
            self.eyes,
        );
        let mut why = asked.map_err(|error| unreadable(error.message, error.help))?;
        if self.eyes_are_half_shut() {
            why = self.without_stand_ins(why);
        }
        Ok(why)
    }

    /// Whether the viewer is a player with an own weapon that was never entered.
    fn eyes_are_half_shut(&self) -> bool {
        matches!(self.eyes, Viewer::Seat(seat) if self.unseen_of(seat) > 0)
    }

    /// Removes from an answer everything about placeholders for the viewer's own unseen weapons.
    fn without_stand_ins(&self, mut why: Why) -> Why {
        let tells = |text: &str| self.stand_ins().any(|id| mentions(text, id));
        let own = matches!(why.who.seat(), Some(seat) if self.eyes == Viewer::Seat(seat));
        if own && self.book.shows(&why.action).is_some() && (!why.legal || tells(&why.action)) {
            (why.legal, why.hidden) = (false, true);
            why.message = "one of its cards was never entered, and may be this one".into();
            (why.follows, why.cited, why.more) = (Vec::new(), Vec::new(), true);
            why.help.clear();
        }
        why.facts.retain(|fact| !tells(fact));
        why.follows.retain(|said| !tells(&said.text));
        why.choices.retain(|choice| !tells(&choice.action));
        why
    }

    /// The error for an action in a session that contains cards its viewer may not see.
    pub(super) fn is_the_hosts(&self, line: &str) -> Box<EntryError> {
        let message = format!("this session holds cards that {} may not see", self.eyes);
        let help = "only the host enters what happens; you can use `table`, `log` and `why`";
        Box::new(EntryError {
            action: line.trim().into(),
            unreadable: false,
            message,
            cites: self
                .play
                .secrecy()
                .into_iter()
                .map(|clause| clause.to_string())
                .collect(),
            facts: Vec::new(),
            help: help.into(),
        })
    }

    /// The error for entering a card that the session's viewer has not seen.
    pub(super) fn is_not_seen(&self, line: &str) -> Box<EntryError> {
        let message = format!("{} has not seen which card that is", self.eyes);
        Box::new(EntryError {
            message,
            help: "enter `get ?`".into(),
            ..*self.is_the_hosts(line)
        })
    }
}

/// The lines that are not in `some`, which has the same order.
fn without(mut lines: Vec<Line>, some: &[Line]) -> Vec<Line> {
    let mut some = some.iter().peekable();
    lines.retain(|line| some.next_if(|one| *one == line).is_none());
    lines
}
