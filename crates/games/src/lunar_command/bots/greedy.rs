//! A bot that closes what it owns and blocks what it does not.

use super::super::play::stations;
use super::super::state::grid::Grid;
use super::super::state::{Colour, Kind, Rows, State};
use super::super::{Action, Rulebook};
use cardwright_kernel::{Bot, NoLog, Rng, Rules, Sight, below};

/// The value of a point.
const POINT: i32 = 1000;
/// The value of a coloured piece on the board.
const PIECE: i32 = 12;
/// The value of a station that is owned: more figures may walk in.
const STATION: i32 = 25;
/// The value of a piece that a new one touches beside the first: rings begin and end so.
const CONTACT: i32 = 8;
/// The value of a cell where a colour could build and a UFO keeps it from doing so.
const BLOCKED: i32 = 1;

/// Takes the answer after which the board is worth most to its colour, one at random among equals.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(&mut self, sight: &Sight<'_, Rulebook>, legal: &[Action], rng: &mut Rng) -> usize {
        let rules = sight.game();
        let state = sight.view().state;
        let colour = rules.colour(sight.seat());
        let before = Grid::of(rules, &state);
        let values = legal.iter().map(|action| {
            let mut next = state.clone();
            rules.apply_listed(&mut next, *action, &mut NoLog);
            value(rules, &next, colour) + contacts(&before, &state, *action)
        });
        best(values, rng)
    }
}

/// The place of a greatest value, one at random among equals.
fn best(values: impl Iterator<Item = i32>, rng: &mut Rng) -> usize {
    let (mut chosen, mut most, mut equals) = (0, i32::MIN, 0);
    for (at, value) in values.enumerate() {
        if value > most {
            (chosen, most, equals) = (at, value, 1);
        } else if value == most {
            equals += 1;
            if below(rng, equals) == 0 {
                chosen = at;
            }
        }
    }
    chosen
}

/// What a board is worth to a colour: what it has, less what the other has.
fn value(rules: &Rulebook, state: &State, colour: Colour) -> i32 {
    let grid = Grid::of(rules, state);
    let mut worth = [0; 2];
    for own in Colour::ALL {
        let blocked = grid.coloured[own.other().index()].spread().and(&grid.covers).and(rules.board());
        let blocked = blocked.without(&grid.pieces);
        worth[own.index()] = POINT * i32::from(state.score[own.index()])
            + PIECE * grid.built_by(own) as i32
            + BLOCKED * blocked.len() as i32;
    }
    for station in stations::all(rules, &grid) {
        if let Some(owner) = stations::owner(rules, state, &grid, &station) {
            worth[owner.index()] += STATION;
        }
    }
    worth[colour.index()] - worth[colour.other().index()]
}

/// The value of what a new piece touches.
fn contacts(grid: &Grid, state: &State, action: Action) -> i32 {
    let Action::Build { kind, cell, up } = action else { return 0 };
    if kind == Kind::Dome {
        return 0;
    }
    let (width, height) = kind.size(up);
    let beside = Rows::block(cell, width, height).spread();
    if !beside.meets(&grid.pieces) {
        return 0;
    }
    let touched = state.pieces.iter().filter(|piece| piece.rows().meets(&beside)).count();
    CONTACT * (touched as i32 - 1)
}
