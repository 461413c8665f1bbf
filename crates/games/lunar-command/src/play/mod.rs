//! How the game is played: what may be done, what an action does, what it scores, and whose turn is next.

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
