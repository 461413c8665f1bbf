//! Conditions of weapons that need not be run.

use crate::state::ROBOTS;

/// Everything that may be seen so.
pub(crate) const GLANCES: usize = 64;

/// Weapon copies whose conditions need not be run: by robot that holds them and by what is seen of it at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Foreseen {
    /// Those that cannot be played.
    pub(crate) never: [[u64; GLANCES]; ROBOTS],
    /// Those that can.
    pub(crate) always: [[u64; GLANCES]; ROBOTS],
    /// By robot: those that cannot be played unless damage is about to hit it or an opponent has gained energy.
    pub(crate) loud: [u64; ROBOTS],
}

impl Default for Foreseen {
    fn default() -> Foreseen {
        Foreseen {
            never: [[0; GLANCES]; ROBOTS],
            always: [[0; GLANCES]; ROBOTS],
            loud: [0; ROBOTS],
        }
    }
}
