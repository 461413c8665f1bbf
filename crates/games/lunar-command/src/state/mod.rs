//! One game in progress: flat lists of pieces, figures and UFOs, scores, and where the turn stands.
//!
//! Everything else (which cells are free, what is connected, which stations there are) follows from it; see
//! [`grid`].

pub(crate) mod grid;
mod marks;
mod piece;

pub use cardwright_runtime::board::{Cell, MAX_SIDE};
pub(crate) use cardwright_runtime::board::{Ground, Reach, Rows, reach, steps_to};
pub use marks::{Mark, Marks};
pub use piece::{Colour, Figure, Kind, Piece, Ufo};
pub(crate) use piece::{colour_of, disc, entrances};

use arrayvec::ArrayVec;
use cardwright_kernel::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most pieces that lie on the board besides starting corners, domes not counted: eight more than the box holds.
pub const MAX_PIECES: usize = 76;
/// The most starting corners.
pub const MAX_CORNERS: usize = 4;
/// The most robots: two more than the box holds.
pub const MAX_ROBOTS: usize = 24;
/// The most astronauts: twice as many as the box holds.
pub const MAX_ASTRONAUTS: usize = 8;
/// The most UFOs: two more than the box holds.
pub const MAX_UFOS: usize = 6;
/// The steps of a spacewalk (clause LC-6.1).
pub const STEPS: u8 = 4;

/// What a face of the die allows (clause LC-3.2): a set of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Face(pub(crate) u8);

impl Face {
    /// A white wall.
    pub const WHITE: Face = Face(1);
    /// A coloured piece.
    pub const COLOUR: Face = Face(2);
    /// A spacewalk.
    pub const YELLOW: Face = Face(4);
    /// A UFO.
    pub const GREY: Face = Face(8);
    /// The four options by their names, in the order lists use.
    pub const NAMED: [(&'static str, Face); 4] = [
        ("white", Face::WHITE),
        ("colour", Face::COLOUR),
        ("yellow", Face::YELLOW),
        ("grey", Face::GREY),
    ];

    /// Whether it allows what another allows.
    #[inline]
    pub fn has(self, option: Face) -> bool {
        self.0 & option.0 != 0
    }

    /// The face of a name such as `white-yellow`, in any order of its options.
    pub fn named(name: &str) -> Option<Face> {
        let option = |word: &str| {
            Face::NAMED
                .iter()
                .find(|(own, _)| *own == word)
                .map(|(_, face)| face.0)
        };
        let bits: Option<Vec<u8>> = name.split('-').map(option).collect();
        Some(Face(bits?.iter().fold(0, |all, bit| all | bit)))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Face::NAMED
            .iter()
            .filter(|(_, face)| self.has(*face))
            .map(|(name, _)| *name);
        f.write_str(&names.collect::<Vec<_>>().join("-"))
    }
}

/// Where a turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The die is to be rolled.
    Roll,
    /// The seat on turn carries out an option of the face.
    Act(Face),
    /// It has walked a figure and has so many steps left.
    Second(u8),
    /// It says which of several closed stations is scored first (Q-LC-18).
    Order,
    /// The game is over.
    Over,
}

/// One game in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// What is built, in the order of cells; the starting corners among it.
    pub pieces: ArrayVec<Piece, { MAX_PIECES + MAX_CORNERS }>,
    /// Where robots stand, in order.
    pub robots: ArrayVec<Cell, MAX_ROBOTS>,
    /// Where astronauts stand, in order.
    pub astronauts: ArrayVec<Cell, MAX_ASTRONAUTS>,
    /// The UFOs, in order of their centres.
    pub ufos: ArrayVec<Ufo, MAX_UFOS>,
    /// What became of stations, as far as the variants in force ask for it (Q-LC-3, Q-LC-15, Q-LC-18).
    pub marks: Marks,
    /// The points of green and orange.
    pub score: [u16; 2],
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Turns in a row before this one that brought neither a piece nor a point (clause LC-8.5).
    pub quiet: u8,
    /// Whether this turn has brought one.
    pub progress: bool,
    /// Whose turn it is; when the game is over, whose it was.
    pub to_move: Seat,
    /// Where the turn stands.
    pub step: Step,
    /// Which kinds of figure have walked in this turn: bit 0 robots, bit 1 astronauts.
    pub walked: u8,
    /// Where figures stand that have walked in this turn, in order (only under Q-LC-8 `any`).
    pub walkers: ArrayVec<Cell, { STEPS as usize - 1 }>,
}

