//! The setup of a game.

use crate::book::rulebook::{Rulebook, WEAPONS_OUT};
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::derived;
use crate::rules::MARKED_OUT;
use crate::state::ids::{Players, RobotId, Robots};
use crate::state::{
    Asked, Attack, Derived, MarketSlot, PLACES, PendingChance, ROBOTS, Robot, State, Status, Step,
    TOP_CARDS, Turn,
};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl State {
    /// A state without players and cards.
    pub(crate) fn bare() -> State {
        State {
            robots: [Robot::default(); ROBOTS],
            effects: Default::default(),
            unseen: 0,
            shown: 0,
            spied: [0; ROBOTS],
            pile: [0; 2],
            pile_weapons: 0,
            top: [MarketSlot::NOTHING; TOP_CARDS],
            market: [MarketSlot::NOTHING; PLACES],
            attack: Attack::default(),
            turn: Turn::default(),
            gains: [0; ROBOTS],
            turns: 0,
            rounds: 0,
            quiet: 0,
            struck: Default::default(),
            step: Step::LayOut,
            asked: Asked::Nobody,
            active: RobotId::First,
            permanents: Default::default(),
            triggers: Default::default(),
            reactions: 0,
            attacking: false,
            pending_reveal: None,
            pending_chance: PendingChance::Nothing,
            passing: Default::default(),
            window: Default::default(),
            gained: Robots::EMPTY,
            winners: Players::EMPTY,
            falling: Default::default(),
            answering: 0,
            copying: Robots::EMPTY,
            guards: Default::default(),
            blocked: Default::default(),
            limits: Default::default(),
            purchase: Default::default(),
            derived: Derived::default(),
        }
    }
}

/// The table before the market is set up (MB-1.1 to MB-1.5, MB-11.1).
pub(crate) fn opening(book: &Rulebook) -> State {
    let weapons = book.all_weapons();
    let mut state = State::bare();
    for robot in book.robots().iter() {
        state.robots[robot.index()] = Robot {
            energy: start_energy(book, robot),
            status: Status::InPlay,
            dice: 1,
            ..Robot::default()
        };
    }
    for open in &book.open {
        state.pile[0] |= open.copies[0];
        state.pile[1] |= open.copies[1];
    }
    state.unseen = weapons;
    state.pile_weapons = (weapons.count_ones() as u8).saturating_sub(WEAPONS_OUT);
    derived::refresh_derived(book, &mut state);
    state
}

/// MB-1.5 and MB-11.1: the starting energy by seat, 15 to 18; with two players 15 and 15, 16 and 16.
fn start_energy(book: &Rulebook, robot: RobotId) -> u8 {
    15 + book.owner(robot).n()
}

/// Starts a new game and advances it to its first question.
pub(crate) fn begin<L: Log<Event>>(book: &Rulebook, log: &mut L) -> State {
    let mut state = opening(book);
    let mut table = Engine::new(book, &mut state, log);
    if book.marked_out > 0 {
        table.emit(MARKED_OUT, || Event::MarkedOut {
            cards: book.marked_out,
        });
    }
    let out = WEAPONS_OUT.min(book.all_weapons().count_ones() as u8);
    table.emit(crate::rules::WEAPONS_OUT, || Event::WeaponsOut {
        weapons: out,
    });
    table.advance();
    state
}
