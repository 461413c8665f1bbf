//! The lists of allowed actions and chance events. Nothing here changes a game.

pub(crate) mod attacks;
pub(crate) mod chains;
pub(crate) mod chance;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod windows;
