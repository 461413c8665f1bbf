//! Blocks of a ruling file, and problems in ruling files.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// An error in a ruling's file. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Fault"))]
#[serde(deny_unknown_fields)]
pub struct RulingError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
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

/// The content of a fenced block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Block {
    /// The text between the fences.
    pub text: String,
    /// The number of the block's first line, from 1.
    pub line: usize,
    /// The byte range of the content in the file.
    pub span: Range<usize>,
}

impl Block {
    /// The line and column in the file of a byte of the block.
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

    /// The lines of the block with their numbers in the file, without blank lines.
    pub(crate) fn lines(&self) -> Vec<(usize, String)> {
        let numbered = self
            .text
            .lines()
            .enumerate()
            .map(|(at, text)| (self.line + at, text.trim().to_string()));
        numbered.filter(|(_, text)| !text.is_empty()).collect()
    }
}
