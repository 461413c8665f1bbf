//! A slow and simple version of Lunar Command, written from `docs/rules/lunar-command.md` without the engine: cells are
//! pairs of numbers, everything on the board is a list or a map, and nothing is cached.

mod cells;
mod phases;
mod places;
mod stations;
mod ufos;
mod walks;

use cells::{Cells, cover};
use std::collections::BTreeMap;

/// A cell: column from the left and row from the bottom, both from 0.
pub(super) type Cell = (i32, i32);

/// Colours, green first. A team is a colour.
pub(super) type Colour = usize;

/// What can be built. A dome is not a separate piece: its square becomes coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Straight,
    Square,
    Airlock,
    Antenna,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// Its lower left cell.
    pub(super) at: Cell,
    pub(super) up: bool,
    /// The owner of a coloured piece; `None` for a white one.
    pub(super) colour: Option<Colour>,
    /// The seat that made it coloured.
    pub(super) seat: usize,
    /// Whether it is a starting corner.
    pub(super) start: bool,
}

/// A UFO: its centre, whether it sits on a head (then it blocks only that cell), and the seat that placed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ufo {
    pub(super) at: Cell,
    pub(super) on_head: bool,
    pub(super) by: Colour,
}

/// The settings of the game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) size: Cell,
    pub(super) corners: [Vec<Cell>; 2],
    /// The numbers of straight walls and square walls.
    pub(super) white: [i32; 2],
    /// The numbers of domes, airlocks and antennae of each colour.
    pub(super) coloured: [i32; 3],
    pub(super) target: i32,
    pub(super) quiet_turns: i32,
    /// The faces of the die: which of white, colour, yellow and grey each has.
    pub(super) die: Vec<Vec<String>>,
    pub(super) teams: bool,
    pub(super) abduction: bool,
    /// The unusual variants of the open questions, by name.
    pub(super) variants: BTreeMap<String, String>,
}

impl Rules {
    /// Whether a question has this variant.
    fn has(&self, question: &str, variant: &str) -> bool {
        self.variants
            .get(question)
            .is_some_and(|chosen| chosen == variant)
    }
}

/// The current question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    Roll,
    Act(Vec<String>),
    /// The steps left, and whether the figure that moved was an astronaut.
    Second(i32, bool),
    /// The index of the just closed station to score next.
    Order(Vec<Cell>),
    Over(Vec<usize>),
}

/// The whole table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) rules: Rules,
    pub(super) pieces: Vec<Piece>,
    /// Where the figures are; `true` is an astronaut.
    pub(super) figures: BTreeMap<Cell, bool>,
    pub(super) ufos: Vec<Ufo>,
    pub(super) white: [i32; 2],
    /// The domes, airlocks and antennae of each seat. A shared colour has all of them at its first seat.
    pub(super) coloured: Vec<[i32; 3]>,
    pub(super) score: [i32; 2],
    pub(super) built: [i32; 2],
    pub(super) seat: usize,
    pub(super) asked: Asked,
    pub(super) quiet: i32,
    /// Whether this turn brought a piece or a point.
    moved: bool,
    /// The positions of the figures that have moved this turn.
    walked: Vec<Cell>,
    /// The seat that scored each cell's station.
    scored: BTreeMap<Cell, Option<Colour>>,
}

/// What each seat has left to build.
fn supplies(rules: &Rules) -> Vec<[i32; 3]> {
    let all = rules.coloured;
    match (rules.teams, rules.has("team_pieces", "seven-each")) {
        (false, _) => vec![all; 2],
        (true, false) => vec![all, [0; 3], all, [0; 3]],
        (true, true) => {
            let (first, second) = (
                all.map(|count| count - count / 2),
                all.map(|count| count / 2),
            );
            vec![first, second, first, second]
        }
    }
}

impl Table {
    /// The table before the first roll.
    pub(super) fn new(rules: Rules, robots: &[Cell], astronauts: &[Cell], ufos: &[Cell]) -> Self {
        let corner = |colour: usize, nth: usize, at: Cell| Piece {
            kind: Kind::Square,
            at,
            up: false,
            colour: Some(colour),
            seat: if rules.teams {
                2 * colour + nth
            } else {
                colour
            },
            start: true,
        };
        let mut pieces = Vec::new();
        for (colour, corners) in rules.corners.iter().enumerate() {
            pieces.extend(
                corners
                    .iter()
                    .enumerate()
                    .map(|(nth, at)| corner(colour, nth, *at)),
            );
        }
        let mut figures: BTreeMap<Cell, bool> = robots.iter().map(|at| (*at, false)).collect();
        figures.extend(astronauts.iter().map(|at| (*at, true)));
        let mut table = Table {
            pieces,
            figures,
            ufos: ufos
                .iter()
                .map(|at| Ufo {
                    at: *at,
                    on_head: false,
                    by: 0,
                })
                .collect(),
            white: rules.white,
            coloured: supplies(&rules),
            score: [0; 2],
            built: [0; 2],
            seat: 0,
            asked: Asked::Roll,
            quiet: 0,
            moved: false,
            walked: Vec::new(),
            scored: BTreeMap::new(),
            rules,
        };
        table.go_on();
        table
    }

    pub(super) fn seats(&self) -> usize {
        if self.rules.teams { 4 } else { 2 }
    }

    /// The seat whose supply the active seat builds from.
    fn supply(&self) -> usize {
        if self.rules.has("team_pieces", "seven-each") || !self.rules.teams {
            self.seat
        } else {
            self.seat / 2 * 2
        }
    }

    /// The colour of the active seat.
    pub(super) fn colour(&self) -> Colour {
        if self.rules.teams {
            self.seat / 2
        } else {
            self.seat
        }
    }

    fn on_board(&self, (x, y): Cell) -> bool {
        let (wide, high) = self.rules.size;
        x >= 0 && y >= 0 && x < wide && y < high
    }

    /// Every cell that holds a piece.
    fn walls(&self) -> Cells {
        Cells::of(self.rules.size, self.pieces.iter().flat_map(Piece::cells))
    }

    /// Every cell under a UFO.
    fn covered(&self) -> Cells {
        Cells::of(self.rules.size, self.ufos.iter().flat_map(cover))
    }

    fn cells_of_board(&self) -> Vec<Cell> {
        (0..self.rules.size.0)
            .flat_map(|x| (0..self.rules.size.1).map(move |y| (x, y)))
            .collect()
    }
}
