//! What cards mean: the words of scripts, programs bound to numbers, effects that run and wait, and cards that answer
//! what happens.

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
