//! The board: which hexes there are, what they are called, which touch, and whose camp they are.

use crate::state::{DARK, Hex, HexName, Hexes, LIGHT};
use cardwright_kernel::Seat;

/// The most hexes a board may have. The official board has as many; on a board full of discs the number of paths
/// roughly doubles with every further hex (8,226,260 for red on the official one), so a larger board would make
/// lists of legal moves that no memory holds.
pub const MAX_HEXES: usize = 24;

/// A board of columns of hexes, side by side, each column centred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    columns: Vec<u8>,
    light_rows: Vec<u8>,
    names: Vec<HexName>,
    near: [Hexes; MAX_HEXES],
    light: Hexes,
}

impl Board {
    /// The board whose columns, from the left, have so many hexes, the lowest `light_rows` of each being light's
    /// camp and the others dark's (clauses RB-1.2 to RB-1.4).
    ///
    /// The numbers must have passed the checks of the options: at most [`MAX_HEXES`] hexes, neighbouring columns
    /// of different parity, as many rows as columns.
    pub(crate) fn new(columns: Vec<u8>, light_rows: Vec<u8>) -> Self {
        let names = names(&columns);
        let mut board = Board {
            near: [Hexes::default(); MAX_HEXES],
            light: Hexes::default(),
            columns,
            light_rows,
            names,
        };
        for (from, at) in board.names.iter().enumerate().take(MAX_HEXES) {
            let touches = |to: &&(usize, HexName)| touch(board.spot(*at), board.spot(to.1));
            board.near[from] = board
                .named()
                .filter(|to| touches(&to))
                .map(|(to, _)| Hex(to as u8))
                .collect();
        }
        let rows = &board.light_rows;
        let is_light = |name: &HexName| {
            rows.get(usize::from(name.column))
                .is_some_and(|n| name.number <= *n)
        };
        board.light = board
            .named()
            .filter(|(_, name)| is_light(name))
            .map(|(hex, _)| Hex(hex as u8))
            .collect();
        board
    }

    fn named(&self) -> impl Iterator<Item = (usize, HexName)> {
        self.names.iter().copied().enumerate()
    }

    /// Doubled coordinates: neighbours in a column are two apart, neighbours in adjacent columns one.
    fn spot(&self, name: HexName) -> (i16, i16) {
        let tall = self.columns.iter().max().copied().unwrap_or(0);
        let rows = self
            .columns
            .get(usize::from(name.column))
            .copied()
            .unwrap_or(0);
        (
            i16::from(name.column),
            i16::from(tall - rows) + 2 * (i16::from(name.number) - 1),
        )
    }

    /// How many hexes it has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether it has no hex. No checked board is.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Every hex.
    #[inline]
    pub fn all(&self) -> Hexes {
        Hexes(((1u64 << self.names.len()) - 1) as u32)
    }

    /// The number of hexes in each column, from the left.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The number of hexes of light's camp in each column, from the left.
    pub fn light_rows(&self) -> &[u8] {
        &self.light_rows
    }

    /// The hexes that touch a hex.
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
            self.all().without(self.light)
        }
    }

    /// The seat whose camp a hex is in.
    pub fn camp_of(&self, hex: Hex) -> Seat {
        if self.light.has(hex) { LIGHT } else { DARK }
    }

    /// The name of a hex. A number beyond the board counts as its last hex.
    pub fn name(&self, hex: Hex) -> HexName {
        let last = HexName {
            column: 0,
            number: 1,
        };
        self.names
            .get(hex.index())
            .or(self.names.last())
            .copied()
            .unwrap_or(last)
    }

    /// The hex of a name such as `c4`, or `None` when the board has none of that name.
    pub fn find(&self, name: &str) -> Option<Hex> {
        let place = self
            .names
            .iter()
            .position(|known| known.to_string() == name)?;
        Some(Hex(place as u8))
    }

    /// Where a hex is drawn: its column from 0, and its line from 0, bottom line first.
    pub(crate) fn drawn_at(&self, hex: Hex) -> (usize, usize) {
        let (column, line) = self.spot(self.name(hex));
        (column as usize, line as usize)
    }

    /// The hexes of a set by name, such as `a1, b3 and c4`.
    pub(crate) fn list(&self, hexes: Hexes) -> String {
        let names: Vec<_> = hexes
            .into_iter()
            .map(|hex| self.name(hex).to_string())
            .collect();
        match names.split_last() {
            None => "none".into(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }

    /// Every name of the board as ranges, such as `a1 to a4, b1 to b5`.
    pub(crate) fn ranges(&self) -> String {
        let range = |(column, rows): (usize, &u8)| {
            let letter = char::from(b'a' + column as u8);
            format!("{letter}1 to {letter}{rows}")
        };
        self.columns
            .iter()
            .enumerate()
            .map(range)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

fn names(columns: &[u8]) -> Vec<HexName> {
    let column = |(column, rows): (usize, &u8)| {
        (1..=*rows)
            .map(move |number| HexName {
                column: column as u8,
                number,
            })
            .collect::<Vec<_>>()
    };
    columns.iter().enumerate().flat_map(column).collect()
}

fn touch(one: (i16, i16), other: (i16, i16)) -> bool {
    matches!(
        ((one.0 - other.0).abs(), (one.1 - other.1).abs()),
        (0, 2) | (1, 1)
    )
}

#[cfg(test)]
mod tests {
    use crate::rulebook::Rulebook;

    fn near(name: &str) -> String {
        let rules = Rulebook::official();
        let board = rules.board();
        let hex = board.find(name).unwrap();
        board
            .near(hex)
            .into_iter()
            .map(|hex| board.name(hex).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_official_neighbours() {
        let table = include_str!("neighbours.txt");
        let lines: Vec<_> = table
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(lines.len(), 24);
        for line in lines {
            let (name, rest) = line.split_once(": ").unwrap();
            let (camp, expected) = rest.split_once(": ").unwrap();
            let rules = Rulebook::official();
            let hex = rules.board().find(name).unwrap();
            assert_eq!(
                crate::state::side(rules.board().camp_of(hex)),
                camp,
                "{name}"
            );
            assert_eq!(near(name), expected, "{name}");
        }
    }

    #[test]
    fn half_a_turn_exchanges_the_camps() {
        let rules = Rulebook::official();
        let board = rules.board();
        for hex in board.all() {
            let (column, line) = board.drawn_at(hex);
            let across = board
                .all()
                .into_iter()
                .find(|h| board.drawn_at(*h) == (4 - column, 10 - line));
            assert_ne!(board.camp_of(across.unwrap()), board.camp_of(hex));
        }
        assert_eq!(
            board
                .all()
                .into_iter()
                .map(|hex| board.near(hex).len())
                .sum::<u32>(),
            2 * 55
        );
    }
}
