//! Data stored on cards: a number, robots or a slot (MB-12.13), kept in the bits that other cards use for counters.

use crate::book::memo::Memo;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::{memory, permanents};
use crate::rules::MEMORY_OF_CARD;
use crate::sizes::MAX_REMEMBERED;
use crate::state::ids::{RobotId, Robots, SlotId};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Stores a number or slot on the card of the frame; numbers that are too large are cut down.
    pub(crate) fn remember(&mut self, frame: &Frame, what: i16) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        let remembered = what.clamp(0, MAX_REMEMBERED.into()) as u8;
        let (robot, card) = (
            permanents::holder(self.s, frame, spot),
            self.book.bound[frame.program].card,
        );
        self.set_counter(robot, spot, remembered + 1);
        let memo = memory::memo_of_card(self.book, frame);
        let as_slot = SlotId::of(remembered.into()).filter(|_| memo == Memo::Slot);
        self.emit(MEMORY_OF_CARD, || match as_slot {
            Some(slot) => Event::RemembersSlot { robot, card, slot },
            None => Event::Remembers {
                robot,
                card,
                remembered,
            },
        });
    }

    /// Stores a robot on the card of the frame, instead of those stored before.
    pub(crate) fn remember_robot(&mut self, frame: &Frame, remembered: RobotId) {
        self.remember_robots(frame, remembered, Robots::EMPTY);
    }

    /// Stores a robot on the card of the frame, beside those stored before.
    pub(crate) fn remember_also(&mut self, frame: &Frame, remembered: RobotId) {
        let before = memory::all_remembered(self.book, self.s, frame);
        if !before.contains(remembered) {
            self.remember_robots(frame, remembered, before);
        }
    }

    fn remember_robots(&mut self, frame: &Frame, remembered: RobotId, before: Robots) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        let robot = permanents::holder(self.s, frame, spot);
        let card = self.book.bound[frame.program].card;
        self.set_counter(robot, spot, before.with(remembered).bits());
        self.emit(MEMORY_OF_CARD, || Event::RemembersRobot {
            robot,
            card,
            remembered,
        });
    }

    /// Removes the data stored on the card of the frame.
    pub(crate) fn forget_memory(&mut self, frame: &Frame) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        if memory::memory_here(self.book, self.s, frame).is_some() {
            let (robot, card) = (
                permanents::holder(self.s, frame, spot),
                self.book.bound[frame.program].card,
            );
            self.set_counter(robot, spot, 0);
            self.emit(MEMORY_OF_CARD, || Event::Forgets { robot, card });
        }
    }
}
