//! The course of the game: legal actions, their effects, scoring, and turns.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod place;
pub(crate) mod refuse;
pub(crate) mod score;
pub(crate) mod setup;
pub(crate) mod stations;
pub(crate) mod turn;
pub(crate) mod ufos;
pub(crate) mod walks;
