//! Cards: the rulebook they make, the words of their scripts, what the words mean, and how cards react.

pub(crate) mod book;
pub(crate) mod card_defs;
mod decks;
mod effects;
pub(crate) mod host;
pub mod lexicon;
mod react;
mod verbs;
