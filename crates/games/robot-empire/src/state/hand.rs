//! The cards of a hand in ascending order, moved as one word. Where a card goes in a hand is unpredictable, so this
//! code has no branches that depend on it.

use crate::state::HAND;
use crate::state::ids::CardDefId;
use arrayvec::ArrayVec;
use cardwright_runtime::bit_select::{EACH, HIGH};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A factor that gathers the lowest bits of all bytes in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The number of bytes in the word: one more than a hand holds, so that there is room to move another card.
const PLACES: usize = 8;

/// A hand: card definitions in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    /// Followed by [`CardDefId::NONE`], which is greater than every card definition.
    cards: [CardDefId; PLACES],
    len: u8,
}

const _: () = assert!(HAND < PLACES, "the last place stays free");

impl Default for Hand {
    fn default() -> Self {
        Hand {
            cards: [CardDefId::NONE; PLACES],
            len: 0,
        }
    }
}

/// A mask of the bytes below a place; all bytes for the last place and beyond.
#[inline]
fn below(place: usize) -> u64 {
    1u64.checked_shl(8 * place as u32)
        .unwrap_or(0)
        .wrapping_sub(1)
}

impl Hand {
    #[inline]
    fn word(self) -> u64 {
        u64::from_le_bytes(self.cards.map(CardDefId::n))
    }

    #[inline]
    fn set_word(&mut self, word: u64) {
        self.cards = word.to_le_bytes().map(CardDefId::from_byte);
    }

    /// Whether the hand is full.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.len) >= HAND
    }

    /// Adds a card at its place in the order, unless the hand is full.
    #[inline]
    pub(crate) fn hold(&mut self, card: CardDefId) {
        if self.is_full() {
            return;
        }
        let (word, new) = (self.word(), u64::from(card.n()) * EACH);
        // The highest bit of every byte that is not greater than the card.
        let low = (new | HIGH) - (word & !HIGH);
        let passed = (low & !(word ^ new) | new & !word) & HIGH;
        let keep = below(((passed >> 7).wrapping_mul(EACH) >> 56) as usize);
        self.set_word(word & keep | new & !keep & (keep << 8 | 0xff) | (word & !keep) << 8);
        self.len += 1;
    }

    /// Removes the card at a place; returns whether there was one.
    #[inline]
    pub(crate) fn let_go_at(&mut self, at: usize) -> bool {
        let there = at < self.len();
        if there {
            let (word, keep) = (self.word(), below(at));
            self.set_word(word & keep | word >> 8 & !keep | u64::from(CardDefId::NONE.n()) << 56);
            self.len -= 1;
        }
        there
    }

    /// The places of the first copy of each card definition, with one bit for each place.
    #[inline]
    pub(crate) fn first_of_each(&self) -> u8 {
        let word = self.word();
        let changed = word ^ (word << 8 | u64::from(CardDefId::NONE.n()));
        let changed = (((changed & !HIGH) + !HIGH) | changed) & HIGH;
        let first = ((changed >> 7).wrapping_mul(GATHER) >> 56) as u8;
        first & ((1u16 << self.len) - 1) as u8
    }

    /// All places, filled up with [`CardDefId::NONE`] after the last card.
    #[inline]
    pub(crate) fn places(&self) -> &[CardDefId; PLACES] {
        &self.cards
    }
}

impl Deref for Hand {
    type Target = [CardDefId];

    #[inline]
    fn deref(&self) -> &[CardDefId] {
        self.cards.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl IntoIterator for Hand {
    type Item = CardDefId;
    type IntoIter = std::iter::Take<std::array::IntoIter<CardDefId, PLACES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.cards.into_iter().take(self.len.into())
    }
}

impl Hash for Hand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut hand = Hand::default();
        ArrayVec::<CardDefId, HAND>::deserialize(from)?
            .into_iter()
            .for_each(|card| hand.hold(card));
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &[u8]) -> Hand {
        let mut hand = Hand::default();
        cards
            .iter()
            .for_each(|card| hand.hold(CardDefId::from_byte(*card)));
        hand
    }

    fn numbers(hand: &Hand) -> Vec<u8> {
        hand.iter().map(|card| card.n()).collect()
    }

    /// Hands of all lengths, with definitions below and above the middle of a byte, including the first and last of a
    /// game.
    fn hands() -> Vec<Vec<u8>> {
        let mut seed = 3u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            [0, 5, 5, 52, 127, 128, 129, 209][(seed >> 28) as usize % 8]
        };
        (0..200)
            .map(|nth| (0..nth % 8).map(|_| next()).collect())
            .collect()
    }

    #[test]
    fn cards_lie_in_rising_order_however_they_came() {
        for cards in hands() {
            let mut sorted = cards.clone();
            sorted.sort_unstable();
            let held = hand(&cards);
            assert_eq!(
                (numbers(&held), held.len()),
                (sorted.clone(), sorted.len()),
                "{cards:?}"
            );
            assert_eq!(held, hand(&sorted), "equal hands are equal");
            let full = cards.len() == HAND;
            let mut more = held;
            more.hold(CardDefId::FIRST);
            assert_eq!(
                (held.is_full(), more.len()),
                (full, (cards.len() + 1).min(HAND))
            );
        }
    }

    #[test]
    fn a_card_that_goes_leaves_the_others() {
        for cards in hands() {
            let held = hand(&cards);
            for at in 0..9 {
                let (mut left, mut expected) = (held, numbers(&held));
                let there = left.let_go_at(at);
                assert_eq!(there, at < expected.len());
                if there {
                    expected.remove(at);
                }
                assert_eq!(numbers(&left), expected, "{cards:?} without {at}");
                assert_eq!(left, hand(&expected), "nothing stays behind the last card");
            }
        }
    }

    #[test]
    fn the_first_card_of_each_sort_is_found() {
        for cards in hands() {
            let held = hand(&cards);
            let new = |at: &usize| *at == 0 || held[at - 1] != held[*at];
            let first = (0..held.len()).filter(new).fold(0, |all, at| all | 1 << at);
            assert_eq!(held.first_of_each(), first, "{:?}", numbers(&held));
        }
    }

    #[test]
    fn a_hand_is_hashed_and_written_as_its_cards() {
        let (held, cards) = (hand(&[9, 3, 200]), [3, 9, 200].map(CardDefId::from_byte));
        assert_eq!(
            cardwright_kernel::fingerprint(&held),
            cardwright_kernel::fingerprint(&cards.as_slice())
        );
        let text = serde_json::to_string(&held).unwrap();
        assert_eq!(text, "[3,9,200]");
        assert_eq!(serde_json::from_str::<Hand>(&text).unwrap(), held);
        assert!(serde_json::from_str::<Hand>("[1,1,1,1,1,1,1,1]").is_err());
    }
}
