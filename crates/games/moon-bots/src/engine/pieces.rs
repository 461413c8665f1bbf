//! Parts and upgrades that leave a robot or move to another, and parts that can be used again (MB-13.7 to MB-13.9).

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::market::open_card;
use crate::facts::parts::{self, filled};
use crate::facts::{derived, places};
use crate::lexicon::{HookId, kind};
use crate::rules::{DESTROY, MARKET, MOVE_PIECE, REFRESH};
use crate::state::ids::{CardId, PlaceId, RobotId, SlotId};
use crate::state::{MarketCard, MarketSlot, SLOTS, UPGRADES, UpgradesDone};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Puts a part into a robot's slot, or empties it. A part that is new to the active robot has not been used yet.
    pub(crate) fn set_part(&mut self, robot: RobotId, slot: SlotId, number: u8) {
        let own = &mut self.s.robots[usize::from(robot)];
        own.parts[slot.index()] = number;
        own.counters.set(slot.index(), 0);
        derived::refresh_robot(self.book, self.s, robot);
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
            self.raise(HookId::OnPieceLost, robot, RobotId::First, 0);
            self.spill(robot);
        }
    }

    /// The card on a place of the market goes to the box (MB-13.6).
    pub(crate) fn discard_market(&mut self, place: PlaceId) {
        let slot = self.clear(place);
        if slot != MarketSlot::NOTHING {
            self.emit(MARKET, || Event::Cleared {
                place,
                card: open_card(slot),
            });
        }
    }

    /// A part goes to a place of the market; the card there goes to the box (MB-13.6).
    pub(crate) fn put_in_market(&mut self, robot: RobotId, slot: SlotId, place: PlaceId) {
        if let Some(card) = CardId::on_robot(self.part_at(robot, slot)) {
            self.set_part(robot, slot, 0);
            self.discard_market(place);
            self.s.market[place.index()] = MarketCard::Open(card).into();
            self.s.derived.gaps.remove(place);
            self.emit(MARKET, || Event::PutInMarket { robot, place, card });
            self.raise(HookId::OnPieceLost, robot, RobotId::First, 0);
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
            self.raise(HookId::OnPieceLost, from, RobotId::First, 0);
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
                self.raise(HookId::OnPieceLost, from, RobotId::First, 0);
            }
        }
        self.spill(first);
        self.spill(second);
    }

    /// Allows a used part of the active robot to be used once more.
    pub(crate) fn refresh_part(&mut self, slot: SlotId) {
        if parts::used_parts(self.s).contains(slot) {
            self.s.turn.used &= !(1 << slot.index());
            let robot = self.s.active;
            let blocked = self.s.blocked.of(robot).without(slot);
            self.s.blocked.set(robot, blocked);
            self.emit(REFRESH, || Event::Refreshed { robot, slot });
        }
    }

    /// Prevents a part of the active robot from being used again this turn.
    pub(crate) fn jam_part(&mut self, slot: SlotId) {
        let working = filled(self.s.on_turn()) - parts::used_parts(self.s);
        if working.contains(slot) {
            self.s.turn.used |= 1 << slot.index();
            let robot = self.s.active;
            self.emit(REFRESH, || Event::Jammed { robot, slot });
        }
    }

    pub(crate) fn destroy_upgrade(&mut self, robot: RobotId, card: i16) {
        if let Some(card) = self.take_upgrade(robot, card) {
            self.emit(DESTROY, || Event::Destroyed { robot, card });
            self.raise(HookId::OnPieceLost, robot, RobotId::First, 0);
            self.spill(robot);
        }
    }

    pub(crate) fn steal_upgrade(&mut self, to: RobotId, from: RobotId, card: i16) {
        let room = CardId::from_value(card).is_some_and(|card| {
            card.index() < self.book.open.len()
                && self.s.plays(to)
                && places::has_place(self.s, to, self.book.market_keys[card.index()])
        });
        if !room || from == to {
            return;
        }
        if let Some(card) = self.take_upgrade(from, card) {
            self.place(to, card);
            self.emit(MOVE_PIECE, || Event::Moved { from, to, card });
            self.raise(HookId::OnPieceLost, from, RobotId::First, 0);
            self.spill(from);
        }
    }

    /// Removes the last copy of an upgrade from a robot; later upgrades move down. Returns the card, if the robot has
    /// it.
    fn take_upgrade(&mut self, robot: RobotId, card: i16) -> Option<CardId> {
        let own = &mut self.s.robots[usize::from(robot)];
        let place = own
            .upgrades
            .iter()
            .rposition(|number| *number != 0 && i16::from(*number) == card + 1)?;
        self.lift_upgrade(robot, place)
    }

    /// Runs `what`, which may remove upgrades while an effect runs. Meanwhile the running effect is among the effects
    /// in progress. If its own upgrade moves down with the others, the result says so.
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

    /// Removes the upgrade at a place from a robot, with its counters; later upgrades move down. Returns the upgrade.
    pub(crate) fn lift_upgrade(&mut self, robot: RobotId, place: usize) -> Option<CardId> {
        let own = &mut self.s.robots[usize::from(robot)];
        let number = own.upgrades[place];
        own.upgrades.copy_within(place + 1.., place);
        own.upgrades[UPGRADES - 1] = 0;
        own.close_counters(place);
        own.disabled = own.disabled & ((1 << place) - 1) | own.disabled >> 1 & !((1 << place) - 1);
        derived::refresh_robot(self.book, self.s, robot);
        self.close_ranks(robot, place);
        CardId::on_robot(number)
    }

    /// Moves the data of an attack in progress about a robot's upgrades down with them.
    fn close_ranks(&mut self, robot: RobotId, place: usize) {
        let (first, attack) = (usize::from(robot) * UPGRADES, &mut self.s.attack);
        let all = ((1u32 << UPGRADES) - 1) << first;
        let below = (1u32 << (first + place)) - 1;
        let before = attack.done.bits();
        let done = before & all;
        attack.done =
            UpgradesDone::from_bits(before & !all | done & below | (done >> 1) & all & !below);
        self.moved_up_of(robot, SLOTS + place);
        self.renumber(robot, place as u8);
    }

    /// Renumbers effects of upgrades in progress, which identify their upgrade by its place; an upgrade that has left
    /// has no place.
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
