//! Actions numbered in two steps: first what is built where, or which cell something moves to; then, if several actions
//! have the same first step, which of them.

use super::super::events::Placed;
use super::super::play::actions::Action;
use super::super::state::{Cell, Kind};

/// The pieces that can be built, with their directions.
const BUILT: [(Kind, bool); 7] = [
    (Kind::Straight, false),
    (Kind::Straight, true),
    (Kind::Square, false),
    (Kind::Dome, false),
    (Kind::Airlock, false),
    (Kind::Airlock, true),
    (Kind::Antenna, false),
];

/// The first steps that name a cell of arrival.
const COMING: [&str; 4] = ["walk to", "ufo to", "abduct to", "score"];

/// First steps without a cell.
const ALONE: [&str; 2] = ["stop", "pass"];

/// Every first step on a board of this many columns and rows, in the order of their numbers.
pub(crate) fn list(size: (u8, u8)) -> Vec<String> {
    let cells = || (0..size.1).flat_map(move |y| (0..size.0).map(move |x| Cell::at(x, y)));
    let mut list = Vec::new();
    for (kind, up) in BUILT {
        list.extend(cells().map(|cell| Placed { kind, cell, up }.to_string()));
    }
    for words in COMING {
        list.extend(cells().map(|cell| format!("{words} {cell}")));
    }
    list.extend(ALONE.map(String::from));
    list
}

/// The number of the first step of a seat's action.
pub(crate) fn number(size: (u8, u8), action: Action) -> Option<u32> {
    let cells = u32::from(size.0) * u32::from(size.1);
    let (block, cell) = match action {
        Action::Roll(_) => return None,
        Action::Build { kind, cell, up } => {
            let up = up && kind.is_long();
            (BUILT.iter().position(|built| *built == (kind, up))?, cell)
        }
        Action::Walk { to, .. } => (BUILT.len(), to),
        Action::Ufo { to, .. } => (BUILT.len() + 1, to),
        Action::Abduct { to, .. } => (BUILT.len() + 2, to),
        Action::Score(cell) => (BUILT.len() + 3, cell),
        Action::Stop => return Some((BUILT.len() + COMING.len()) as u32 * cells),
        Action::Pass => return Some((BUILT.len() + COMING.len()) as u32 * cells + 1),
    };
    let on_board = cell.x < size.0 && cell.y < size.1;
    on_board
        .then(|| block as u32 * cells + u32::from(cell.y) * u32::from(size.0) + u32::from(cell.x))
}
