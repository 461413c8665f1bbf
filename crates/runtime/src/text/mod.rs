//! Actions and positions as text.

pub mod choice;
pub mod position;
pub mod toml;
pub mod words;
