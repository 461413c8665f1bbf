//! Lists and counts the legal actions.

use crate::actions::Action;
use crate::board::Board;
use crate::hex::{Hex, Hexes, Path, hexes_of};
use crate::rulebook::Rulebook;
use crate::state::{Colour, Pile, Robot, State};
use std::ops::RangeInclusive;

/// The hexes without a robot or a disc (clause RB-4.2).
#[inline]
pub(crate) fn free(board: &Board, state: &State) -> Hexes {
    board.all() - state.discs() - state.robots()
}

/// The number of discs that a refill takes: none for a full supply, otherwise as many as are missing or left
/// (clauses RB-6.1 to RB-6.4).
#[inline]
pub(crate) fn lacking(supply: u8, state: &State) -> u8 {
    supply
        .saturating_sub(state.hand().total())
        .min(state.reserve.total())
}

/// The possible numbers of white discs in a refill of this many discs.
#[inline]
fn whites(reserve: Pile, number: u8) -> RangeInclusive<u8> {
    number.saturating_sub(reserve.black)..=number.min(reserve.white)
}

/// The possible mixtures of a refill of this many discs, those with the most white discs first.
#[inline]
pub(crate) fn mixtures(reserve: Pile, number: u8) -> impl Iterator<Item = Pile> {
    whites(reserve, number).rev().map(move |white| Pile {
        white,
        black: number - white,
    })
}

/// Calls `visit` with every legal action, in order: discs with white before black and by hex; robots white, black,
/// red with their paths, each before its own continuations; refills with the most white discs first.
#[inline]
pub(crate) fn each(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    placements(rules, state, visit);
    for robot in Robot::ALL {
        let path = Path::from(state.robots[robot.index()]);
        paths(rules.board(), path, state.fuel(robot), &mut |path| {
            visit(Action::Move { robot, path })
        });
    }
    refills(rules, state, visit);
}

/// Calls `visit` with every placement of a disc.
#[inline]
pub(crate) fn placements(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    for colour in Colour::ALL {
        if state.hand().of(colour) > 0 {
            let free = free(rules.board(), state);
            hexes_of(free).for_each(|hex| visit(Action::Place { colour, hex }));
        }
    }
}

/// Calls `visit` with every refill.
#[inline]
pub(crate) fn refills(rules: &Rulebook, state: &State, visit: &mut impl FnMut(Action)) {
    let number = lacking(rules.supply(), state);
    if number > 0 {
        mixtures(state.reserve, number).for_each(|take| visit(Action::Refill { take }));
    }
}

fn paths(board: &Board, path: Path, fuel: Hexes, visit: &mut impl FnMut(Path)) {
    for hex in hexes_of(board.near(path.end()) & fuel) {
        let longer = path.then(hex);
        visit(longer);
        paths(board, longer, fuel.without(hex), visit);
    }
}

/// The number of legal actions: as many as [`each`] visits.
#[inline]
pub(crate) fn count(rules: &Rulebook, state: &State) -> u64 {
    let (board, mut moves) = (rules.board(), 0);
    for robot in Robot::ALL {
        moves += count_paths(board, state.robots[robot.index()], state.fuel(robot));
    }
    count_placements(board, state) + moves + count_refills(rules.supply(), state)
}

#[inline]
pub(crate) fn count_placements(board: &Board, state: &State) -> u64 {
    u64::from(state.hand().colours()) * free(board, state).len() as u64
}

fn count_paths(board: &Board, at: Hex, fuel: Hexes) -> u64 {
    let steps = board.near(at) & fuel;
    let further = |hex| count_paths(board, hex, fuel.without(hex));
    steps.len() as u64 + hexes_of(steps).map(further).sum::<u64>()
}

#[inline]
fn count_refills(supply: u8, state: &State) -> u64 {
    let number = lacking(supply, state);
    let whites = whites(state.reserve, number);
    if number == 0 {
        0
    } else {
        u64::from(whites.end() - whites.start()) + 1
    }
}

/// The only legal action, if there is exactly one. For most questions, counting the placements is enough.
#[inline]
pub(crate) fn only(rules: &Rulebook, state: &State) -> Option<Action> {
    if count_placements(rules.board(), state) > 1 || count(rules, state) != 1 {
        return None;
    }
    let mut found = None;
    each(rules, state, &mut |action| found = Some(action));
    found
}
