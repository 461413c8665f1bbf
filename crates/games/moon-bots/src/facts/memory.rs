//! What cards have stored.

use crate::book::memo::Memo;
use crate::book::rulebook::Rulebook;
use crate::facts::permanents;
use crate::lexicon::kind;
use crate::state::ids::{RobotId, Robots, SlotId, Slots};
use crate::state::{Permanent, Robot, State};
use cardwright_effects::Frame;
use cardwright_runtime::ids::Id;

/// The kind of data that the card of a frame stores.
pub(crate) fn memo_of_card(book: &Rulebook, frame: &Frame) -> Memo {
    let owned = &book.bound[frame.program];
    let memo = match owned.kind {
        kind::WEAPON => book
            .weapons
            .iter()
            .find(|weapon| weapon.card == owned.card)
            .map(|one| one.memo),
        _ => book
            .open
            .iter()
            .find(|open| open.card == owned.card)
            .map(|one| one.memo),
    };
    memo.unwrap_or(Memo::None)
}

/// The kind of data that the part or upgrade at a place of a robot stores.
pub(crate) fn memo_at(book: &Rulebook, robot: &Robot, place: usize) -> Memo {
    book.names.memo_at(robot, place)
}

/// The kind of data that a permanent weapon stores.
pub(crate) fn memo_of_permanent(book: &Rulebook, permanent: Permanent) -> Memo {
    let weapon = permanent.copy().map(|copy| book.weapon_of[copy.index()]);
    weapon.map_or(Memo::None, |weapon| book.weapons[usize::from(weapon)].memo)
}

/// The number or slot stored on the card of a frame; for robots, a number that is there if any are stored.
pub(crate) fn memory_here(book: &Rulebook, state: &State, frame: &Frame) -> Option<u8> {
    let spot =
        permanents::spot(book, state, frame).filter(|_| memo_of_card(book, frame) != Memo::None)?;
    permanents::counter_at(state, RobotId::owner_of(frame), spot).checked_sub(1)
}

/// The robots that are stored on the card of a frame, also eliminated ones.
pub(crate) fn all_remembered(book: &Rulebook, state: &State, frame: &Frame) -> Robots {
    let spot =
        permanents::spot(book, state, frame).filter(|_| memo_of_card(book, frame) == Memo::Robot);
    spot.map_or(Robots::EMPTY, |spot| {
        Robots::from_bits(permanents::counter_at(
            state,
            RobotId::owner_of(frame),
            spot,
        ))
    })
}

/// The robots in play that are stored on the card of a frame.
pub(crate) fn remembered(book: &Rulebook, state: &State, frame: &Frame) -> Robots {
    all_remembered(book, state, frame) & state.in_play()
}

/// The slot that is stored on the card of a frame.
pub(crate) fn remembered_slot(book: &Rulebook, state: &State, frame: &Frame) -> Slots {
    memory_here(book, state, frame)
        .filter(|_| memo_of_card(book, frame) == Memo::Slot)
        .and_then(|slot| SlotId::of(slot.into()))
        .map_or(Slots::EMPTY, Id::only)
}
