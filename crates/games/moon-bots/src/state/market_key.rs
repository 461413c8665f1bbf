//! What the market asks of each card.

use crate::state::MarketSlot;
use crate::state::sizes::SLOTS;

/// Kinds of upgrades that a deck may hold. With the six slots they are the categories of a word; two more are no card's.
pub(crate) const UPGRADE_KINDS: usize = 56;
/// The category of an empty place: nobody can take from it.
pub(crate) const SHUT: u8 = 62;
/// The categories a robot without cards has no place for.
pub(crate) const BARE: u64 = 1 << SHUT;
/// The category of a weapon that lies face down: everybody has a place for it.
pub(crate) const OPEN: u8 = 63;
/// The categories of upgrades.
pub(crate) const UPGRADE_CATEGORIES: u64 = (1 << SHUT) - (1 << SLOTS);

/// What the market asks of a card: where it would go and what it costs beside its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MarketKey {
    /// The bit of [`Derived::closed`] that stands for it: its slot, or a number of its own for an upgrade.
    pub category: u8,
    /// Energy it costs beside its row.
    pub extra: u8,
}

/// The market key of everything that may be on a place; cards are filled in when they join the deck.
pub(crate) const NO_MARKET_KEYS: [MarketKey; 256] = {
    let mut keys = [MarketKey {
        category: SHUT,
        extra: 0,
    }; 256];
    keys[MarketSlot::FACE_DOWN.0 as usize].category = OPEN;
    keys
};
