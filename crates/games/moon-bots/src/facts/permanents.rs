//! Counters on cards, and weapons that stay on the table.

use crate::book::memo::Memo;
use crate::book::rulebook::Rulebook;
use crate::facts::memory;
use crate::lexicon::kind;
use crate::state::ids::RobotId;
use crate::state::{Permanent, SLOTS, State, UPGRADES};
use cardwright_effects::Frame;
use cardwright_runtime::ids::Id;

/// Where the card of an effect is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A slot, or [`SLOTS`] plus the place of an upgrade.
    OnRobot(usize),
    /// A place among the permanent weapons.
    Permanent(usize),
}

/// Where the card of a frame is; `None` if it has left.
pub(crate) fn spot(book: &Rulebook, state: &State, frame: &Frame) -> Option<Spot> {
    let owned = &book.bound[frame.program];
    let own = &state.robots[usize::from(frame.owner)];
    let cause = usize::from(frame.cause);
    let is = |number: Option<&u8>| {
        number.is_some_and(|number| {
            *number != 0 && book.open[usize::from(*number) - 1].card == owned.card
        })
    };
    match owned.kind {
        kind::PART if is(own.parts.get(cause)) => Some(Spot::OnRobot(cause)),
        kind::UPGRADE if is(own.upgrades.get(cause)) => Some(Spot::OnRobot(SLOTS + cause)),
        kind::WEAPON => {
            let here = |permanent: &Permanent| {
                permanent.copy().is_some_and(|copy| copy.n() == frame.cause)
            };
            state.permanents.iter().position(here).map(Spot::Permanent)
        }
        _ => None,
    }
}

/// The robot in front of which the card at a spot is. A weapon may have moved since its effect began.
pub(crate) fn holder(state: &State, frame: &Frame, spot: Spot) -> RobotId {
    match spot {
        Spot::OnRobot(_) => RobotId::owner_of(frame),
        Spot::Permanent(place) => state.permanents[place].owner(),
    }
}

/// The number of counters on the card of a frame; 0 if the card stores data instead.
pub(crate) fn counters_here(book: &Rulebook, state: &State, frame: &Frame) -> u8 {
    match memory::memo_of_card(book, frame) {
        Memo::None => spot(book, state, frame)
            .map_or(0, |spot| counter_at(state, RobotId::owner_of(frame), spot)),
        _ => 0,
    }
}

/// The value stored with the card at a spot: counters or data.
pub(crate) fn counter_at(state: &State, owner: RobotId, spot: Spot) -> u8 {
    match spot {
        Spot::OnRobot(place) => state.robots[usize::from(owner)].counters.at(place),
        Spot::Permanent(place) => state.permanents[place].counters(),
    }
}

/// The number of counters on all cards of a robot.
pub(crate) fn counters_on(book: &Rulebook, state: &State, robot: RobotId) -> u16 {
    let own = &state.robots[usize::from(robot)];
    let built = (0..SLOTS + UPGRADES)
        .filter(|place| memory::memo_at(book, own, *place) == Memo::None)
        .map(|place| u16::from(own.counters.at(place)));
    let own_permanents = state
        .permanents
        .iter()
        .filter(|permanent| permanent.owner() == robot);
    let counted = own_permanents
        .filter(|permanent| memory::memo_of_permanent(book, **permanent) == Memo::None);
    built
        .chain(counted.map(|permanent| u16::from(permanent.counters())))
        .sum()
}

/// The number of permanent weapons in front of a robot.
pub(crate) fn permanents_of(state: &State, robot: RobotId) -> u8 {
    let own = |permanent: &&Permanent| !permanent.is_none() && permanent.owner() == robot;
    state.permanents.iter().filter(own).count() as u8
}