impl State {
    /// Where figures of a kind stand.
    #[inline]
    pub fn figures(&self, kind: Figure) -> &[Cell] {
        match kind {
            Figure::Robot => &self.robots,
            Figure::Astronaut => &self.astronauts,
        }
    }

    /// The figure on a cell.
    pub fn figure_on(&self, cell: Cell) -> Option<Figure> {
        Figure::ALL
            .into_iter()
            .find(|kind| self.figures(*kind).contains(&cell))
    }

    /// The UFO with its centre on a cell, by its place in the list.
    pub fn ufo_on(&self, cell: Cell) -> Option<usize> {
        self.ufos.iter().position(|ufo| ufo.cell == cell)
    }

    /// The piece that has a cell.
    pub fn piece_on(&self, cell: Cell) -> Option<Piece> {
        self.pieces
            .iter()
            .copied()
            .find(|piece| piece.rows().has(cell))
    }

    /// Whether a UFO sits on an astronaut's head there (clause LC-10.5).
    pub(crate) fn is_carried(&self, cell: Cell) -> bool {
        self.astronauts.contains(&cell)
            && self
                .ufos
                .iter()
                .any(|ufo| ufo.cell == cell && ufo.carrier.is_some())
    }

    /// Takes a figure from its cell; another one may be put down.
    #[inline]
    pub(crate) fn lift(&mut self, kind: Figure, cell: Cell) {
        match kind {
            Figure::Robot => self.robots.retain(|own| *own != cell),
            Figure::Astronaut => self.astronauts.retain(|own| *own != cell),
        }
    }

    /// Moves a figure to a free cell; the list stays in order.
    #[inline]
    pub(crate) fn move_figure(&mut self, kind: Figure, from: Cell, to: Cell) {
        let cells: &mut [Cell] = match kind {
            Figure::Robot => &mut self.robots,
            Figure::Astronaut => &mut self.astronauts,
        };
        let Some(mut at) = cells.iter().position(|own| *own == from) else {
            return;
        };
        cells[at] = to;
        while at > 0 && cells[at - 1] > cells[at] {
            cells.swap(at - 1, at);
            at -= 1;
        }
        while at + 1 < cells.len() && cells[at + 1] < cells[at] {
            cells.swap(at, at + 1);
            at += 1;
        }
    }

    /// Adds a piece in its place. There is room: supplies are bounded by [`MAX_PIECES`].
    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        let at = self
            .pieces
            .iter()
            .position(|own| *own > piece)
            .unwrap_or(self.pieces.len());
        if !self.pieces.is_full() {
            self.pieces.insert(at, piece);
        }
    }

    /// Exchanges a UFO for another; the list stays in order.
    #[inline]
    pub(crate) fn move_ufo(&mut self, at: usize, ufo: Ufo) {
        self.ufos[at] = ufo;
        self.ufos.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert!(size_of::<State>() < 512, "{} bytes", size_of::<State>());
    }

    #[test]
    fn pieces_keep_what_they_are() {
        for kind in [Kind::Straight, Kind::Square, Kind::Airlock, Kind::Antenna] {
            for (owner, second) in [
                (None, false),
                (Some(Colour::Green), true),
                (Some(Colour::Orange), false),
            ] {
                let piece = Piece::new(kind, Cell::at(29, 7), kind.is_long(), owner, second);
                let kept = (
                    piece.kind(),
                    piece.cell(),
                    piece.up(),
                    piece.owner(),
                    piece.second(),
                );
                assert_eq!(kept, (kind, Cell::at(29, 7), kind.is_long(), owner, second));
            }
        }
    }

    #[test]
    fn faces_have_names() {
        for face in 1..16 {
            assert_eq!(Face::named(&Face(face).to_string()), Some(Face(face)));
        }
        assert_eq!(Face::named("yellow-white"), Face::named("white-yellow"));
        assert_eq!(
            (Face::named(""), Face::named("red"), Face::named("white-")),
            (None, None, None)
        );
    }

    #[test]
    fn a_cover_has_13_cells() {
        assert_eq!(Ufo::at(Cell::at(7, 13)).cover().len(), 13);
        let cells: Vec<_> = Ufo::at(Cell::at(9, 9)).cover().iter().collect();
        let near =
            |cell: &Cell| (i32::from(cell.x) - 9).pow(2) + (i32::from(cell.y) - 9).pow(2) <= 4;
        assert!(cells.iter().all(near), "{cells:?}");
    }
}
