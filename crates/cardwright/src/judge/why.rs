//! "May I?": one answer, allowed or not, and why.

use super::play::{Answer, Who, read_line};
use super::run::{Said, turned_away};
use super::verdict::{Cited, title};
use cardwright_kernel::{Actor, Choice, DynGame, DynMatch, NotationError, Viewer};
use serde::Serialize;
use thiserror::Error;

/// Whether an answer is allowed, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Why {
    /// Who would give it.
    pub who: Who,
    /// The answer in the game's notation.
    pub action: String,
    /// Whether it is allowed now.
    pub legal: bool,
    /// One sentence: what is wrong; empty when nothing is.
    pub message: String,
    /// The clauses and card operations that decide it: those of the refusal, or those of what would happen.
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
    let question = play.question();
    let mut why = Why {
        who,
        action,
        legal: false,
        message: String::new(),
        cited: Vec::new(),
        facts: Vec::new(),
        help: String::new(),
        follows: Vec::new(),
        asked: play.actor(),
        question: question.text,
        choices: question.choices,
    };
    if !why.who.is(why.asked) {
        why.cited = named(book, vec![play.asked_by().to_string()]);
        why.turn_away();
        if let Some(refusal) = why.who.seat().and_then(|seat| play.refuse_unasked(seat, &why.action)) {
            why.cited.splice(0..0, named(book, play.cites(&refusal)));
            why.message = format!("{} ({})", refusal.message, why.message);
            (why.facts, why.help) = (refusal.facts, refusal.help);
        }
        return Ok(why);
    }
    match play.why_not(&why.action).map_err(unreadable)? {
        Some(refusal) => {
            why.cited = named(book, play.cites(&refusal));
            (why.message, why.facts, why.help) = (refusal.message, refusal.facts, refusal.help);
        }
        None => why.look_ahead(book, play),
    }
    Ok(why)
}

impl Why {
    fn turn_away(&mut self) {
        self.message = turned_away(self.who, self.asked);
        self.help = match self.asked {
            Actor::Seat(seat) => format!("wait until player {seat} has answered: {}", self.question),
            Actor::Chance => format!("give chance's answer first: {}", self.question),
            Actor::Over(_) => "nothing more can be done".into(),
        };
    }

    /// Gives the answer, notes what happens, and takes it back.
    fn look_ahead(&mut self, book: &dyn DynGame, play: &mut dyn DynMatch) {
        self.legal = true;
        let told = play.lines(Viewer::Referee, 0).len();
        if play.play(&self.action).is_ok() {
            let lines = play.lines(Viewer::Referee, told).into_iter();
            self.follows =
                lines.map(|line| Said { text: line.text, cites: line.cites, ..Said::default() }).collect();
            play.undo();
        }
        let mut cites: Vec<String> = Vec::new();
        for cite in self.follows.iter().flat_map(|said| &said.cites) {
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        self.cited = named(book, cites);
    }
}

fn named(book: &dyn DynGame, cites: Vec<String>) -> Vec<Cited> {
    cites.into_iter().map(|cite| Cited { title: title(book, &cite), cite }).collect()
}
