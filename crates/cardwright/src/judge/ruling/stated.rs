//! What a ruling may state besides its outcome: the position at the end, the offered actions, what a viewer sees, and
//! the answer to "may I?".

use super::block::{Block, RulingError};
use super::play::{PlayedAction, read_line};
use cardwright_kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What must be true at the end of a play in addition to the outcome.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stated {
    /// `## After`: keys and values of the written position.
    pub after: Option<Block>,
    /// `## Offered`: actions that must be offered, or must not be.
    pub offered: Option<Block>,
    /// `## Seen by …`, one for each viewer.
    pub seen: Vec<Seen>,
    /// `## Why …`, one for each action in question.
    pub why: Vec<Asked>,
}

impl Stated {
    /// Whether the ruling states nothing besides the outcome.
    pub fn is_empty(&self) -> bool {
        self.after.is_none()
            && self.offered.is_none()
            && self.seen.is_empty()
            && self.why.is_empty()
    }

    /// Reports sections that state nothing.
    pub(crate) fn check(&self, faults: &mut Vec<RulingError>) {
        let seen = self
            .seen
            .iter()
            .filter(|seen| seen.lines.is_none() && seen.facts.is_none());
        for line in seen.map(|seen| seen.line) {
            let help = "add a block of `text` with lines, or one of `toml` with keys of a position";
            faults.push(RulingError::new(
                (line, 1),
                "this section says nothing",
                help,
            ));
        }
        for line in self
            .why
            .iter()
            .filter(|asked| asked.block.is_none())
            .map(|asked| asked.action.line)
        {
            let help = "add a block of `toml` such as `allowed = false`";
            faults.push(RulingError::new((line, 1), "no answer is stated", help));
        }
    }
}

/// The viewer that a section is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// A player.
    Player(#[cfg_attr(feature = "schema", schemars(with = "u8"))] Seat),
    /// A spectator, who sees only public information.
    Everybody,
}

impl Eyes {
    /// Parses `by player 2` or `by everybody`.
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

    /// Converts to a viewer of the kernel.
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

/// What a ruling says one viewer sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// The viewer.
    pub eyes: Eyes,
    /// The line of the section's heading, from 1.
    pub line: usize,
    /// The lines that the viewer must have seen.
    pub lines: Option<Block>,
    /// Keys and values of the written position, as far as the viewer may know them.
    pub facts: Option<Block>,
}

impl Seen {
    /// An empty section for a viewer.
    pub(crate) fn new(eyes: Eyes, line: usize) -> Seen {
        Seen {
            eyes,
            line,
            lines: None,
            facts: None,
        }
    }
}

/// An action in question at the end of the play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Asked {
    /// The action and who would take it; its line and column are those of the heading.
    pub action: PlayedAction,
    /// The expected answer.
    pub block: Option<Block>,
}

impl Asked {
    /// Parses the rest of a heading, such as `2: play dodge`, that starts at a column.
    pub(crate) fn read(text: &str, line: usize, column: usize) -> Result<Asked, RulingError> {
        match read_line(text) {
            Ok(played) if played.refused => {
                let help = "leave out the `!`, and state `allowed = false` in the block";
                Err(RulingError::new(
                    (line, column),
                    "a question is not a line of the play",
                    help,
                ))
            }
            Ok(played) => {
                let column = column + played.column - 1;
                Ok(Asked {
                    action: PlayedAction {
                        line,
                        column,
                        ..played
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

#[cfg(test)]
mod tests {
    use crate::judge::ruling::file::read;

    /// A section about a viewer or an action says something, or is a fault.
    #[test]
    fn sections_that_state_nothing_are_faults() {
        let told = |sections: &str| {
            let head = "# T\n\n*A.*\n\nB.\n\n- id: t\n- game: robotory\n- players: 2\n- status: house\n- source: here\n- date: 2026-11-28\n- author: A\n";
            let play = "\n## Position\n\n```toml\n```\n\n## Play\n\n```text\n```\n\n## Outcome\n\n```text\n```\n";
            let read = read(&format!("{head}{play}{sections}"));
            let faults = read.err().unwrap_or_default();
            let texts: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
            texts.join("\n")
        };
        let seen = "\n## Seen by player 2\n";
        let why = "\n## Why 1: place white b2\n";
        let block = |of: &str, line: &str| format!("\n```{of}\n{line}\n```\n");
        for (section, of, line, message) in [
            (seen, "text", "turn 1", "this section says nothing"),
            (seen, "toml", "turn = 1", "this section says nothing"),
            (why, "toml", "allowed = false", "no answer is stated"),
        ] {
            let empty = told(section);
            assert!(empty.contains(message), "{section}: {empty}");
            let full = told(&format!("{section}{}", block(of, line)));
            assert!(!full.contains(message), "{section}: {full}");
        }
    }
}
