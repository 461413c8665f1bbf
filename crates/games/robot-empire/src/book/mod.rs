//! The rulebook: cards and options, ready for play, with data that is computed once. Nothing here knows a state of
//! play.

pub(crate) mod card_defs;
pub(crate) mod condition_feature;
pub(crate) mod decks;
pub(crate) mod print;
pub(crate) mod rulebook;
