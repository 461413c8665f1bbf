//! Accepts a line: which question it answers, which windows it skips, and why it may be refused.

use super::events::TableEvent;
use super::given::{Given, UNSEEN, as_unseen};
use super::house;
use super::keeping::{MAX_PASSES, PASS, Referee, Taken};
use super::unseen::mentions;
use crate::judge::{Refused, Who, refusal, split_who, turned_away};
use cardwright_kernel::{Actor, MatchError, Seat};
use serde::Serialize;
use thiserror::Error;

/// The maximum number of actions in one line: more than anybody rolls or draws at once.
const MAX_ANSWERS: usize = 64;

/// The result of entering a line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Entered {
    /// Seats that passed implicitly because the line answers a later question, in order.
    pub passed: Vec<Seat>,
    /// Unseen cards that the line revealed: the player, and the card as a chance answer.
    pub shown: Vec<(Seat, String)>,
    /// The table event, if the line is not a game action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<TableEvent>,
}

/// Why a line was rejected. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{message}")]
pub struct EntryError {
    /// The action in the line that was rejected.
    pub action: String,
    /// Whether the action could not be read. If `false`, it is not allowed.
    pub unreadable: bool,
    /// What is wrong.
    pub message: String,
    /// The citations behind the refusal.
    pub cites: Vec<String>,
    /// The facts that the refusal is based on.
    pub facts: Vec<String>,
    /// What to enter instead.
    pub help: String,
}

impl Referee {
    /// Enters a line: one action, or several separated by `;`, each with or without its player (`2: play dodge`). Seats
    /// with an open window before the answered question pass.
    ///
    /// # Errors
    /// If one of the actions is rejected; then none is played. A session for a viewer also rejects everything that this
    /// viewer may not know.
    pub fn enter(&mut self, line: &str) -> Result<Entered, Box<EntryError>> {
        if self.holds_secrets() {
            return Err(self.is_the_hosts(line));
        }
        if let Some(event) = self.table_event(line.trim()) {
            let event = event?;
            self.take_event(line.trim(), event)?;
            let event = Some(event);
            return Ok(Entered {
                event,
                ..Entered::default()
            });
        }
        if let Some(ended) = self.has_ended(line) {
            return Err(ended);
        }
        let (from, told) = (self.given.len(), self.told_so_far());
        let mut taken = Taken {
            text: line.trim().into(),
            from,
            told,
            shown: Vec::new(),
            event: None,
        };
        let mut entered = Entered::default();
        for answer in self.answers(line)? {
            if let Err(refused) = self.answer(&answer, &mut entered, &mut taken) {
                self.take_back(&taken);
                self.replay();
                return Err(refused);
            }
        }
        if self.holds_secrets() {
            self.take_back(&taken);
            self.replay();
            return Err(self.is_not_seen(line));
        }
        self.lines.push(taken);
        self.settle();
        Ok(entered)
    }

    /// Plays one action at the first question that it answers, passing in the windows before.
    fn answer(
        &mut self,
        text: &str,
        entered: &mut Entered,
        taken: &mut Taken,
    ) -> Result<(), Box<EntryError>> {
        let (who, action) =
            split_who(text).map_err(|(message, help)| unreadable(text, message, help))?;
        if let Some(seat) = who.and_then(Who::seat).filter(|seat| self.has_left(*seat)) {
            return Err(self.is_absent(text, seat));
        }
        let (from, mut passed, mut faults) = (self.given.len(), Vec::new(), Vec::new());
        loop {
            let asked = self.play.actor();
            let decides = match asked {
                Actor::Seat(seat) if self.has_left(seat) => self.decides_for().map(Actor::Seat),
                asked => Some(asked),
            };
            if decides.is_some_and(|asked| who.is_none_or(|who| who.is(asked))) {
                let given = match asked {
                    Actor::Seat(seat) if self.comes_too_late(seat, action) => {
                        Err(self.has_rolled(text, seat))
                    }
                    _ => self.give(asked, action, entered, taken),
                };
                match given {
                    Ok(()) => break,
                    Err(fault) => faults.push((self.is_about(action), fault)),
                }
            }
            match self.unsaid() {
                Some((seat, action)) if passed.len() < MAX_PASSES => {
                    self.play_unsaid(seat, action);
                    passed.push(seat);
                }
                _ => {
                    let turn = !passed.is_empty()
                        && self.book.shows(action).is_none()
                        && !self.is_about(action);
                    let missing = self.missing_result();
                    let waits = passed.is_empty() && who.is_some_and(|who| who.seat().is_some());
                    let fault = faults.iter().find(|(about, _)| *about).or(faults.last());
                    let not_asked = || self.not_asked(text, who, from);
                    let mut fault = fault.map_or_else(not_asked, |(_, fault)| fault.clone());
                    match missing.filter(|_| !fault.unreadable) {
                        Some(missing) if turn => {
                            fault.facts.push(format!("if nobody responds, {missing}"));
                        }
                        Some(missing) if waits => {
                            fault.help = format!(
                                "{missing}; if it was forgotten, `irregular {}` says what to do",
                                house::FORGOTTEN
                            );
                        }
                        _ => {}
                    }
                    return Err(fault);
                }
            }
        }
        entered.passed.extend(passed);
        Ok(())
    }

