//! The Depot Deck and the discard pile: how many of each sort of card. With decks of one's own each player's cards are
//! sorts of their own, so that one table holds all decks and piles.

use super::ids::{MAX_SORTS, SortId, Sorts};
use crate::fast::select::{self, Sums};
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
    fn at(&self, sort: SortId) -> u8 {
        self.0.as_flattened()[sort.index()]
    }

    fn at_mut(&mut self, sort: SortId) -> &mut u8 {
        &mut self.0.as_flattened_mut()[sort.index()]
    }

    /// How many of a sort are in the deck.
    #[inline]
    pub(crate) fn in_deck(&self, sort: SortId) -> u8 {
        self.at(sort) & 15
    }

    /// How many of a sort lie on the discard pile.
    #[inline]
    pub(crate) fn discarded(&self, sort: SortId) -> u8 {
        self.at(sort) >> 4
    }

    /// Puts some of a sort into the deck.
    pub(crate) fn stock(&mut self, sort: SortId, number: u8) {
        let there = self.in_deck(sort);
        *self.at_mut(sort) += number.min(MAX_COPIES - there);
    }

    /// Puts some of a sort onto the discard pile.
    pub(crate) fn discard(&mut self, sort: SortId, number: u8) {
        let there = self.discarded(sort);
        *self.at_mut(sort) += number.min(MAX_COPIES - there) << 4;
    }

    /// Takes one of a sort out of the deck, if there is one; says whether.
    pub(crate) fn take(&mut self, sort: SortId) -> bool {
        let there = self.in_deck(sort) > 0;
        *self.at_mut(sort) -= u8::from(there);
        there
    }

    /// The discard pile of some sorts becomes their deck.
    pub(crate) fn turn_over(&mut self, sorts: Sorts) {
        for sort in sorts.iter() {
            let both = self.at_mut(sort);
            *both >>= 4;
        }
    }

    /// The bytes of some sorts.
    fn bytes(&self, sorts: Sorts) -> &[u8] {
        self.0
            .as_flattened()
            .get(sorts.places())
            .unwrap_or_default()
    }

    /// Whether some of some sorts are in the deck.
    #[inline]
    pub(crate) fn in_deck_any(&self, sorts: Sorts) -> bool {
        self.bytes(sorts).iter().any(|both| both & 15 > 0)
    }

    /// Whether some of some sorts are in the deck or on the discard pile.
    #[inline]
    pub(crate) fn any(&self, sorts: Sorts) -> bool {
        self.bytes(sorts).iter().any(|both| *both > 0)
    }

    /// Cards of some sorts in the deck.
    #[inline]
    pub(crate) fn deck_size(&self, sorts: Sorts) -> u32 {
        select::size(self.0.as_flattened(), sorts.places())
    }

    /// The card of a number, from 0, among those of some sorts in the deck, in the order of sorts.
    pub(crate) fn nth_in_deck(&self, sorts: Sorts, nth: u32) -> Option<SortId> {
        SortId::of(select::nth(self.0.as_flattened(), sorts.places(), nth)?)
    }

    /// A deck to be drawn from one card after the other, if it is of few sorts and cards.
    pub(crate) fn sums(&self, sorts: Sorts) -> Option<Sums> {
        Sums::of(self.0.as_flattened(), sorts.places())
    }

    /// The card of a number, from 0, among those of some sorts in the deck, whose sums are known.
    #[inline]
    pub(crate) fn nth_by(&self, sums: &mut Sums, sorts: Sorts, nth: u32) -> Option<SortId> {
        SortId::of(sums.take(self.0.as_flattened(), sorts.places(), nth)?)
    }

    /// The sorts in the deck with their numbers.
    pub(crate) fn deck(&self, sorts: Sorts) -> impl Iterator<Item = (SortId, u8)> + '_ {
        sorts
            .iter()
            .map(move |sort| (sort, self.in_deck(sort)))
            .filter(|(_, number)| *number > 0)
    }

    /// The sorts on the discard pile with their numbers.
    pub(crate) fn pile(&self, sorts: Sorts) -> impl Iterator<Item = (SortId, u8)> + '_ {
        sorts
            .iter()
            .map(move |sort| (sort, self.discarded(sort)))
            .filter(|(_, number)| *number > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_and_piles_share_bytes_and_are_kept_apart() {
        let [three, last] = [3, 209].map(SortId::kept);
        let mut piles = Piles::default();
        piles.stock(three, 2);
        piles.stock(last, 20);
        piles.discard(three, 4);
        assert_eq!(
            (
                piles.in_deck(three),
                piles.discarded(three),
                piles.in_deck(last)
            ),
            (2, 4, MAX_COPIES)
        );
        assert!(piles.take(three) && piles.take(three) && !piles.take(three));
        let [nine, all] = [9, MAX_SORTS].map(|end| Sorts::new(0..end));
        assert_eq!(piles.pile(nine).collect::<Vec<_>>(), [(three, 4)]);
        piles.turn_over(nine);
        assert_eq!(piles.deck(nine).collect::<Vec<_>>(), [(three, 4)]);
        assert_eq!((piles.deck_size(nine), piles.pile(all).count()), (4, 0));
        assert_eq!(
            (piles.nth_in_deck(nine, 3), piles.nth_in_deck(nine, 4)),
            (Some(three), None)
        );
    }
}
