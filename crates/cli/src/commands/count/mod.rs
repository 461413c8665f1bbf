//! Commands that play many games, count results, and combine counts.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod balance;
mod chart;
pub(crate) mod cost;
pub(crate) mod learn;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod report;
pub(crate) mod simulate;
