//! Categories and prices of the cards in the market.

use crate::sizes::SLOTS;
use crate::state::MarketSlot;

/// The maximum number of upgrade kinds in a deck. Each kind and each of the six slots is a category, that is, one bit
/// of a word; two more categories belong to no card.
pub(crate) const UPGRADE_KINDS: usize = 56;

/// The category of an empty place: nobody can take a card from it.
const SHUT: u8 = 62;

/// The categories that a robot without cards has no place for.
pub(crate) const BARE: u64 = 1 << SHUT;

/// The category of a face-down weapon: everybody has a place for it.
pub(crate) const OPEN: u8 = 63;

/// The categories of upgrades.
pub(crate) const UPGRADE_CATEGORIES: u64 = (1 << SHUT) - (1 << SLOTS);

/// The category of a card in the market and its extra cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MarketKey {
    /// The card's bit in [`Derived::closed`]: its slot, or the number of its upgrade kind.
    pub category: u8,
    /// The energy that the card costs in addition to the price of its row.
    pub extra: u8,
}

/// The market keys before any card is in the deck; cards are filled in when they join it.
pub(crate) const NO_MARKET_KEYS: [MarketKey; 256] = {
    let mut keys = [MarketKey {
        category: SHUT,
        extra: 0,
    }; 256];
    keys[MarketSlot::FACE_DOWN.0 as usize].category = OPEN;
    keys
};
