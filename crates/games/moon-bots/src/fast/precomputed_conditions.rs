//! Conditions of weapons that need not be run.

use crate::state::ROBOTS;

/// Combinations of the features that settle such conditions.
pub(crate) const CONDITION_FEATURES: usize = 64;

/// Weapon copies whose conditions need not be run: by the robot that holds them and its condition features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrecomputedConditions {
    /// Those that cannot be played.
    pub(crate) never: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// Those that can.
    pub(crate) always: [[u64; CONDITION_FEATURES]; ROBOTS],
    /// By robot: those that cannot be played unless damage is about to hit it or an opponent has gained energy.
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
