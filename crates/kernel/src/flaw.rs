//! Errors in written positions.

use serde::Serialize;
use std::ops::Range;

/// A reason why a written position is not possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextError {
    /// The byte range in the text that has the problem.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl TextError {
    /// An error for a byte range of the text.
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        TextError {
            span,
            message: message.into(),
            help: help.into(),
        }
    }
}
