//! Setup of a game.

use super::super::events::Event;
use super::super::grid::Grid;
use super::super::rulebook::Rulebook;
use super::super::rules;
use super::super::state::{Colour, Kind, Marks, Piece, State, Step, Ufo};
use super::turn;
use arrayvec::ArrayVec;
use cardwright_kernel::{Cites, Log, Seat};

/// The table before the first turn (section 2 of the rules).
pub(crate) fn opening(rules: &Rulebook) -> State {
    let options = rules.options();
    let mut state = State {
        pieces: ArrayVec::new(),
        robots: options.robots.iter().copied().collect(),
        astronauts: options.astronauts.iter().copied().collect(),
        ufos: options.ufos.iter().map(|cell| Ufo::at(*cell)).collect(),
        marks: Marks::default(),
        score: [0; 2],
        turn: 1,
        quiet: 0,
        progress: false,
        to_move: Seat(0),
        step: Step::Roll,
        walked: 0,
        walkers: ArrayVec::new(),
    };
    state.robots.sort_unstable();
    state.astronauts.sort_unstable();
    state.ufos.sort_unstable();
    corners(rules).for_each(|corner| state.add(corner));
    state
}

/// The starting corners (clause LC-2.1).
pub(crate) fn corners(rules: &Rulebook) -> impl Iterator<Item = Piece> {
    Colour::ALL.into_iter().flat_map(move |colour| {
        let cells = rules.options().corners_of(colour).iter().enumerate();
        cells.map(move |(member, cell)| {
            let second = rules.tells_members() && member == 1;
            Piece::new(Kind::Square, *cell, false, Some(colour), second)
        })
    })
}

/// A new game at its first question.
pub(crate) fn start<L: Log<Event>>(rules: &Rulebook, log: &mut L) -> State {
    let mut state = opening(rules);
    log.emit(|| {
        (
            Event::Began {
                first: rules.name(Seat(0)),
            },
            Cites::from(rules::FIRST).and(rules::TURN),
        )
    });
    turn::settle(
        rules,
        &mut state,
        &mut Grid::of(rules, &opening(rules)),
        log,
    );
    state
}
