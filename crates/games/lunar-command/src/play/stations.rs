//! Stations: which cells are enclosed, what a placement closes, outer walls, and owners (section 5).

use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Colour, Mark, Piece, Rows, State};
use arrayvec::ArrayVec;

/// The maximum number of regions that can touch one piece without touching each other: its rim has 14 cells, and at
/// least every second one would have to be a piece.
const MAX_REGIONS: usize = 7;

/// The maximum number of stations in a list: more than the pieces could enclose.
pub(crate) const MAX_STATIONS: usize = 200;

/// The ground that is connected to the edge of the board (clause LC-5.1).
fn open_ground(rules: &Rulebook, grid: &Grid) -> Rows {
    let beside = Rows::ALL.without(rules.board());
    beside.fill_round(&Rows::ALL.without(&grid.pieces))
}

/// Every station, each as its cells, in the order of their first cells.
pub(crate) fn all(rules: &Rulebook, grid: &Grid) -> impl Iterator<Item = Rows> + use<> {
    let mut closed = rules
        .board()
        .without(&grid.pieces)
        .without(&open_ground(rules, grid));
    std::iter::from_fn(move || {
        let region = Rows::one(closed.first()?).fill_round(&closed);
        closed = closed.without(&region);
        Some(region)
    })
}

/// The station around a cell, if it is in one.
pub(crate) fn around(rules: &Rulebook, grid: &Grid, cell: Cell) -> Option<Rows> {
    if !rules.board().has(cell) || grid.pieces.has(cell) {
        return None;
    }
    let region = Rows::one(cell).fill_round(&Rows::ALL.without(&grid.pieces));
    let beside = Rows::ALL.without(rules.board());
    (!region.meets(&beside)).then_some(region)
}

/// The effect of a new piece on the ground around it.
pub(crate) struct Closed {
    /// The stations next to it.
    pub(crate) stations: ArrayVec<Rows, MAX_REGIONS>,
    /// Whether it was built on open ground.
    pub(crate) was_open: bool,
}

/// The stations next to a piece that is already on the board, if it may have split any; otherwise none.
pub(crate) fn beside(rules: &Rulebook, grid: &Grid, piece: Piece) -> Closed {
    let ground = Rows::ALL.without(&grid.pieces);
    let mut rim = piece.rows().spread_round().and(&ground);
    let mut closed = Closed {
        stations: ArrayVec::new(),
        was_open: false,
    };
    if is_one(&rim) {
        // The ground next to the piece is connected, so the piece has split nothing.
        return closed;
    }
    let off_board = Rows::ALL.without(rules.board());
    while let Some(first) = rim.first_word() {
        let region = first.fill_round(&ground);
        rim = rim.without(&region);
        if region.meets(&off_board) {
            closed.was_open = true;
        } else if !closed.stations.is_full() {
            closed.stations.push(region);
        }
    }
    closed.stations.sort_unstable_by_key(Rows::first);
    closed
}

/// Whether the cells of a rim are connected to each other by edges and corners.
pub(crate) fn is_one(rim: &Rows) -> bool {
    match rim.first_word() {
        None => true,
        Some(first) => first.fill_round(rim) == *rim,
    }
}

/// The outer wall of a station: coloured pieces of green and orange in it (clauses LC-5.5, LC-5.6, Q-LC-2, Q-LC-12).
pub(crate) fn outer_wall(rules: &Rulebook, state: &State, grid: &Grid, station: &Rows) -> [u32; 2] {
    let touching = station.spread_round().and(&grid.pieces);
    let wall = match rules.variant(Point::OuterWall) {
        0 => touching.and(&around_it(grid, station)),
        _ => touching,
    };
    let mut counts = [0; 2];
    for piece in &state.pieces {
        let Some(colour) = piece.owner() else {
            continue;
        };
        let counts_here = piece.meets(&wall)
            && !(rules.other(Point::StartingDomes) && rules.is_corner(*piece))
            && (rules.variant(Point::OuterWall) != 1 || is_needed(rules, grid, station, *piece));
        counts[colour.index()] += u32::from(counts_here);
    }
    counts
}

/// The pieces that are connected with the wall below a station's first cell, which is part of the enclosure.
fn around_it(grid: &Grid, station: &Rows) -> Rows {
    let below = station.first().and_then(|cell| cell.by(0, -1));
    below.map_or(Rows::EMPTY, |cell| Rows::one(cell).fill(&grid.pieces))
}

/// Whether a station would be open without this piece.
fn is_needed(rules: &Rulebook, grid: &Grid, station: &Rows, piece: Piece) -> bool {
    let ground = Rows::ALL.without(&grid.pieces.without(&piece.rows()));
    station
        .fill_round(&ground)
        .meets(&Rows::ALL.without(rules.board()))
}

/// The colour with more coloured pieces; `None` in a tie.
pub(crate) fn majority(wall: [u32; 2]) -> Option<Colour> {
    match wall[0].cmp(&wall[1]) {
        std::cmp::Ordering::Greater => Some(Colour::Green),
        std::cmp::Ordering::Less => Some(Colour::Orange),
        std::cmp::Ordering::Equal => None,
    }
}

/// The owner of a station (clause LC-5.9, Q-LC-3).
pub(crate) fn owner(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    station: &Rows,
) -> Option<Colour> {
    match rules.other(Point::Owner) {
        false => majority(outer_wall(rules, state, grid, station)),
        true => won_by(state, station),
    }
}

/// The colour that has scored a station alone.
pub(crate) fn won_by(state: &State, station: &Rows) -> Option<Colour> {
    match state.marks.of(station.first()?) {
        Some(Mark::Won(colour)) => Some(colour),
        _ => None,
    }
}

/// The cells of all stations that satisfy a condition.
pub(crate) fn cells_of(
    rules: &Rulebook,
    grid: &Grid,
    mut which: impl FnMut(&Rows) -> bool,
) -> Rows {
    let mut cells = Rows::EMPTY;
    all(rules, grid)
        .filter(|station| which(station))
        .for_each(|station| cells.add_all(&station));
    cells
}
