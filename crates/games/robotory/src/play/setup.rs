//! How a game begins.

use crate::play::turn;
use crate::rulebook::Rulebook;
use crate::rules;
use crate::state::{Hexes, LIGHT, Pile, State};
use crate::text::event::Event;
use cardwright_kernel::{Cites, Log};

/// The table before the first turn (clauses RB-2.1 to RB-2.4).
pub(crate) fn opening(rules: &Rulebook) -> State {
    let hand = Pile::both(rules.supply() / 2);
    State {
        discs: [Hexes::default(); 2],
        robots: rules.starts(),
        hands: [hand; 2],
        reserve: Pile::both(rules.discs() - rules.supply()),
        to_move: LIGHT,
        turn: 1,
    }
}

/// A new game, brought to its first question.
pub(crate) fn start<L: Log<Event>>(rules: &Rulebook, log: &mut L) -> State {
    let mut state = opening(rules);
    log.emit(|| {
        (
            Event::Began { first: LIGHT },
            Cites::from(rules::FIRST_PLAYER).and(rules::TURNS),
        )
    });
    let robots = rules.starts().map(|hex| rules.board().name(hex));
    log.emit(|| {
        (
            Event::Stood {
                white: robots[0],
                black: robots[1],
                red: robots[2],
            },
            Cites::from(rules::STARTS),
        )
    });
    log.emit(|| {
        let event = Event::Dealt {
            hand: state.hands[0],
            reserve: state.reserve,
        };
        (event, Cites::from(rules::SUPPLIES).and(rules::RESERVE))
    });
    turn::settle(rules, &mut state, log);
    state
}
