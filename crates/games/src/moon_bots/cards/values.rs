//! Values of scripts as numbers of the state.

use crate::moon_bots::state::{TYPES, UPGRADES};

/// A type of damage.
#[inline]
pub(crate) fn damage(value: i16) -> usize {
    value as usize % TYPES
}

/// A number of points: 0 to 255.
#[inline]
pub(crate) fn points(value: i16) -> u8 {
    value.clamp(0, 255) as u8
}

/// The bit of an upgrade of a robot in [`crate::moon_bots::state::Attack::done`]; none for one that is gone.
pub(crate) fn done_bit(robot: u8, upgrade: u8) -> u32 {
    if usize::from(upgrade) < UPGRADES {
        1 << (usize::from(robot) * UPGRADES + usize::from(upgrade))
    } else {
        0
    }
}
