//! Where pieces may be built (clauses LC-4.1 to LC-4.15), calculated for the whole board at once. [`super::refuse`]
//! checks the same conditions for one piece, and says which one fails.

use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::state::{Colour, Face, Kind, Rows, entrances};
use cardwright_kernel::Seat;

/// Each kind of piece with its possible directions, in the order of lists.
pub(crate) const SPOTS: [(Kind, bool); 7] = [
    (Kind::Straight, false),
    (Kind::Straight, true),
    (Kind::Square, false),
    (Kind::Dome, false),
    (Kind::Airlock, false),
    (Kind::Airlock, true),
    (Kind::Antenna, false),
];

/// The lower left cells where a seat may build each of [`SPOTS`] with this face.
pub(crate) fn spots(
    rules: &Rulebook,
    seat: Seat,
    grid: &mut Grid,
    face: Face,
) -> [Rows; SPOTS.len()] {
    let connected = grid.connected(rules, seat);
    let beside = connected.spread();
    let colour = rules.colour(seat);
    let follows = if face.has(Face::COLOUR) {
        grid.succession(colour)
    } else {
        Rows::EMPTY
    };
    let free = free(rules, grid);
    SPOTS.map(|(kind, up)| {
        let option = if kind.is_white() {
            Face::WHITE
        } else {
            Face::COLOUR
        };
        if !face.has(option) || grid.left(rules, seat, kind) == 0 {
            return Rows::EMPTY;
        }
        if kind == Kind::Dome {
            return domes(rules, grid, colour, &connected, &follows);
        }
        let ground = free.without(&alike(rules, grid, colour, kind).spread());
        let spots = whole(&ground, kind, up).and(&some(&beside, kind, up));
        match kind {
            Kind::Straight | Kind::Square => spots,
            Kind::Airlock => spots
                .and(&some(&follows, kind, up))
                .and(&with_entrances(rules, grid, up)),
            _ => spots.and(&some(&follows, kind, up)),
        }
    })
}

/// The cells where anything may be built at all (clauses LC-4.4 to LC-4.7).
pub(crate) fn free(rules: &Rulebook, grid: &Grid) -> Rows {
    let taken = grid
        .pieces
        .or(&grid.all_figures())
        .or(&grid.covers)
        .or(&grid.entrances);
    rules.board().without(&taken)
}

/// The cells of the pieces that a new one of this kind must not touch (clause LC-4.8, Q-LC-1).
pub(crate) fn alike(rules: &Rulebook, grid: &Grid, colour: Colour, kind: Kind) -> Rows {
    if !rules.other(Point::SameType) {
        return *grid.of_kind(kind);
    }
    match kind {
        Kind::Straight => *grid.of_kind(kind),
        Kind::Square => grid.bare(),
        _ => grid.of_kind(kind).and(&grid.coloured[colour.index()]),
    }
}

/// The lower left cells from which all cells of a piece are in the set.
fn whole(cells: &Rows, kind: Kind, up: bool) -> Rows {
    let (width, height) = kind.size(up);
    cells.whole(width, height)
}

/// The lower left cells from which some cell of a piece is in the set.
fn some(cells: &Rows, kind: Kind, up: bool) -> Rows {
    let (width, height) = kind.size(up);
    cells.some(width, height)
}

/// The square walls without a dome that are connected for a seat and next in succession, with no cell under a UFO
/// (clause LC-4.13).
fn domes(rules: &Rulebook, grid: &Grid, colour: Colour, connected: &Rows, follows: &Rows) -> Rows {
    let bare = grid.bare().and(connected);
    // Two of these squares never touch, so a cell without one of them to the left and below is a lower left cell.
    let corners = bare
        .and(&bare.left(1))
        .and(&bare.down(1))
        .and(&bare.left(1).down(1));
    let all = |cells: Rows| corners.and(&whole(&cells, Kind::Square, false));
    let spots = all(rules.board().without(&grid.covers)).and(&some(follows, Kind::Square, false));
    if !rules.other(Point::SameType) {
        return spots;
    }
    let domed = grid
        .of_kind(Kind::Square)
        .and(&grid.coloured[colour.index()]);
    all(rules.board().without(&domed.spread())).and(&spots)
}

/// The lower left cells from which the entrances of an airlock are on the board and contain no piece (clause
/// LC-4.14).
fn with_entrances(rules: &Rulebook, grid: &Grid, up: bool) -> Rows {
    let ground = rules.board().without(&grid.pieces);
    let at = |(dx, dy): (i16, i16)| ground.shifted(dx, dy);
    entrances(up)
        .into_iter()
        .map(at)
        .fold(*rules.board(), |all, moved| all.and(&moved))
}
