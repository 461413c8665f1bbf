//! Carries out actions.

use crate::actions::Action;
use crate::events::Event;
use crate::hex::Path;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{Colour, Pile, State};
use cardwright_kernel::{Cites, Log, RuleId};

/// Carries out one action. The event cites `why` in addition to the action's own clause.
#[inline]
pub(crate) fn carry_out<L: Log<Event>>(
    rules: &Rulebook,
    state: &mut State,
    action: Action,
    why: Option<RuleId>,
    log: &mut L,
) {
    log.emit(|| {
        let own = match action {
            Action::Place { .. } => Cites::from(rules::PLACE),
            Action::Move { .. } => Cites::from(rules::ANY_ROBOT).and(rules::BURNED),
            Action::Refill { .. } => Cites::from(rules::REFILL).and(number_clause(rules, state)),
        };
        (
            event(rules, state, action),
            why.into_iter().fold(own, Cites::and),
        )
    });
    match action {
        Action::Place { colour, hex } => {
            let held = state.hands[state.to_move.index() & 1].of_mut(colour);
            *held = held.saturating_sub(1);
            state.discs[colour.index()].insert(hex);
        }
        Action::Move { robot, path } => {
            state.robots[robot.index()] = path.end();
            let burned = path.entered();
            let [white, black] = state.discs;
            state.discs = [white - burned, black - burned];
        }
        Action::Refill { take } => {
            let hand = &mut state.hands[state.to_move.index() & 1];
            for colour in Colour::ALL {
                *hand.of_mut(colour) = hand.of(colour).saturating_add(take.of(colour));
                let left = state.reserve.of_mut(colour);
                *left = left.saturating_sub(take.of(colour));
            }
        }
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
        Action::Move { robot, path } => {
            let burned = burned(state, path);
            let path = path.iter().map(|hex| board.name(hex)).collect();
            Event::Moved {
                seat,
                robot,
                path,
                burned,
            }
        }
        Action::Refill { take } => Event::Refilled { seat, take },
    }
}

/// The discs that a path burns.
pub(crate) fn burned(state: &State, path: Path) -> Pile {
    Pile::by(|colour| (state.discs[colour.index()] & path.entered()).len() as u8)
}

/// The clause that decides how many discs a refill takes.
pub(crate) fn number_clause(rules: &Rulebook, state: &State) -> RuleId {
    let most = state.hand().total().saturating_add(state.reserve.total());
    if most < rules.supply() {
        rules::TAKE_ALL
    } else {
        rules::EXACTLY
    }
}
