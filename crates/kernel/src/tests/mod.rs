//! Tests with a game of their own.

mod erased;
mod known;
mod matches;
mod plain;
mod play;
pub(crate) mod toy;
