//! Conversion of script values to ids and numbers of the state.

use crate::state::ids::{DamageId, PlaceId, PlayerId, RobotId, SlotId};
use crate::state::{UPGRADES, dice};
use cardwright_effects::{Frame, Program, machine};
use cardwright_runtime::ids::Id;

/// The robot with this value, if there is one.
#[inline]
pub(crate) fn robot(value: i16) -> Option<RobotId> {
    RobotId::from_value(value)
}

/// The player with this value, if there is one.
pub(crate) fn player(value: i16) -> Option<PlayerId> {
    PlayerId::from_value(value)
}

/// The type of damage with this value, if there is one.
#[inline]
pub(crate) fn damage(value: i16) -> Option<DamageId> {
    DamageId::from_value(value)
}

/// The robot that is asked by the choice at which a frame waits: the card's own robot unless another is named.
pub(crate) fn chooser(program: &Program, frame: &Frame) -> RobotId {
    robot(machine::asked(program, frame)).unwrap_or(RobotId::owner_of(frame))
}

/// A number of points, limited to 0 to 255.
#[inline]
pub(crate) fn points(value: i16) -> u8 {
    value.clamp(0, 255) as u8
}

/// The bit of a robot's upgrade in [`crate::state::Attack::done`]; 0 for an upgrade that has left.
pub(crate) fn done_bit(robot: RobotId, upgrade: u8) -> u32 {
    if usize::from(upgrade) < UPGRADES {
        1 << (usize::from(robot) * UPGRADES + usize::from(upgrade))
    } else {
        0
    }
}

/// The place of the market with this value, if there is one.
pub(crate) fn place(value: i16) -> Option<PlaceId> {
    PlaceId::from_value(value)
}

/// The slot with this value, if there is one.
pub(crate) fn slot(value: i16) -> Option<SlotId> {
    SlotId::from_value(value)
}

/// The sum of the dice.
pub(crate) fn sum(some: u32) -> i16 {
    dice::faces(some).map(i16::from).sum()
}
