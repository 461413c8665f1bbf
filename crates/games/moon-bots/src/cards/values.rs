//! Values of scripts as numbers of the state.

use crate::state::UPGRADES;
use crate::state::ids::{DamageId, PlayerId, RobotId};
use cardwright_effects::{Frame, Program, machine};
use cardwright_runtime::ids::Id;

/// The robot that a value names, if it names one.
#[inline]
pub(crate) fn robot(value: i16) -> Option<RobotId> {
    RobotId::from_value(value)
}

/// The player that a value names, if it names one.
pub(crate) fn player(value: i16) -> Option<PlayerId> {
    PlayerId::from_value(value)
}

/// The type of damage that a value names, if it names one.
#[inline]
pub(crate) fn damage(value: i16) -> Option<DamageId> {
    DamageId::from_value(value)
}

/// The robot that is asked by the choice at which a frame waits: the card's own where no other is named.
pub(crate) fn chooser(program: &Program, frame: &Frame) -> RobotId {
    robot(machine::asked(program, frame)).unwrap_or(RobotId::owner_of(frame))
}

/// A number of points: 0 to 255.
#[inline]
pub(crate) fn points(value: i16) -> u8 {
    value.clamp(0, 255) as u8
}

/// The bit of an upgrade of a robot in [`crate::state::Attack::done`]; none for one that is gone.
pub(crate) fn done_bit(robot: RobotId, upgrade: u8) -> u32 {
    if usize::from(upgrade) < UPGRADES {
        1 << (usize::from(robot) * UPGRADES + usize::from(upgrade))
    } else {
        0
    }
}
