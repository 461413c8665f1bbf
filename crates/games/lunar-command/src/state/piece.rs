//! Pieces on the board, figures and UFOs (clauses LC-1.3, LC-1.4).

use cardwright_kernel::Seat;
use cardwright_runtime::board::{Cell, Rows};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A colour, which is a side of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// The first side.
    Green,
    /// The second side.
    Orange,
}

impl Colour {
    /// Both colours in turn order.
    pub const ALL: [Colour; 2] = [Colour::Green, Colour::Orange];

    /// The colour as an index into tables of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opposing colour.
    #[inline]
    pub fn other(self) -> Colour {
        Colour::ALL[1 - self.index()]
    }

    /// The colour's name in notation and positions.
    pub fn name(self) -> &'static str {
        ["green", "orange"][self.index()]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of piece that can be built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A straight white wall, 1 by 4 cells.
    Straight,
    /// A square white wall, 2 by 2 cells.
    Square,
    /// A dome, which is built on a square wall.
    Dome,
    /// An airlock, 1 by 4 cells; the middle two are the door.
    Airlock,
    /// An antenna, 2 by 2 cells.
    Antenna,
}

impl Kind {
    /// All kinds, in the order of lists.
    pub const ALL: [Kind; 5] = [
        Kind::Straight,
        Kind::Square,
        Kind::Dome,
        Kind::Airlock,
        Kind::Antenna,
    ];

    /// The kind as an index into tables of five.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind's name in notation and positions.
    pub fn name(self) -> &'static str {
        ["straight", "square", "dome", "airlock", "antenna"][self.index()]
    }

    /// The kind's name in sentences.
    pub fn words(self) -> &'static str {
        ["straight wall", "square wall", "dome", "airlock", "antenna"][self.index()]
    }

    /// Whether pieces of the kind are long, so that they can be placed horizontally or vertically.
    #[inline]
    pub fn is_long(self) -> bool {
        matches!(self, Kind::Straight | Kind::Airlock)
    }

    /// Whether the kind is white: a wall that belongs to nobody.
    #[inline]
    pub fn is_white(self) -> bool {
        matches!(self, Kind::Straight | Kind::Square)
    }

    /// The number of columns and rows that a piece covers.
    #[inline]
    pub fn size(self, up: bool) -> (u8, u8) {
        match (self.is_long(), up) {
            (true, false) => (4, 1),
            (true, true) => (1, 4),
            (false, _) => (2, 2),
        }
    }
}

/// A piece on the board, in two bytes. The cell comes first, so that pieces sort by cell. A square wall with a dome is
/// one piece in the dome's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Piece(u16);

/// The kinds of a footprint in [`Piece`]; a dome has no footprint of its own.
const FOOTPRINTS: [Kind; 4] = [Kind::Straight, Kind::Square, Kind::Airlock, Kind::Antenna];

impl Piece {
    /// A piece at its lower left cell. `owner` is the colour of a coloured piece or of a square's dome. `second`
    /// says that the second member of a team built it, if the rules distinguish that.
    #[inline]
    pub(crate) fn new(
        kind: Kind,
        cell: Cell,
        up: bool,
        owner: Option<Colour>,
        second: bool,
    ) -> Self {
        let footprint = FOOTPRINTS.iter().position(|own| *own == kind).unwrap_or(1) as u16;
        let owner = owner.map_or(0, |colour| 1 + colour as u16);
        let place = u16::from(cell.y) << 5 | u16::from(cell.x);
        Piece(place << 6 | footprint << 4 | u16::from(up) << 3 | owner << 1 | u16::from(second))
    }

    /// The lower left cell of the piece.
    #[inline]
    pub fn cell(self) -> Cell {
        Cell {
            y: (self.0 >> 11) as u8,
            x: (self.0 >> 6 & 31) as u8,
        }
    }

    /// The kind of the piece; a square wall with a dome is still a square.
    #[inline]
    pub fn kind(self) -> Kind {
        FOOTPRINTS[usize::from(self.0 >> 4 & 3)]
    }

    /// Whether it is a long piece placed vertically.
    #[inline]
    pub fn up(self) -> bool {
        self.0 >> 3 & 1 == 1
    }

