//! Zones with hidden content, such as hands: sets of copies if copies can be distinguished, otherwise the number of
//! each card. They can be dealt again for a player who does not know them.

use cardwright_kernel::{Rng, below};
use serde::{Deserialize, Serialize};

/// A zone of cards, without order.
pub trait Zone: Copy + Default {
    /// The number of cards in the zone.
    fn size(&self) -> u32;

    /// Removes the `nth` card, from 0, ordered by copy or card, and returns it as a zone. The card must exist.
    fn take(&mut self, nth: u32) -> Self;

    /// The union of both zones.
    fn with(self, other: Self) -> Self;
}

/// A zone with one bit for each copy, for decks of up to 64 copies.
impl Zone for u64 {
    #[inline]
    fn size(&self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn take(&mut self, nth: u32) -> u64 {
        let mut rest = *self;
        for _ in 0..nth {
            rest &= rest - 1;
        }
        let copy = rest & rest.wrapping_neg();
        *self &= !copy;
        copy
    }

    #[inline]
    fn with(self, other: u64) -> u64 {
        self | other
    }
}

/// The number of copies of each of `K` cards in a zone, up to 255 of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counts<const K: usize>(#[serde(with = "crate::arrays")] pub [u8; K]);

impl<const K: usize> Default for Counts<K> {
    fn default() -> Self {
        Counts([0; K])
    }
}

impl<const K: usize> Counts<K> {
    /// A zone with one copy of a card; empty if the card does not exist.
    pub fn one(card: usize) -> Self {
        let mut one = Counts::default();
        one.0
            .iter_mut()
            .skip(card)
            .take(1)
            .for_each(|count| *count = 1);
        one
    }

    /// The cards in the zone with their numbers of copies, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.0
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, count)| *count > 0)
    }
}

impl<const K: usize> Zone for Counts<K> {
    fn size(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    fn take(&mut self, nth: u32) -> Self {
        let mut left = nth;
        for (card, count) in self.0.iter_mut().enumerate() {
            match left.checked_sub(u32::from(*count)) {
                Some(rest) => left = rest,
                None => {
                    *count -= 1;
                    return Counts::one(card);
                }
            }
        }
        Counts::default()
    }

    fn with(mut self, other: Self) -> Self {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(own, more)| *own = own.saturating_add(more));
        self
    }
}

/// Deals some hidden hands again: each gets as many cards as before, uniformly at random from the pool. The pool must
/// include the cards of the hands; it keeps the rest.
pub fn redeal<Z: Zone>(pool: &mut Z, hands: &mut [Z], rng: &mut Rng) {
    for hand in hands {
        let size = hand.size();
        *hand = Z::default();
        for _ in 0..size {
            let nth = below(rng, pool.size());
            *hand = hand.with(pool.take(nth));
        }
    }
}

/// The cards of a pool one by one in one of four orders (the lowest two bits of `permutation`), for states that are
/// arranged without chance: a result that is equal in all orders does not depend on the arrangement.
pub fn laid_out<Z: Zone>(pool: Z, permutation: u8) -> impl Iterator<Item = Z> {
    let size = pool.size();
    let turned = if permutation & 2 != 0 { size / 2 } else { 0 };
    (0..size).map(move |at| {
        let at = (at + turned) % size;
        let mut pool = pool;
        pool.take(if permutation & 1 != 0 {
            size - 1 - at
        } else {
            at
        })
    })
}

/// The next `number` cards as one zone; fewer if there are not enough.
pub fn next_of<Z: Zone>(cards: &mut impl Iterator<Item = Z>, number: u32) -> Z {
    cards.take(number as usize).fold(Z::default(), Z::with)
}

/// Swaps two copies: in a set that contains one of them, it is replaced by the other.
pub fn exchanged(set: u64, one: u64, other: u64) -> u64 {
    match (set & one != 0, set & other != 0) {
        (true, false) => set & !one | other,
        (false, true) => set & !other | one,
        _ => set,
    }
}

/// Updates what each of `P` players knows about copies in other players' hands, when one of several cards moves unseen
/// from hand to hand: players other than giver and taker no longer know where any of these copies is.
pub fn lose_sight<const P: usize>(seen: &mut [u64; P], giver: u8, taker: u8, hand_before: u64) {
    if hand_before.count_ones() < 2 {
        return;
    }
    for (player, seen) in (0..).zip(seen) {
        if player != giver && player != taker {
            *seen &= !hand_before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::stream;

    fn deals<Z: Zone + PartialEq + std::fmt::Debug>(all: Z, hands: [Z; 2]) {
        let mut rng = stream(3, 3);
        let mut others = 0;
        for _ in 0..50 {
            let (mut pool, mut dealt) = (all, hands);
            redeal(&mut pool, &mut dealt, &mut rng);
            assert_eq!(dealt.map(|hand| hand.size()), hands.map(|hand| hand.size()));
            assert_eq!(
                dealt.into_iter().fold(pool, Z::with),
                all,
                "no card is lost"
            );
            others += u8::from(dealt != hands);
        }
        assert!(others > 25, "{others} of 50 are other hands");
    }

    #[test]
    fn hands_are_dealt_anew_from_the_pool() {
        deals(0b1111_1111, [0b11, 0b1100]);
        deals(
            Counts([3, 0, 2, 4]),
            [Counts([1, 0, 1, 0]), Counts([0, 0, 0, 2])],
        );
    }

    #[test]
    fn cards_are_taken_by_number() {
        let mut copies = 0b1011u64;
        assert_eq!((copies.take(2), copies), (0b1000, 0b0011));
        let mut counts = Counts([2, 0, 1]);
        assert_eq!(
            (counts.take(2), counts),
            (Counts::one(2), Counts([2, 0, 0]))
        );
        assert_eq!(counts.take(9), Counts::default());
        assert_eq!(
            Counts([0, 3, 1]).iter().collect::<Vec<_>>(),
            [(1, 3), (2, 1)]
        );
    }

    #[test]
    fn a_pool_is_laid_out_in_four_orders() {
        let order = |permutation| {
            laid_out(0b1111u64, permutation)
                .map(|copy| copy.trailing_zeros())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            [order(0), order(1), order(2), order(3)],
            [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2]]
        );
        let mut cards = laid_out(Counts([1, 2]), 0);
        assert_eq!(
            (next_of(&mut cards, 2), next_of(&mut cards, 5)),
            (Counts([1, 1]), Counts([0, 1]))
        );
    }

    #[test]
    fn who_gives_and_takes_still_knows() {
        let mut seen = [0b111, 0b111, 0b111];
        lose_sight(&mut seen, 0, 1, 0b110);
        assert_eq!(seen, [0b111, 0b111, 0b001]);
        lose_sight(&mut seen, 0, 1, 0b001);
        assert_eq!(seen[2], 0b001, "of one card it is known where it went");
        assert_eq!(
            [
                exchanged(0b01, 1, 2),
                exchanged(0b10, 1, 2),
                exchanged(0b11, 1, 2)
            ],
            [0b10, 0b01, 0b11]
        );
    }
}
