//! The deck in words of eight card definitions: the number of cards, and the nth card.

use cardwright_runtime::bit_select::{EACH, count_upto};
use std::ops::Range;

/// A mask of the half of every byte that counts copies in the deck.
const DECK: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// The number of card definitions in a word.
const WIDTH: usize = 8;

/// The word for the card definitions after the last complete eight; `rest` is their number.
#[inline]
fn last_word(bytes: &[u8], rest: usize) -> u64 {
    match bytes.last_chunk::<WIDTH>() {
        // The last eight, without those that earlier words contain.
        Some(last) => word(*last)
            .checked_shr(8 * (WIDTH - rest) as u32)
            .unwrap_or(0),
        None => {
            bytes
                .iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u64::from(*byte))
                & DECK
        }
    }
}

/// The numbers of copies in the deck of the eight card definitions of a word.
#[inline]
fn word(eight: [u8; WIDTH]) -> u64 {
    u64::from_le_bytes(eight) & DECK
}

/// The sum of the bytes of a word, each less than 16.
#[inline]
fn sum(word: u64) -> u32 {
    (word.wrapping_mul(EACH) >> 56) as u32
}

/// The number of cards in the deck with these card definitions; the lower halves of the bytes contain the copies.
#[inline]
pub(crate) fn size(bytes: &[u8], defs: Range<usize>) -> u32 {
    let bytes = bytes.get(defs).unwrap_or_default();
    let (whole, rest) = bytes.as_chunks::<WIDTH>();
    whole
        .iter()
        .fold(sum(last_word(bytes, rest.len())), |all, eight| {
            all + sum(word(*eight))
        })
}

/// The definition of the card with a number, from 0, among the cards in the deck with these definitions, in their
/// order.
#[inline]
pub(crate) fn nth(bytes: &[u8], defs: Range<usize>, nth: u32) -> Option<usize> {
    let from = defs.start;
    let bytes = bytes.get(defs).unwrap_or_default();
    let (whole, rest) = bytes.as_chunks::<WIDTH>();
    // All words are processed, because it is unpredictable which one contains the card.
    let (mut at, mut before, mut upto) = (0, 0, 0);
    for eight in whole {
        upto += sum(word(*eight));
        let passed = upto <= nth;
        at += usize::from(passed);
        before = if passed { upto } else { before };
    }
    let there = whole
        .get(at)
        .map_or_else(|| last_word(bytes, rest.len()), |eight| word(*eight));
    let left = nth - before;
    if left >= sum(there) {
        return None;
    }
    // In each byte, the number of copies up to and including it. Then the highest bit of every byte up to which there
    // are at most `left` copies.
    let passed = count_upto(there.wrapping_mul(EACH), left);
    Some(from + at * WIDTH + passed as usize)
}

/// A deck with few card definitions and cards, for drawing several cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    /// For each word, the number of cards up to and including it.
    upto: u64,
}

/// The word of card definitions at a place, without those from `end` on.
#[inline]
fn word_at(bytes: &[u8], place: usize, end: usize) -> Option<u64> {
    let eight = bytes.get(place..)?.first_chunk::<WIDTH>()?;
    let beyond = (place + WIDTH).saturating_sub(end).min(WIDTH - 1);
    Some(word(*eight) & u64::MAX >> (8 * beyond))
}

impl Sums {
    /// The sums for the deck of these card definitions; `None` if there are too many definitions or cards for one
    /// word of sums.
    pub(crate) fn of(bytes: &[u8], defs: Range<usize>) -> Option<Sums> {
        let words = defs.len().div_ceil(WIDTH);
        if words > WIDTH {
            return None;
        }
        let (mut sums, mut all) = (0, 0);
        for nth in 0..words {
            let cards = sum(word_at(bytes, defs.start + nth * WIDTH, defs.end)?);
            sums |= u64::from(cards) << (8 * nth);
            all += cards;
        }
        (all < 128).then_some(Sums {
            upto: sums.wrapping_mul(EACH),
        })
    }

    /// The number of cards.
    #[inline]
    pub(crate) fn size(self) -> u32 {
        (self.upto >> 56) as u32
    }

    /// The definition of the card with a number, from 0, in the order of definitions. The card is removed from the
    /// sums; the bytes still contain it.
    #[inline]
    pub(crate) fn take(&mut self, bytes: &[u8], defs: Range<usize>, nth: u32) -> Option<usize> {
        if nth >= self.size() {
            return None;
        }
        let number = count_upto(self.upto, nth);
        let before = (self.upto << 8 >> (8 * number)) as u32 & 0xff;
        let place = defs.start + number as usize * WIDTH;
        let there = word_at(bytes, place, defs.end)?;
        self.upto -= EACH << (8 * number);
        Some(place + count_upto(there.wrapping_mul(EACH), nth.wrapping_sub(before)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers, the same in every run.
    fn bytes() -> Vec<u8> {
        let mut seed = 7u32;
        (0..210)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if seed >> 30 == 0 {
                    0
                } else {
                    (seed >> 16) as u8
                }
            })
            .collect()
    }

    #[test]
    fn words_say_what_a_walk_says() {
        let bytes = bytes();
        for defs in [
            0..53,
            0..210,
            7..8,
            3..11,
            190..210,
            40..40,
            53..131,
            202..210,
            203..210,
        ] {
            let walk: Vec<usize> = defs
                .clone()
                .zip(&bytes[defs.clone()])
                .flat_map(|(def, both)| std::iter::repeat_n(def, usize::from(both & 15)))
                .collect();
            assert_eq!(size(&bytes, defs.clone()) as usize, walk.len(), "{defs:?}");
            for (number, def) in (0..).zip(&walk) {
                assert_eq!(
                    nth(&bytes, defs.clone(), number),
                    Some(*def),
                    "{defs:?}, {number}"
                );
            }
            assert_eq!(
                nth(&bytes, defs.clone(), walk.len() as u32),
                None,
                "{defs:?}"
            );
        }
    }

    #[test]
    fn sums_say_what_is_drawn_one_after_the_other() {
        let bytes = bytes().iter().map(|both| both & 0xf3).collect::<Vec<u8>>();
        for defs in [0..53, 7..8, 3..11, 40..40, 53..98, 150..202] {
            let (mut left, mut sums) = (bytes.clone(), Sums::of(&bytes, defs.clone()).unwrap());
            for drawn in 0u32.. {
                let cards = size(&left, defs.clone());
                assert_eq!(sums.size(), cards, "{defs:?}");
                let number = drawn * 31 % cards.max(1);
                let card = nth(&left, defs.clone(), number);
                assert_eq!(
                    sums.take(&left, defs.clone(), number),
                    card,
                    "{defs:?}, {number}"
                );
                match card {
                    Some(card) => left[card] -= 1,
                    None => break,
                }
            }
        }
        assert_eq!(
            (Sums::of(&bytes, 0..210), Sums::of(&[15; 210], 0..20)),
            (None, None)
        );
        assert_eq!(
            Sums::of(&bytes, 203..210),
            None,
            "the last word has no eight bytes"
        );
    }

    #[test]
    fn full_words_do_not_overflow() {
        let bytes = [0xff; 210];
        assert_eq!(size(&bytes, 0..210), 210 * 15);
        assert_eq!(
            (nth(&bytes, 0..210, 119), nth(&bytes, 0..210, 120)),
            (Some(7), Some(8))
        );
        assert_eq!(nth(&bytes, 0..210, 210 * 15 - 1), Some(209));
    }
}
