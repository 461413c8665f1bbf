//! The area for a table drawn as text: its columns and lines, with or without colours.

use crate::Shade;

/// The size and style for drawing a table as text.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The maximum number of characters per line.
    pub columns: usize,
    /// The maximum number of lines.
    pub lines: usize,
    /// The place, in the game's notation, that must stay visible if not everything fits; empty for the most important
    /// part.
    pub around: &'a str,
    /// Applies a colour to a text. The displayed width must not change.
    pub paint: &'a dyn Fn(Shade, &str) -> String,
}

impl Sheet<'static> {
    /// A sheet of unlimited size without colours.
    pub fn plain() -> Self {
        Sheet {
            columns: usize::MAX,
            lines: usize::MAX,
            around: "",
            paint: &|_, text| text.to_string(),
        }
    }
}
