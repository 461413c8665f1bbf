//! Parts and upgrades that leave a robot or change robots, and parts that work once more (MB-13.7 to MB-13.9).

use crate::cards::lexicon::{HookId, kind};
use crate::cards::rulebook::Rulebook;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::*;
use crate::state::ids::{CardId, RobotId, SlotId, Slots};
use crate::state::{Robot, SLOTS, State, UPGRADES};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// The slots that hold a part.
pub(crate) fn filled(robot: &Robot) -> Slots {
    Slots::of(|slot| robot.parts[slot.index()] != 0)
}

impl Rulebook {
    /// The parts of the active robot that have worked this turn.
    pub(crate) fn used_parts(&self, state: &State) -> Slots {
        Slots::from_bits(state.turn.used as u8) & filled(state.on_turn())
    }

    /// The robot's upgrades by card, each once, in order.
    pub(crate) fn upgrades_of(
        &self,
        state: &State,
        robot: RobotId,
    ) -> impl Iterator<Item = CardId> {
        let own = state.robots[robot.index()].upgrades;
        CardId::all()
            .take(self.open.len())
            .filter(move |card| own.contains(&card.number()))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Puts something into a robot's slot, or nothing; a part that is new to the active robot has not worked yet.
    pub(crate) fn set_part(&mut self, robot: RobotId, slot: SlotId, number: u8) {
        let own = &mut self.s.robots[usize::from(robot)];
        own.parts[slot.index()] = number;
        own.counters.set(slot.index(), 0);
        self.book.refresh(self.s, robot);
        if robot == self.s.active {
            self.s.turn.used &= !(1 << slot.index());
        }
    }

    fn part_at(&self, robot: RobotId, slot: SlotId) -> u8 {
        self.s.robots[usize::from(robot)].parts[slot.index()]
    }

    pub(crate) fn destroy_part(&mut self, robot: RobotId, slot: SlotId) {
        if let Some(card) = CardId::on_robot(self.part_at(robot, slot)) {
            self.set_part(robot, slot, 0);
            self.emit(DESTROY, || Event::Destroyed { robot, card });
            self.spill(robot);
        }
    }

    pub(crate) fn steal_part(&mut self, to: RobotId, from: RobotId, slot: SlotId) {
        if let Some(card) = CardId::on_robot(self.part_at(from, slot))
            && self.s.plays(to)
            && self.part_at(to, slot) == 0
        {
            self.set_part(from, slot, 0);
            self.set_part(to, slot, card.number());
            self.emit(MOVE_PIECE, || Event::Moved { from, to, card });
            self.raise(HookId::OnBuilt, to, RobotId::First, slot.n());
            self.spill(from);
        }
    }

    pub(crate) fn swap_parts(&mut self, first: RobotId, second: RobotId, slot: SlotId) {
        if first == second || !self.s.plays(first) || !self.s.plays(second) {
            return;
        }
        let (one, two) = (self.part_at(first, slot), self.part_at(second, slot));
        self.set_part(first, slot, two);
        self.set_part(second, slot, one);
        for (number, from, to) in [(one, first, second), (two, second, first)] {
            if let Some(card) = CardId::on_robot(number) {
                self.emit(MOVE_PIECE, || Event::Moved { from, to, card });
                self.raise(HookId::OnBuilt, to, RobotId::First, slot.n());
            }
        }
        self.spill(first);
        self.spill(second);
    }

    /// A part of the active robot that has worked may work once more.
    pub(crate) fn refresh_part(&mut self, slot: SlotId) {
        if self.book.used_parts(self.s).contains(slot) {
            self.s.turn.used &= !(1 << slot.index());
            let robot = self.s.active;
            self.emit(REFRESH, || Event::Refreshed { robot, slot });
        }
    }

    /// A part of the active robot works no more this turn.
    pub(crate) fn jam_part(&mut self, slot: SlotId) {
        let working = filled(self.s.on_turn()) - self.book.used_parts(self.s);
        if working.contains(slot) {
            self.s.turn.used |= 1 << slot.index();
            let robot = self.s.active;
            self.emit(REFRESH, || Event::Jammed { robot, slot });
        }
    }

    pub(crate) fn destroy_upgrade(&mut self, robot: RobotId, card: i16) {
        if let Some(card) = self.take_upgrade(robot, card) {
            self.emit(DESTROY, || Event::Destroyed { robot, card });
            self.spill(robot);
        }
    }

    pub(crate) fn steal_upgrade(&mut self, to: RobotId, from: RobotId, card: i16) {
        let room = CardId::from_value(card).is_some_and(|card| {
            card.index() < self.book.open.len()
                && self.s.plays(to)
                && self
                    .book
                    .has_place(self.s, to, self.book.market_keys[card.index()])
        });
        if !room || from == to {
            return;
        }
        if let Some(card) = self.take_upgrade(from, card) {
            self.place(to, card);
            self.emit(MOVE_PIECE, || Event::Moved { from, to, card });
            self.spill(from);
        }
    }

    /// Takes the last copy of an upgrade off a robot; those that came later move up. The card, if the robot has it.
    fn take_upgrade(&mut self, robot: RobotId, card: i16) -> Option<CardId> {
        let own = &mut self.s.robots[usize::from(robot)];
        let place = own
            .upgrades
            .iter()
            .rposition(|number| *number != 0 && i16::from(*number) == card + 1)?;
        self.lift_upgrade(robot, place)
    }

    /// Does what may take upgrades away while an effect runs: where that of the effect moves up with the others, the
    /// answer says so. It stands among those in progress meanwhile.
    pub(crate) fn lifting(&mut self, frame: &Frame, what: impl FnOnce(&mut Self)) -> Act {
        let running = usize::from(self.s.effects.depth).saturating_sub(1);
        self.s
            .effects
            .all_mut()
            .iter_mut()
            .skip(running)
            .for_each(|own| *own = *frame);
        what(self);
        self.s
            .effects
            .all()
            .get(running)
            .map_or(Act::Done, |own| Act::Moved(own.cause))
    }

    /// Takes the upgrade at a place off a robot, with its counters; those that came later move up. Which it was.
    pub(crate) fn lift_upgrade(&mut self, robot: RobotId, place: usize) -> Option<CardId> {
        let own = &mut self.s.robots[usize::from(robot)];
        let number = own.upgrades[place];
        own.upgrades.copy_within(place + 1.., place);
        own.upgrades[UPGRADES - 1] = 0;
        own.close_counters(place);
        own.disabled = own.disabled & ((1 << place) - 1) | own.disabled >> 1 & !((1 << place) - 1);
        self.book.refresh(self.s, robot);
        self.close_ranks(robot, place);
        CardId::on_robot(number)
    }

    /// What an attack under way remembers of a robot's upgrades moves up with them.
    fn close_ranks(&mut self, robot: RobotId, place: usize) {
        let (first, attack) = (usize::from(robot) * UPGRADES, &mut self.s.attack);
        let all = ((1u32 << UPGRADES) - 1) << first;
        let below = (1u32 << (first + place)) - 1;
        let done = attack.done & all;
        attack.done = attack.done & !all | done & below | (done >> 1) & all & !below;
        self.moved_up_of(robot, SLOTS + place);
        self.renumber(robot, place as u8);
    }

    /// Effects of upgrades in progress know their upgrade by its place; one that is gone has none.
    fn renumber(&mut self, robot: RobotId, place: u8) {
        for frame in self
            .s
            .effects
            .all_mut()
            .iter_mut()
            .filter(|frame| RobotId::owner_of(frame) == robot)
        {
            if self.book.bound[frame.program].kind != kind::UPGRADE {
                continue;
            }
            frame.cause = match frame.cause.cmp(&place) {
                std::cmp::Ordering::Less => frame.cause,
                std::cmp::Ordering::Equal => UPGRADES as u8,
                std::cmp::Ordering::Greater => frame.cause - 1,
            };
        }
    }
}
