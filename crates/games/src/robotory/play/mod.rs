//! The rules: set-up, turns, what may be answered and why not, and what an answer does.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod over;
pub(crate) mod setup;
pub(crate) mod turn;
