//! The state of a game: flat lists of pieces, figures and UFOs, the scores, and the step of the turn.
//!
//! Everything else (free cells, connections, stations) is derived from it; see [`Grid`](super::grid::Grid).

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

/// The maximum number of pieces on the board, without starting corners and domes: eight more than in the box.
pub const MAX_PIECES: usize = 76;
/// The maximum number of starting corners.
pub const MAX_CORNERS: usize = 4;
/// The maximum number of robots: two more than in the box.
pub const MAX_ROBOTS: usize = 24;
/// The maximum number of astronauts: twice as many as in the box.
pub const MAX_ASTRONAUTS: usize = 8;
/// The maximum number of UFOs: two more than in the box.
pub const MAX_UFOS: usize = 6;
/// The number of steps in a spacewalk (clause LC-6.1).
pub const STEPS: u8 = 4;

/// The options that a face of the die allows (clause LC-3.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Face(pub(crate) u8);

impl Face {
    /// Allows building a white wall.
    pub const WHITE: Face = Face(1);
    /// Allows building a coloured piece.
    pub const COLOUR: Face = Face(2);
    /// Allows a spacewalk.
    pub const YELLOW: Face = Face(4);
    /// Allows moving a UFO.
    pub const GREY: Face = Face(8);
    /// The four options with their names, in the order of lists.
    pub const NAMED: [(&'static str, Face); 4] = [
        ("white", Face::WHITE),
        ("colour", Face::COLOUR),
        ("yellow", Face::YELLOW),
        ("grey", Face::GREY),
    ];

    /// Whether the face allows everything in `option`.
    #[inline]
    pub fn has(self, option: Face) -> bool {
        self.0 & option.0 != 0
    }

    /// The face with a name such as `white-yellow`; the order of the options does not matter.
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

/// The current step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The die has to be rolled.
    Roll,
    /// The seat chooses an option of the face to carry out.
    Act(Face),
    /// The seat has walked a figure and has this many steps left.
    Second(u8),
    /// The seat chooses which of several closed stations is scored first (Q-LC-18).
    Order,
    /// The game is over.
    Over,
}

/// The state of a game in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The pieces on the board in the order of their cells, including the starting corners.
    pub pieces: ArrayVec<Piece, { MAX_PIECES + MAX_CORNERS }>,
    /// The cells of the robots, in order.
    pub robots: ArrayVec<Cell, MAX_ROBOTS>,
    /// The cells of the astronauts, in order.
    pub astronauts: ArrayVec<Cell, MAX_ASTRONAUTS>,
    /// The UFOs, in order of their centres.
    pub ufos: ArrayVec<Ufo, MAX_UFOS>,
    /// The status of stations, as far as the chosen variants need it (Q-LC-3, Q-LC-15, Q-LC-18).
    pub marks: Marks,
    /// The points of green and orange.
    pub score: [u16; 2],
    /// The number of the turn, from 1.
    pub turn: u16,
    /// The number of consecutive turns before this one without a new piece or point (clause LC-8.5).
    pub quiet: u8,
    /// Whether this turn has brought a new piece or point.
    pub progress: bool,
    /// The seat whose turn it is, or was when the game ended.
    pub to_move: Seat,
    /// The current step of the turn.
    pub step: Step,
    /// The kinds of figures that have walked this turn: bit 0 robots, bit 1 astronauts.
    pub walked: u8,
    /// The cells of figures that have walked this turn, in order (only under Q-LC-8 `any`).
    pub walkers: ArrayVec<Cell, { STEPS as usize - 1 }>,
}

impl State {
    /// The cells of all figures of a kind.
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

    /// The index of the UFO with its centre on a cell.
    pub fn ufo_on(&self, cell: Cell) -> Option<usize> {
        self.ufos.iter().position(|ufo| ufo.cell == cell)
    }

    /// The piece that covers a cell.
    pub fn piece_on(&self, cell: Cell) -> Option<Piece> {
        self.pieces
            .iter()
            .copied()
            .find(|piece| piece.rows().has(cell))
    }

    /// Whether a UFO is on an astronaut's head on this cell (clause LC-10.5).
    pub(crate) fn is_carried(&self, cell: Cell) -> bool {
        self.astronauts.contains(&cell)
            && self
                .ufos
                .iter()
                .any(|ufo| ufo.cell == cell && ufo.carrier.is_some())
    }

    /// Removes a figure from its cell; then another one may be added.
    #[inline]
    pub(crate) fn lift(&mut self, kind: Figure, cell: Cell) {
        match kind {
            Figure::Robot => self.robots.retain(|own| *own != cell),
            Figure::Astronaut => self.astronauts.retain(|own| *own != cell),
        }
    }

    /// Moves a figure to a free cell; the list stays sorted.
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

    /// Adds a piece in its place of the list. There is space, because [`MAX_PIECES`] limits the supplies.
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

    /// Replaces a UFO with another; the list stays sorted.
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
