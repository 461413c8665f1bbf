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

/// The word of eight sorts from one on, without those from an end on.
#[inline]
fn word(bytes: &[u8], from: usize, end: usize) -> u64 {
    let all = match bytes.get(from..).and_then(|rest| rest.first_chunk::<WIDTH>()) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => bytes
            .get(from..)
            .unwrap_or_default()
            .iter()
            .rev()
            .fold(0, |all, byte| all << 8 | u64::from(*byte)),
    };
    let beyond = (from + WIDTH).saturating_sub(end).min(WIDTH - 1) as u32;
    all & (DECK >> (8 * beyond))
}

/// The words of some sorts: the copies in the deck of eight sorts after one another, a byte each.
#[inline]
fn words<'b>(bytes: &'b [u8], sorts: &Range<u8>) -> impl Iterator<Item = u64> + use<'b> {
    let (mut from, end) = (usize::from(sorts.start), usize::from(sorts.end));
    std::iter::from_fn(move || {
        let next = (from < end).then(|| word(bytes, from, end));
        from += WIDTH;
        next
    })
}

/// The sum of the bytes of a word, each below 16.
#[inline]
fn sum(word: u64) -> u32 {
    (word.wrapping_mul(EACH) >> 56) as u32
}

/// Cards of some sorts in the deck, whose copies are the lower halves of the bytes.
#[inline]
pub(crate) fn size(bytes: &[u8], sorts: &Range<u8>) -> u32 {
    words(bytes, sorts).map(sum).sum()
}

/// The sort of the card of a number, from 0, among those of some sorts in the deck, in the order of sorts.
#[inline]
pub(crate) fn nth(bytes: &[u8], sorts: &Range<u8>, nth: u32) -> Option<u8> {
    let mut left = nth;
    for (before, word) in words(bytes, sorts).enumerate() {
        // In each byte how many there are up to and with it.
        let upto = word.wrapping_mul(EACH);
        let there = (upto >> 56) as u32;
        if left < there {
            // The highest bit of every byte up to which there are no more than `left`.
            let passed = ((u64::from(left) * EACH) | HIGH).wrapping_sub(upto) & HIGH;
            return Some(sorts.start + (before * WIDTH) as u8 + passed.count_ones() as u8);
        }
        left -= there;
    }
    None
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
            let range = usize::from(sorts.start)..usize::from(sorts.end);
            let walk: Vec<u8> = (sorts.start..sorts.end)
                .zip(&bytes[range])
                .flat_map(|(sort, both)| std::iter::repeat_n(sort, usize::from(both & 15)))
                .collect();
            assert_eq!(size(&bytes, &sorts) as usize, walk.len(), "{sorts:?}");
            for (number, sort) in (0..).zip(&walk) {
                assert_eq!(nth(&bytes, &sorts, number), Some(*sort), "{sorts:?}, {number}");
            }
            assert_eq!(nth(&bytes, &sorts, walk.len() as u32), None, "{sorts:?}");
        }
    }

    #[test]
    fn full_words_do_not_overflow() {
        let bytes = [0xff; 210];
        assert_eq!(size(&bytes, &(0..210)), 210 * 15);
        assert_eq!((nth(&bytes, &(0..210), 119), nth(&bytes, &(0..210), 120)), (Some(7), Some(8)));
        assert_eq!(nth(&bytes, &(0..210), 210 * 15 - 1), Some(209));
    }
}
