//! Energy above a robot's maximum is lost when a card leaves.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::standing;
use crate::rules::STANDING;
use crate::state::CAP;
use crate::state::ids::RobotId;
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// A robot whose maximum is now below its energy drops the rest; that is not a loss.
    pub(crate) fn spill(&mut self, index: RobotId) {
        let cap = standing::cap(self.book, &self.s.robots[usize::from(index)]);
        let robot = &mut self.s.robots[usize::from(index)];
        let over = robot.energy.saturating_sub(cap);
        if over > 0 {
            robot.energy = cap;
            self.emit(STANDING, || Event::Spilled {
                robot: index,
                points: over,
                energy: cap,
            });
        }
    }
}

const _: () =
    assert!(CAP as usize * (1 + crate::state::SLOTS + crate::state::UPGRADES) <= u8::MAX as usize);
