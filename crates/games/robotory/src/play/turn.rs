//! Whose turn it is, and turns that are taken unasked.

use crate::play::actions;
use crate::play::apply;
use crate::play::over::{end_clause, is_over, robots_in_camp, winner};
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{DARK, LIGHT, State};
use crate::text::event::Event;
use cardwright_kernel::{Cites, Log, Seat};

/// Ends the game or gives the turn to the other seat, and takes every turn that leaves no choice (clause RB-3.4).
#[inline]
pub(crate) fn pass_on<L: Log<Event>>(rules: &Rulebook, state: &mut State, log: &mut L) {
    while !is_over(rules, state) {
        state.to_move = Seat(1 - (state.to_move.0 & 1));
        state.turn = state.turn.saturating_add(1);
        let Some(action) = actions::only(rules, state) else {
            return;
        };
        apply::carry_out(rules, state, action, Some(rules::NO_CHOICE), log);
    }
    log.emit(|| end_of_game(rules, state));
}

/// Takes the turns that leave no choice, from the present one on. Says nothing when the game is over already.
pub(crate) fn settle<L: Log<Event>>(rules: &Rulebook, state: &mut State, log: &mut L) {
    if is_over(rules, state) {
        return;
    }
    if let Some(action) = actions::only(rules, state) {
        apply::carry_out(rules, state, action, Some(rules::NO_CHOICE), log);
        pass_on(rules, state, log);
    }
}

fn end_of_game(rules: &Rulebook, state: &State) -> (Event, Cites) {
    let event = Event::Over {
        winner: winner(rules, state),
        light: robots_in_camp(rules, state, LIGHT) as u8,
        dark: robots_in_camp(rules, state, DARK) as u8,
    };
    (event, Cites::from(end_clause(rules)).and(rules::WINNER))
}
