//! Players of this game.

pub(crate) mod greedy;
