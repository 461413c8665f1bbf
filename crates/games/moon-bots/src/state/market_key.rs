//! What the market asks of each card.

use crate::state::Laid;
use crate::state::sizes::SLOTS;

/// Kinds of upgrades that a deck may hold. With the six slots they are the shelves of a word; two more are no card's.
pub(crate) const UPGRADE_KINDS: usize = 56;
/// The shelf of an empty place: nobody can take from it.
pub(crate) const SHUT: u8 = 62;
/// The shelves a robot without cards has no place for.
pub(crate) const BARE: u64 = 1 << SHUT;
/// The shelf of a weapon that lies face down: everybody has a place for it.
pub(crate) const OPEN: u8 = 63;
/// The shelves of upgrades.
pub(crate) const UPGRADE_SHELVES: u64 = (1 << SHUT) - (1 << SLOTS);

/// What the market asks of a card: where it would go and what it costs beside its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MarketKey {
    /// The bit of [`Derived::closed`] that stands for it: its slot, or a number of its own for an upgrade.
    pub shelf: u8,
    /// Energy it costs beside its row.
    pub extra: u8,
}

/// The goods of everything that may lie on a place; cards are filled in when they join the deck.
pub(crate) const NO_GOODS: [MarketKey; 256] = {
    let mut goods = [MarketKey {
        shelf: SHUT,
        extra: 0,
    }; 256];
    goods[Laid::FACE_DOWN.0 as usize].shelf = OPEN;
    goods
};
