//! Plays the cases of rulings.

use super::refused::{Refused, no_such_player, refusal};
use super::ruling::block::RulingError;
use super::ruling::file::Case;
use super::ruling::play::{PlayedAction, Who};
use super::why::{Why, why_for};
use crate::CardNames;
use cardwright_kernel::{
    Actor, DynGame, DynMatch, NotationError, Outcome, Question, TextError, Viewer,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The number of actions shown for a line that matches none of them.
const CHOICES_SHOWN: usize = 12;

/// Something that happened or would happen, with the rules that decided it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The event as one sentence.
    pub text: String,
    /// The rules that decided it: clauses, and card files with line and column.
    pub cites: Vec<String>,
    /// In a ruling: the line of its file that caused this event.
    pub from: Option<usize>,
    /// The facts behind a refusal.
    pub facts: Vec<String>,
    /// What would make the action legal.
    pub help: String,
}

impl Said {
    /// The line as written in a ruling file.
    pub fn line(&self) -> String {
        match self.cites.is_empty() {
            true => self.text.clone(),
            false => format!("{} [{}]", self.text, self.cites.join(", ")),
        }
    }

    /// Whether a line states the final question, or that the game is over.
    pub(super) fn closes(text: &str) -> bool {
        text.starts_with("asked: ") || text.starts_with("over: ")
    }
}

/// A line of the play whose result differs from what the ruling says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unexpected {
    /// The line number in the file.
    pub line: usize,
    /// The column in that line.
    pub column: usize,
    /// The action in notation.
    pub action: String,
    /// Whether the action was refused.
    pub refused: bool,
    /// What is wrong.
    pub message: String,
    /// The rules that decide it.
    pub cites: Vec<String>,
    /// The facts of the position that matter.
    pub facts: Vec<String>,
    /// How to fix the ruling.
    pub help: String,
}

impl Unexpected {
    fn new(played: &PlayedAction, refused: &Refused) -> Self {
        let Refused {
            message,
            cites,
            facts,
            help,
        } = refused.clone();
        let PlayedAction {
            line,
            column,
            action,
            refused,
            ..
        } = played.clone();
        Unexpected {
            line,
            column,
            action,
            refused,
            message,
            cites,
            facts,
            help,
        }
    }
}

/// The result of playing a case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Run {
    /// The lines of the outcome.
    pub said: Vec<Said>,
    /// Why the case could not be played to the end: an unreadable line, or every problem of the position, followed by
    /// later lines that would be unreadable in any position.
    pub faults: Vec<RulingError>,
    /// Lines that did not go as the ruling says. The play stops at an action that should have been allowed and was
    /// refused.
    pub unexpected: Vec<Unexpected>,
}

/// Why a line ends the play.
enum Halt {
    /// The line cannot be read.
    Broken(RulingError),
    /// The action is refused.
    Refused(Box<Unexpected>),
}

/// Plays a case under a rulebook, with chance events as written. Returns the resulting match if it was played to the
/// end.
pub(super) fn run(book: &dyn DynGame, case: &Case) -> (Run, Option<Box<dyn DynMatch>>) {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => match book.start_from(&position.text, None) {
            Ok(play) => play,
            Err(flaws) => {
                let mut run = impossible(case, &flaws);
                run.faults
                    .extend(unreadable(book, &*book.start(None), case.played.iter()));
                return (run, None);
            }
        },
    };
    let mut table = Table {
        book,
        play: &mut *play,
        run: Run::default(),
        told: 0,
    };
    table.listen(None);
    for played in &case.played {
        let Err(halt) = table.give(played) else {
            continue;
        };
        match halt {
            Halt::Broken(fault) => table.run.faults.push(fault),
            Halt::Refused(unexpected) => table.run.unexpected.push(*unexpected),
        }
        let later = case.played.iter().filter(|later| later.line > played.line);
        table.run.faults.extend(unreadable(book, table.play, later));
        return (table.run, None);
    }
    table.close();
    (table.run, Some(play))
}

/// The lines that cannot be read in any position.
fn unreadable<'a>(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    lines: impl Iterator<Item = &'a PlayedAction>,
) -> Vec<RulingError> {
    let error = |played: &'a PlayedAction| {
        let viewer = played.who.seat().map_or(Viewer::Spectator, Viewer::Seat);
        if let Some((message, help)) = no_such_player(book, viewer) {
            return Some(RulingError::new(
                (played.line, played.column),
                message,
                help,
            ));
        }
        let reads = |action: &str| play.why_not(action).err().filter(|error| error.always);
        let error = reads(&played.action)?;
        let names = CardNames::of(book);
        match reads(&names.in_notation(&played.action)) {
            Some(_) => Some(RulingError::new(
                (played.line, played.column + error.at),
                error.message,
                error.help,
            )),
            None => None,
        }
    };
    lines
        .filter(|played| !played.refused)
        .filter_map(error)
        .collect()
}