    /// If dice or a draw come before everything else: a sentence that says how to enter the result.
    fn missing_result(&self) -> Option<String> {
        let question = self.play.table_question(&self.not_entered());
        let first = question.choices.first();
        let first = first.filter(|_| question.actor == Actor::Chance)?;
        Some(format!(
            "a result is missing first: {} Enter it, such as `{}`",
            question.text, first.action
        ))
    }

    /// Whether such an action belongs to the current question.
    fn is_about(&self, action: &str) -> bool {
        let verb = |action: &str| action.split_whitespace().next().map(str::to_string);
        match self.in_window() {
            Some(_) => {
                verb(action).is_some_and(|verb| verb == PASS) || self.book.shows(action).is_some()
            }
            None => self
                .play
                .question()
                .choices
                .iter()
                .any(|choice| verb(&choice.action) == verb(action)),
        }
    }

    fn give(
        &mut self,
        asked: Actor,
        action: &str,
        entered: &mut Entered,
        taken: &mut Taken,
    ) -> Result<(), Box<EntryError>> {
        if asked == Actor::Chance && action.split_whitespace().any(|word| word == UNSEEN) {
            return if self.get_unseen(action) {
                Ok(())
            } else {
                Err(self.nothing_unseen(action))
            };
        }
        match asked {
            Actor::Seat(seat) if self.shows_stand_in(seat, action) => {
                self.give_shown(seat, action, None, entered, taken)
            }
            _ => match (asked, self.give_known(asked, action)) {
                (Actor::Chance, Err(MatchError::Refused(_))) if self.make_room(action) => Ok(()),
                (Actor::Seat(seat), Err(error @ MatchError::Refused(_)))
                    if self.unseen_of(seat) > 0 =>
                {
                    self.give_shown(seat, action, Some(error), entered, taken)
                }
                (_, given) => given.map_err(|error| self.not_taken(action, error)),
            },
        }
    }

    /// Plays an action that is allowed as it is.
    fn give_known(&mut self, asked: Actor, action: &str) -> Result<(), MatchError> {
        self.play.play(action)?;
        let action = self.play.notation().last().cloned().unwrap_or_default();
        self.given.push(Given {
            who: who(asked),
            action,
            unseen: None,
        });
        Ok(())
    }

    /// Plays an action that reveals an unseen card. `otherwise` is the error if no card of the seat can be the one it
    /// names.
    fn give_shown(
        &mut self,
        seat: Seat,
        action: &str,
        otherwise: Option<MatchError>,
        entered: &mut Entered,
        taken: &mut Taken,
    ) -> Result<(), Box<EntryError>> {
        match self.show(seat, action) {
            Ok(at) => {
                let is = self.given[at]
                    .unseen
                    .as_ref()
                    .and_then(|unseen| unseen.is.clone());
                entered.shown.push((seat, is.unwrap_or_default()));
                taken.shown.push(at);
                Ok(())
            }
            Err(error) => match error.or(otherwise) {
                Some(error) => Err(self.not_taken(action, error)),
                None => self
                    .give_known(Actor::Seat(seat), action)
                    .map_err(|error| self.not_taken(action, error)),
            },
        }
    }

    fn not_taken(&self, answer: &str, error: MatchError) -> Box<EntryError> {
        match error {
            MatchError::Notation(error) => unreadable(answer, error.to_string(), self.choices()),
            MatchError::Refused(refusal) => self.refused(answer, Refused::of(&*self.play, refusal)),
        }
    }

