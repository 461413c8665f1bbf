//! A precomputed table of how cards of the market slide down (MB-9.2).

use crate::options::SlideTo;
use crate::state::PLACES;
use crate::state::ids::Places;

/// The number of combinations of empty places.
const GAPS: usize = 1 << PLACES;

/// The origin of the card of a place that stays empty: none.
const NOWHERE: u8 = PLACES as u8;

/// Where cards are after they have slid down, by the empty places before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slides {
    /// For each place, the place that its card comes from, or [`NOWHERE`].
    from: [[u8; PLACES]; GAPS],
    /// The empty places afterwards.
    gaps: [Places; GAPS],
}

impl Default for Slides {
    fn default() -> Self {
        Slides {
            from: [[NOWHERE; PLACES]; GAPS],
            gaps: [Places::EMPTY; GAPS],
        }
    }
}

impl Slides {
    /// The table for the variant of how far cards slide (Q-MB-3).
    pub(crate) fn of(far: SlideTo) -> Slides {
        let mut slides = Slides::default();
        for gaps in 0..GAPS {
            for column in 0..2 {
                slides.add(gaps, column, far);
            }
            let empty = slides.from[gaps]
                .iter()
                .enumerate()
                .filter(|(_, from)| **from == NOWHERE);
            slides.gaps[gaps] =
                Places::from_bits(empty.fold(0, |mask, (place, _)| mask | 1 << place));
        }
        slides
    }

    /// Adds one column, from the bottom up.
    fn add(&mut self, gaps: usize, column: usize, far: SlideTo) {
        let mut free = column;
        for from in (column..PLACES)
            .step_by(2)
            .filter(|place| gaps & (1 << place) == 0)
        {
            let to = match far {
                SlideTo::Bottom => free,
                SlideTo::OneRow => free.max(from.saturating_sub(2)),
            };
            self.from[gaps][to] = from as u8;
            free = to + 2;
        }
    }

    /// For each place, the place that its card comes from, or [`NOWHERE`]; and the empty places afterwards.
    #[inline]
    pub(crate) fn when(&self, gaps: Places) -> (&[u8; PLACES], Places) {
        let gaps = usize::from(gaps.bits());
        (&self.from[gaps], self.gaps[gaps])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_slide_to_the_bottom_or_by_one_row() {
        let (from, gaps) = (Slides::of(SlideTo::Bottom), Slides::of(SlideTo::OneRow));
        // In the left column only the top card is left; in the right column the middle place is empty.
        let (empty, places) = (Places::from_bits(0b00_1101), Places::from_bits);
        assert_eq!(
            from.when(empty),
            (&[4, 1, NOWHERE, 5, NOWHERE, NOWHERE], places(0b11_0100))
        );
        assert_eq!(
            gaps.when(empty),
            (&[NOWHERE, 1, 4, 5, NOWHERE, NOWHERE], places(0b11_0001))
        );
    }

    #[test]
    fn a_full_market_and_an_empty_one_stay_as_they_are() {
        let slides = Slides::of(SlideTo::Bottom);
        assert_eq!(
            slides.when(Places::EMPTY),
            (&[0, 1, 2, 3, 4, 5], Places::EMPTY)
        );
        assert_eq!(
            slides.when(Places::full()),
            (&[NOWHERE; PLACES], Places::full())
        );
    }
}