/// The match after a case; if it cannot be played, the reason as far as the viewer may know.
pub(super) fn reach(
    book: &dyn DynGame,
    case: &Case,
    viewer: Viewer,
) -> Result<Box<dyn DynMatch>, RulingError> {
    let mut play = begin(book, case, viewer)?;
    for played in case.played.iter().filter(|played| !played.refused) {
        take(book, &mut *play, played, viewer)?;
    }
    Ok(play)
}

/// The match at the start of a case. The reasons for an impossible position may name hidden cards.
pub(super) fn begin(
    book: &dyn DynGame,
    case: &Case,
    viewer: Viewer,
) -> Result<Box<dyn DynMatch>, RulingError> {
    let Some(position) = &case.position else {
        return Ok(book.start(None));
    };
    book.start_from(&position.text, None).map_err(|flaws| {
        let told = flaws.first().filter(|_| viewer == Viewer::Referee);
        told.map_or_else(
            || {
                let help = "leave out `--as` to see the reason";
                RulingError::new((position.line, 1), "the position is impossible", help)
            },
            |flaw| fault(case, flaw),
        )
    })
}

/// Plays a line of the play.
///
/// # Errors
/// Why it is refused or cannot be read, as far as the viewer may know.
pub(super) fn take(
    book: &dyn DynGame,
    play: &mut dyn DynMatch,
    played: &PlayedAction,
    viewer: Viewer,
) -> Result<(), RulingError> {
    let (action, refused) = refusal_of(book, play, played);
    if matches!(refused, Ok(None)) && play.play(&action).is_ok() {
        return Ok(());
    }
    let why = why_of(book, play, played, viewer)?;
    // The viewer may not know which card somebody else reveals, or what chance brought.
    let own = |seat| viewer == Viewer::Seat(seat);
    let action = match viewer == Viewer::Referee || played.who.seat().is_some_and(own) {
        true => format!("`{}`", why.action),
        false => "this line".into(),
    };
    let message = match why.legal || why.hidden {
        true => format!("{action} is refused here, for a reason that {viewer} does not see"),
        false => format!("{action} is refused here: {}", why.message),
    };
    Err(RulingError::new(
        (played.line, played.column),
        message,
        why.help,
    ))
}

/// The action of a line, with printed card names replaced by ids if necessary, and why it is not allowed.
fn refusal_of<'a>(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    played: &'a PlayedAction,
) -> (Cow<'a, str>, Result<Option<Refused>, NotationError>) {
    let found = refusal(book, play, played.who, &played.action);
    if found.is_err() {
        let names = CardNames::of(book);
        let written = names.in_notation(&played.action);
        let again = refusal(book, play, played.who, &written);
        if again.is_ok() {
            return (written.into(), again);
        }
    }
    (played.action.as_str().into(), found)
}

/// Answers "May I?" for a line of the play.
pub(super) fn why_of(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    played: &PlayedAction,
    viewer: Viewer,
) -> Result<Why, RulingError> {
    let who = match played.who {
        Who::Seat(seat) => seat.to_string(),
        Who::Chance => "chance".into(),
    };
    let line = format!("{who}: {}", played.action);
    why_for(book, play, &line, viewer).map_err(|error| {
        let before = line.len() - played.action.len();
        let column = played.column + (error.column - 1).saturating_sub(before);
        RulingError::new((played.line, column), error.message, error.help)
    })
}

/// The result for an impossible position: each reason becomes a line of the outcome, so that a ruling can be about it.
fn impossible(case: &Case, flaws: &[TextError]) -> Run {
    let said = |flaw: &TextError| {
        let (line, column) = case
            .position
            .as_ref()
            .map_or((0, 0), |block| block.place(flaw.span.start));
        let start = case.position.as_ref().map_or(0, |block| block.line);
        let text = format!(
            "impossible: line {}, column {column}: {}",
            line + 1 - start,
            flaw.message
        );
        Said {
            text,
            help: flaw.help.clone(),
            ..Said::default()
        }
    };
    // If nothing is played and nothing is stated about the end, the ruling is about the position itself.
    let about_the_position = case.played.is_empty() && case.stated.is_empty();
    let faults = match about_the_position {
        true => Vec::new(),
        false => flaws.iter().map(|flaw| fault(case, flaw)).collect(),
    };
    Run {
        said: flaws.iter().map(said).collect(),
        faults,
        unexpected: Vec::new(),
    }
}

