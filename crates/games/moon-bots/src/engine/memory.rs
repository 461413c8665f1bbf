//! Data stored on cards: a number, a robot or a slot (MB-12.13), kept in the bits that other cards use for counters.

use crate::book::memo::Memo;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::{memory, permanents};
use crate::rules::MEMORY_OF_CARD;
use crate::sizes::MAX_REMEMBERED;
use crate::state::ids::{RobotId, SlotId};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Stores a number, robot or slot on the card of the frame; numbers that are too large are cut down.
    pub(crate) fn remember(&mut self, frame: &Frame, what: i16) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        let remembered = what.clamp(0, MAX_REMEMBERED.into()) as u8;
        let (robot, card) = (
            RobotId::owner_of(frame),
            self.book.bound[frame.program].card,
        );
        self.set_counter(robot, spot, remembered + 1);
        let memo = memory::memo_of_card(self.book, frame);
        let as_robot = RobotId::of(remembered.into()).filter(|_| memo == Memo::Robot);
        let as_slot = SlotId::of(remembered.into()).filter(|_| memo == Memo::Slot);
        self.emit(MEMORY_OF_CARD, || match (as_robot, as_slot) {
            (Some(remembered), _) => Event::RemembersRobot {
                robot,
                card,
                remembered,
            },
            (None, Some(slot)) => Event::RemembersSlot { robot, card, slot },
            (None, None) => Event::Remembers {
                robot,
                card,
                remembered,
            },
        });
    }

    /// Removes the data stored on the card of the frame.
    pub(crate) fn forget_memory(&mut self, frame: &Frame) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        if memory::memory_here(self.book, self.s, frame).is_some() {
            let (robot, card) = (
                RobotId::owner_of(frame),
                self.book.bound[frame.program].card,
            );
            self.set_counter(robot, spot, 0);
            self.emit(MEMORY_OF_CARD, || Event::Forgets { robot, card });
        }
    }
}
