//! Pieces on the board, figures and UFOs (clauses LC-1.3, LC-1.4).

use cardwright_kernel::Seat;
use cardwright_runtime::board::{Cell, Rows};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A colour: a side of the game.
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

    /// The opponents' colour.
    #[inline]
    pub fn other(self) -> Colour {
        Colour::ALL[1 - self.index()]
    }

    /// Its name in notation and positions.
    pub fn name(self) -> &'static str {
        ["green", "orange"][self.index()]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What can be built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A straight white wall, 1 by 4 cells.
    Straight,
    /// A square white wall, 2 by 2 cells.
    Square,
    /// A dome, on a square wall.
    Dome,
    /// An airlock, 1 by 4 cells, of which the middle two are the door.
    Airlock,
    /// An antenna, 2 by 2 cells.
    Antenna,
}

impl Kind {
    /// Every kind, in the order lists use.
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

    /// Its name in notation and positions.
    pub fn name(self) -> &'static str {
        ["straight", "square", "dome", "airlock", "antenna"][self.index()]
    }

    /// What people call one of it.
    pub fn words(self) -> &'static str {
        ["straight wall", "square wall", "dome", "airlock", "antenna"][self.index()]
    }

    /// Whether it lies across or up: long pieces do.
    #[inline]
    pub fn is_long(self) -> bool {
        matches!(self, Kind::Straight | Kind::Airlock)
    }

    /// Whether it is white: a wall that belongs to nobody.
    #[inline]
    pub fn is_white(self) -> bool {
        matches!(self, Kind::Straight | Kind::Square)
    }

    /// Columns and rows it takes.
    #[inline]
    pub fn size(self, up: bool) -> (u8, u8) {
        match (self.is_long(), up) {
            (true, false) => (4, 1),
            (true, true) => (1, 4),
            (false, _) => (2, 2),
        }
    }
}

/// A piece on the board, in two bytes. The cell comes first, so that pieces are in the order of their cells. A square
/// wall with a dome is one piece, of the dome's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Piece(u16);

/// What the footprints are called in [`Piece`]; a dome has none of its own.
const FOOTPRINTS: [Kind; 4] = [Kind::Straight, Kind::Square, Kind::Airlock, Kind::Antenna];

impl Piece {
    /// A piece at its lower left cell. `owner` is the colour of a coloured piece (of a square: of its dome), and
    /// `second` says that the second member of a team built it, where the rules ask for that.
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

    /// Its lower left cell.
    #[inline]
    pub fn cell(self) -> Cell {
        Cell {
            y: (self.0 >> 11) as u8,
            x: (self.0 >> 6 & 31) as u8,
        }
    }

    /// Its kind; a square wall with a dome is still a square.
    #[inline]
    pub fn kind(self) -> Kind {
        FOOTPRINTS[usize::from(self.0 >> 4 & 3)]
    }

    /// Whether it is a long piece that lies up.
    #[inline]
    pub fn up(self) -> bool {
        self.0 >> 3 & 1 == 1
    }

    /// The colour of a coloured piece; of a square, of its dome.
    #[inline]
    pub fn owner(self) -> Option<Colour> {
        match self.0 >> 1 & 3 {
            0 => None,
            1 => Some(Colour::Green),
            _ => Some(Colour::Orange),
        }
    }

    /// Whether the second member of a team built it, where the rules ask for that.
    #[inline]
    pub fn second(self) -> bool {
        self.0 & 1 == 1
    }

    /// What was built last there: a square with a dome is a dome.
    pub(crate) fn built(self) -> Kind {
        match (self.kind(), self.owner()) {
            (Kind::Square, Some(_)) => Kind::Dome,
            (kind, _) => kind,
        }
    }

    /// Its cells.
    #[inline]
    pub(crate) fn rows(self) -> Rows {
        let (width, height) = self.kind().size(self.up());
        Rows::block(self.cell(), width, height)
    }

    /// Whether a cell of it is in the set.
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

/// The entrances of an airlock as steps from its lower left cell (clause LC-1.6).
pub(crate) fn entrances(up: bool) -> [(i16, i16); 4] {
    if up {
        [(-1, 1), (-1, 2), (1, 1), (1, 2)]
    } else {
        [(1, -1), (2, -1), (1, 1), (2, 1)]
    }
}

/// A figure: it is everybody's to walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Worth 1 point.
    Robot,
    /// Worth 2 points.
    Astronaut,
}

impl Figure {
    /// Both kinds, in the order lists use.
    pub const ALL: [Figure; 2] = [Figure::Robot, Figure::Astronaut];

    /// The kind as an index into tables of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and positions.
    pub fn name(self) -> &'static str {
        ["robot", "astronaut"][self.index()]
    }

    /// The other kind.
    pub fn other(self) -> Figure {
        Figure::ALL[1 - self.index()]
    }

    /// What it scores (clause LC-5.7).
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

/// A UFO: its centre, and what follows from an abduction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Ufo {
    /// Its centre.
    pub cell: Cell,
    /// The colour that set it down on an astronaut: until it is moved it blocks its own cell alone (clause LC-10.5).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carrier: Option<Colour>,
}

impl Ufo {
    /// A UFO that blocks its whole cover.
    pub fn at(cell: Cell) -> Self {
        Ufo {
            cell,
            carrier: None,
        }
    }

    /// The cells it blocks: 13, as far as a board has them (clause LC-7.1).
    #[inline]
    pub(crate) fn cover(self) -> Rows {
        let mut cells = Rows::EMPTY;
        self.cover_on(&mut cells);
        cells
    }

    /// Adds the cells it blocks.
    #[inline]
    pub(crate) fn cover_on(self, cells: &mut Rows) {
        match self.carrier {
            None => cells.add_within_two(self.cell),
            Some(_) => cells.add(self.cell),
        }
    }
}

/// Every cell within a cover of a cell of the set: at most two steps away. The sum of squares of a cover's steps is at
/// most 4, and that is the same.
#[inline]
pub(crate) fn disc(rows: &Rows) -> Rows {
    rows.spread_twice()
}

/// The colour of a seat: with four seats the first two are green (clause LC-9.1).
#[inline]
pub(crate) fn colour_of(players: u8, seat: Seat) -> Colour {
    if seat.0 < players.div_ceil(2) {
        Colour::Green
    } else {
        Colour::Orange
    }
}
