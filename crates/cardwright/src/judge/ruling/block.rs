//! Blocks of a ruling file, and what is wrong with one.

use serde::Serialize;
use std::ops::Range;

/// Something wrong with a ruling file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RulingError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in letters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl RulingError {
    pub(crate) fn new(
        at: (usize, usize),
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        RulingError {
            line: at.0,
            column: at.1,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// The inside of a fenced block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Block {
    /// Its text.
    pub text: String,
    /// The line of its first line, from 1.
    pub line: usize,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

impl Block {
    /// Line and column in the file of a byte of the block.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (
            self.line + before.matches('\n').count(),
            before[start..].chars().count() + 1,
        )
    }

    /// Its lines with their numbers in the file; blank ones say nothing.
    pub(crate) fn lines(&self) -> Vec<(usize, String)> {
        let numbered = self
            .text
            .lines()
            .enumerate()
            .map(|(at, text)| (self.line + at, text.trim().to_string()));
        numbered.filter(|(_, text)| !text.is_empty()).collect()
    }
}
