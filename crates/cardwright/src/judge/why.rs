//! "May I?": one action, allowed or not, and why.

use super::cited::{Cited, title};
use super::refused::{Refused, no_such_player, turned_down};
use super::ruling::play::{Answer, Who, read_line};
use super::run::Said;
use crate::CardNames;
use cardwright_kernel::{Actor, Choice, DynGame, DynMatch, Line, NotationError, Preview, Viewer};
use serde::Serialize;
use std::cell::OnceCell;
use thiserror::Error;

/// Allowed actions that stand in an advice.
const INSTEAD: usize = 3;
/// The most allowed actions that an answer names: some questions have tens of thousands.
const MAX_CHOICES: usize = 100;

/// Whether an action is allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// Who would give it.
    pub who: Who,
    /// The action in the game's notation.
    pub action: String,
    /// For whom the answer is worked out: nothing in it says more than this viewer may know.
    pub viewer: Viewer,
    /// Whether it is allowed now, as far as the viewer may know.
    pub legal: bool,
    /// Whether it hangs on something that the viewer may not know.
    pub hidden: bool,
    /// One sentence: what is wrong; empty when nothing is.
    pub message: String,
    /// The clauses and card operations that decide it: those of the refusal, or those that allow it and those of what
    /// would happen.
    pub cited: Vec<Cited>,
    /// The facts of the position that were looked at.
    pub facts: Vec<String>,
    /// What would make it legal, or what to do instead.
    pub help: String,
    /// What would happen, up to the next question or the next action of chance, when it is allowed.
    pub follows: Vec<Said>,
    /// Whether more would happen that hangs on something that the viewer may not know.
    pub more: bool,
    /// Who is asked now.
    pub asked: Actor,
    /// What is asked.
    pub question: String,
    /// The first 100 actions that are allowed now, as far as the viewer may know.
    pub choices: Vec<Choice>,
    /// How many more are allowed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_choices: usize,
    /// Whether others may be allowed that the viewer may not know.
    pub other_choices: bool,
}

/// A line that names no action.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("column {column}: {message} ({help})")]
pub struct WhyError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// Whether an action such as `2: play dodge` is allowed now, and why, as far as whoever would take it may know: the player
/// of the line, or for chance the host. [`why_for`] answers for somebody else. The match is left as it was.
///
/// # Errors
/// Where the line cannot be read.
pub fn why(book: &dyn DynGame, play: &mut dyn DynMatch, line: &str) -> Result<Why, WhyError> {
    let asker = read_line(line).ok().and_then(|answer| answer.who.seat());
    why_for(
        book,
        play,
        line,
        asker.map_or(Viewer::Referee, Viewer::Seat),
        &OnceCell::new(),
    )
}

/// Whether an action such as `2: play dodge` is allowed now, and why, as far as the viewer may know. What chance would
/// do is nobody's to know. Cards may go by their printed names: `names` is filled when a line first needs them; whoever
/// asks several times keeps it.
///
/// # Errors
/// Where the line cannot be read.
pub fn why_for(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    line: &str,
    viewer: Viewer,
    names: &OnceCell<CardNames>,
) -> Result<Why, WhyError> {
    why_as_written(book, play, line, viewer).or_else(|error| {
        let names = names.get_or_init(|| CardNames::of(book));
        let written = names.in_notation(line);
        match written == line {
            true => Err(error),
            false => why_as_written(book, play, &written, viewer).map_err(|_| error),
        }
    })
}

