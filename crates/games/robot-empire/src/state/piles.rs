//! The Depot Deck and the discard pile: the number of copies of each card definition. If players bring their own
//! decks, each player's cards have their own definitions, so that one table contains all decks and piles.

use crate::state::ids::{CardDefId, CardDefs, MAX_DEFS};
use crate::state::select::{self, Sums};
use cardwright_runtime::zones;
use serde::{Deserialize, Serialize};

/// The number of copies of each card definition, for results that are computed and not stored.
pub(crate) type Counts = zones::Counts<MAX_DEFS>;

/// The maximum number of copies of a card definition: four bits for those in the deck, four for those on the pile.
pub(crate) const MAX_COPIES: u8 = 15;

const ROW: usize = 30;

/// Decks and discard piles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Piles([[u8; ROW]; MAX_DEFS / ROW]);

impl Piles {
    fn at(&self, def: CardDefId) -> u8 {
        self.0.as_flattened()[def.index()]
    }

    fn at_mut(&mut self, def: CardDefId) -> &mut u8 {
        &mut self.0.as_flattened_mut()[def.index()]
    }

    /// The number of copies of a card definition in the deck.
    #[inline]
    pub(crate) fn in_deck(&self, def: CardDefId) -> u8 {
        self.at(def) & 15
    }

    /// The number of copies of a card definition on the discard pile.
    #[inline]
    pub(crate) fn discarded(&self, def: CardDefId) -> u8 {
        self.at(def) >> 4
    }

    /// Puts copies of a card definition into the deck.
    pub(crate) fn stock(&mut self, def: CardDefId, number: u8) {
        let there = self.in_deck(def);
        *self.at_mut(def) += number.min(MAX_COPIES - there);
    }

    /// Puts copies of a card definition onto the discard pile.
    pub(crate) fn discard(&mut self, def: CardDefId, number: u8) {
        let there = self.discarded(def);
        *self.at_mut(def) += number.min(MAX_COPIES - there) << 4;
    }

    /// Takes a copy of a card definition from the deck; returns whether there was one.
    pub(crate) fn take(&mut self, def: CardDefId) -> bool {
        let there = self.in_deck(def) > 0;
        *self.at_mut(def) -= u8::from(there);
        there
    }

    /// Takes a copy of a card definition from the discard pile; returns whether there was one.
    pub(crate) fn take_discarded(&mut self, def: CardDefId) -> bool {
        let there = self.discarded(def) > 0;
        *self.at_mut(def) -= u8::from(there) << 4;
        there
    }

    /// Makes the discard pile of these card definitions their deck.
    pub(crate) fn turn_over(&mut self, defs: CardDefs) {
        for def in defs.iter() {
            let both = self.at_mut(def);
            *both >>= 4;
        }
    }

    /// The bytes of these card definitions.
    fn bytes(&self, defs: CardDefs) -> &[u8] {
        self.0.as_flattened().get(defs.places()).unwrap_or_default()
    }

    /// Whether the deck contains any of these card definitions.
    #[inline]
    pub(crate) fn in_deck_any(&self, defs: CardDefs) -> bool {
        self.bytes(defs).iter().any(|both| both & 15 > 0)
    }

    /// Whether the deck or the discard pile contains any of these card definitions.
    #[inline]
    pub(crate) fn any(&self, defs: CardDefs) -> bool {
        self.bytes(defs).iter().any(|both| *both > 0)
    }

    /// The number of cards in the deck with these card definitions.
    #[inline]
    pub(crate) fn deck_size(&self, defs: CardDefs) -> u32 {
        select::size(self.0.as_flattened(), defs.places())
    }

    /// The card with a number, from 0, among the cards in the deck with these definitions, in their order.
    pub(crate) fn nth_in_deck(&self, defs: CardDefs, nth: u32) -> Option<CardDefId> {
        CardDefId::of(select::nth(self.0.as_flattened(), defs.places(), nth)?)
    }

    /// The deck in a form for drawing several cards, if it has few enough card definitions and cards.
    pub(crate) fn sums(&self, defs: CardDefs) -> Option<Sums> {
        Sums::of(self.0.as_flattened(), defs.places())
    }

    /// The card with a number, from 0, among the cards in the deck with these definitions, given their sums.
    #[inline]
    pub(crate) fn nth_by(&self, sums: &mut Sums, defs: CardDefs, nth: u32) -> Option<CardDefId> {
        CardDefId::of(sums.take(self.0.as_flattened(), defs.places(), nth)?)
    }

    /// The card definitions in the deck with their numbers of copies.
    pub(crate) fn deck(&self, defs: CardDefs) -> impl Iterator<Item = (CardDefId, u8)> + '_ {
        defs.iter()
            .map(move |def| (def, self.in_deck(def)))
            .filter(|(_, number)| *number > 0)
    }

    /// The card definitions on the discard pile with their numbers of copies.
    pub(crate) fn pile(&self, defs: CardDefs) -> impl Iterator<Item = (CardDefId, u8)> + '_ {
        defs.iter()
            .map(move |def| (def, self.discarded(def)))
            .filter(|(_, number)| *number > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_and_piles_share_bytes_and_are_kept_apart() {
        let [three, last] = [3, 209].map(CardDefId::from_byte);
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
        let [nine, all] = [9, MAX_DEFS].map(|end| CardDefs::new(0..end));
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
