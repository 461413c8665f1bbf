//! The order in which cards in play are checked: owners in turn order, and the places of each owner in order. The
//! cursor fits in a byte of the state.

/// The order in which cards are visited: `owners` owners with `places` places each, starting with one owner. The total
/// must fit in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnOrder {
    /// The owner whose cards come first.
    pub first: u8,
    /// The number of owners at the table.
    pub owners: u8,
    /// The number of places in front of each owner.
    pub places: u8,
}

impl TurnOrder {
    /// The total number of places, which is also the cursor at the end.
    #[inline]
    pub const fn len(self) -> u8 {
        self.owners * self.places
    }

    /// Whether there are no places to visit.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The owner and the place at a cursor; `None` at the end.
    #[inline]
    pub const fn at(self, cursor: u8) -> Option<(u8, usize)> {
        if cursor >= self.len() {
            return None;
        }
        let nth = cursor / self.places;
        Some((
            (self.first + nth) % self.owners,
            (cursor % self.places) as usize,
        ))
    }

    /// The next card from the cursor that gives an answer, with its owner; the cursor moves past it. Owners that do not
    /// listen are skipped.
    pub fn next<A>(
        self,
        cursor: &mut u8,
        listens: impl Fn(u8) -> bool,
        answer: impl Fn(u8, usize) -> Option<A>,
    ) -> Option<(u8, A)> {
        while let Some((owner, place)) = self.at(*cursor) {
            if !listens(owner) {
                *cursor = (*cursor / self.places + 1) * self.places;
                continue;
            }
            *cursor += 1;
            if let Some(answer) = answer(owner, place) {
                return Some((owner, answer));
            }
        }
        None
    }

    /// Adjusts a cursor after the cards of these owners (one bit each) behind a place, up to another place, have moved
    /// forward by one. Returns whether the cursor changed.
    pub fn moved_up(self, cursor: &mut u8, owners: u8, behind: usize, to: usize) -> bool {
        let moves = self.at(*cursor).is_some_and(|(owner, place)| {
            owners & (1 << owner) != 0 && (behind + 1..=to).contains(&place)
        });
        *cursor -= u8::from(moves);
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOUR: TurnOrder = TurnOrder {
        first: 2,
        owners: 4,
        places: 3,
    };

    #[test]
    fn owners_come_in_turn_order() {
        let at: Vec<_> = (0..=TOUR.len()).map(|cursor| TOUR.at(cursor)).collect();
        assert_eq!(
            at[..4],
            [Some((2, 0)), Some((2, 1)), Some((2, 2)), Some((3, 0))]
        );
        assert_eq!((at[6], at[11], at[12]), (Some((0, 0)), Some((1, 2)), None));
    }

    #[test]
    fn who_does_not_listen_is_passed_over() {
        let mut cursor = 1;
        let found = TOUR.next(
            &mut cursor,
            |owner| owner != 2,
            |owner, place| (place > 0).then_some((owner, place)),
        );
        assert_eq!((found, cursor), (Some((3, (3, 1))), 5));
        assert_eq!(TOUR.next(&mut cursor, |_| true, |_, _| None::<()>), None);
        assert_eq!(cursor, 12);
    }

    #[test]
    fn a_cursor_moves_with_the_cards() {
        let moved = |mut cursor, owners, behind, to| {
            TOUR.moved_up(&mut cursor, owners, behind, to);
            cursor
        };
        assert_eq!(moved(4, 0b1000, 0, 2), 3, "owner 3 stands at place 1");
        assert_eq!(moved(4, 0b0100, 0, 2), 4, "another owner's cards");
        assert_eq!(moved(4, 0b1000, 1, 2), 4, "a place that is not behind");
        assert_eq!(moved(12, 0b1111, 0, 2), 12, "at the end");
    }
}
