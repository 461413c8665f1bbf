//! The rulebook: cards, options and number of players, ready for play, with tables that are computed once. Nothing
//! here knows a state of play.

pub(crate) mod build;
pub(crate) mod card_facts;
pub(crate) mod changes;
pub(crate) mod cites;
pub(crate) mod conditions;
pub(crate) mod memo;
pub(crate) mod names;
pub(crate) mod opening;
pub(crate) mod rulebook;
pub(crate) mod slides;
pub(crate) mod works;
