//! Whose turn it is, when the game is over and who has won, and turns that are taken unasked.

use crate::robotory::Rulebook;
use crate::robotory::options::EndRule;
use crate::robotory::play::actions;
use crate::robotory::play::apply;
use crate::robotory::rules;
use crate::robotory::state::{DARK, LIGHT, State};
use crate::robotory::text::view::Event;
use cardwright_kernel::{Actor, Cites, Log, Outcome, RuleId, Seat, SeatSet};

/// Whether the game is over (clauses RB-7.1 and RB-7.4).
#[inline]
pub(crate) fn is_over(rules: &Rulebook, state: &State) -> bool {
    match rules.end_rule() {
        EndRule::Empty => state.reserve.total() == 0,
        EndRule::AnyColour => state.reserve.colours() < 2,
    }
}

/// The clause that ends the game under the end rule in force.
pub(crate) fn end_clause(rules: &Rulebook) -> RuleId {
    match rules.end_rule() {
        EndRule::Empty => rules::END,
        EndRule::AnyColour => rules::ANY_COLOUR,
    }
}

/// Who is asked.
#[inline]
pub(crate) fn actor(rules: &Rulebook, state: &State) -> Actor {
    if is_over(rules, state) { Actor::Over(outcome(rules, state)) } else { Actor::Seat(state.to_move) }
}

/// How many robots stand in a seat's camp.
#[inline]
pub(crate) fn robots_in_camp(rules: &Rulebook, state: &State, seat: Seat) -> u32 {
    rules.board().camp(seat).and(state.robots()).len()
}

/// The seat with more robots in its camp. Three robots and no neutral hex: there is always one (clause RB-7.3).
pub(crate) fn winner(rules: &Rulebook, state: &State) -> Seat {
    if 2 * robots_in_camp(rules, state, LIGHT) > 3 { LIGHT } else { DARK }
}

fn outcome(rules: &Rulebook, state: &State) -> Outcome {
    Outcome { winners: SeatSet::one(winner(rules, state)) }
}

/// Ends the game or gives the turn to the other seat, and takes every turn that leaves no choice (clause RB-3.4).
#[inline]
pub(crate) fn pass_on<L: Log<Event>>(rules: &Rulebook, state: &mut State, log: &mut L) {
    while !is_over(rules, state) {
        state.to_move = Seat(1 - (state.to_move.0 & 1));
        state.turn = state.turn.saturating_add(1);
        let Some(action) = actions::only(rules, state) else { return };
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
