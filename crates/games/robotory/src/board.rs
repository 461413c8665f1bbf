//! The board: its hexes, their names and neighbours, and the camps.

use crate::hex::{Hex, HexName, Hexes, MAX_HEXES};
use crate::state::{DARK, LIGHT};
use cardwright_kernel::Seat;
use cardwright_runtime::form::joined;
use cardwright_runtime::ids::Id;

/// A board made of columns of hexes, side by side, each centred vertically.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    columns: Vec<u8>,
    names: Vec<HexName>,
    near: [Hexes; MAX_HEXES],
    light: Hexes,
}

impl Board {
    /// The board whose columns, from the left, have these numbers of hexes. The lowest `light_rows` of each column
    /// are light's camp, and the others dark's (clauses RB-1.2 to RB-1.4).
    ///
    /// The numbers must have passed the checks of the options: at most [`MAX_HEXES`] hexes, neighbouring columns of
    /// different parity, and a `light_rows` value for each column.
    pub(crate) fn new(columns: &[u8], light_rows: &[u8]) -> Self {
        let named = (0..)
            .zip(columns)
            .flat_map(|(column, rows)| (1..=*rows).map(move |number| HexName { column, number }));
        let mut board = Board {
            columns: columns.to_vec(),
            names: named.collect(),
            near: [Hexes::EMPTY; MAX_HEXES],
            light: Hexes::EMPTY,
        };
        let touch = |from: Hex, to: Hex| {
            let ((column, line), (other, level)) = (board.drawn_at(from), board.drawn_at(to));
            matches!(
                (column.abs_diff(other), line.abs_diff(level)),
                (0, 2) | (1, 1)
            )
        };
        let near = |from| board.all().iter().filter(|to| touch(from, *to)).collect();
        board.near = Hex::by_each(near);
        let is_light = |hex: &Hex| {
            let name = board.name(*hex);
            name.number <= light_rows[usize::from(name.column)]
        };
        board.light = board.all().iter().filter(is_light).collect();
        board
    }

    /// The number of hexes on the board.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the board has no hexes. A checked board always has some.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All hexes of the board.
    #[inline]
    pub fn all(&self) -> Hexes {
        Hexes::from_bits(((1u64 << self.names.len()) - 1) as u32)
    }

    /// The number of hexes in each column, from the left.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The neighbours of a hex.
    #[inline]
    pub fn near(&self, hex: Hex) -> Hexes {
        self.near[hex.index() % MAX_HEXES]
    }

    /// The hexes of a seat's camp.
    #[inline]
    pub fn camp(&self, seat: Seat) -> Hexes {
        if seat == LIGHT {
            self.light
        } else {
            self.all() - self.light
        }
    }

    /// The seat whose camp a hex is in.
    pub fn camp_of(&self, hex: Hex) -> Seat {
        if self.light.contains(hex) {
            LIGHT
        } else {
            DARK
        }
    }

    /// The name of a hex. A number beyond the board gives the name of its last hex.
    pub fn name(&self, hex: Hex) -> HexName {
        let first = HexName {
            column: 0,
            number: 1,
        };
        let name = self.names.get(hex.index()).or(self.names.last());
        name.copied().unwrap_or(first)
    }

    /// The hex with a name such as `c4`, or `None` if the board has no such hex.
    pub fn find(&self, name: &str) -> Option<Hex> {
        let mut names = self.names.iter();
        Hex::of(names.position(|known| known.to_string() == name)?)
    }

    /// Where a hex is drawn: its column and its line, both from 0, bottom line first. Neighbours in a column are
    /// two lines apart, and neighbours in adjacent columns one line.
    pub(crate) fn drawn_at(&self, hex: Hex) -> (usize, usize) {
        let HexName { column, number } = self.name(hex);
        let tall = self.columns.iter().max().copied().unwrap_or(0);
        let rows = self.columns.get(usize::from(column)).copied().unwrap_or(0);
        (column.into(), (tall - rows + 2 * (number - 1)).into())
    }

    /// The hexes of each line, from top to bottom.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Vec<Hex>> {
        let line = |hex: &Hex| self.drawn_at(*hex).1;
        let lines = self.all().iter().map(|hex| line(&hex) + 1).max();
        let on = move |at| self.all().iter().filter(|hex| line(hex) == at).collect();
        (0..lines.unwrap_or(0)).rev().map(on)
    }

    /// The names of the hexes in a set, such as `a1, b3 and c4`.
    pub(crate) fn list(&self, hexes: Hexes) -> String {
        let names: Vec<_> = hexes.iter().map(|hex| self.name(hex).to_string()).collect();
        if names.is_empty() {
            "none".into()
        } else {
            joined(&names, "and")
        }
    }

    /// The names of all hexes as ranges, such as `a1 to a4, b1 to b5`.
    pub(crate) fn ranges(&self) -> String {
        let range = |(letter, rows): (char, &u8)| format!("{letter}1 to {letter}{rows}");
        let ranges: Vec<_> = ('a'..).zip(&self.columns).map(range).collect();
        ranges.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use crate::rulebook::Rulebook;
    use crate::state::side;

    #[test]
    fn the_official_neighbours() {
        let table = include_str!("neighbours.txt");
        let rules = Rulebook::official();
        let board = rules.board();
        let drawn = |hex| {
            let near: Vec<_> = board
                .near(hex)
                .iter()
                .map(|hex| board.name(hex).to_string())
                .collect();
            let (name, camp) = (board.name(hex), side(board.camp_of(hex)));
            format!("{name}: {camp}: {}", near.join(" "))
        };
        let lines: Vec<_> = table
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(board.all().iter().map(drawn).collect::<Vec<_>>(), lines);
    }

    #[test]
    fn half_a_turn_exchanges_the_camps() {
        let rules = Rulebook::official();
        let board = rules.board();
        for hex in board.all().iter() {
            let (column, line) = board.drawn_at(hex);
            let across = board
                .all()
                .iter()
                .find(|h| board.drawn_at(*h) == (4 - column, 10 - line));
            assert_ne!(board.camp_of(across.unwrap()), board.camp_of(hex));
        }
        let touching: usize = board.all().iter().map(|hex| board.near(hex).len()).sum();
        assert_eq!(touching, 2 * 55);
    }
}
