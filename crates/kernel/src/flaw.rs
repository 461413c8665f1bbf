//! What is wrong with a position somebody wrote.

use serde::Serialize;
use std::ops::Range;

/// One reason why a written position is not a possible one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextError {
    /// Which bytes of the text it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl TextError {
    /// A flaw at some bytes of the text.
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        TextError {
            span,
            message: message.into(),
            help: help.into(),
        }
    }
}
