//! What follows from the rulebook and a state: the values and costs of cards, fights, damage, reactions, the nouns of
//! cards, and the names of things. Nothing here changes a game.

pub(crate) mod auras;
pub(crate) mod costs;
pub(crate) mod damage;
pub(crate) mod engagement;
pub(crate) mod fights;
pub(crate) mod invariants;
pub(crate) mod names;
pub(crate) mod nouns;
pub(crate) mod reactions;
pub(crate) mod response_cache;
pub(crate) mod sight;
pub(crate) mod values;
