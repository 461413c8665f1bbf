//! Precomputed conditions of weapons.

use crate::state::ROBOTS;

/// The number of combinations of condition features.
pub(crate) const CONDITION_FEATURES: usize = 64;

/// The weapon copies whose conditions need not be run, by the robot that holds them and its condition features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrecomputedConditions {
    /// The copies that cannot be played.
    pub(crate) never: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// The copies that can be played.
    pub(crate) always: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// By robot: the copies that cannot be played unless damage is about to hit the robot or an opponent has gained
    /// energy.
    pub(crate) loud: [u64; ROBOTS],
}

impl Default for PrecomputedConditions {
    fn default() -> PrecomputedConditions {
        PrecomputedConditions {
            never: [[0; CONDITION_FEATURES]; ROBOTS],
            always: [[0; CONDITION_FEATURES]; ROBOTS],
            loud: [0; ROBOTS],
        }
    }
}
