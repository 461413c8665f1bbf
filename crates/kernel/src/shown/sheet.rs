//! What a table is drawn on as text: so many columns and lines, with colours or without.

use crate::Shade;

/// A sheet for text.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// How many letters a line may have.
    pub columns: usize,
    /// How many lines there may be.
    pub lines: usize,
    /// The place, in the game's notation, that must be in observation where not everything is; empty: what matters most.
    pub around: &'a str,
    /// Puts a text in a colour. It must take as much room as before.
    pub paint: &'a dyn Fn(Shade, &str) -> String,
}

impl Sheet<'static> {
    /// A sheet without end and without colours.
    pub fn plain() -> Self {
        Sheet {
            columns: usize::MAX,
            lines: usize::MAX,
            around: "",
            paint: &|_, text| text.to_string(),
        }
    }
}
