//! What follows from the rulebook and a state: who is whose opponent, prices, targets, windows, reactions, the nouns
//! of cards. Nothing here changes a game; `derived` refreshes what a state caches.

pub(crate) mod chance;
pub(crate) mod choices;
pub(crate) mod derived;
pub(crate) mod invariants;
pub(crate) mod market;
pub(crate) mod memory;
pub(crate) mod nouns;
pub(crate) mod parts;
pub(crate) mod permanents;
pub(crate) mod places;
pub(crate) mod players;
pub(crate) mod prices;
pub(crate) mod reactions;
pub(crate) mod standing;
pub(crate) mod targets;
pub(crate) mod ways;
pub(crate) mod weapons;
pub(crate) mod windows;
