//! Data stored on cards: a number, a robot or a slot (MB-12.13), kept in the bits that other cards use for counters.

use crate::cards::lexicon::kind;
use crate::cards::rulebook::Rulebook;
use crate::cards::words::memo::Memo;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::MEMORY_OF_CARD;
use crate::state::ids::{RobotId, Robots, SlotId, Slots};
use crate::state::sizes::MAX_REMEMBERED;
use crate::state::{Permanent, Robot, SLOTS, State};
use crate::text::names::Names;
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl Names {
    /// The data stored on a card, in words for people and positions; `None` if there is none.
    pub(crate) fn memory(&self, memo: Memo, stored: u8) -> Option<String> {
        let remembered = stored.checked_sub(1)?;
        match memo {
            Memo::None => None,
            Memo::Number => Some(remembered.to_string()),
            Memo::Robot => Some(format!(
                "robot {}",
                RobotId::of(remembered.into()).map_or("?".into(), |it| self.robot(it))
            )),
            Memo::Slot => Some(self.place(remembered).to_owned()),
        }
    }

    /// The kind of data that the part or upgrade at a place of a robot stores.
    pub(crate) fn memo_at(&self, robot: &Robot, place: usize) -> Memo {
        let number = match place.checked_sub(SLOTS) {
            None => robot.parts[place],
            Some(upgrade) => robot.upgrades[upgrade],
        };
        let card = usize::from(number).checked_sub(1);
        card.and_then(|card| self.memos.get(card))
            .copied()
            .unwrap_or(Memo::None)
    }
}

impl Rulebook {
    /// The kind of data that the card of a frame stores.
    pub(crate) fn memo_of_card(&self, frame: &Frame) -> Memo {
        let owned = &self.bound[frame.program];
        let memo = match owned.kind {
            kind::WEAPON => self
                .weapons
                .iter()
                .find(|weapon| weapon.card == owned.card)
                .map(|one| one.memo),
            _ => self
                .open
                .iter()
                .find(|open| open.card == owned.card)
                .map(|one| one.memo),
        };
        memo.unwrap_or(Memo::None)
    }

    /// The kind of data that the part or upgrade at a place of a robot stores.
    pub(crate) fn memo_at(&self, robot: &Robot, place: usize) -> Memo {
        self.names.memo_at(robot, place)
    }

    /// The kind of data that a permanent weapon stores.
    pub(crate) fn memo_of_permanent(&self, permanent: Permanent) -> Memo {
        let weapon = permanent.copy().map(|copy| self.weapon_of[copy.index()]);
        weapon.map_or(Memo::None, |weapon| self.weapons[usize::from(weapon)].memo)
    }

    /// The number, robot or slot stored on the card of a frame.
    pub(crate) fn memory_here(&self, state: &State, frame: &Frame) -> Option<u8> {
        let spot = self
            .spot(state, frame)
            .filter(|_| self.memo_of_card(frame) != Memo::None)?;
        Rulebook::counter_at(state, RobotId::owner_of(frame), spot).checked_sub(1)
    }

    /// The robot in play that is stored on the card of a frame.
    pub(crate) fn remembered(&self, state: &State, frame: &Frame) -> Robots {
        let robot = self
            .memory_here(state, frame)
            .filter(|_| self.memo_of_card(frame) == Memo::Robot);
        robot
            .and_then(|robot| RobotId::of(robot.into()))
            .map_or(Robots::EMPTY, Id::only)
            & state.in_play()
    }
}

impl Rulebook {
    /// The slot that is stored on the card of a frame.
    pub(crate) fn remembered_slot(&self, state: &State, frame: &Frame) -> Slots {
        self.memory_here(state, frame)
            .filter(|_| self.memo_of_card(frame) == Memo::Slot)
            .and_then(|slot| SlotId::of(slot.into()))
            .map_or(Slots::EMPTY, Id::only)
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Stores a number, robot or slot on the card of the frame; numbers that are too large are cut down.
    pub(crate) fn remember(&mut self, frame: &Frame, what: i16) {
        let Some(spot) = self.book.spot(self.s, frame) else {
            return;
        };
        let remembered = what.clamp(0, MAX_REMEMBERED.into()) as u8;
        let (robot, card) = (
            RobotId::owner_of(frame),
            self.book.bound[frame.program].card,
        );
        self.set_counter(robot, spot, remembered + 1);
        let memo = self.book.memo_of_card(frame);
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
        let Some(spot) = self.book.spot(self.s, frame) else {
            return;
        };
        if self.book.memory_here(self.s, frame).is_some() {
            let (robot, card) = (
                RobotId::owner_of(frame),
                self.book.bound[frame.program].card,
            );
            self.set_counter(robot, spot, 0);
            self.emit(MEMORY_OF_CARD, || Event::Forgets { robot, card });
        }
    }
}
