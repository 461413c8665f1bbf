//! The course of the game: the set-up, and the turns to the end. A turn without a choice is played without a
//! question.

pub(crate) mod apply;
pub(crate) mod legal;
pub(crate) mod over;

use crate::events::Event;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{DARK, LIGHT, Pile, State};
use apply::carry_out;
use cardwright_kernel::{Cites, Log, Seat};
use cardwright_runtime::ids::IdSet;
use over::{end_clause, is_over, robots_in_camp, winner};

/// The table before the first turn (clauses RB-2.1 to RB-2.4).
pub(crate) fn opening(rules: &Rulebook) -> State {
    State {
        discs: [IdSet::EMPTY; 2],
        robots: rules.starts(),
        hands: [Pile::by(|_| rules.supply() / 2); 2],
        reserve: Pile::by(|_| rules.discs() - rules.supply()),
        to_move: LIGHT,
        turn: 1,
    }
}

/// A new game at its first question.
pub(crate) fn start<L: Log<Event>>(rules: &Rulebook, log: &mut L) -> State {
    let mut state = opening(rules);
    log.emit(|| {
        let cites = Cites::from(rules::FIRST_PLAYER).and(rules::TURNS);
        (Event::Began { first: LIGHT }, cites)
    });
    log.emit(|| {
        let [white, black, red] = state.robots.map(|hex| rules.board().name(hex));
        (Event::Stood { white, black, red }, rules::STARTS.into())
    });
    log.emit(|| {
        let (hand, reserve) = (state.hands[0], state.reserve);
        let cites = Cites::from(rules::SUPPLIES).and(rules::RESERVE);
        (Event::Dealt { hand, reserve }, cites)
    });
    settle(rules, &mut state, log);
    state
}

/// Ends the game, or passes the turn to the other seat and plays every turn that leaves no choice (clause RB-3.4).
#[inline]
pub(crate) fn pass_on<L: Log<Event>>(rules: &Rulebook, state: &mut State, log: &mut L) {
    while !is_over(rules, state) {
        state.to_move = Seat(1 - (state.to_move.0 & 1));
        state.turn = state.turn.saturating_add(1);
        let Some(action) = legal::only(rules, state) else {
            return;
        };
        carry_out(rules, state, action, Some(rules::NO_CHOICE), log);
    }
    log.emit(|| {
        let [light, dark] = [LIGHT, DARK].map(|seat| robots_in_camp(rules, state, seat) as u8);
        let winner = winner(rules, state);
        let cites = Cites::from(end_clause(rules)).and(rules::WINNER);
        (
            Event::Over {
                winner,
                light,
                dark,
            },
            cites,
        )
    });
}

/// Plays the turns that leave no choice, from the current one on. Logs nothing if the game is already over.
pub(crate) fn settle<L: Log<Event>>(rules: &Rulebook, state: &mut State, log: &mut L) {
    if is_over(rules, state) {
        return;
    }
    if let Some(action) = legal::only(rules, state) {
        carry_out(rules, state, action, Some(rules::NO_CHOICE), log);
        pass_on(rules, state, log);
    }
}
