//! The games. Each folder has the same files, in the order a turn meets them: `state` (plain data), `setup`, `turn`
//! (who is asked what), `actions` (the answers and which are allowed), `apply` (what an answer does), `view`,
//! `lexicon` (words for cards), `rules` (numbered clauses), `notation` (text forms), `position` (written positions).
//!
//! This crate knows no Rhai and reads no files.

pub mod moon_bots;
pub mod robotory;
mod toml;
