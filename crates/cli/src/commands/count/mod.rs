//! Many games: play them, count, and bring counts together.

pub(crate) mod arena;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod report;
pub(crate) mod simulate;