/// A problem of the position at its place in the file.
fn fault(case: &Case, flaw: &TextError) -> RulingError {
    let at = case
        .position
        .as_ref()
        .map_or((case.line, 1), |block| block.place(flaw.span.start));
    RulingError::new(
        at,
        format!("the position is impossible: {}", flaw.message),
        flaw.help.clone(),
    )
}

struct Table<'a> {
    book: &'a dyn DynGame,
    play: &'a mut dyn DynMatch,
    run: Run,
    /// The number of log lines already processed.
    told: usize,
}

impl Table<'_> {
    /// Adds the log lines since the last call.
    fn listen(&mut self, from: Option<usize>) {
        for line in self.play.lines(Viewer::Referee, self.told) {
            self.told += 1;
            self.run.said.push(Said {
                text: line.text,
                cites: line.cites,
                from,
                ..Said::default()
            });
        }
    }

    fn give(&mut self, played: &PlayedAction) -> Result<(), Halt> {
        let (action, refusal) = refusal_of(self.book, self.play, played);
        match (played.refused, refusal) {
            (false, Ok(None)) => match self.play.play(&action) {
                Ok(()) => {
                    self.listen(Some(played.line));
                    Ok(())
                }
                // The action was just reported as allowed.
                Err(error) => Err(broken(played, 0, error.to_string(), self.choices())),
            },
            (false, Ok(Some(refused))) => {
                self.run.said.push(said(played, &refused));
                let help = if refused.help.is_empty() {
                    self.choices()
                } else {
                    refused.help.clone()
                };
                let unexpected = Unexpected::new(played, &Refused { help, ..refused });
                Err(Halt::Refused(Box::new(unexpected)))
            }
            (false, Err(error)) => {
                let help = if error.help.is_empty() {
                    self.choices()
                } else {
                    error.help
                };
                Err(broken(played, error.at, error.message, help))
            }
            (true, Ok(None)) => {
                let allowed = Refused {
                    message: String::new(),
                    cites: Vec::new(),
                    ..Refused::default()
                };
                self.run.unexpected.push(Unexpected::new(played, &allowed));
                Ok(())
            }
            (true, Ok(Some(refused))) => {
                self.run.said.push(said(played, &refused));
                Ok(())
            }
            (true, Err(error)) => {
                let text = format!("unreadable: {}", error.message);
                let line = Said {
                    text,
                    from: Some(played.line),
                    help: error.help,
                    ..Said::default()
                };
                self.run.said.push(line);
                Ok(())
            }
        }
    }

    /// The current question and its actions as text.
    fn choices(&self) -> String {
        let Question { text, choices, .. } = self.play.question();
        let shown: Vec<_> = choices
            .iter()
            .take(CHOICES_SHOWN)
            .map(|choice| choice.action.as_str())
            .collect();
        let more = choices.len().saturating_sub(CHOICES_SHOWN);
        let more = if more == 0 {
            String::new()
        } else {
            format!(", and {more} more")
        };
        format!("{text} Answers: {}{more}", shown.join(", "))
    }

    /// Adds the last line: the open question, or how the game ended.
    fn close(&mut self) {
        let text = closing(self.play, &self.play.question().text);
        self.run.said.push(Said {
            text,
            ..Said::default()
        });
    }
}

/// The open question with this text, or how the game ended.
pub(super) fn closing(play: &dyn DynMatch, question: &str) -> String {
    match play.actor() {
        Actor::Seat(seat) => format!("asked: player {seat}: {question}"),
        Actor::Chance => format!("asked: chance: {question}"),
        Actor::Over(outcome) => format!("over: {}", ended(play, outcome)),
    }
}

fn broken(played: &PlayedAction, at: usize, message: String, help: String) -> Halt {
    Halt::Broken(RulingError::new(
        (played.line, played.column + at),
        message,
        help,
    ))
}

/// A refusal as a line of the outcome.
fn said(played: &PlayedAction, refused: &Refused) -> Said {
    Said {
        text: format!("refused: {}", refused.message),
        cites: refused.cites.clone(),
        from: Some(played.line),
        facts: refused.facts.clone(),
        help: refused.help.clone(),
    }
}

fn ended(play: &dyn DynMatch, outcome: Outcome) -> String {
    let winners: Vec<_> = outcome
        .winners
        .iter()
        .map(|seat| seat.to_string())
        .collect();
    match winners.as_slice() {
        [] => "a draw".into(),
        [one] => format!("player {one} wins"),
        several if play.is_one_side(outcome.winners) => {
            format!("players {} win together", several.join(" and "))
        }
        several => format!("players {} share the game", several.join(" and ")),
    }
}
