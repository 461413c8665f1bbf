//! The end of the game, and the winner.

use crate::options::EndRule;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{DARK, LIGHT, State};
use cardwright_kernel::{Actor, Outcome, RuleId, Seat, SeatSet};

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

/// Who has to act, or how the game ended.
#[inline]
pub(crate) fn actor(rules: &Rulebook, state: &State) -> Actor {
    if is_over(rules, state) {
        let winners = SeatSet::one(winner(rules, state));
        Actor::Over(Outcome { winners })
    } else {
        Actor::Seat(state.to_move)
    }
}

/// The number of robots in a seat's camp.
#[inline]
pub(crate) fn robots_in_camp(rules: &Rulebook, state: &State, seat: Seat) -> u32 {
    (rules.board().camp(seat) & state.robots()).len() as u32
}

/// The seat with more robots in its camp. With three robots and no neutral hex, there always is one (clause
/// RB-7.3).
pub(crate) fn winner(rules: &Rulebook, state: &State) -> Seat {
    if 2 * robots_in_camp(rules, state, LIGHT) > 3 {
        LIGHT
    } else {
        DARK
    }
}
