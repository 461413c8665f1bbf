//! Cards: the rulebook they make, the words of their scripts, what the words mean, and how cards react.

pub(crate) mod book;
mod decks;
mod effects;
pub(crate) mod host;
pub mod lexicon;
mod react;
pub(crate) mod sorts;
mod verbs;
