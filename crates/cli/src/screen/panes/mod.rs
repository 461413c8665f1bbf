//! What stands beside one another on the screen: board, log, card, list of actions, line, and a page over them.

pub(super) mod board;
pub(super) mod card;
pub(super) mod cards;
pub(super) mod line;
pub(super) mod list;
pub(super) mod log;
pub(super) mod page;
pub(super) mod popup;
