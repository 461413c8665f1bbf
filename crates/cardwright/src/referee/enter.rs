//! Taking a line: who answers what, who passes by it, and why not.

use super::given::{Given, UNSEEN, as_unseen};
use super::keeping::{PASS, Referee, Taken};
use super::unseen::mentions;
use crate::judge::{Refused, Who, refusal, split_who, turned_away};
use cardwright_kernel::{Actor, MatchError, Refusal, Seat};
use serde::Serialize;
use thiserror::Error;

/// Windows that one action may let go by: a turn has a handful, and each asks at most eight players.
pub(super) const MAX_PASSES: usize = 64;
/// The most actions of one line: more than anybody rolls or draws at once.
const MAX_ANSWERS: usize = 64;

/// What became of a line that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Entered {
    /// Seats that let a window go by because the line answers a later question, in order.
    pub passed: Vec<Seat>,
    /// Unseen cards that the line brought to light: whose, and what they are, as chance would have answered.
    pub shown: Vec<(Seat, String)>,
}

/// Why a line was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{message}")]
pub struct EntryError {
    /// The action of the line that is not taken.
    pub answer: String,
    /// Whether it could not be read, rather than not be allowed.
    pub unreadable: bool,
    /// What is wrong.
    pub message: String,
    /// What decides it.
    pub cites: Vec<String>,
    /// The facts that were looked at.
    pub facts: Vec<String>,
    /// What to enter instead.
    pub help: String,
}

impl Referee {
    /// Takes a line: an action, or several with `;` between them, each with or without who takes it (`2: play dodge`).
    /// Windows before the question it answers go by: their seats pass.
    ///
    /// # Errors
    /// Why an action of it is not taken; then none is. A session for a viewer takes nothing that this viewer may not know.
    pub fn enter(&mut self, line: &str) -> Result<Entered, Box<EntryError>> {
        if self.holds_secrets() {
            return Err(self.is_the_hosts(line));
        }
        let (from, told) = (self.given.len(), self.told);
        let mut taken = Taken {
            text: line.trim().into(),
            from,
            told,
            shown: Vec::new(),
        };
        let mut entered = Entered::default();
        for answer in answers(line, self.book.together())? {
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
        self.pass_the_idle();
        Ok(entered)
    }

    /// Takes one action at the first question that it answers, with windows before it going by.
    fn answer(
        &mut self,
        text: &str,
        entered: &mut Entered,
        taken: &mut Taken,
    ) -> Result<(), Box<EntryError>> {
        let (who, action) =
            split_who(text).map_err(|(message, help)| unreadable(text, message, help))?;
        let (from, mut passed, mut faults) = (self.given.len(), Vec::new(), Vec::new());
        loop {
            let asked = self.play.actor();
            if who.is_none_or(|who| who.is(asked)) {
                match self.give(asked, action, entered, taken) {
                    Ok(()) => break,
                    Err(fault) => faults.push((self.is_about(action), fault)),
                }
            }
            match self.in_window() {
                Some(seat) if passed.len() < MAX_PASSES => {
                    self.pass(seat);
                    passed.push(seat);
                }
                _ => {
                    let fault = faults.iter().find(|(about, _)| *about).or(faults.last());
                    let not_asked = || self.not_asked(text, who, from);
                    return Err(fault.map_or_else(not_asked, |(_, fault)| fault.clone()));
                }
            }
        }
        entered.passed.extend(passed);
        Ok(())
    }

    /// Whether the present question is one to which such an action belongs.
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

    /// Takes an action that the match takes as it stands.
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

    /// Takes an action that shows an unseen card. `otherwise` is what is wrong with it if no card of the seat can
    /// be the one it names.
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
            MatchError::Refused(refusal) => {
                let cites = self.play.cites(&refusal);
                let Refusal {
                    message,
                    facts,
                    help,
                    ..
                } = refusal;
                self.refused(
                    answer,
                    Refused {
                        message,
                        cites,
                        facts,
                        help,
                    },
                )
            }
        }
    }

    /// A refusal without the facts that would tell what stands in for an unseen card.
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
            facts.push("of its unseen cards none can be the one that is named".into());
        }
        let help = if help.is_empty() {
            self.choices()
        } else {
            help
        };
        Box::new(EntryError {
            answer: answer.into(),
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
                "`?` is one card that its owner alone has seen: enter `{}` for each",
                as_unseen(&secret.action)
            ),
            None => "`?` is a card that its owner alone has seen, and none is asked for".into(),
        };
        unreadable(answer, message, self.choices())
    }

    /// An action of somebody who is not asked, neither now nor in the windows after.
    fn not_asked(&mut self, answer: &str, who: Option<Who>, from: usize) -> Box<EntryError> {
        self.given.truncate(from);
        self.replay();
        let asked = self.play.actor();
        if let (Some(who), Ok((_, action))) = (who, split_who(answer)) {
            match refusal(&*self.book, &*self.play, who, action) {
                Err(error) => return unreadable(answer, error.message, error.help),
                Ok(Some(refused)) if refused.message != turned_away(who, asked) => {
                    return self.refused(answer, refused);
                }
                Ok(_) => {}
            }
        }
        let message = who.map_or_else(
            || "nobody is asked that now".into(),
            |who| turned_away(who, asked),
        );
        let help = match self.in_window() {
            Some(_) => {
                "nothing that it holds is asked about here; enter the next answer, or `pass`".into()
            }
            None => self.choices(),
        };
        let (cites, facts) = (vec![self.play.asked_by().to_string()], Vec::new());
        Box::new(EntryError {
            answer: answer.into(),
            unreadable: false,
            message,
            cites,
            facts,
            help,
        })
    }

    /// The present question with the first of its actions.
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
        format!("{} Answers: {}{more}", question.text, shown.join(", "))
    }
}

/// The actions of a line; `roll 3 4` is two, and `draw ? ?`.
pub(super) fn answers(line: &str, together: &[&str]) -> Result<Vec<String>, Box<EntryError>> {
    let mut answers = Vec::new();
    for part in line
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        answers.extend(apart(part, together));
    }
    match answers.len() {
        0 => Err(unreadable(line, "an empty line".into(), "enter an answer")),
        count if count > MAX_ANSWERS => {
            let message = format!("{count} answers stand on one line");
            Err(unreadable(
                line,
                message,
                format!("enter at most {MAX_ANSWERS} at a time"),
            ))
        }
        _ => Ok(answers),
    }
}

fn apart(part: &str, together: &[&str]) -> Vec<String> {
    let bare = part.strip_prefix("chance:").unwrap_or(part);
    let words: Vec<_> = bare.split_whitespace().collect();
    match words.split_first() {
        Some((verb, several))
            if several.len() > 1
                && (together.contains(verb) || several.iter().all(|word| *word == UNSEEN)) =>
        {
            several.iter().map(|one| format!("{verb} {one}")).collect()
        }
        _ => vec![part.to_string()],
    }
}

pub(super) fn unreadable(
    answer: &str,
    message: String,
    help: impl Into<String>,
) -> Box<EntryError> {
    let (cites, facts) = (Vec::new(), Vec::new());
    Box::new(EntryError {
        answer: answer.into(),
        unreadable: true,
        message,
        cites,
        facts,
        help: help.into(),
    })
}

/// Who takes an action of whoever is asked.
pub(super) fn who(asked: Actor) -> Who {
    match asked {
        Actor::Seat(seat) => Who::Seat(seat),
        Actor::Chance | Actor::Over(_) => Who::Chance,
    }
}
