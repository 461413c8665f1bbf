//! What a table looks like: rows of text in tones, shapes, and the sheet they are drawn on.

pub(crate) mod picture;
pub(crate) mod scene;
pub(crate) mod sheet;
