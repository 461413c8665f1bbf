//! Counters on cards in play: four bits for each card, so two cards share a byte.

use crate::arrays;
use serde::{Deserialize, Serialize};

/// The maximum number of counters on a card.
pub const MOST: u8 = 15;

/// The counters on the cards at `2 × BYTES` places: the first half in the lower four bits of each byte, the second half
/// in the upper four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counters<const BYTES: usize>(#[serde(with = "arrays")] pub [u8; BYTES]);

impl<const BYTES: usize> Default for Counters<BYTES> {
    fn default() -> Self {
        Counters([0; BYTES])
    }
}

impl<const BYTES: usize> Counters<BYTES> {
    /// The number of counters at a place, which must be below `2 × BYTES`.
    #[inline]
    pub fn at(&self, place: usize) -> u8 {
        (self.0[place % BYTES] >> (place / BYTES * 4)) & 15
    }

    /// Sets the number of counters at a place; values above [`MOST`] are reduced to it.
    #[inline]
    pub fn set(&mut self, place: usize, counters: u8) {
        let shift = place / BYTES * 4;
        let both = &mut self.0[place % BYTES];
        *both = *both & !(15 << shift) | counters.min(MOST) << shift;
    }

    /// Removes the counters at a place whose card has left, and moves the counters behind it, up to `end`, forward by
    /// one.
    pub fn close(&mut self, place: usize, end: usize) {
        for place in place..end {
            let next = if place + 1 < end {
                self.at(place + 1)
            } else {
                0
            };
            self.set(place, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_kept_apart_and_move_up() {
        let mut counters = Counters::<3>::default();
        [1, 2, 3, 4, 5, 99]
            .into_iter()
            .enumerate()
            .for_each(|(place, number)| counters.set(place, number));
        let all =
            |counters: &Counters<3>| (0..6).map(|place| counters.at(place)).collect::<Vec<_>>();
        assert_eq!(all(&counters), [1, 2, 3, 4, 5, 15]);
        counters.close(3, 6);
        assert_eq!(all(&counters), [1, 2, 3, 5, 15, 0]);
        counters.close(0, 3);
        assert_eq!(all(&counters), [2, 3, 0, 5, 15, 0]);
    }
}
