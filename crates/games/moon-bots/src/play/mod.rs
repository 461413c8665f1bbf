//! The course of a game: setup, turns, windows, reactions; which actions are allowed, and what they do.

pub(crate) mod apply;
pub(crate) mod attack;
pub(crate) mod chance;
pub(crate) mod legal;
pub(crate) mod market;
pub(crate) mod react;
pub(crate) mod setup;
pub(crate) mod turn;
pub(crate) mod windows;