fn why_as_written(
    book: &dyn DynGame,
    play: &dyn DynMatch,
    line: &str,
    viewer: Viewer,
) -> Result<Why, WhyError> {
    let Answer {
        who,
        action,
        column,
        ..
    } = read_line(line).map_err(|(column, message, help)| WhyError {
        column,
        message,
        help: help.into(),
    })?;
    let unreadable = |error: NotationError| WhyError {
        column: column + error.at,
        message: error.message,
        help: error.help,
    };
    if let Some((message, help)) =
        no_such_player(book, who.seat().map_or(Viewer::Spectator, Viewer::Seat))
    {
        let column = 1 + line.len() - line.trim_start().len();
        return Err(WhyError {
            column,
            message,
            help,
        });
    }
    // Where nothing is hidden, everybody is told what the host is.
    let eyes = if play.secrecy().is_some() {
        viewer
    } else {
        Viewer::Referee
    };
    let (question, hides, all) = play.question_page(eyes, MAX_CHOICES);
    let mut why = Why {
        who,
        action,
        viewer,
        legal: false,
        hidden: false,
        message: String::new(),
        cited: Vec::new(),
        facts: Vec::new(),
        help: String::new(),
        follows: Vec::new(),
        more: false,
        asked: play.actor(),
        question: question.text,
        more_choices: all - question.choices.len(),
        choices: question.choices,
        other_choices: hides,
    };
    let preview = match turned_down(book, play, eyes, who, &why.action).map_err(unreadable)? {
        Some(refused) => return Ok(why.refused(book, refused)),
        None => play.consider(eyes, &why.action).map_err(unreadable)?,
    };
    match preview.refusal {
        Some(refusal) => Ok(why.refused(book, Refused::of(play, refusal))),
        None => {
            why.look_ahead(book, play, preview);
            Ok(why)
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Why {
    fn refused(mut self, book: &dyn DynGame, refused: Refused) -> Why {
        let Refused {
            message,
            cites,
            facts,
            help,
        } = refused;
        self.cited = named(book, cites);
        self.help = match help.is_empty() {
            true => instead(&self.choices, self.more_choices),
            false => help,
        };
        (self.message, self.facts) = (message, facts);
        self
    }

    /// Notes what would happen.
    fn look_ahead(&mut self, book: &dyn DynGame, play: &dyn DynMatch, preview: Preview) {
        (self.legal, self.hidden, self.more) = (!preview.hidden, preview.hidden, preview.more);
        self.facts = preview.facts;
        if preview.chance {
            self.facts.push("dice or a draw come next".into());
        }
        let said = |line: Line| Said {
            text: line.text,
            cites: line.cites,
            ..Said::default()
        };
        self.follows = preview.lines.into_iter().map(said).collect();
        let mut cites = preview.cites;
        if self.hidden {
            self.message = format!(
                "whether this is allowed hangs on what {} does not see",
                self.viewer
            );
            self.help = "ask as somebody who sees it, or as the host".into();
            cites.splice(0..0, play.secrecy().map(|rule| rule.to_string()));
        }
        for cite in self.follows.iter().flat_map(|said| &said.cites) {
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        self.cited = named(book, cites);
    }
}

/// The first of the actions that are allowed, for a refusal without advice of its own.
fn instead(choices: &[Choice], more: usize) -> String {
    let shown: Vec<_> = choices
        .iter()
        .take(INSTEAD)
        .map(|choice| format!("`{}`", choice.action))
        .collect();
    match (shown.is_empty(), more + choices.len() - shown.len()) {
        (true, _) => String::new(),
        (_, 0) => format!("allowed now: {}", shown.join(", ")),
        (_, more) => format!("allowed now: {} and {more} more", shown.join(", ")),
    }
}

/// What happened since a line of the log.
pub(crate) fn told_after(play: &dyn DynMatch, viewer: Viewer, from: usize) -> Vec<Said> {
    let lines = play.lines(viewer, from).into_iter();
    lines
        .map(|line| Said {
            text: line.text,
            cites: line.cites,
            ..Said::default()
        })
        .collect()
}

/// Citations with what each is about.
pub(crate) fn named(book: &dyn DynGame, cites: Vec<String>) -> Vec<Cited> {
    cites
        .into_iter()
        .map(|cite| Cited {
            title: title(book, &cite),
            cite,
        })
        .collect()
}
