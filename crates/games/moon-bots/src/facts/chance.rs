//! Which chance event a state waits for.

use crate::state::{PendingChance, State};

impl State {
    /// The hand that chance selects a weapon from, if it does.
    #[inline]
    pub(crate) fn picked_from(&self) -> Option<u64> {
        match self.pending_chance {
            PendingChance::Discard(robot) | PendingChance::Steal(robot, _) => {
                Some(self.robots[usize::from(robot)].hand)
            }
            _ => None,
        }
    }

    /// Whether chance rolls dice now.
    #[inline]
    pub(crate) fn rolls(&self) -> bool {
        self.turn.to_roll > 0
    }
}
