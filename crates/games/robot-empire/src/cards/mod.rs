//! Cards: the rulebook, the words of scripts and their meaning, and reactions of cards.

pub(crate) mod book;
pub(crate) mod card_defs;
mod decks;
mod effects;
pub(crate) mod host;
pub mod lexicon;
mod react;
mod verbs;
