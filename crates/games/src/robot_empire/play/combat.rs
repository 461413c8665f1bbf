//! Combat: attackers, blocks, chains, dice, the order of blockers, and the damage.

use super::Engine;
use super::actions::{Action, Each, More};
use super::event::Event;
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::questions::Point;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{
    Asked, BLOCKED, MAX_UNITS, NAMED, NEW as IS_NEW, RECHARGING as RECHARGES, SEATS, Spot, State, Step, Unit,
    Window,
};
use cardwright_kernel::Log;

/// Monsters in a chain at most (clause RE-9.6).
const MAX_CHAIN: usize = 3;

/// The place of the first of a fighter's group.
pub(crate) fn group_of(at: u8, unit: &Unit) -> u8 {
    if unit.chain != 0 { unit.chain - 1 } else { at }
}

/// Whether a card takes part in the combat.
fn fights(unit: &Unit) -> bool {
    unit.fight != 0 && unit.ready()
}

impl Rulebook {
    /// The fighters of a group that are still in the combat.
    pub(crate) fn group<'s>(
        &self,
        s: &'s State,
        seat: u8,
        group: u8,
    ) -> impl Iterator<Item = (u8, &'s Unit)> + Clone + use<'s> {
        let units = (0..).zip(&s.side(seat).units);
        units.filter(move |(at, unit)| fights(unit) && group_of(*at, unit) == group)
    }

    /// The groups of a side that are in the combat, in the order they came.
    fn groups<'s>(&self, s: &'s State, seat: u8) -> impl Iterator<Item = u8> + use<'s> {
        let units = move || (0..).zip(&s.side(seat).units).filter(|(_, unit)| fights(unit));
        (0..MAX_UNITS as u8).filter(move |group| units().any(|(at, unit)| group_of(at, unit) == *group))
    }

    /// The groups that block an attacking group.
    pub(crate) fn blockers<'s>(&'s self, s: &'s State, attacker: u8) -> impl Iterator<Item = Spot> + use<'s> {
        self.clockwise(s).filter(move |seat| *seat != s.active).flat_map(move |seat| {
            let blocks =
                move |group: &u8| self.group(s, seat, *group).any(|(_, unit)| unit.fight == attacker + 1);
            self.groups(s, seat).filter(blocks).map(move |at| Spot { seat, at })
        })
    }

    /// The seats from the active player's left on, the active player last.
    pub(crate) fn clockwise(&self, s: &State) -> impl Iterator<Item = u8> + use<> {
        let (active, players) = (s.active, self.players);
        (1..=players).map(move |nth| (active + nth) % players)
    }

    /// The attack of a whole group.
    fn group_attack(&self, s: &State, seat: u8, group: u8) -> u8 {
        self.group(s, seat, group).fold(0, |sum, (_, unit)| sum.saturating_add(self.attack(unit)))
    }

    /// Whether a group flies: all do (clause RE-9.6).
    fn group_flies(&self, s: &State, seat: u8, group: u8) -> bool {
        self.group(s, seat, group).all(|(_, unit)| self.flies(unit))
    }

    /// Whether a fighter may be asked whether it attacks (clause RE-9.2).
    pub(crate) fn may_attack(&self, unit: &Unit) -> bool {
        self.in_front(unit) && unit.ready() && !unit.is(IS_NEW)
    }

    /// Whether a fighter may be asked whether it blocks (clause RE-9.3).
    pub(crate) fn may_block(&self, unit: &Unit) -> bool {
        self.in_front(unit) && unit.ready()
    }

    pub(super) fn attacks(&self, s: &State, each: Each<'_>) -> More {
        each(Action::Stay)?;
        let Some(unit) = s.unit(Spot { seat: s.active, at: s.cursor }) else { return More::Continue(()) };
        if !self.may_attack(unit) {
            return More::Continue(());
        }
        self.opponents(s, s.active).try_for_each(|foe| each(Action::Attack(foe)))?;
        self.chains_to(s, s.active, unit, each)
    }

    /// The chains of its side that a Monster may join.
    fn chains_to(&self, s: &State, seat: u8, unit: &Unit, each: Each<'_>) -> More {
        if !self.chains(unit) {
            return More::Continue(());
        }
        for at in self.groups(s, seat) {
            let members = self.group(s, seat, at);
            let flyers = seat == s.active || self.may_meet(s, seat, at, unit);
            if members.clone().count() < MAX_CHAIN
                && members.clone().all(|(_, one)| self.chains(one))
                && flyers
            {
                each(Action::Chain(Spot { seat, at }))?;
            }
        }
        More::Continue(())
    }

    /// Whether a fighter may join a blocking group: it flies if the attacker does.
    fn may_meet(&self, s: &State, seat: u8, group: u8, unit: &Unit) -> bool {
        let blocked = self.group(s, seat, group).map(|(_, one)| one.fight - 1).next();
        blocked.is_some_and(|attacker| self.flies(unit) || !self.group_flies(s, s.active, attacker))
    }

    pub(super) fn blocks(&self, s: &State, each: Each<'_>) -> More {
        each(Action::Stay)?;
        let seat = s.blocking;
        let Some(unit) = s.unit(Spot { seat, at: s.cursor }).filter(|unit| self.may_block(unit)) else {
            return More::Continue(());
        };
        for at in self.groups(s, s.active) {
            if self.block_flaw(s, seat, unit, at).is_none() {
                each(Action::Block(Spot { seat: s.active, at }))?;
            }
        }
        self.chains_to(s, seat, unit, each)
    }

    /// Why a fighter may not block an attacking group as a blocker of its own.
    pub(crate) fn block_flaw(&self, s: &State, seat: u8, unit: &Unit, attacker: u8) -> Option<BlockFlaw> {
        let Some((_, first)) = self.group(s, s.active, attacker).next() else {
            return Some(BlockFlaw::NoAttacker);
        };
        if first.fight != seat + 1 {
            return Some(BlockFlaw::AttacksAnother);
        }
        if self.group_flies(s, s.active, attacker) && !self.flies(unit) {
            return Some(BlockFlaw::Flies);
        }
        let single = self.group(s, s.active, attacker).any(|(_, one)| self.single_blocker(one));
        (single && self.blockers(s, attacker).next().is_some()).then_some(BlockFlaw::OneOnly)
    }

    /// The blockers of the attacker at the cursor that may be named next; fewer than two are not asked about.
    pub(super) fn orders(&self, s: &State, each: Each<'_>) -> More {
        self.unnamed(s, s.cursor).try_for_each(|spot| each(Action::Order(spot)))
    }

    fn unnamed<'s>(&'s self, s: &'s State, attacker: u8) -> impl Iterator<Item = Spot> + use<'s> {
        let named = |spot: &Spot| s.side(spot.seat).units[usize::from(spot.at)].is(NAMED);
        self.blockers(s, attacker).filter(move |spot| !named(spot))
    }

    /// Damage of an attacker that nobody has been given yet.
    fn damage_left(&self, s: &State, attacker: u8) -> u8 {
        let due = |spot: Spot| s.side(spot.seat).units[usize::from(spot.at)].due;
        let given = self.blockers(s, attacker).fold(0u8, |sum, spot| sum.saturating_add(due(spot)));
        self.group_attack(s, s.active, attacker).saturating_sub(given)
    }

    /// Damage that is enough to destroy a group (clause RE-9.10).
    fn lethal(&self, s: &State, spot: Spot) -> u8 {
        let (mut defence, mut marks, mut prevented) = (0u8, 0u8, 0u8);
        for (_, unit) in self.group(s, spot.seat, spot.at) {
            defence = defence.saturating_add(self.defence(unit));
            marks = marks.saturating_add(unit.damage);
            prevented = prevented.saturating_add(unit.prevented);
        }
        // A card with marks beyond its defence falls to the next point of damage.
        defence.saturating_sub(marks).max(1).saturating_add(prevented)
    }

    /// Whether a fighter deals damage in this combat (clauses RE-9.8, RE-9.9).
    fn deals(&self, s: &State, seat: u8, at: u8, unit: &Unit) -> bool {
        if !fights(unit) {
            return false;
        }
        if seat != s.active {
            return self.group(s, s.active, unit.fight - 1).next().is_some();
        }
        let group = group_of(at, unit);
        let blocked = s.side(seat).units[usize::from(group)].is(BLOCKED);
        if blocked { self.blockers(s, group).next().is_some() } else { !s.side(unit.fight - 1).out }
    }
}

