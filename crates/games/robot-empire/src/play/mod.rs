//! The course of a game: setup, phases, combat, announcements, reactions, and what actions do.

pub(crate) mod apply;
pub(crate) mod combat;
pub(crate) mod damage;
pub(crate) mod phases;
pub(crate) mod react;
pub(crate) mod setup;
pub(crate) mod stack;
pub(crate) mod turn;
