//! The rules: set-up, turns, what may be done and why not, and what an action does.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod over;
pub(crate) mod setup;
pub(crate) mod turn;
