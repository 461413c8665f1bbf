//! Cards: the words they are written in, what they come to in play, and how their scripts run.

pub(crate) mod book;
pub(crate) mod host;
pub mod lexicon;
