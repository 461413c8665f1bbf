//! The parts of the screen: board, log, card, list of actions, input line, and a page over them.

pub(super) mod board;
pub(super) mod card;
pub(super) mod cards;
pub(super) mod coach;
pub(super) mod line;
pub(super) mod list;
pub(super) mod log;
pub(super) mod page;
pub(super) mod popup;
