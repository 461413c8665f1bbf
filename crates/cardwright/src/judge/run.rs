//! Playing a case.

use super::refused::{Refused, no_such_player, refusal};
use super::ruling::block::RulingError;
use super::ruling::file::Case;
use super::ruling::play::{Answer, Who};
use super::why::{Why, why_for};
use crate::CardNames;
use cardwright_kernel::{
    Actor, DynGame, DynMatch, NotationError, Outcome, Question, TextError, Viewer,
};
use serde::Serialize;
use std::borrow::Cow;
use std::cell::OnceCell;

/// Actions shown to somebody whose line fits none of them.
const CHOICES_SHOWN: usize = 12;

/// One line of what came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Said {
    /// What happened, as one sentence.
    pub text: String,
    /// What decides it: clauses, and operations of cards.
    pub cites: Vec<String>,
    /// The line of the play that led to it; none for what happened before the first.
    pub from: Option<usize>,
    /// The facts that a refusal looked at.
    pub facts: Vec<String>,
    /// What would make a refused action legal.
    pub help: String,
}

impl Said {
    /// The line as it stands in a ruling.
    pub fn line(&self) -> String {
        match self.cites.is_empty() {
            true => self.text.clone(),
            false => format!("{} [{}]", self.text, self.cites.join(", ")),
        }
    }

    /// Whether a line says what is asked in the end, or that the game is over.
    pub(super) fn closes(text: &str) -> bool {
        text.starts_with("asked: ") || text.starts_with("over: ")
    }
}

/// A line of the play that went otherwise than the ruling says: refused where it should be taken, or the other way
/// round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unexpected {
    /// The line in the file, from 1.
    pub line: usize,
    /// The column of the action, from 1.
    pub column: usize,
    /// The action.
    pub action: String,
    /// Whether the ruling says that it is refused.
    pub refused: bool,
    /// Why it is refused; empty for one that is allowed.
    pub message: String,
    /// What decides that.
    pub cites: Vec<String>,
    /// The facts that were looked at.
    pub facts: Vec<String>,
    /// What would make it legal.
    pub help: String,
}

impl Unexpected {
    fn new(answer: &Answer, refused: &Refused) -> Self {
        let Refused {
            message,
            cites,
            facts,
            help,
        } = refused.clone();
        let Answer {
            line,
            column,
            action,
            refused,
            ..
        } = answer.clone();
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

/// A case played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Run {
    /// What came out.
    pub said: Vec<Said>,
    /// Why it could not be played to its end: a line that cannot be read, or every reason why the position cannot be;
    /// then later lines that no position makes readable.
    pub faults: Vec<RulingError>,
    /// Lines that went otherwise than the ruling says. After one that should have been taken nothing more is played.
    pub unexpected: Vec<Unexpected>,
}

/// Why a line of the play ends it.
enum Halt {
    /// It cannot be read.
    Broken(RulingError),
    /// It is refused.
    Refused(Box<Unexpected>),
}

/// Plays a case under a rulebook, with chance's actions as they are written. The match it led to is there if it was
/// played to its end.
pub(super) fn run(book: &dyn DynGame, case: &Case) -> (Run, Option<Box<dyn DynMatch>>) {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => match book.start_from(&position.text, None) {
            Ok(play) => play,
            Err(flaws) => {
                let mut run = impossible(case, &flaws);
                run.faults
                    .extend(unreadable(book, &*book.start(None), case.answers.iter()));
                return (run, None);
            }
        },
    };
    let mut table = Table {
        book,
        play: &mut *play,
        run: Run::default(),
        told: 0,
        names: OnceCell::new(),
    };
    table.listen(None);
    for answer in &case.answers {
        let Err(halt) = table.give(answer) else {
            continue;
        };
        match halt {
            Halt::Broken(fault) => table.run.faults.push(fault),
            Halt::Refused(unexpected) => table.run.unexpected.push(*unexpected),
        }
        let later = case.answers.iter().filter(|later| later.line > answer.line);
        table.run.faults.extend(unreadable(book, table.play, later));
        return (table.run, None);
    }
    table.close();
    (table.run, Some(play))
}

/// Lines that can be read in no position at all.
fn unreadable<'a>(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    lines: impl Iterator<Item = &'a Answer>,
) -> Vec<RulingError> {
    let names = OnceCell::new();
    let error = |answer: &'a Answer| {
        let viewer = answer.who.seat().map_or(Viewer::Spectator, Viewer::Seat);
        if let Some((message, help)) = no_such_player(book, viewer) {
            return Some(RulingError::new(
                (answer.line, answer.column),
                message,
                help,
            ));
        }
        let reads = |action: &str| play.why_not(action).err().filter(|error| error.always);
        let error = reads(&answer.action)?;
        let names = names.get_or_init(|| CardNames::of(book));
        match reads(&names.in_notation(&answer.action)) {
            Some(_) => Some(RulingError::new(
                (answer.line, answer.column + error.at),
                error.message,
                error.help,
            )),
            None => None,
        }
    };
    lines
        .filter(|answer| !answer.refused)
        .filter_map(error)
        .collect()
}

/// The match as a case leaves it; where it cannot be played, why, as far as the viewer may know.
pub(super) fn reach(
    book: &dyn DynGame,
    case: &Case,
    viewer: Viewer,
) -> Result<Box<dyn DynMatch>, RulingError> {
    let mut play = begin(book, case, viewer)?;
    let names = OnceCell::new();
    for answer in case.answers.iter().filter(|answer| !answer.refused) {
        take(book, &mut *play, answer, viewer, &names)?;
    }
    Ok(play)
}

/// The match at the start of a case. Why its position is impossible may name hidden cards.
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
                let help = "the host is told why: leave `--as` out";
                RulingError::new((position.line, 1), "the position is impossible", help)
            },
            |flaw| fault(case, flaw),
        )
    })
}

