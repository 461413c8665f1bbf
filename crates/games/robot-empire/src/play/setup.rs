//! The setup of a game.

use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::values;
use crate::state::{
    Asked, BATTERY, COINS, Cursor, PendingChance, PlayerId, Players, Side, State, Step,
};
use arrayvec::ArrayVec;
use cardwright_kernel::Log;

/// Starts a new game and advances it to its first question.
pub(crate) fn begin<L: Log<Event>>(book: &Rulebook, log: &mut L) -> State {
    let mut state = opening(book);
    Engine::new(book, &mut state, log).advance();
    state
}

/// The table before anything is drawn.
pub(crate) fn opening(book: &Rulebook) -> State {
    let mut state = State {
        sides: [Side::default(), Side::default(), Side::default()],
        moons: ArrayVec::new(),
        piles: book.stock,
        waiting: Default::default(),
        effects: Default::default(),
        triggers: Default::default(),
        window: Default::default(),
        step: Step::Battery(PlayerId::First),
        asked: Asked::Nobody,
        pending_chance: PendingChance::None,
        chest: 0,
        active: PlayerId::First,
        cursor: Cursor::START,
        blocking: PlayerId::First,
        die: 0,
        discarded: 0,
        reactions: 0,
        tried: 0,
        fought: false,
        rounds: 0,
        quiet: 0,
        turn: 0,
        winners: Players::EMPTY,
        more_turns: Default::default(),
        shown: Default::default(),
        entered: Default::default(),
        lasting: Default::default(),
    };
    for (seat, side) in (0..).zip(&mut state.sides) {
        side.out = seat >= book.players;
        if !side.out {
            (side.battery, side.start, side.vault) = (BATTERY, BATTERY, book.options.vault.into());
        }
    }
    if !values::has_bank(book) {
        state.chest = COINS - values::coins_out(book, &state) as u16;
    }
    state
}
