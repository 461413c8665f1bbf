//! Upgrades that do nothing until the turn ends (MB-12.14).

use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::SILENT;
use crate::state::UPGRADES;
use crate::state::ids::{CardId, RobotId};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// One upgrade of this card on a robot does nothing until the turn ends: the first that does something yet.
    pub(crate) fn silence(&mut self, robot: RobotId, card: i16) {
        let own = &self.s.robots[usize::from(robot)];
        let is = |place: &usize| {
            own.active_upgrades()[*place] != 0 && i16::from(own.upgrades[*place]) == card + 1
        };
        if let Some(place) = (0..UPGRADES).find(is) {
            self.silence_at(robot, place);
        }
    }

    /// All upgrades of a robot do nothing until the turn ends.
    pub(crate) fn silence_all(&mut self, robot: RobotId) {
        for place in 0..UPGRADES {
            if self.s.robots[usize::from(robot)].active_upgrades()[place] != 0 {
                self.silence_at(robot, place);
            }
        }
    }

    fn silence_at(&mut self, robot: RobotId, place: usize) {
        let own = &mut self.s.robots[usize::from(robot)];
        own.disabled |= 1 << place;
        let card = CardId::on_robot(own.upgrades[place]);
        self.book.refresh(self.s, robot);
        if let Some(card) = card {
            self.emit(SILENT, || Event::Silenced { robot, card });
        }
        self.spill(robot);
    }

    /// A turn begins: every upgrade does again what it does.
    #[cold]
    pub(crate) fn end_silence(&mut self) {
        for robot in RobotId::all() {
            if std::mem::take(&mut self.s.robots[robot.index()].disabled) != 0 {
                self.book.refresh(self.s, robot);
            }
        }
    }
}
