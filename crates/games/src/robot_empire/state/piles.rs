//! The Depot Deck and the discard pile: how many of each sort of card. With decks of one's own each player's cards are
//! sorts of their own, so that one table holds all decks and piles.

use super::MAX_SORTS;
use crate::robot_empire::fast::select;
use cardwright_runtime::zones;
use serde::{Deserialize, Serialize};

/// How many there are of each sort of card, for what is worked out and not kept.
pub(crate) type Counts = zones::Counts<MAX_SORTS>;

/// Copies of a sort at most: half a byte for those in the deck, half for those on the pile.
pub(crate) const MAX_COPIES: u8 = 15;

const ROW: usize = 30;

/// Decks and discard piles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Piles([[u8; ROW]; MAX_SORTS / ROW]);

impl Piles {
    fn at(&self, sort: u8) -> u8 {
        self.0.as_flattened()[usize::from(sort)]
    }

    fn at_mut(&mut self, sort: u8) -> &mut u8 {
        &mut self.0.as_flattened_mut()[usize::from(sort)]
    }

    /// How many of a sort are in the deck.
    #[inline]
    pub(crate) fn in_deck(&self, sort: u8) -> u8 {
        self.at(sort) & 15
    }

    /// How many of a sort lie on the discard pile.
    #[inline]
    pub(crate) fn discarded(&self, sort: u8) -> u8 {
        self.at(sort) >> 4
    }

    /// Puts some of a sort into the deck.
    pub(crate) fn stock(&mut self, sort: u8, number: u8) {
        let there = self.in_deck(sort);
        *self.at_mut(sort) += number.min(MAX_COPIES - there);
    }

    /// Puts some of a sort onto the discard pile.
    pub(crate) fn discard(&mut self, sort: u8, number: u8) {
        let there = self.discarded(sort);
        *self.at_mut(sort) += number.min(MAX_COPIES - there) << 4;
    }

    /// Takes one of a sort out of the deck, if there is one; says whether.
    pub(crate) fn take(&mut self, sort: u8) -> bool {
        let there = self.in_deck(sort) > 0;
        *self.at_mut(sort) -= u8::from(there);
        there
    }

    /// The discard pile of some sorts becomes their deck.
    pub(crate) fn turn_over(&mut self, sorts: std::ops::Range<u8>) {
        for sort in sorts {
            let both = self.at_mut(sort);
            *both >>= 4;
        }
    }

    /// The bytes of some sorts.
    fn bytes(&self, sorts: &std::ops::Range<u8>) -> &[u8] {
        self.0.as_flattened().get(usize::from(sorts.start)..usize::from(sorts.end)).unwrap_or_default()
    }

    /// Whether some of some sorts are in the deck.
    #[inline]
    pub(crate) fn in_deck_any(&self, sorts: &std::ops::Range<u8>) -> bool {
        self.bytes(sorts).iter().any(|both| both & 15 > 0)
    }

    /// Whether some of some sorts are in the deck or on the discard pile.
    #[inline]
    pub(crate) fn any(&self, sorts: &std::ops::Range<u8>) -> bool {
        self.bytes(sorts).iter().any(|both| *both > 0)
    }

    /// Cards of some sorts in the deck.
    #[inline]
    pub(crate) fn deck_size(&self, sorts: std::ops::Range<u8>) -> u32 {
        select::size(self.0.as_flattened(), &sorts)
    }

    /// The card of a number, from 0, among those of some sorts in the deck, in the order of sorts.
    pub(crate) fn nth_in_deck(&self, sorts: std::ops::Range<u8>, nth: u32) -> Option<u8> {
        select::nth(self.0.as_flattened(), &sorts, nth)
    }

    /// The sorts in the deck with their numbers.
    pub(crate) fn deck(&self, sorts: std::ops::Range<u8>) -> impl Iterator<Item = (u8, u8)> + '_ {
        sorts.map(|sort| (sort, self.in_deck(sort))).filter(|(_, number)| *number > 0)
    }

    /// The sorts on the discard pile with their numbers.
    pub(crate) fn pile(&self, sorts: std::ops::Range<u8>) -> impl Iterator<Item = (u8, u8)> + '_ {
        sorts.map(|sort| (sort, self.discarded(sort))).filter(|(_, number)| *number > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_and_piles_share_bytes_and_are_kept_apart() {
        let mut piles = Piles::default();
        piles.stock(3, 2);
        piles.stock(209, 20);
        piles.discard(3, 4);
        assert_eq!((piles.in_deck(3), piles.discarded(3), piles.in_deck(209)), (2, 4, MAX_COPIES));
        assert!(piles.take(3) && piles.take(3) && !piles.take(3));
        assert_eq!(piles.pile(0..9).collect::<Vec<_>>(), [(3, 4)]);
        piles.turn_over(0..9);
        assert_eq!(piles.deck(0..9).collect::<Vec<_>>(), [(3, 4)]);
        assert_eq!((piles.deck_size(0..9), piles.pile(0..210).count()), (4, 0));
        assert_eq!((piles.nth_in_deck(0..9, 3), piles.nth_in_deck(0..9, 4)), (Some(3), None));
    }
}
