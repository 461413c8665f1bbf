//! How tables are displayed: text with tones, vector graphics, and sheets for text.

pub(crate) mod picture;
pub(crate) mod scene;
pub(crate) mod sheet;
