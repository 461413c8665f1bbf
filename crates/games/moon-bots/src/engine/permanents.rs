//! Changes to cards on the table: secret weapons that stay, cards that leave, and counters.

use crate::book::memo::Memo;
use crate::engine::answers::COPIED;
use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::permanents::{self, Spot};
use crate::facts::{derived, memory};
use crate::lexicon::{HookId, kind};
use crate::rules::{COUNTER, LEAVING, STAY};
use crate::state::ids::{CardId, CopyId, RobotId, Robots, SlotId};
use crate::state::values::done_bit;
use crate::state::{
    COUNTERS, FINAL_PLACES, FRONT, PERMANENTS, Permanent, SLOTS, Step, UPGRADES, Until,
    UpgradesDone,
};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

impl<L: Log<Event>> Engine<'_, L> {
    /// MB-12.6: the weapon of the frame stays in front of its owner, or changes how long it stays.
    pub(crate) fn stay(&mut self, frame: &Frame, until: Until) {
        self.stay_before(frame, until, RobotId::owner_of(frame));
    }

    /// The same in front of any robot.
    pub(crate) fn stay_before(&mut self, frame: &Frame, until: Until, robot: RobotId) {
        let owned = &self.book.bound[frame.program];
        let weapon = owned.kind == kind::WEAPON;
        if !weapon
            || frame.cause == COPIED
            || owned.hook == Some(HookId::Can.n())
            || !self.s.plays(robot)
        {
            return;
        }
        let card = owned.card;
        match permanents::spot(self.book, self.s, frame) {
            Some(Spot::Permanent(place)) => {
                self.s.permanents[place] = self.s.permanents[place].until_set(until)
            }
            _ if matches!(
                owned.hook.and_then(HookId::of),
                Some(HookId::Play | HookId::OnBought)
            ) =>
            {
                let Some(copy) = CopyId::of(frame.cause.into()) else {
                    return;
                };
                self.make_room();
                let free = self
                    .s
                    .permanents
                    .iter_mut()
                    .find(|permanent| permanent.is_none());
                free.into_iter()
                    .for_each(|free| *free = Permanent::new(copy, robot, until));
                derived::refresh_robot(self.book, self.s, robot);
            }
            _ => return,
        }
        self.emit(STAY, || Event::Stays { robot, card });
    }

    /// MB-12.6: the staying weapon of the frame moves in front of another robot, with what is on it.
    pub(crate) fn hand_on(&mut self, frame: &Frame, to: RobotId) {
        let Some(Spot::Permanent(place)) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        let from = self.s.permanents[place].owner();
        if from == to || !self.s.plays(to) {
            return;
        }
        self.s.permanents[place] = self.s.permanents[place].handed_to(to);
        derived::refresh_robot(self.book, self.s, from);
        derived::refresh_robot(self.book, self.s, to);
        let card = self.book.bound[frame.program].card;
        self.emit(STAY, || Event::Stays { robot: to, card });
    }

    /// MB-12.7: removes the oldest permanent weapon if there is no room for another.
    fn make_room(&mut self) {
        if !self.s.permanents[PERMANENTS - 1].is_none() {
            self.remove_permanent(0);
        }
    }

    /// MB-12.7: removes the card of the frame, wherever it is.
    pub(crate) fn leave(&mut self, frame: &Frame) {
        match permanents::spot(self.book, self.s, frame) {
            Some(Spot::OnRobot(place)) => self.unbuild(RobotId::owner_of(frame), place),
            Some(Spot::Permanent(place)) => self.remove_permanent(place),
            None => {}
        }
    }

    /// Puts a permanent weapon into the box.
    fn remove_permanent(&mut self, place: usize) {
        let gone = self.s.permanents[place];
        let Some(copy) = gone.copy() else { return };
        self.drop_lasting(place);
        let robot = gone.owner();
        derived::refresh_robot(self.book, self.s, robot);
        let card = self.book.weapons[usize::from(self.book.weapon_of[copy.index()])].card;
        self.emit(LEAVING, || Event::Left { robot, card });
    }

    /// Removes a permanent weapon; later ones move down, and so do the cursors behind it.
    fn drop_lasting(&mut self, place: usize) {
        self.s.permanents.copy_within(place + 1.., place);
        self.s.permanents[PERMANENTS - 1] = Permanent::default();
        self.cards_moved_up(SLOTS + UPGRADES + place);
    }

    /// Adjusts cursors after the cards of every robot behind a place have moved down by one.
    fn cards_moved_up(&mut self, place: usize) {
        let order = self.s.turn_order();
        order.moved_up(
            &mut self.s.triggers.heard,
            Robots::full().bits(),
            place,
            FRONT,
        );
        self.attack_moved_up(order, Robots::full(), place, FRONT);
        self.falling_moved_up(Robots::full(), place, FRONT);
        self.answering_moved_up(Robots::full(), place, FRONT);
    }

    /// Puts a part or upgrade into the box; energy above the robot's new maximum is dropped (MB-12.9).
    pub(crate) fn unbuild(&mut self, robot: RobotId, place: usize) {
        let card = match SlotId::of(place) {
            None => self.lift_upgrade(robot, place - SLOTS),
            Some(slot) => {
                let number = self.s.robots[usize::from(robot)].parts[slot.index()];
                self.set_part(robot, slot, 0);
                CardId::on_robot(number)
            }
        };
        let Some(card) = card else { return };
        let card = self.book.open[card.index()].card;
        self.emit(LEAVING, || Event::Left { robot, card });
        self.spill(robot);
    }

    /// Adjusts the cursor of an attack in progress.
    fn attack_moved_up(&mut self, order: TurnOrder, robots: Robots, behind: usize, to: usize) {
        let first = match self.s.step {
            Step::Commit => FINAL_PLACES,
            _ => 0,
        };
        let mut cursor = self.s.attack.cursor.saturating_sub(first);
        if order.moved_up(&mut cursor, robots.bits(), behind, to) {
            self.s.attack.cursor = first + cursor;
            self.count_again();
        }
    }

    /// Adjusts cursors after one robot's upgrades behind a place have moved down by one; permanent weapons have not
    /// moved.
    pub(crate) fn moved_up_of(&mut self, robot: RobotId, place: usize) {
        let order = self.s.turn_order();
        // An attack first checks the cards of the attacker and of the others clockwise from it, then those of all
        // robots, starting with the first robot.
        let of_attack = if self.s.step == Step::Boost {
            TurnOrder {
                first: self.s.attack.attacker.n(),
                ..order
            }
        } else {
            TurnOrder { first: 0, ..order }
        };
        order.moved_up(
            &mut self.s.triggers.heard,
            robot.only().bits(),
            place,
            SLOTS + UPGRADES,
        );
        self.attack_moved_up(of_attack, robot.only(), place, SLOTS + UPGRADES);
        self.falling_moved_up(robot.only(), place, SLOTS + UPGRADES);
        self.answering_moved_up(robot.only(), place, SLOTS + UPGRADES);
    }

    /// Removes the weapons whose time is over.
    #[cold]
    pub(crate) fn expire(&mut self, over: impl Fn(Permanent) -> bool) {
        while let Some(place) = self
            .s
            .permanents
            .iter()
            .position(|permanent| !permanent.is_none() && over(*permanent))
        {
            self.remove_permanent(place);
        }
    }

    /// Puts the permanent weapons of an eliminated robot into the box with its other cards.
    pub(crate) fn box_permanents(&mut self, robot: RobotId) {
        let own = |permanent: &Permanent| !permanent.is_none() && permanent.owner() == robot;
        while let Some(place) = self.s.permanents.iter().position(own) {
            self.drop_lasting(place);
        }
    }

    /// MB-12.8: puts counters on the card of the frame, or removes them.
    pub(crate) fn count(&mut self, frame: &Frame, change: i16) {
        let Some(spot) = permanents::spot(self.book, self.s, frame) else {
            return;
        };
        if memory::memo_of_card(self.book, frame) != Memo::None {
            return;
        }
        let old = permanents::counters_here(self.book, self.s, frame);
        let new = i16::from(old)
            .saturating_add(change)
            .clamp(0, COUNTERS.into()) as u8;
        let robot = permanents::holder(self.s, frame, spot);
        self.set_counter(robot, spot, new);
        let card = self.book.bound[frame.program].card;
        if new != old {
            self.emit(COUNTER, || Event::Counted {
                robot,
                card,
                counters: new,
            });
        }
    }

    /// Stores a value with the card at a spot: counters or data.
    pub(crate) fn set_counter(&mut self, owner: RobotId, spot: Spot, number: u8) {
        match spot {
            Spot::OnRobot(place) => self.s.robots[usize::from(owner)]
                .counters
                .set(place, number),
            Spot::Permanent(place) => {
                self.s.permanents[place] = self.s.permanents[place].with_counters(number)
            }
        }
    }

    /// Marks that the card of the frame has reduced the current attack (MB-6.5).
    pub(crate) fn set_done(&mut self, frame: &Frame) {
        match permanents::spot(self.book, self.s, frame) {
            Some(Spot::OnRobot(place)) if place < SLOTS => {
                self.s.robots[usize::from(frame.owner)].done |= 1 << place;
            }
            Some(Spot::OnRobot(place)) => {
                let bit = done_bit(RobotId::owner_of(frame), (place - SLOTS) as u8);
                self.s.attack.done = UpgradesDone::from_bits(self.s.attack.done.bits() | bit);
            }
            Some(Spot::Permanent(place)) => {
                self.s.permanents[place] = self.s.permanents[place].doing(true)
            }
            None => {}
        }
    }

    /// Starts a new attack, in which no card has acted yet.
    pub(crate) fn forget_done(&mut self) {
        self.s.robots.iter_mut().for_each(|robot| robot.done = 0);
        self.s
            .permanents
            .iter_mut()
            .for_each(|permanent| *permanent = permanent.doing(false));
    }
}
