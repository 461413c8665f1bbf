//! Hands: weapons that are discarded, passed on, drawn, revealed, taken from the box or put back into the pile, and
//! who knows them (MB-13.2 to MB-13.5, MB-13.24).

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::{derived, weapons};
use crate::rules::{DRAWN, HAND_DISCARD, HAND_MOVE, REVEAL, WEAPONS_BACK};
use crate::state::MarketSlot;
use crate::state::ids::{RobotId, WeaponId};
use cardwright_effects::Frame;
use cardwright_kernel::{Cite, Log, RuleId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::zones::lose_sight;

impl<L: Log<Event>> Engine<'_, L> {
    /// The weapon with this value and its lowest copy in a robot's hand, as a bit; `None` if the robot does not hold
    /// it.
    pub(crate) fn held(&self, robot: RobotId, weapon: i16) -> Option<(WeaponId, u64)> {
        let weapon = WeaponId::from_value(weapon)?;
        let own = self.s.robots[robot.index()].hand & self.book.weapons.get(weapon.index())?.copies;
        (own != 0).then_some((weapon, own & own.wrapping_neg()))
    }

    /// A robot discards a weapon that it holds; everybody sees it.
    pub(crate) fn discard(&mut self, robot: RobotId, weapon: i16) {
        if let Some((weapon, copy)) = self.held(robot, weapon) {
            self.s.robots[usize::from(robot)].hand &= !copy;
            self.s.shown |= copy;
            derived::refresh_derived(self.book, self.s);
            self.emit(HAND_DISCARD, || Event::Dropped { robot, weapon });
        }
    }

    /// A robot discards a weapon that it holds without showing it. It joins those that were removed unseen.
    pub(crate) fn discard_face_down(&mut self, robot: RobotId, weapon: i16) {
        if let Some(weapon) = self.hide_away(robot, weapon) {
            derived::refresh_derived(self.book, self.s);
            let player = self.book.owner(robot);
            self.emit(HAND_DISCARD, || Event::DroppedFaceDown { robot });
            self.emit_private(player, HAND_DISCARD, || Event::DroppedWeapon {
                player,
                weapon,
            });
        }
    }

    /// Moves a weapon from a hand to those that nobody knows; returns which one.
    fn hide_away(&mut self, robot: RobotId, weapon: i16) -> Option<WeaponId> {
        let (weapon, copy) = self.held(robot, weapon)?;
        let (owner, hand) = (self.book.owner(robot), self.s.robots[robot.index()].hand);
        self.s.robots[robot.index()].hand &= !copy;
        self.s.unseen |= copy;
        // Players who had looked at a hand of several weapons no longer know which of them are left.
        lose_sight(&mut self.s.spied, owner.n(), owner.n(), hand);
        self.s.spied.iter_mut().for_each(|spied| *spied &= !copy);
        Some(weapon)
    }

    /// Passes a weapon from one robot in play to another.
    pub(crate) fn give(&mut self, from: RobotId, to: RobotId, weapon: i16) {
        if let Some((weapon, copy)) = self.held(from, weapon)
            && from != to
            && self.s.plays(to)
        {
            self.hand_over(from, to, weapon, copy);
        }
    }

    fn hand_over(&mut self, from: RobotId, to: RobotId, weapon: WeaponId, copy: u64) {
        let before = self.s.robots[usize::from(from)].hand;
        self.s.robots[usize::from(from)].hand &= !copy;
        self.s.robots[usize::from(to)].hand |= copy;
        derived::refresh_derived(self.book, self.s);
        let (giver, taker) = (self.book.owner(from), self.book.owner(to));
        // Players who had looked at a hand of several weapons no longer know which of them is where.
        lose_sight(&mut self.s.spied, giver.n(), taker.n(), before);
        self.s.spied[usize::from(giver)] |= copy;
        self.emit(HAND_MOVE, || Event::HandedOver { from, to });
        for player in [giver, taker]
            .into_iter()
            .take(if giver == taker { 1 } else { 2 })
        {
            self.emit_private(player, HAND_MOVE, || Event::HandedWeapon {
                player,
                from,
                to,
                weapon,
            });
        }
    }

    /// Two robots in play swap their hands. Each player knows which weapons the other got.
    pub(crate) fn swap_hands(&mut self, first: RobotId, second: RobotId) {
        if first == second || !self.s.plays(first) || !self.s.plays(second) {
            return;
        }
        let [one, two] = [first, second].map(|robot| self.s.robots[usize::from(robot)].hand);
        self.s.robots[usize::from(first)].hand = two;
        self.s.robots[usize::from(second)].hand = one;
        derived::refresh_derived(self.book, self.s);
        self.emit(HAND_MOVE, || Event::HandsSwapped { first, second });
        self.sees(first, second, one, HAND_MOVE);
        self.sees(second, first, two, HAND_MOVE);
    }

    /// Logs that a robot's player sees weapons that another robot now holds.
    fn sees(&mut self, robot: RobotId, at: RobotId, weapons: u64, rule: RuleId) {
        let (book, player) = (self.book, self.book.owner(robot));
        self.s.spied[usize::from(player)] |= weapons;
        self.emit_private(player, rule, || Event::Saw {
            robot,
            at,
            weapons: weapons::weapons_in(book, weapons).collect(),
        });
    }

    /// Draws a weapon from the pile into a hand. Which one it is, is decided as for a weapon that was bought.
    pub(crate) fn draw_weapon(&mut self, robot: RobotId) -> bool {
        let draws = self.s.plays(robot) && self.s.pile_weapons > 0;
        if draws {
            self.s.pile_weapons -= 1;
            self.shuffle();
            self.s.pending_reveal = Some(robot);
            self.emit(DRAWN, || Event::DrewWeapon { robot });
        }
        draws
    }

    /// A robot in play takes a used weapon from the box; everybody knows that it has it.
    pub(crate) fn recover(&mut self, robot: RobotId, weapon: i16) {
        let used = weapons::used_copies(self.book, self.s);
        let weapon = WeaponId::from_value(weapon);
        let facts = weapon.and_then(|weapon| self.book.weapons.get(weapon.index()));
        let copies = facts.map_or(0, |facts| facts.copies & used);
        if let Some(weapon) = weapon.filter(|_| copies != 0 && self.s.plays(robot)) {
            let copy = copies & copies.wrapping_neg();
            self.s.shown &= !copy;
            self.s.robots[robot.index()].hand |= copy;
            self.s.spied.iter_mut().for_each(|spied| *spied |= copy);
            derived::refresh_derived(self.book, self.s);
            self.emit(WEAPONS_BACK, || Event::Recovered { robot, weapon });
        }
    }

    /// A robot draws one of the weapons that were removed from the game unseen. Returns whether there is one.
    pub(crate) fn draw_removed(&mut self, robot: RobotId) -> bool {
        let market = self.s.market.iter();
        let face_down = market
            .filter(|slot| **slot == MarketSlot::FACE_DOWN)
            .count() as u32;
        let there = face_down + u32::from(self.s.pile_weapons);
        let draws = self.s.plays(robot) && self.s.unseen.count_ones() > there;
        if draws {
            self.s.pending_reveal = Some(robot);
            self.emit(WEAPONS_BACK, || Event::DrewRemoved { robot });
        }
        draws
    }

    /// Puts a weapon from a hand back into the pile, which is shuffled. Other players do not see which weapon it is.
    pub(crate) fn hand_back(&mut self, robot: RobotId, weapon: i16) {
        let Some(weapon) = self.hide_away(robot, weapon) else {
            return;
        };
        let owner = self.book.owner(robot);
        self.s.pile_weapons += 1;
        self.shuffle();
        derived::refresh_derived(self.book, self.s);
        self.emit(WEAPONS_BACK, || Event::PutBack { robot });
        self.emit_private(owner, WEAPONS_BACK, || Event::PutBackWeapon {
            player: owner,
            weapon,
        });
    }

    /// Reveals a hand to everybody.
    pub(crate) fn reveal(&mut self, robot: RobotId) {
        let (book, hand) = (self.book, self.s.robots[usize::from(robot)].hand);
        self.s.spied.iter_mut().for_each(|spied| *spied |= hand);
        self.emit(REVEAL, || Event::Revealed {
            robot,
            weapons: weapons::weapons_in(book, hand).collect(),
        });
    }

    /// Continues after chance has selected a weapon from a hand.
    pub(crate) fn picked(&mut self, weapon: WeaponId) {
        // The waiting effect is already past the operation that asked for this.
        let asks = |frame: &Frame| Cite::Op {
            program: frame.program,
            at: frame.pc.saturating_sub(1),
        };
        self.op = self.s.top().map(asks);
        match std::mem::take(&mut self.s.pending_chance) {
            crate::state::PendingChance::Discard(robot) => self.discard(robot, weapon.into()),
            crate::state::PendingChance::Steal(from, to) => self.give(from, to, weapon.into()),
            _ => {}
        }
        self.op = None;
    }
}
