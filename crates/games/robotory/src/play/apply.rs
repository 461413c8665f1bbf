//! What an action does.

use crate::play::actions::{self, Action, Path};
use crate::play::turn;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{Colour, Hex, Hexes, Pile, Robot, State};
use crate::text::event::Event;
use cardwright_kernel::{Cites, Log, RuleId};

/// Carries out an allowed action and goes on to the next question or the end.
#[inline]
pub(crate) fn apply<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    action: Action,
    log: &mut L,
) {
    carry_out(rules, state, action, None, log);
    turn::pass_on(rules, state, log);
}

/// Carries out one action. `why` is cited beside the action's own clause.
#[inline]
pub(crate) fn carry_out<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    action: Action,
    why: Option<RuleId>,
    log: &mut L,
) {
    log.emit(|| {
        (
            event(rules, state, action),
            cites(rules, state, action, why),
        )
    });
    match action {
        Action::Place { colour, hex } => place(state, colour, hex),
        Action::Move { robot, path } => walk(state, robot, path),
        Action::Refill { take } => refill(state, take),
    }
}

#[inline]
fn place(state: &mut State, colour: Colour, hex: Hex) {
    let held = state.hands[state.to_move.index() & 1].of_mut(colour);
    *held = held.saturating_sub(1);
    let discs = &mut state.discs[colour.index()];
    *discs = discs.or(Hexes::one(hex));
}

#[inline]
fn walk(state: &mut State, robot: Robot, path: Path) {
    state.robots[robot.index()] = path.end();
    let burned = path.entered();
    state.discs = state.discs.map(|discs| discs.without(burned));
}

#[inline]
fn refill(state: &mut State, take: Pile) {
    let hand = &mut state.hands[state.to_move.index() & 1];
    for colour in Colour::ALL {
        *hand.of_mut(colour) = hand.of(colour).saturating_add(take.of(colour));
        let left = state.reserve.of_mut(colour);
        *left = left.saturating_sub(take.of(colour));
    }
}

fn event(rules: &Rulebook, state: &State, action: Action) -> Event {
    let (seat, board) = (state.to_move, rules.board());
    match action {
        Action::Place { colour, hex } => Event::Placed {
            seat,
            colour,
            hex: board.name(hex),
        },
        Action::Move { robot, path } => Event::Moved {
            seat,
            robot,
            path: path.iter().map(|hex| board.name(hex)).collect(),
            burned: burned(state, path),
        },
        Action::Refill { take } => Event::Refilled { seat, take },
    }
}

/// The discs that a path burns.
pub(crate) fn burned(state: &State, path: Path) -> Pile {
    let on_path = |colour: Colour| state.discs[colour.index()].and(path.entered()).len() as u8;
    Pile {
        white: on_path(Colour::White),
        black: on_path(Colour::Black),
    }
}

fn cites(rules: &Rulebook, state: &State, action: Action, why: Option<RuleId>) -> Cites {
    let own = match action {
        Action::Place { .. } => Cites::from(rules::PLACE),
        Action::Move { .. } => Cites::from(rules::ANY_ROBOT).and(rules::BURNED),
        Action::Refill { .. } => {
            Cites::from(rules::REFILL).and(actions::number_clause(rules, state))
        }
    };
    why.into_iter().fold(own, Cites::and)
}