    /// The colour of a coloured piece, or of the dome on a square.
    #[inline]
    pub fn owner(self) -> Option<Colour> {
        match self.0 >> 1 & 3 {
            0 => None,
            1 => Some(Colour::Green),
            _ => Some(Colour::Orange),
        }
    }

    /// Whether the second member of a team built the piece, if the rules distinguish that.
    #[inline]
    pub fn second(self) -> bool {
        self.0 & 1 == 1
    }

    /// The kind that was built last there: for a square with a dome, the dome.
    pub(crate) fn built(self) -> Kind {
        match (self.kind(), self.owner()) {
            (Kind::Square, Some(_)) => Kind::Dome,
            (kind, _) => kind,
        }
    }

    /// The cells of the piece.
    #[inline]
    pub(crate) fn rows(self) -> Rows {
        let (width, height) = self.kind().size(self.up());
        Rows::block(self.cell(), width, height)
    }

    /// Whether any cell of the piece is in the set.
    #[inline]
    pub(crate) fn meets(self, cells: &Rows) -> bool {
        let (width, height) = self.kind().size(self.up());
        cells.meets_block(self.cell(), width, height)
    }

    /// The two cells of an airlock that are its door.
    #[inline]
    pub(crate) fn doors(self) -> Rows {
        doors(self.cell(), self.up())
    }
}

/// The door of an airlock (clause LC-1.6).
#[inline]
pub(crate) fn doors(cell: Cell, up: bool) -> Rows {
    match up {
        false => Rows::block(Cell::at(cell.x + 1, cell.y), 2, 1),
        true => Rows::block(Cell::at(cell.x, cell.y + 1), 1, 2),
    }
}

/// The entrances of an airlock, relative to its lower left cell (clause LC-1.6).
pub(crate) fn entrances(up: bool) -> [(i16, i16); 4] {
    if up {
        [(-1, 1), (-1, 2), (1, 1), (1, 2)]
    } else {
        [(1, -1), (2, -1), (1, 1), (2, 1)]
    }
}

/// A kind of figure; every player may walk all figures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// A robot, worth 1 point.
    Robot,
    /// An astronaut, worth 2 points.
    Astronaut,
}

impl Figure {
    /// Both kinds, in the order of lists.
    pub const ALL: [Figure; 2] = [Figure::Robot, Figure::Astronaut];

    /// The kind as an index into tables of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind's name in notation and positions.
    pub fn name(self) -> &'static str {
        ["robot", "astronaut"][self.index()]
    }

    /// The other kind.
    pub fn other(self) -> Figure {
        Figure::ALL[1 - self.index()]
    }

    /// The points that the figure scores (clause LC-5.7).
    #[inline]
    pub fn points(self) -> u16 {
        [1, 2][self.index()]
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A UFO: its centre, and the effect of an abduction on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Ufo {
    /// The cell of its centre.
    pub cell: Cell,
    /// The colour that placed it on an astronaut. Until it is moved, it blocks only its own cell (clause LC-10.5).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carrier: Option<Colour>,
}

impl Ufo {
    /// A UFO that blocks all cells it covers.
    pub fn at(cell: Cell) -> Self {
        Ufo {
            cell,
            carrier: None,
        }
    }

    /// The cells that it blocks: 13, or fewer at the edge of the board (clause LC-7.1).
    #[inline]
    pub(crate) fn cover(self) -> Rows {
        let mut cells = Rows::EMPTY;
        self.cover_on(&mut cells);
        cells
    }

    /// Adds the cells that it blocks.
    #[inline]
    pub(crate) fn cover_on(self, cells: &mut Rows) {
        match self.carrier {
            None => cells.add_within_two(self.cell),
            Some(_) => cells.add(self.cell),
        }
    }
}

/// All cells that are at most two steps away from a cell of the set. For a UFO's cover, this is the same as a sum
/// of squared distances of at most 4.
#[inline]
pub(crate) fn disc(rows: &Rows) -> Rows {
    rows.spread_twice()
}

/// The colour of a seat: with four seats, the first two are green (clause LC-9.1).
#[inline]
pub(crate) fn colour_of(players: u8, seat: Seat) -> Colour {
    if seat.0 < players.div_ceil(2) {
        Colour::Green
    } else {
        Colour::Orange
    }
}
