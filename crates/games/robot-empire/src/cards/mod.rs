//! Cards: the rulebook, the words of scripts and their meaning, and reactions of cards.

mod auras;
pub(crate) mod book;
pub(crate) mod card_defs;
mod costs;
mod decks;
mod effects;
pub(crate) mod host;
pub mod lexicon;
mod react;
mod verbs;
