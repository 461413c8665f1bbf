//! "May I?": one answer, allowed or not, and why.

use super::expect::no_such_player;
use super::play::{Answer, Who, read_line};
use super::refused::{Refused, refusal};
use super::run::Said;
use super::verdict::{Cited, title};
use cardwright_kernel::{Actor, Choice, DynGame, DynMatch, NotationError, Viewer};
use serde::Serialize;
use thiserror::Error;

/// Whether an answer is allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// Who would give it.
    pub who: Who,
    /// The answer in the game's notation.
    pub action: String,
    /// Whether it is allowed now.
    pub legal: bool,
    /// One sentence: what is wrong; empty when nothing is.
    pub message: String,
    /// The clauses and card operations that decide it: those of the refusal, or those that allow it and those of what
    /// would happen.
    pub cited: Vec<Cited>,
    /// The facts of the position that were looked at.
    pub facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub help: String,
    /// What would happen, up to the next question, when it is allowed.
    pub follows: Vec<Said>,
    /// Who is asked now.
    pub asked: Actor,
    /// What is asked.
    pub question: String,
    /// Every answer that is allowed now.
    pub choices: Vec<Choice>,
}

/// A line that names no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {message} ({help})")]
pub struct WhyError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// Whether an answer such as `2: play dodge` is allowed now, and why. The match is left as it was.
///
/// # Errors
/// Where the line cannot be read.
pub fn why(book: &dyn DynGame, play: &mut dyn DynMatch, line: &str) -> Result<Why, WhyError> {
    let Answer { who, action, column, .. } =
        read_line(line).map_err(|(column, message, help)| WhyError { column, message, help: help.into() })?;
    let unreadable = |error: NotationError| WhyError {
        column: column + error.at,
        message: error.message,
        help: error.help,
    };
    if let Some((message, help)) = no_such_player(book, who.seat().map_or(Viewer::Onlooker, Viewer::Seat)) {
        let column = 1 + line.len() - line.trim_start().len();
        return Err(WhyError { column, message, help });
    }
    let question = play.question();
    let refused = refusal(book, play, who, &action).map_err(unreadable)?;
    let mut why = Why {
        who,
        action,
        legal: refused.is_none(),
        message: String::new(),
        cited: Vec::new(),
        facts: Vec::new(),
        help: String::new(),
        follows: Vec::new(),
        asked: play.actor(),
        question: question.text,
        choices: question.choices,
    };
    match refused {
        Some(Refused { message, cites, facts, help }) => {
            why.cited = named(book, cites);
            (why.message, why.facts, why.help) = (message, facts, help);
        }
        None => why.look_ahead(book, play),
    }
    Ok(why)
}

/// The same with everything told that is determined: for rulings, which state everything.
pub(super) fn why_as_referee(
    book: &dyn DynGame,
    play: &mut dyn DynMatch,
    line: &str,
) -> Result<Why, WhyError> {
    why(book, play, line)
}

impl Why {
    /// Gives the answer, notes what happens, and takes it back.
    fn look_ahead(&mut self, book: &dyn DynGame, play: &mut dyn DynMatch) {
        let (mut cites, facts) = play.grounds(&self.action);
        self.facts = facts;
        let (told, answered) = (play.lines(Viewer::Referee, 0).len(), play.answered());
        if play.play(&self.action).is_ok() {
            // What a dealer would roll or draw next is nobody's to know.
            if play.answered() == answered + 1 {
                self.follows = told_after(play, Viewer::Referee, told);
            } else {
                self.facts.push("dice or a draw come next".into());
            }
            play.undo();
        }
        for cite in self.follows.iter().flat_map(|said| &said.cites) {
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        self.cited = named(book, cites);
    }
}

/// What happened since a line of the log.
pub(crate) fn told_after(play: &dyn DynMatch, viewer: Viewer, from: usize) -> Vec<Said> {
    let lines = play.lines(viewer, from).into_iter();
    lines.map(|line| Said { text: line.text, cites: line.cites, ..Said::default() }).collect()
}

/// Citations with what each is about.
pub(crate) fn named(book: &dyn DynGame, cites: Vec<String>) -> Vec<Cited> {
    cites.into_iter().map(|cite| Cited { title: title(book, &cite), cite }).collect()
}
