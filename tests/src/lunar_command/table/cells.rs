//! Cells, sets of cells, and cells under and around pieces.

use super::{Cell, Kind, Piece, Ufo};

/// A set of cells as a grid of booleans. It has a margin for cells just off the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::lunar_command) struct Cells {
    size: Cell,
    has: Vec<bool>,
}

/// The width of the margin around the board.
const MARGIN: i32 = 4;

impl Cells {
    pub(super) fn none(size: Cell) -> Self {
        Cells {
            size,
            has: vec![false; ((size.0 + 2 * MARGIN) * (size.1 + 2 * MARGIN)) as usize],
        }
    }

    pub(super) fn of(size: Cell, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Cells::none(size);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    pub(super) fn place(&self, (x, y): Cell) -> usize {
        ((y + MARGIN) * (self.size.0 + 2 * MARGIN) + x + MARGIN) as usize
    }

    pub(in crate::lunar_command) fn contains(&self, cell: Cell) -> bool {
        self.has[self.place(cell)]
    }

    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        let place = self.place(cell);
        !std::mem::replace(&mut self.has[place], true)
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let wide = self.size.0 + 2 * MARGIN;
        let has = self.has.iter().enumerate().filter(|(_, has)| **has);
        has.map(move |(place, _)| (place as i32 % wide - MARGIN, place as i32 / wide - MARGIN))
    }

    pub(super) fn first(&self) -> Cell {
        self.cells().next().expect("a region has cells")
    }
}

/// The four cells that share an edge with one.
pub(super) fn edges((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// The eight cells that share an edge or a corner with one.
pub(super) fn around((x, y): Cell) -> [Cell; 8] {
    [
        (x - 1, y - 1),
        (x - 1, y),
        (x - 1, y + 1),
        (x, y - 1),
        (x, y + 1),
        (x + 1, y - 1),
        (x + 1, y),
        (x + 1, y + 1),
    ]
}

/// The cells under a piece.
pub(super) fn footprint(kind: Kind, (x, y): Cell, up: bool) -> [Cell; 4] {
    match kind {
        Kind::Square | Kind::Antenna => [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)],
        _ if up => [(x, y), (x, y + 1), (x, y + 2), (x, y + 3)],
        _ => [(x, y), (x + 1, y), (x + 2, y), (x + 3, y)],
    }
}

/// The two middle cells of an airlock.
pub(super) fn doors(at: Cell, up: bool) -> [Cell; 2] {
    let [_, one, other, _] = footprint(Kind::Airlock, at, up);
    [one, other]
}

/// The cells beside the doors that are not part of the airlock.
pub(super) fn entrances(at: Cell, up: bool) -> Vec<Cell> {
    let own = footprint(Kind::Airlock, at, up);
    doors(at, up)
        .into_iter()
        .flat_map(edges)
        .filter(|cell| !own.contains(cell))
        .collect()
}

/// The cells that a UFO blocks, on the board or off it.
pub(super) fn cover(ufo: &Ufo) -> Vec<Cell> {
    if ufo.on_head {
        vec![ufo.at]
    } else {
        disc(ufo.at)
    }
}

/// The cells at a straight-line distance of at most 2.
pub(super) fn disc((x, y): Cell) -> Vec<Cell> {
    let steps = (-2..=2).flat_map(|dx: i32| (-2..=2).map(move |dy: i32| (dx, dy)));
    steps
        .filter(|(dx, dy)| dx * dx + dy * dy <= 4)
        .map(|(dx, dy)| (x + dx, y + dy))
        .collect()
}

/// Writes a cell in notation.
pub(super) fn written((x, y): Cell) -> String {
    format!("{x},{y}")
}

/// Reads a cell from notation.
pub(super) fn cell(word: &str) -> Cell {
    let (x, y) = word.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

impl Piece {
    pub(in crate::lunar_command) fn cells(&self) -> [Cell; 4] {
        footprint(self.kind, self.at, self.up)
    }

    pub(super) fn touches(&self, cells: &[Cell]) -> bool {
        self.cells()
            .into_iter()
            .flat_map(edges)
            .any(|cell| cells.contains(&cell))
    }
}
