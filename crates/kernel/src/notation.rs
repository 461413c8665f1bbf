//! Errors in the notation of actions.

use serde::Serialize;
use std::fmt;

/// A line of notation that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotationError {
    /// The position of the error in the line, in bytes from 0.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What could be written instead.
    pub help: String,
    /// Whether the line is wrong in any position of the game, for example because of an unknown word.
    #[serde(skip)]
    pub always: bool,
}

impl NotationError {
    /// An error at a byte offset of the line.
    pub fn new(at: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        NotationError {
            at,
            message: message.into(),
            help: help.into(),
            always: false,
        }
    }

    /// Marks the error as one that occurs in any position of the game.
    #[must_use]
    pub fn in_any_position(self) -> Self {
        NotationError {
            always: true,
            ..self
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.at + 1, self.message)?;
        if self.help.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", self.help)
        }
    }
}

impl std::error::Error for NotationError {}
