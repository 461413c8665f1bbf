//! The rules: setup, turns, market, attacks, energy, windows; which actions are allowed, why others are not, and what
//! actions do.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod attack;
pub(crate) mod energy;
pub(crate) mod engine;
pub(crate) mod events;
pub(crate) mod market;
pub(crate) mod opening;
pub(crate) mod refuse;
pub(crate) mod setup;
pub(crate) mod turn;
pub(crate) mod ways;
pub(crate) mod windows;
