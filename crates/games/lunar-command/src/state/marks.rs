//! The status of stations, for variants that need it: who scored a station, and which stations wait to be scored.

use super::piece::Colour;
use cardwright_runtime::board::{Cell, MAX_SIDE};
use serde::{Deserialize, Serialize};

/// The status of a station.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The colour that scored the station alone.
    Won(Colour),
    /// The station is closed and waits to be scored (Q-LC-18 `in-order`).
    Waiting,
}

/// The marks of all stations, each stored at the station's first cell, row by row from the bottom. The cell below
/// belongs to a piece, so it never has a mark of its own: two bits per station fit in one bit per cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks([u32; MAX_SIDE as usize]);

impl Marks {
    /// The mark of the station with this first cell.
    pub fn of(&self, first: Cell) -> Option<Mark> {
        match (
            self.bit(first),
            first.by(0, -1).is_some_and(|below| self.bit(below)),
        ) {
            (false, false) => None,
            (true, false) => Some(Mark::Won(Colour::Green)),
            (true, true) => Some(Mark::Won(Colour::Orange)),
            (false, true) => Some(Mark::Waiting),
        }
    }

    /// Sets the mark of the station with this first cell.
    pub(crate) fn set(&mut self, first: Cell, mark: Option<Mark>) {
        let (own, below) = match mark {
            None => (false, false),
            Some(Mark::Won(Colour::Green)) => (true, false),
            Some(Mark::Won(Colour::Orange)) => (true, true),
            Some(Mark::Waiting) => (false, true),
        };
        self.put(first, own);
        if let Some(cell) = first.by(0, -1) {
            self.put(cell, below);
        }
    }

    /// Whether no station has a mark.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    fn bit(&self, cell: Cell) -> bool {
        self.0
            .get(usize::from(cell.y))
            .is_some_and(|row| cell.x < MAX_SIDE && row >> cell.x & 1 == 1)
    }

    fn put(&mut self, cell: Cell, value: bool) {
        let row = &mut self.0[usize::from(cell.y)];
        *row = *row & !(1 << cell.x) | u32::from(value) << cell.x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_kept() {
        let mut marks = Marks::default();
        let all = [
            None,
            Some(Mark::Waiting),
            Some(Mark::Won(Colour::Orange)),
            Some(Mark::Won(Colour::Green)),
        ];
        for mark in all.into_iter().chain([None]) {
            marks.set(Cell::at(4, 9), mark);
            assert_eq!(marks.of(Cell::at(4, 9)), mark);
        }
        assert!(marks.is_empty());
    }
}
