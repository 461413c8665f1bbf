//! Hands: weapons that are discarded, change hands, are drawn and shown, and who knows what of them (MB-13.2 to
//! MB-13.5).

use crate::cards::rulebook::Rulebook;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::*;
use crate::state::State;
use crate::state::ids::{RobotId, WeaponId};
use cardwright_effects::Frame;
use cardwright_kernel::{Cite, Log, RuleId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::zones::lose_sight;

impl Rulebook {
    /// The weapons of a robot's hand that the player of another one knows: a bit for each copy.
    pub(crate) fn known(&self, state: &State, robot: RobotId, to: RobotId) -> u64 {
        let (hand, player) = (state.robots[usize::from(robot)].hand, self.owner(to));
        match self.owner(robot) == player {
            true => hand,
            false => hand & state.spied[usize::from(player)],
        }
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// The weapon of a value and its lowest copy in a robot's hand, as a bit; none if it holds none.
    fn held(&self, robot: RobotId, weapon: i16) -> Option<(WeaponId, u64)> {
        let weapon = WeaponId::from_value(weapon)?;
        let own = self.s.robots[robot.index()].hand & self.book.weapons.get(weapon.index())?.copies;
        (own != 0).then_some((weapon, own & own.wrapping_neg()))
    }

    /// A robot discards a weapon that it holds; everybody sees it.
    pub(crate) fn discard(&mut self, robot: RobotId, weapon: i16) {
        if let Some((weapon, copy)) = self.held(robot, weapon) {
            self.s.robots[usize::from(robot)].hand &= !copy;
            self.s.shown |= copy;
            self.book.refresh_derived(self.s);
            self.emit(HAND_DISCARD, || Event::Dropped { robot, weapon });
        }
    }

    /// A weapon goes from one robot in play to another.
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
        self.book.refresh_derived(self.s);
        let (giver, taker) = (self.book.owner(from), self.book.owner(to));
        // Whoever had looked at a hand of several weapons no longer knows which of them is where.
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

    /// Two robots in play exchange their hands. Each player knows what the other has got.
    pub(crate) fn swap_hands(&mut self, first: RobotId, second: RobotId) {
        if first == second || !self.s.plays(first) || !self.s.plays(second) {
            return;
        }
        let [one, two] = [first, second].map(|robot| self.s.robots[usize::from(robot)].hand);
        self.s.robots[usize::from(first)].hand = two;
        self.s.robots[usize::from(second)].hand = one;
        self.book.refresh_derived(self.s);
        self.emit(HAND_MOVE, || Event::HandsSwapped { first, second });
        self.sees(first, second, one, HAND_MOVE);
        self.sees(second, first, two, HAND_MOVE);
    }

    /// A robot's player sees weapons that another robot now holds.
    fn sees(&mut self, robot: RobotId, at: RobotId, weapons: u64, rule: RuleId) {
        let (book, player) = (self.book, self.book.owner(robot));
        self.s.spied[usize::from(player)] |= weapons;
        self.emit_private(player, rule, || Event::Saw {
            robot,
            at,
            weapons: book.weapons_in(weapons).collect(),
        });
    }

    /// A weapon comes out of the pile into a hand; which one it is is settled as for one that was bought.
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

    /// Everybody sees a hand.
    pub(crate) fn reveal(&mut self, robot: RobotId) {
        let (book, hand) = (self.book, self.s.robots[usize::from(robot)].hand);
        self.s.spied.iter_mut().for_each(|spied| *spied |= hand);
        self.emit(REVEAL, || Event::Revealed {
            robot,
            weapons: book.weapons_in(hand).collect(),
        });
    }

    /// Chance has picked a weapon out of a hand.
    pub(crate) fn picked(&mut self, weapon: WeaponId) {
        // The effect that waits for this stands behind the operation that asked for it.
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
