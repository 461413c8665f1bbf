//! What a ruling may state beside its outcome: how the position is in the end, which actions are offered, what a viewer
//! sees, what the answer to "may I?" is.

use super::block::{Block, RulingError};
use super::play::{Answer, read_line};
use cardwright_kernel::{Seat, Viewer};
use serde::Serialize;
use std::fmt;

/// What must be true at the end of a play, beside what came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stated {
    /// `## After`: keys of a written position.
    pub after: Option<Block>,
    /// `## Offered`: actions that are offered, or not.
    pub offered: Option<Block>,
    /// `## Seen by …`, one for each viewer.
    pub seen: Vec<Seen>,
    /// `## Why …`, one for each action that is asked about.
    pub why: Vec<Asked>,
}

impl Stated {
    /// Whether nothing is stated.
    pub fn is_empty(&self) -> bool {
        self.after.is_none()
            && self.offered.is_none()
            && self.seen.is_empty()
            && self.why.is_empty()
    }

    /// Sections that state nothing.
    pub(crate) fn check(&self, faults: &mut Vec<RulingError>) {
        let seen = self
            .seen
            .iter()
            .filter(|seen| seen.lines.is_none() && seen.facts.is_none());
        for line in seen.map(|seen| seen.line) {
            let help = "add a block of `text` with lines, or one of `toml` with keys of a position";
            faults.push(RulingError::new(
                (line, 1),
                "nothing is said to be seen",
                help,
            ));
        }
        for line in self
            .why
            .iter()
            .filter(|asked| asked.block.is_none())
            .map(|asked| asked.answer.line)
        {
            let help = "add a block of `toml` such as `allowed = false`";
            faults.push(RulingError::new((line, 1), "no answer is stated", help));
        }
    }
}

/// Whose eyes a section is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// A player's.
    Player(Seat),
    /// Those of somebody who sees only what lies open.
    Everybody,
}

impl Eyes {
    /// `by player 2`, `by everybody`.
    pub(crate) fn read(text: &str) -> Option<Eyes> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["by", "everybody"] => Some(Eyes::Everybody),
            ["by", "player", number] => {
                let number: u8 = number.parse().ok()?;
                (1..=8)
                    .contains(&number)
                    .then(|| Eyes::Player(Seat(number - 1)))
            }
            _ => None,
        }
    }

    /// As the kernel knows them.
    pub(crate) fn viewer(self) -> Viewer {
        match self {
            Eyes::Player(seat) => Viewer::Seat(seat),
            Eyes::Everybody => Viewer::Spectator,
        }
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eyes::Player(seat) => write!(f, "player {seat}"),
            Eyes::Everybody => f.write_str("everybody"),
        }
    }
}

/// What one viewer sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// Who.
    pub eyes: Eyes,
    /// The line of the heading, from 1.
    pub line: usize,
    /// Every line that this viewer was told.
    pub lines: Option<Block>,
    /// Keys of a written position, as far as this viewer may know them.
    pub facts: Option<Block>,
}

impl Seen {
    /// What a viewer sees, still to be filled.
    pub(crate) fn new(eyes: Eyes, line: usize) -> Seen {
        Seen {
            eyes,
            line,
            lines: None,
            facts: None,
        }
    }
}

/// An action that is asked about at the end of the play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Asked {
    /// Who would take which action; its place is the heading's.
    pub answer: Answer,
    /// What is said of it.
    pub block: Option<Block>,
}

impl Asked {
    /// The rest of a heading, such as `2: play dodge`, that begins in a column.
    pub(crate) fn read(text: &str, line: usize, column: usize) -> Result<Asked, RulingError> {
        match read_line(text) {
            Ok(answer) if answer.refused => {
                let help = "leave out the `!`, and state `allowed = false` in the block";
                Err(RulingError::new(
                    (line, column),
                    "a question is no line of the play",
                    help,
                ))
            }
            Ok(answer) => {
                let column = column + answer.column - 1;
                Ok(Asked {
                    answer: Answer {
                        line,
                        column,
                        ..answer
                    },
                    block: None,
                })
            }
            Err((at, message, help)) => {
                Err(RulingError::new((line, column + at - 1), message, help))
            }
        }
    }
}
