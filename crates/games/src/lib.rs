//! The games. Each folder has the same files, in the order a turn meets them: `state` (plain data), `setup`, `turn`
//! (who is asked what), `actions` (the answers and which are allowed), `apply` (what an answer does), `view`,
//! `lexicon` (words for cards), `rules` (numbered clauses), `notation` (text forms), `position` (written positions).
//!
//! This crate knows no Rhai and reads no files.

use cardwright_kernel::Flaw;

pub mod lunar_command;
pub mod moon_bots;
pub mod questions;
pub mod robot_empire;
pub mod robotory;
mod toml;

/// Name and value of each option in a TOML text: a table `[options]`, or the same keys at the top; lists as arrays or
/// with commas. Whether a game has such options is the game's question.
///
/// # Errors
/// Every reason why the text is no list of options, each with its place.
pub fn options(text: &str) -> Result<Vec<(String, String)>, Vec<Flaw>> {
    Ok(toml::options(text)?.given)
}