    /// A refusal without the facts that would reveal a placeholder for an unseen card.
    fn refused(&self, answer: &str, refused: Refused) -> Box<EntryError> {
        let Refused {
            message,
            cites,
            mut facts,
            help,
        } = refused;
        let tells = |fact: &String| self.stand_ins().any(|name| mentions(fact, name));
        let all = facts.len();
        facts.retain(|fact| !tells(fact));
        if facts.len() < all {
            facts.push("none of its unseen cards can be this one".into());
        }
        let help = if help.is_empty() {
            self.choices()
        } else {
            help
        };
        Box::new(EntryError {
            action: answer.into(),
            unreadable: false,
            message,
            cites,
            facts,
            help,
        })
    }

    fn nothing_unseen(&self, answer: &str) -> Box<EntryError> {
        let message = match self.play.secrets().first() {
            Some(secret) => format!(
                "`?` is one card that only its owner has seen: enter `{}` for each",
                as_unseen(&secret.action)
            ),
            None => {
                "`?` is a card that only its owner has seen, and no such card is asked for".into()
            }
        };
        unreadable(answer, message, self.choices())
    }

    /// The error for an action of a player who is not asked, neither now nor in later windows.
    fn not_asked(&mut self, answer: &str, who: Option<Who>, from: usize) -> Box<EntryError> {
        self.given.truncate(from);
        self.replay();
        if let (Some(who), Ok((_, action))) = (who, split_who(answer)) {
            match refusal(&*self.book, &*self.play, who, action) {
                Err(error) => return unreadable(answer, error.message, error.help),
                Ok(Some(refused)) if refused.message != turned_away(&*self.play, who) => {
                    return self.refused(answer, refused);
                }
                Ok(_) => {}
            }
        }
        let message = who.map_or_else(
            || "nobody is asked that now".into(),
            |who| turned_away(&*self.play, who),
        );
        let help = match self.in_window() {
            Some(_) => {
                "nothing that it holds is asked about here; enter the next answer, or `pass`".into()
            }
            None => self.choices(),
        };
        let (cites, facts) = (vec![self.play.asked_by().to_string()], Vec::new());
        Box::new(EntryError {
            action: answer.into(),
            unreadable: false,
            message,
            cites,
            facts,
            help,
        })
    }

    /// Splits a line into actions; `roll 3 4` and `draw ? ?` are two actions each.
    pub(super) fn answers(&self, line: &str) -> Result<Vec<String>, Box<EntryError>> {
        let parts = line.split(';').map(str::trim);
        let answers: Vec<String> = parts
            .filter(|part| !part.is_empty())
            .flat_map(|part| self.apart(part))
            .collect();
        match answers.len() {
            0 => Err(unreadable(line, "an empty line".into(), "enter an answer")),
            count if count > MAX_ANSWERS => {
                let message = format!("there are {count} answers on one line");
                let help = format!("enter at most {MAX_ANSWERS} at a time");
                Err(unreadable(line, message, help))
            }
            _ => Ok(answers),
        }
    }

    /// The actions in a part of a line. `draw ? mint` stays whole and is refused; `draw moon big-moon` is one action.
    fn apart(&self, part: &str) -> Vec<String> {
        let bare = part.strip_prefix("chance:").unwrap_or(part).trim();
        let mut words = bare.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let several: Vec<_> = words.collect();
        let unseen = several.iter().filter(|word| **word == UNSEEN).count();
        let splits = unseen == several.len()
            || unseen == 0
                && self.book.together().contains(&verb)
                && self.play.why_not(bare).is_err();
        match splits && several.len() > 1 {
            true => several.iter().map(|one| format!("{verb} {one}")).collect(),
            false => vec![part.to_string()],
        }
    }

    /// The current question with the first of its actions as text.
    fn choices(&self) -> String {
        let question = self.play.table_question(&self.not_entered());
        let shown: Vec<_> = question
            .choices
            .iter()
            .map(|choice| choice.action.as_str())
            .take(8)
            .collect();
        let more = if self.play.question().choices.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        match shown.is_empty() {
            true => question.text,
            false => format!("{} Answers: {}{more}", question.text, shown.join(", ")),
        }
    }
}

pub(super) fn unreadable(
    answer: &str,
    message: String,
    help: impl Into<String>,
) -> Box<EntryError> {
    let (cites, facts) = (Vec::new(), Vec::new());
    Box::new(EntryError {
        action: answer.into(),
        unreadable: true,
        message,
        cites,
        facts,
        help: help.into(),
    })
}

/// The player of an action when this actor is asked.
pub(super) fn who(asked: Actor) -> Who {
    match asked {
        Actor::Seat(seat) => Who::Seat(seat),
        Actor::Chance | Actor::Over(_) => Who::Chance,
    }
}
