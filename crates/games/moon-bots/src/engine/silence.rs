//! Upgrades without effect until the end of the turn (MB-12.14), and parts that cannot be used for a turn (MB-13.26).

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::derived;
use crate::rules::{BLOCKED, SILENT};
use crate::state::ids::{CardId, RobotId, SlotId, Slots};
use crate::state::{DiceLimits, Purchase, UPGRADES};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Removes the effect of one upgrade of this kind on a robot until the end of the turn: the first that still has
    /// an effect.
    pub(crate) fn silence(&mut self, robot: RobotId, card: i16) {
        let own = &self.s.robots[usize::from(robot)];
        let is = |place: &usize| {
            own.active_upgrades()[*place] != 0 && i16::from(own.upgrades[*place]) == card + 1
        };
        if let Some(place) = (0..UPGRADES).find(is) {
            self.silence_at(robot, place);
        }
    }

    /// Removes the effect of all upgrades of a robot until the end of the turn.
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
        derived::refresh_robot(self.book, self.s, robot);
        if let Some(card) = card {
            self.emit(SILENT, || Event::Silenced { robot, card });
        }
        self.spill(robot);
    }

    /// Blocks the part in a slot in the robot's next turn; if it is the robot's turn now, for the rest of this turn.
    pub(crate) fn block_slot(&mut self, robot: RobotId, slot: SlotId) {
        if !self.s.plays(robot) {
            return;
        }
        let own_turn = robot == self.s.active;
        if own_turn {
            self.s.turn.used |= 1 << slot.index();
        }
        let blocked = self.s.blocked.of(robot).with(slot);
        self.s.blocked.set(robot, blocked);
        self.emit(BLOCKED, || Event::Blocked {
            robot,
            slot,
            own_turn,
        });
    }

    /// At the beginning of a turn, every upgrade has its effect again. The blocked slots of the robot whose turn has ended
    /// are free, and the active robot cannot use its own. The limits for dice end, and no card has been bought yet.
    #[cold]
    pub(crate) fn end_silence(&mut self, before: RobotId) {
        self.s.blocked.set(before, Slots::EMPTY);
        self.s.turn.used |= u16::from(self.s.blocked.of(self.s.active).bits());
        self.s.limits = DiceLimits::default();
        self.s.purchase = Purchase::default();
        for robot in RobotId::all() {
            if std::mem::take(&mut self.s.robots[robot.index()].disabled) != 0 {
                derived::refresh_robot(self.book, self.s, robot);
            }
        }
    }
}
