//! Zones whose content is hidden, such as hands: as sets of copies where copies can be told apart, or as numbers of each
//! card; and how they are dealt anew for somebody who does not know them.

use cardwright_kernel::{Rng, below};
use serde::{Deserialize, Serialize};

/// A zone: which cards it holds, in no order.
pub trait Zone: Copy + Default {
    /// How many cards it holds.
    fn size(&self) -> u32;

    /// Takes out the card of a number, from 0, in order of copy or card; a zone of that one card. There must be so many.
    fn take(&mut self, nth: u32) -> Self;

    /// Both together.
    fn with(self, other: Self) -> Self;
}

/// A bit for each copy of a deck of up to 64.
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

/// How many copies of each of `K` cards a zone holds, up to 255 of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counts<const K: usize>(#[serde(with = "crate::arrays")] pub [u8; K]);

impl<const K: usize> Default for Counts<K> {
    fn default() -> Self {
        Counts([0; K])
    }
}

impl<const K: usize> Counts<K> {
    /// One copy of a card; nothing for a card there is not.
    pub fn one(card: usize) -> Self {
        let mut one = Counts::default();
        one.0
            .iter_mut()
            .skip(card)
            .take(1)
            .for_each(|count| *count = 1);
        one
    }

    /// The cards it holds with their numbers, in order.
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

/// Deals each of some hidden hands anew: as many cards as it has, any of the pool as likely as any other. The pool, which
/// holds the hands' cards too, keeps the rest.
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

/// The cards of a pool one by one in one of four orders (the lowest two bits of `permutation`), for states that are laid out
/// without chance: what is the same in all of them hangs on none.
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

/// The next cards as one zone; fewer where there are fewer.
pub fn next_of<Z: Zone>(cards: &mut impl Iterator<Item = Z>, number: u32) -> Z {
    cards.take(number as usize).fold(Z::default(), Z::with)
}

/// Two copies change places: in a set that holds one of them, the other stands for it.
pub fn exchanged(set: u64, one: u64, other: u64) -> u64 {
    match (set & one != 0, set & other != 0) {
        (true, false) => set & !one | other,
        (false, true) => set & !other | one,
        _ => set,
    }
}

/// What each of `P` players has seen of copies in others' hands moves on when one of several cards goes unseen from hand
/// to hand: whoever is neither giver nor taker no longer knows where any of them is.
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
