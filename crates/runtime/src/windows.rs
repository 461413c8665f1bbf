//! Windows: who is asked next, in which order, and who has passed.

use cardwright_kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A window in which seats may act in turn. A seat that passes is not asked again until another seat acts; when all
/// have passed, the window closes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Window {
    /// The seats that have passed.
    pub passed: SeatSet,
}

impl Window {
    /// Records that a seat passes.
    #[inline]
    pub fn pass(&mut self, seat: Seat) {
        self.passed.0 |= 1 << seat.0;
    }

    /// Whether a seat has passed.
    #[inline]
    pub fn has_passed(self, seat: Seat) -> bool {
        self.passed.has(seat)
    }

    /// The given seats that have not passed.
    #[inline]
    pub fn waiting(self, seats: SeatSet) -> SeatSet {
        SeatSet(seats.0 & !self.passed.0)
    }

    /// Records that a seat has acted, so that seats that passed are asked again. Returns whether any seat had passed.
    #[inline]
    pub fn anew(&mut self) -> bool {
        std::mem::take(&mut self.passed).0 != 0
    }
}

/// The first of some seats that has something to do, going clockwise from the left of a seat, which comes last. `offer`
/// returns what a seat can do, and is called only for seats whose turn it is.
#[inline]
pub fn first_clockwise<T>(
    seats: SeatSet,
    last: Seat,
    mut offer: impl FnMut(Seat) -> Option<T>,
) -> Option<(Seat, T)> {
    let mut rest = seats.0;
    while let Some(seat) = left_of(rest, last.0) {
        if let Some(offered) = offer(Seat(seat)) {
            return Some((Seat(seat), offered));
        }
        rest &= !(1 << seat);
    }
    None
}

/// The next of some places at a round table (one bit each), clockwise, which is to the left of a place.
#[inline]
pub fn left_of(others: u8, of: u8) -> Option<u8> {
    if others == 0 {
        return None;
    }
    let above = others & !(2u8 << of).wrapping_sub(1);
    let from = if above != 0 { above } else { others };
    Some(from.trailing_zeros() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checked for every set of eight places and every starting place: the next one is clockwise, and you are last.
    #[test]
    fn the_left_neighbour_is_the_next_one_clockwise() {
        for (set, of) in (0..=255u8).flat_map(|set| (0..8u8).map(move |of| (set, of))) {
            let next = (1..=8)
                .map(|step| (of + step) % 8)
                .find(|place| set >> place & 1 == 1);
            assert_eq!(left_of(set, of), next, "{set:08b} from {of}");
        }
    }

    #[test]
    fn the_left_neighbour_is_asked_first_and_the_active_seat_last() {
        let all = SeatSet(0b1111);
        let mut asked = Vec::new();
        let none = first_clockwise(all, Seat(1), |seat| {
            asked.push(seat.0);
            None::<()>
        });
        assert_eq!((none, asked), (None, vec![2, 3, 0, 1]));
        assert_eq!(
            first_clockwise(all, Seat(1), |seat| (seat.0 == 0).then_some("x")),
            Some((Seat(0), "x"))
        );
    }

    #[test]
    fn who_passed_is_asked_again_once_something_happens() {
        let mut window = Window::default();
        assert!(!window.anew());
        window.pass(Seat(2));
        assert!(window.has_passed(Seat(2)) && !window.has_passed(Seat(1)));
        assert_eq!(window.waiting(SeatSet(0b110)), SeatSet(0b010));
        assert!(window.anew());
        assert_eq!(window, Window::default());
    }
}