/// Takes a line of the play.
///
/// # Errors
/// Why it is refused or cannot be read, as far as the viewer may know.
pub(super) fn take(
    book: &dyn DynGame,
    play: &mut dyn DynMatch,
    answer: &Answer,
    viewer: Viewer,
    names: &OnceCell<CardNames>,
) -> Result<(), RulingError> {
    let (action, refused) = refusal_of(book, play, answer, names);
    if matches!(refused, Ok(None)) && play.play(&action).is_ok() {
        return Ok(());
    }
    let why = why_of(book, play, answer, viewer, names)?;
    // Which card somebody else shows, or chance brought, may not be for the viewer to know.
    let own = |seat| viewer == Viewer::Seat(seat);
    let action = match viewer == Viewer::Referee || answer.who.seat().is_some_and(own) {
        true => format!("`{}`", why.action),
        false => "this line".into(),
    };
    let message = match why.legal || why.hidden {
        true => format!("{action} is refused here, for a reason that {viewer} does not see"),
        false => format!("{action} is refused here: {}", why.message),
    };
    Err(RulingError::new(
        (answer.line, answer.column),
        message,
        why.help,
    ))
}

/// The action of a line, with ids in place of the printed names of cards where it cannot be read else, and why it may not be
/// taken.
fn refusal_of<'a>(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    answer: &'a Answer,
    names: &OnceCell<CardNames>,
) -> (Cow<'a, str>, Result<Option<Refused>, NotationError>) {
    let found = refusal(book, play, answer.who, &answer.action);
    if found.is_err() {
        let names = names.get_or_init(|| CardNames::of(book));
        let written = names.in_notation(&answer.action);
        let again = refusal(book, play, answer.who, &written);
        if again.is_ok() {
            return (written.into(), again);
        }
    }
    (answer.action.as_str().into(), found)
}

/// "May I?" of a line of the play.
pub(super) fn why_of(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    answer: &Answer,
    viewer: Viewer,
    names: &OnceCell<CardNames>,
) -> Result<Why, RulingError> {
    let who = match answer.who {
        Who::Seat(seat) => seat.to_string(),
        Who::Chance => "chance".into(),
    };
    let line = format!("{who}: {}", answer.action);
    why_for(book, play, &line, viewer, names).map_err(|error| {
        let before = line.len() - answer.action.len();
        let column = answer.column + (error.column - 1).saturating_sub(before);
        RulingError::new((answer.line, column), error.message, error.help)
    })
}

/// The position is impossible: each reason is a line of the outcome, so that a ruling may be about that.
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
    // Where nothing is played and nothing stated of the end, the ruling is about the position itself.
    let about_the_position = case.answers.is_empty() && case.stated.is_empty();
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

/// Why the position of a case is impossible, at its place in the file.
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
    /// Lines of the log already taken over.
    told: usize,
    /// The cards by name, once a line may have one.
    names: OnceCell<CardNames>,
}

impl Table<'_> {
    /// Takes over what has happened since.
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

    fn give(&mut self, answer: &Answer) -> Result<(), Halt> {
        let (action, refusal) = refusal_of(self.book, self.play, answer, &self.names);
        match (answer.refused, refusal) {
            (false, Ok(None)) => match self.play.play(&action) {
                Ok(()) => {
                    self.listen(Some(answer.line));
                    Ok(())
                }
                // It has just been said to be allowed.
                Err(error) => Err(broken(answer, 0, error.to_string(), self.choices())),
            },
            (false, Ok(Some(refused))) => {
                self.run.said.push(said(answer, &refused));
                let help = if refused.help.is_empty() {
                    self.choices()
                } else {
                    refused.help.clone()
                };
                let unexpected = Unexpected::new(answer, &Refused { help, ..refused });
                Err(Halt::Refused(Box::new(unexpected)))
            }
            (false, Err(error)) => {
                let help = if error.help.is_empty() {
                    self.choices()
                } else {
                    error.help
                };
                Err(broken(answer, error.at, error.message, help))
            }
            (true, Ok(None)) => {
                let allowed = Refused {
                    message: String::new(),
                    cites: Vec::new(),
                    ..Refused::default()
                };
                self.run.unexpected.push(Unexpected::new(answer, &allowed));
                Ok(())
            }
            (true, Ok(Some(refused))) => {
                self.run.said.push(said(answer, &refused));
                Ok(())
            }
            (true, Err(error)) => {
                let text = format!("unreadable: {}", error.message);
                let line = Said {
                    text,
                    from: Some(answer.line),
                    help: error.help,
                    ..Said::default()
                };
                self.run.said.push(line);
                Ok(())
            }
        }
    }

    /// The present question and its actions.
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

    /// The last line: the question that is open, or how the game ended.
    fn close(&mut self) {
        let text = closing(self.play, &self.play.question().text);
        self.run.said.push(Said {
            text,
            ..Said::default()
        });
    }
}

/// The question that is open, in these words, or how the game ended.
pub(super) fn closing(play: &dyn DynMatch, question: &str) -> String {
    match play.actor() {
        Actor::Seat(seat) => format!("asked: player {seat}: {question}"),
        Actor::Chance => format!("asked: chance: {question}"),
        Actor::Over(outcome) => format!("over: {}", ended(play, outcome)),
    }
}

fn broken(answer: &Answer, at: usize, message: String, help: String) -> Halt {
    Halt::Broken(RulingError::new(
        (answer.line, answer.column + at),
        message,
        help,
    ))
}

/// A refusal as a line of what came out.
fn said(answer: &Answer, refused: &Refused) -> Said {
    Said {
        text: format!("refused: {}", refused.message),
        cites: refused.cites.clone(),
        from: Some(answer.line),
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
