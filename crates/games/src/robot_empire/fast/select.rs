//! The deck by words of eight sorts: how many cards it has, and which is the nth.

use std::ops::Range;

/// One in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The half of every byte that counts the deck.
const DECK: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// The highest bit of every byte.
const HIGH: u64 = 0x80 * EACH;
/// Sorts in a word.
const WIDTH: usize = 8;

/// The word of the sorts behind the last eight that are whole; `rest` is their number.
#[inline]
fn last_word(bytes: &[u8], rest: usize) -> u64 {
    match bytes.last_chunk::<WIDTH>() {
        // The last eight, without those that the words before have.
        Some(last) => word(*last).checked_shr(8 * (WIDTH - rest) as u32).unwrap_or(0),
        None => bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)) & DECK,
    }
}

/// The copies in the deck of the eight sorts of a word.
#[inline]
fn word(eight: [u8; WIDTH]) -> u64 {
    u64::from_le_bytes(eight) & DECK
}

/// The sum of the bytes of a word, each below 16.
#[inline]
fn sum(word: u64) -> u32 {
    (word.wrapping_mul(EACH) >> 56) as u32
}

/// Cards of some sorts in the deck, whose copies are the lower halves of the bytes.
#[inline]
pub(crate) fn size(bytes: &[u8], sorts: Range<usize>) -> u32 {
    let bytes = bytes.get(sorts).unwrap_or_default();
    let (whole, rest) = bytes.as_chunks::<WIDTH>();
    whole.iter().fold(sum(last_word(bytes, rest.len())), |all, eight| all + sum(word(*eight)))
}

/// The sort of the card of a number, from 0, among those of some sorts in the deck, in the order of sorts.
#[inline]
pub(crate) fn nth(bytes: &[u8], sorts: Range<usize>, nth: u32) -> Option<usize> {
    let from = sorts.start;
    let bytes = bytes.get(sorts).unwrap_or_default();
    let (whole, rest) = bytes.as_chunks::<WIDTH>();
    // All words are gone through: nobody foresees in which one the card is.
    let (mut at, mut before, mut upto) = (0, 0, 0);
    for eight in whole {
        upto += sum(word(*eight));
        let passed = upto <= nth;
        at += usize::from(passed);
        before = if passed { upto } else { before };
    }
    let there = whole.get(at).map_or_else(|| last_word(bytes, rest.len()), |eight| word(*eight));
    let left = nth - before;
    if left >= sum(there) {
        return None;
    }
    // In each byte how many there are up to and with it; then the highest bit of every byte up to which there are no more
    // than `left`.
    let upto = there.wrapping_mul(EACH);
    let passed = ((u64::from(left) * EACH) | HIGH).wrapping_sub(upto) & HIGH;
    // These bits add up in the highest byte.
    let passed = (passed >> 7).wrapping_mul(EACH) >> 56;
    Some(from + at * WIDTH + passed as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like nothing in particular, the same at every run.
    fn bytes() -> Vec<u8> {
        let mut seed = 7u32;
        (0..210)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if seed >> 30 == 0 { 0 } else { (seed >> 16) as u8 }
            })
            .collect()
    }

    #[test]
    fn words_say_what_a_walk_says() {
        let bytes = bytes();
        for sorts in [0..53, 0..210, 7..8, 3..11, 190..210, 40..40, 53..131, 202..210, 203..210] {
            let walk: Vec<usize> = sorts
                .clone()
                .zip(&bytes[sorts.clone()])
                .flat_map(|(sort, both)| std::iter::repeat_n(sort, usize::from(both & 15)))
                .collect();
            assert_eq!(size(&bytes, sorts.clone()) as usize, walk.len(), "{sorts:?}");
            for (number, sort) in (0..).zip(&walk) {
                assert_eq!(nth(&bytes, sorts.clone(), number), Some(*sort), "{sorts:?}, {number}");
            }
            assert_eq!(nth(&bytes, sorts.clone(), walk.len() as u32), None, "{sorts:?}");
        }
    }

    #[test]
    fn full_words_do_not_overflow() {
        let bytes = [0xff; 210];
        assert_eq!(size(&bytes, 0..210), 210 * 15);
        assert_eq!((nth(&bytes, 0..210, 119), nth(&bytes, 0..210, 120)), (Some(7), Some(8)));
        assert_eq!(nth(&bytes, 0..210, 210 * 15 - 1), Some(209));
    }
}
