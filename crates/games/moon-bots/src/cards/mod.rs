//! Cards: the words of scripts, programs and their numbers, effects that run and wait, and reactions of cards.

pub(crate) mod answer;
pub(crate) mod book;
pub(crate) mod chance;
pub(crate) mod changes;
pub(crate) mod effects;
pub(crate) mod facts;
pub(crate) mod falling;
pub(crate) mod host;
pub mod lexicon;
pub(crate) mod react;
pub(crate) mod rulebook;
pub(crate) mod standing;
pub(crate) mod values;
pub(crate) mod words;