/// Why a fighter may not block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockFlaw {
    NoAttacker,
    AttacksAnother,
    Flies,
    OneOnly,
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Goes on to the next fighter that may attack; whether somebody is asked.
    pub(super) fn next_attacker(&mut self) -> bool {
        let active = self.s.active;
        while usize::from(self.s.cursor) < self.s.side(active).units.len() {
            let unit = self.s.unit(Spot { seat: active, at: self.s.cursor });
            if unit.is_some_and(|unit| self.book.may_attack(unit)) {
                self.s.asked = Asked::Seat(active);
                return true;
            }
            self.s.cursor += 1;
        }
        self.s.cursor = 0;
        if self.s.side(active).units.iter().any(fights) {
            self.open(Window::Attackers);
        } else {
            self.collect();
        }
        false
    }

    /// The active player's next fighter attacks, joins a chain or stays.
    pub(super) fn attack(&mut self, action: Action) {
        let spot = Spot { seat: self.s.active, at: self.s.cursor };
        self.s.cursor += 1;
        match action {
            Action::Attack(foe) => {
                if let Some(unit) = self.s.unit_mut(spot) {
                    unit.fight = foe + 1;
                }
                self.emit(ATTACK, "attacks", |book, s| {
                    format!("{} attacks player {}", book.spot_phrase(s, spot), foe + 1)
                });
            }
            Action::Chain(with) => self.join(spot, with),
            _ => {}
        }
    }

    fn join(&mut self, spot: Spot, with: Spot) {
        let fight = self.s.unit(with).map_or(0, |unit| unit.fight);
        if let Some(first) = self.s.unit_mut(with) {
            first.chain = with.at + 1;
        }
        if let Some(unit) = self.s.unit_mut(spot) {
            (unit.fight, unit.chain) = (fight, with.at + 1);
        }
        self.emit(CHAINS, "chains", |book, s| {
            format!("{} forms a chain with {}", book.spot_phrase(s, spot), book.spot_name(s, with))
        });
    }

    /// Goes on to the next fighter that may block; whether somebody is asked.
    pub(super) fn next_blocker(&mut self) -> bool {
        loop {
            let (seat, at) = (self.s.blocking, self.s.cursor);
            if seat == self.s.active {
                self.open(Window::Blocks);
                return false;
            }
            if self.s.side(seat).out || usize::from(at) >= self.s.side(seat).units.len() {
                (self.s.blocking, self.s.cursor) = ((seat + 1) % self.book.players, 0);
                continue;
            }
            let mut answers = 0;
            let _ = self.book.blocks(self.s, &mut |_| {
                answers += 1;
                if answers > 1 { More::Break(()) } else { More::Continue(()) }
            });
            if answers > 1 {
                self.s.asked = Asked::Seat(seat);
                return true;
            }
            self.s.cursor += 1;
        }
    }

    /// A fighter blocks, joins a chain or stays.
    pub(super) fn block(&mut self, action: Action) {
        let spot = Spot { seat: self.s.blocking, at: self.s.cursor };
        self.s.cursor += 1;
        match action {
            Action::Block(attacker) => {
                if let Some(unit) = self.s.unit_mut(spot) {
                    unit.fight = attacker.at + 1;
                }
                // The flag lies at the first of a chain, also if that one has left.
                if let Some(first) = self.s.side_mut(attacker.seat).units.get_mut(usize::from(attacker.at)) {
                    first.flags |= BLOCKED;
                }
                self.emit(BLOCK, "blocks", |book, s| {
                    format!("{} blocks {}", book.spot_phrase(s, spot), book.spot_name(s, attacker))
                });
            }
            Action::Chain(with) => self.join(spot, with),
            _ => {}
        }
    }

    /// Goes on to the next attack die; whether chance is asked.
    pub(super) fn next_die(&mut self) -> bool {
        for _ in 0..SEATS {
            let seat = self.s.blocking;
            while usize::from(self.s.cursor) < self.s.side(seat).units.len() {
                let at = self.s.cursor;
                let unit = &self.s.side(seat).units[usize::from(at)];
                if unit.rolled == 0 && self.book.rolls(unit) && self.book.deals(self.s, seat, at, unit) {
                    self.s.asked = Asked::Chance;
                    return true;
                }
                self.s.cursor += 1;
            }
            (self.s.blocking, self.s.cursor) = ((seat + 1) % self.book.players, 0);
            if self.s.blocking == self.s.active {
                break;
            }
        }
        self.s.step = Step::Order;
        self.s.cursor = 0;
        false
    }

    /// The attack die of the fighter at the cursor.
    pub(super) fn attack_die(&mut self, number: u8) {
        let spot = Spot { seat: self.s.blocking, at: self.s.cursor };
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.rolled = number;
        }
        self.s.cursor += 1;
        self.emit(ATTACK_DIE, "attack-die", |book, s| {
            format!("{} rolls {number} for its attack", book.spot_phrase(s, spot))
        });
    }

    /// Goes on dividing damage; whether somebody is asked.
    pub(super) fn next_order(&mut self) -> bool {
        while usize::from(self.s.cursor) < MAX_UNITS {
            let attacker = self.s.cursor;
            let left = self.book.damage_left(self.s, attacker);
            let mut open = self.book.unnamed(self.s, attacker);
            let (first, second) = (open.next(), open.next());
            drop(open);
            let one_chosen = self.book.reading(Point::Blockers) != 0;
            match (first, second) {
                (Some(_), Some(_)) if left > 0 => {
                    self.s.asked = Asked::Seat(self.s.active);
                    return true;
                }
                (Some(only), None) if !one_chosen || self.book.blockers(self.s, attacker).count() == 1 => {
                    self.give(only, left);
                }
                _ => {}
            }
            self.s.cursor += 1;
        }
        self.s.cursor = 0;
        self.damage();
        false
    }

    fn give(&mut self, spot: Spot, points: u8) {
        if let Some(unit) = self.s.side_mut(spot.seat).units.get_mut(usize::from(spot.at)) {
            unit.due = unit.due.saturating_add(points);
            unit.flags |= NAMED;
        }
    }

    /// A blocker is named: it gets what destroys it, or all of it where one is chosen.
    pub(super) fn order(&mut self, spot: Spot) {
        let left = self.book.damage_left(self.s, self.s.cursor);
        let one_chosen = self.book.reading(Point::Blockers) != 0;
        let points = if one_chosen { left } else { left.min(self.book.lethal(self.s, spot)) };
        self.give(spot, points);
        self.emit(ORDER, "divides", |book, s| format!("{points} damage goes to {}", book.spot_name(s, spot)));
        if one_chosen {
            self.s.cursor += 1;
        }
    }

    /// All damage at once, then what follows (clauses RE-9.11 to RE-9.14).
    fn damage(&mut self) {
        let active = self.s.active;
        let mut batteries = [0u8; SEATS];
        for group in 0..self.s.side(active).units.len() as u8 {
            let Some((_, first)) = self.book.group(self.s, active, group).next() else { continue };
            let target = usize::from(first.fight - 1) % SEATS;
            let mut taken = 0u8;
            for spot in self.book.blockers(self.s, group) {
                taken = taken.saturating_add(self.book.group_attack(self.s, spot.seat, spot.at));
            }
            let blocked = self.s.side(active).units[usize::from(group)].is(BLOCKED);
            if !blocked && !self.s.sides[target].out {
                let points = self.book.group_attack(self.s, active, group);
                batteries[target] = batteries[target].saturating_add(points);
            }
            self.s.side_mut(active).units[usize::from(group)].due = taken;
        }
        for seat in self.book.seats() {
            for group in 0..self.s.side(seat).units.len() as u8 {
                let due = std::mem::take(&mut self.s.side_mut(seat).units[usize::from(group)].due);
                if due > 0 {
                    self.hurt_group(Spot { seat, at: group }, due);
                }
            }
        }
        self.after_damage(batteries);
    }

    fn after_damage(&mut self, batteries: [u8; SEATS]) {
        let active = self.s.active;
        for at in 0..self.s.side(active).units.len() as u8 {
            let spot = Spot { seat: active, at };
            if let Some(unit) = self.s.unit_mut(spot).filter(|unit| fights(unit)) {
                unit.flags |= RECHARGES;
                self.emit(SURVIVORS, "recharges", |book, s| {
                    format!("{} recharges after its attack", book.spot_phrase(s, spot))
                });
            }
        }
        self.end_combat();
        self.hit_batteries(batteries, Some(active));
        if self.s.step != Step::Over {
            self.collect();
        }
    }

    /// Forgets the combat.
    pub(super) fn end_combat(&mut self) {
        (self.s.cursor, self.s.blocking) = (0, 0);
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            // The marks of a chain vanish with it (clause RE-9.6).
            if unit.chain != 0 {
                unit.damage = 0;
            }
            unit.leave_combat();
        }
    }

    /// Damage to a group of one or a chain (clauses RE-9.6, RE-9.12).
    fn hurt_group(&mut self, first: Spot, points: u8) {
        let members: arrayvec::ArrayVec<u8, MAX_CHAIN> =
            self.book.group(self.s, first.seat, first.at).map(|(at, _)| at).take(MAX_CHAIN).collect();
        match members[..] {
            [] => {}
            [at] => {
                self.hurt(Spot { seat: first.seat, at }, points);
            }
            _ => self.hurt_chain(first.seat, &members, points),
        }
    }

    fn hurt_chain(&mut self, seat: u8, members: &[u8], points: u8) {
        let (mut rest, mut marks, mut defence) = (points, 0u8, 0u8);
        for at in members {
            let spot = Spot { seat, at: *at };
            rest = self.absorb(spot, rest);
            if let Some(unit) = self.s.unit(spot) {
                marks = marks.saturating_add(unit.damage);
                defence = defence.saturating_add(self.book.defence(unit));
            }
        }
        if rest == 0 {
            return;
        }
        let all = marks.saturating_add(rest);
        self.emit_hit(CHAINS, "chain-damaged", (seat, rest), |book, s| {
            let name = book.spot_phrase(s, Spot { seat, at: members[0] });
            format!("the chain of {name} takes {rest} damage: {all} of {defence}")
        });
        for at in members {
            let spot = Spot { seat, at: *at };
            if all >= defence {
                self.destroy(spot, CHAINS);
            }
        }
    }
}
