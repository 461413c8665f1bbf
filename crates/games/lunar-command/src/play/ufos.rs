//! Where UFOs may be moved, and what they may abduct (sections 7 and 10).

use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Rows, State, Ufo, disc};
use super::stations;

/// The cells under all UFOs except one.
pub(crate) fn other_covers(rules: &Rulebook, state: &State, at: usize) -> Rows {
    let mut covers = Rows::EMPTY;
    let others = state
        .ufos
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at);
    others.for_each(|(_, ufo)| ufo.cover_on(&mut covers));
    covers.and(rules.board())
}

/// Whether the current seat may move this UFO at all: under Q-LC-14 `opponent`, it may not move one that its own
/// colour placed on an astronaut that is still there.
pub(crate) fn may_lift(rules: &Rulebook, state: &State, ufo: Ufo) -> bool {
    let own = ufo.carrier == Some(rules.colour(state.to_move));
    !(rules.other(Point::LiftUfo) && own && state.astronauts.contains(&ufo.cell))
}

/// The cells where a UFO may be moved (clauses LC-7.2 to LC-7.5).
pub(crate) fn centres(rules: &Rulebook, state: &State, grid: &Grid, at: usize) -> Rows {
    if !may_lift(rules, state, state.ufos[at]) {
        return Rows::EMPTY;
    }
    let others = other_covers(rules, state, at);
    let mut taken = grid.pieces.or(&others);
    grid.figures.iter().for_each(|cells| taken.add_all(cells));
    if !rules.other(Point::UfoBlocks) {
        state
            .astronauts
            .iter()
            .for_each(|cell| taken.add_within_two(*cell));
    }
    if !rules.other(Point::CoversOverlap) {
        taken.add_all(&disc(&others));
    }
    taken.add(state.ufos[at].cell);
    rules.board().without(&taken)
}

/// Calls `visit` for each UFO and each astronaut, with the UFO's centre, the astronaut's cell, and the cells to
/// which the UFO may carry the astronaut, if there are any (clauses LC-10.2 to LC-10.5).
pub(crate) fn abductions(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    visit: &mut impl FnMut(Cell, Cell, &Rows),
) {
    let scores = scoring(rules, state, grid);
    for (at, ufo) in state.ufos.iter().enumerate() {
        for from in &state.astronauts {
            let to = carried_to(rules, state, grid, at, *from, &scores);
            if !to.is_empty() {
                visit(ufo.cell, *from, &to);
            }
        }
    }
}

/// The cells to which a UFO may carry an astronaut.
fn carried_to(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    at: usize,
    from: Cell,
    scores: &Rows,
) -> Rows {
    let others = other_covers(rules, state, at);
    if !may_lift(rules, state, state.ufos[at]) || others.has(from) {
        return Rows::EMPTY;
    }
    let free = rules
        .board()
        .without(&grid.pieces.or(&grid.all_figures()).or(&others));
    if may_stand(rules, state, grid, at, from) {
        free
    } else {
        free.without(scores)
    }
}

/// Whether a UFO may be placed where it has lifted an astronaut off (clause LC-10.4): not in a door, which is part
/// of a piece, and not so that its cover overlaps another astronaut or another cover.
pub(crate) fn may_stand(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    at: usize,
    cell: Cell,
) -> bool {
    let cover = Ufo::at(cell).cover().and(rules.board());
    let mut astronauts = grid.figures[1];
    astronauts.remove(cell);
    let over_astronaut = cover.meets(&astronauts) && !rules.other(Point::UfoBlocks);
    let over_cover =
        cover.meets(&other_covers(rules, state, at)) && !rules.other(Point::CoversOverlap);
    !grid.pieces.has(cell) && !over_astronaut && !over_cover
}

/// The cells of the stations in which an astronaut scores if the current seat carries it there (Q-LC-15).
pub(crate) fn scoring(rules: &Rulebook, state: &State, grid: &Grid) -> Rows {
    let colour = rules.colour(state.to_move);
    stations::cells_of(rules, grid, |station| {
        let owned = || stations::owner(rules, state, grid, station) == Some(colour);
        let won = || stations::won_by(state, station) == Some(colour);
        match rules.variant(Point::AbductionScores) {
            0 => owned(),
            1 => won(),
            _ => owned() && won(),
        }
    })
}
