//! Players of this game.

pub(crate) mod greedy;
pub(crate) mod search;
