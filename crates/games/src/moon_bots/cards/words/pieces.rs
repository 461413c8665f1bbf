//! Parts and upgrades that leave a robot or change robots, and parts that work once more (MB-13.7 to MB-13.9).

use crate::moon_bots::cards::lexicon::{HookId, kind};
use crate::moon_bots::cards::rulebook::Rulebook;
use crate::moon_bots::play::engine::Engine;
use crate::moon_bots::play::events::Event;
use crate::moon_bots::rules::*;
use crate::moon_bots::state::ids::SlotId;
use crate::moon_bots::state::{Robot, SLOTS, State, UPGRADES};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// The slots that hold a part: a bit each.
pub(crate) fn filled(robot: &Robot) -> u8 {
    (0..SLOTS).fold(0, |mask, slot| mask | u8::from(robot.parts[slot] != 0) << slot)
}

impl Rulebook {
    /// The parts of the active robot that have worked this turn: a bit each.
    pub(crate) fn used_parts(&self, state: &State) -> u8 {
        state.turn.used as u8 & filled(state.on_turn())
    }

    /// The robot's upgrades by card, each once, in order.
    pub(crate) fn upgrades_of(&self, state: &State, robot: usize) -> impl Iterator<Item = u8> {
        let own = state.robots[robot].upgrades;
        (0..self.open.len() as u8).filter(move |card| own.contains(&(card + 1)))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Puts something into a robot's slot, or nothing; a part that is new to the active robot has not worked yet.
    pub(crate) fn set_part(&mut self, robot: u8, slot: SlotId, number: u8) {
        let own = &mut self.s.robots[usize::from(robot)];
        own.parts[slot.index()] = number;
        own.counters.set(slot.index(), 0);
        self.book.refresh(self.s, robot);
        if robot == self.s.active {
            self.s.turn.used &= !(1 << slot.index());
        }
    }

    fn part_at(&self, robot: u8, slot: SlotId) -> u8 {
        self.s.robots[usize::from(robot)].parts[slot.index()]
    }

    pub(crate) fn destroy_part(&mut self, robot: u8, slot: SlotId) {
        let number = self.part_at(robot, slot);
        if number != 0 {
            self.set_part(robot, slot, 0);
            self.emit(DESTROY, || Event::Destroyed { robot, card: number - 1 });
            self.spill(robot);
        }
    }

    pub(crate) fn steal_part(&mut self, to: u8, from: u8, slot: SlotId) {
        let number = self.part_at(from, slot);
        if number != 0 && self.s.plays(to) && self.part_at(to, slot) == 0 {
            self.set_part(from, slot, 0);
            self.set_part(to, slot, number);
            self.emit(MOVE_PIECE, || Event::Moved { from, to, card: number - 1 });
            self.raise(HookId::OnBuilt.n(), to, 0, slot.n());
            self.spill(from);
        }
    }

    pub(crate) fn swap_parts(&mut self, first: u8, second: u8, slot: SlotId) {
        if first == second || !self.s.plays(first) || !self.s.plays(second) {
            return;
        }
        let (one, two) = (self.part_at(first, slot), self.part_at(second, slot));
        self.set_part(first, slot, two);
        self.set_part(second, slot, one);
        for (number, from, to) in [(one, first, second), (two, second, first)] {
            if number != 0 {
                self.emit(MOVE_PIECE, || Event::Moved { from, to, card: number - 1 });
                self.raise(HookId::OnBuilt.n(), to, 0, slot.n());
            }
        }
        self.spill(first);
        self.spill(second);
    }

    /// A part of the active robot that has worked may work once more.
    pub(crate) fn refresh_part(&mut self, slot: SlotId) {
        if self.book.used_parts(self.s) & (1 << slot.index()) != 0 {
            self.s.turn.used &= !(1 << slot.index());
            let robot = self.s.active;
            self.emit(REFRESH, || Event::Refreshed { robot, slot: slot.n() });
        }
    }

    /// A part of the active robot works no more this turn.
    pub(crate) fn jam_part(&mut self, slot: SlotId) {
        let working = filled(self.s.on_turn()) & !self.book.used_parts(self.s);
        if working & (1 << slot.index()) != 0 {
            self.s.turn.used |= 1 << slot.index();
            let robot = self.s.active;
            self.emit(REFRESH, || Event::Jammed { robot, slot: slot.n() });
        }
    }

    pub(crate) fn destroy_upgrade(&mut self, robot: u8, card: i16) {
        if let Some(number) = self.take_upgrade(robot, card) {
            self.emit(DESTROY, || Event::Destroyed { robot, card: number - 1 });
            self.spill(robot);
        }
    }

    pub(crate) fn steal_upgrade(&mut self, to: u8, from: u8, card: i16) {
        let room = u8::try_from(card).is_ok_and(|card| {
            usize::from(card) < self.book.open.len()
                && self.s.plays(to)
                && self.book.has_place(self.s, to, self.book.goods[usize::from(card)])
        });
        if !room || from == to {
            return;
        }
        if let Some(number) = self.take_upgrade(from, card) {
            self.place(to, number - 1);
            self.emit(MOVE_PIECE, || Event::Moved { from, to, card: number - 1 });
            self.spill(from);
        }
    }

    /// Takes the last copy of an upgrade off a robot; those that came later move up. Its number, if the robot has it.
    fn take_upgrade(&mut self, robot: u8, card: i16) -> Option<u8> {
        let own = &mut self.s.robots[usize::from(robot)];
        let place = own.upgrades.iter().rposition(|number| *number != 0 && i16::from(*number) == card + 1)?;
        Some(self.lift_upgrade(robot, place))
    }

    /// Takes the upgrade at a place off a robot, with its counters; those that came later move up. Its number.
    pub(crate) fn lift_upgrade(&mut self, robot: u8, place: usize) -> u8 {
        let own = &mut self.s.robots[usize::from(robot)];
        let number = own.upgrades[place];
        own.upgrades.copy_within(place + 1.., place);
        own.upgrades[UPGRADES - 1] = 0;
        own.close_counters(place);
        own.silenced = own.silenced & ((1 << place) - 1) | own.silenced >> 1 & !((1 << place) - 1);
        self.book.refresh(self.s, robot);
        self.close_ranks(robot, place);
        number
    }

    /// What an attack under way remembers of a robot's upgrades moves up with them.
    fn close_ranks(&mut self, robot: u8, place: usize) {
        let (first, attack) = (usize::from(robot) * UPGRADES, &mut self.s.attack);
        let all = ((1u32 << UPGRADES) - 1) << first;
        let below = (1u32 << (first + place)) - 1;
        let done = attack.done & all;
        attack.done = attack.done & !all | done & below | (done >> 1) & all & !below;
        self.moved_up_of(robot, SLOTS + place);
        self.renumber(robot, place as u8);
    }

    /// Effects of upgrades in progress know their upgrade by its place; one that is gone has none.
    fn renumber(&mut self, robot: u8, place: u8) {
        for frame in self.s.effects.all_mut().iter_mut().filter(|frame| frame.owner == robot) {
            let card = self.book.bound[frame.program].card;
            if self.book.card(card).kind != kind::UPGRADE {
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
