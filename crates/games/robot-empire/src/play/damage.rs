//! Combat damage: how an attacker's damage is divided, and what happens when all damage is dealt at once.

use super::Engine;
use super::actions::{Action, Each, More};
use super::combat::{MAX_CHAIN, Together};
use super::event::Event;
use super::fights::{Target, leaders};
use super::values::group_of;
use crate::cards::book::Rulebook;
use crate::cards::lexicon::HookId;
use crate::fast::print::BRACES;
use crate::options::{ChainMarks, DefenceDie, SeveralBlockers};
use crate::play::event::tell;
use crate::rules::*;
use crate::state::{
    Asked, BLOCKED, Cursor, LAST, MAX_UNITS, NAMED, PlaceId, Places, PlayerId, SEATS, Spot, State,
    Step, Unit,
};
use cardwright_kernel::Log;

/// The highest result of a die. A defence die that has not been rolled counts as this much when damage is divided.
const DIE: u8 = 6;

/// Damage about to be dealt: to groups, by the place of their first card, to Equipment and to Batteries.
pub(crate) struct Shares {
    pub(crate) due: [[u8; MAX_UNITS]; SEATS],
    /// The places where damage is about to be dealt.
    hit: [Places; SEATS],
    pub(crate) batteries: [u8; SEATS],
}

impl Shares {
    #[inline]
    fn give(&mut self, spot: Spot, points: u8) {
        let seat = usize::from(spot.seat);
        let due = &mut self.due[seat][usize::from(spot.at) % MAX_UNITS];
        *due = due.saturating_add(points);
        if *due > 0 {
            self.hit[seat].insert(spot.at);
        }
    }
}

/// The attacking groups with their attack.
struct Attackers {
    groups: Places,
    /// The groups that have been blocked.
    blocked: Places,
    attack: [u8; MAX_UNITS],
    /// What the first card of each group fights.
    fight: [u8; MAX_UNITS],
}

impl Rulebook {
    /// The blockers of the attacker at the cursor that may be named next. With fewer than two there is no question.
    pub(super) fn orders(&self, s: &State, each: &mut impl Each) -> More {
        match s.cursor.place() {
            Some(attacker) => self
                .unnamed(s, attacker)
                .try_for_each(|spot| each(Action::Order(spot))),
            None => More::Continue(()),
        }
    }

    fn unnamed<'s>(
        &'s self,
        s: &'s State,
        attacker: PlaceId,
    ) -> impl Iterator<Item = Spot> + use<'s> {
        self.blockers(s, attacker)
            .filter(move |spot| !s.unit_or_gone(*spot).is_some_and(|unit| unit.is(NAMED)))
    }

    /// The damage that is enough to destroy a group (clause RE-9.10).
    fn lethal(&self, s: &State, spot: Spot) -> u8 {
        let (mut defence, mut marks, mut prevented) = (0u8, 0u8, 0u8);
        for (at, unit) in self.group(s, spot.seat, spot.at) {
            let die = if self.braces(unit) && unit.braced() == 0 {
                DIE
            } else {
                0
            };
            defence = defence
                .saturating_add(self.defence_at(s, Spot { at, ..spot }, unit))
                .saturating_add(die);
            marks = marks.saturating_add(unit.damage);
            prevented = prevented.saturating_add(unit.prevented);
        }
        // A card with more damage than its defence is destroyed by the next point of damage.
        defence
            .saturating_sub(marks)
            .max(1)
            .saturating_add(prevented)
    }

    /// Calls `each` with the damage of every blocker that has been named; returns the damage that is left.
    fn given(&self, s: &State, attacker: PlaceId, each: &mut dyn FnMut(Spot, u8)) -> u8 {
        let mut left = self.group_attack(s, s.active, attacker);
        let flags = |spot: Spot| s.unit_or_gone(spot).map_or(0, |unit| unit.flags);
        // The blocker named last gets what the others leave; the others get as much as destroys them.
        for last in [false, true] {
            for spot in self
                .blockers(s, attacker)
                .filter(|spot| flags(*spot) & NAMED != 0)
            {
                if (flags(spot) & LAST != 0) != last {
                    continue;
                }
                let all = self.options.several_blockers == SeveralBlockers::OneChosen;
                let points = if all {
                    left
                } else {
                    left.min(self.lethal(s, spot))
                };
                left -= points;
                each(spot, points);
            }
        }
        left
    }

    /// All damage of the combat in its current state.
    pub(crate) fn shares(&self, s: &State) -> Shares {
        let mut shares = Shares {
            due: [[0; MAX_UNITS]; SEATS],
            hit: [Places::EMPTY; SEATS],
            batteries: [0; SEATS],
        };
        let attackers = self.attackers(s);
        for group in (attackers.groups & !attackers.blocked).iter() {
            let points = attackers.attack[usize::from(group)];
            match Target::of(attackers.fight[usize::from(group)]) {
                Some(Target::Player(foe)) if !s.side(foe).out => {
                    let hit = &mut shares.batteries[usize::from(foe)];
                    *hit = hit.saturating_add(points);
                }
                Some(Target::Equipment(spot)) if s.unit(spot).is_some() => {
                    shares.give(spot, points)
                }
                _ => {}
            }
        }
        for group in attackers.blocked.iter() {
            self.share_blocked(s, group, &mut shares);
        }
        shares
    }

    /// The attacking groups, collected in one walk over the active side.
    fn attackers(&self, s: &State) -> Attackers {
        let none = [0; MAX_UNITS];
        let mut all = Attackers {
            groups: Places::EMPTY,
            blocked: Places::EMPTY,
            attack: none,
            fight: none,
        };
        for (at, unit) in s.side(s.active).present().filter(|(_, unit)| unit.fights()) {
            let group = group_of(at, unit);
            let place = usize::from(group) % MAX_UNITS;
            if !all.groups.contains(group) {
                all.fight[place] = unit.fight;
            }
            all.groups.insert(group);
            if unit.is(BLOCKED) {
                all.blocked.insert(group);
            }
            let spot = Spot { seat: s.active, at };
            all.attack[place] = all.attack[place].saturating_add(self.attack_at(s, spot, unit));
        }
        all
    }

    /// Adds the damage between an attacking group and its blockers.
    fn share_blocked(&self, s: &State, group: PlaceId, shares: &mut Shares) {
        let taken = self.blockers(s, group).fold(0u8, |sum, spot| {
            sum.saturating_add(self.group_attack(s, spot.seat, spot.at))
        });
        shares.give(
            Spot {
                seat: s.active,
                at: group,
            },
            taken,
        );
        let left = self.given(s, group, &mut |spot, points| shares.give(spot, points));
        let mut open = self.unnamed(s, group);
        if let (Some(only), None) = (open.next(), open.next())
            && (self.options.several_blockers == SeveralBlockers::InOrder
                || self.blockers(s, group).count() == 1)
        {
            shares.give(only, left);
        }
    }

    /// Whether a card takes damage that prevention does not stop.
    fn is_hit(&self, s: &State, shares: &Shares, spot: Spot, unit: &Unit) -> bool {
        let group = if unit.fights() {
            group_of(spot.at, unit)
        } else {
            spot.at
        };
        let due = shares.due[usize::from(spot.seat)][usize::from(group) % MAX_UNITS];
        let members = self.group(s, spot.seat, group).filter(|_| unit.fights());
        let prevented = members.fold(0u8, |sum, (_, one)| sum.saturating_add(one.prevented));
        due > if unit.fights() {
            prevented
        } else {
            unit.prevented
        }
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Continues dividing damage; returns whether somebody is asked.
    pub(super) fn next_order(&mut self) -> bool {
        let blocked =
            leaders(self.s, self.s.active, |unit| unit.is(BLOCKED)) & self.s.cursor.rest();
        for attacker in blocked.iter() {
            self.s.cursor = Cursor::at(attacker);
            let left = self.book.given(self.s, attacker, &mut |_, _| {});
            let open = self.book.unnamed(self.s, attacker).count();
            let chosen = self.one_chosen() && open < self.book.blockers(self.s, attacker).count();
            if open >= 2 && left > 0 && !chosen {
                self.s.asked = Asked::Seat(self.s.active);
                return true;
            }
        }
        self.s.step = Step::DefenceDie;
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        false
    }

    /// Names a blocker: it gets as much damage as destroys it, or all damage if only one blocker is chosen.
    pub(super) fn order(&mut self, spot: Spot) {
        let Some(attacker) = self.s.cursor.place() else {
            return;
        };
        let others: arrayvec::ArrayVec<Spot, { SEATS * MAX_UNITS }> =
            self.book.blockers(self.s, attacker).collect();
        for other in others {
            if let Some(unit) = self.s.unit_mut(other) {
                unit.flags &= !LAST;
            }
        }
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags |= NAMED | LAST;
        }
        let mut points = 0;
        self.book.given(self.s, attacker, &mut |other, given| {
            if other == spot {
                points = given;
            }
        });
        self.emit(ORDER, "divides", |book, s| {
            tell(format!(
                "{points} damage goes to {}",
                book.spot_name(s, spot)
            ))
            .unit(book, s, spot)
            .points(points)
        });
    }

    /// Moves on to the next defence die of a card about to be hit; returns whether chance is asked.
    pub(super) fn next_defence_die(&mut self) -> bool {
        let mut on = self
            .book
            .seats()
            .any(|seat| self.responses(seat).able(BRACES));
        while on {
            let shares = self.book.shares(self.s);
            while let Some(spot) = self.s.next_kept(self.s.blocking) {
                let rolls = self.s.unit(spot).is_some_and(|unit| {
                    unit.braced() == 0
                        && self.book.braces(unit)
                        && self.book.is_hit(self.s, &shares, spot, unit)
                });
                if rolls {
                    return self.chance();
                }
                self.s.cursor = self.s.cursor.next();
            }
            on = self.next_side();
        }
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        self.damage();
        false
    }

    /// Moves on to the cards of the next player; returns whether there is one.
    fn next_side(&mut self) -> bool {
        let next = self.s.blocking.following(self.book.players);
        if let Some(next) = next {
            (self.s.blocking, self.s.cursor) = (next, Cursor::START);
        }
        next.is_some()
    }

    /// Sets the defence die of a card.
    pub(super) fn defence_die(&mut self, spot: Spot, number: u8) {
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.set_braced(number);
        }
        self.emit(DEFENCE_DIE, "defence-die", |book, s| {
            tell(format!(
                "{} rolls {number} for its defence",
                book.spot_phrase(s, spot)
            ))
            .unit(book, s, spot)
            .points(number)
        });
    }

    /// Clears a defence die, which counts for the damage it was rolled for, or for the turn (Q-RS-1).
    pub(super) fn forget_defence(&mut self, spot: Spot) {
        if self.book.options.defence_die == DefenceDie::EachTime
            && let Some(unit) = self.s.unit_mut(spot)
        {
            unit.set_braced(0);
        }
    }

    /// Deals all damage at once, then continues with its consequences (clauses RE-9.11 to RE-9.14).
    fn damage(&mut self) {
        let shares = self.book.shares(self.s);
        let mut braced = 0;
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            unit.flags &= !(NAMED | LAST);
            braced |= unit.braced();
        }
        for seat in self.book.seats() {
            for at in shares.hit[usize::from(seat)].iter() {
                self.hurt_group(
                    Spot { seat, at },
                    shares.due[usize::from(seat)][usize::from(at)],
                );
            }
        }
        for seat in self.book.seats().filter(|_| braced != 0) {
            for at in self.s.side(seat).taken().iter() {
                self.forget_defence(Spot { seat, at });
            }
        }
        self.forget_marks_of_chains();
        self.after_damage(shares.batteries);
    }

    fn after_damage(&mut self, batteries: [u8; SEATS]) {
        let active = self.s.active;
        // Collected before the fighters recharge, because recharging cards no longer fight.
        let hitting = if self.book.listens(HookId::OnBatteryDamageDealt) {
            self.hitting()
        } else {
            Default::default()
        };
        let fighting = self
            .s
            .side(active)
            .present()
            .filter(|(_, unit)| unit.fights());
        for at in fighting
            .fold(Places::EMPTY, |all, (at, _)| all.with(at))
            .iter()
        {
            self.turn_sideways(Spot { seat: active, at }, true);
        }
        self.hit_batteries(batteries, Some(active), hitting);
        if self.s.step != Step::Over {
            (self.s.step, self.s.cursor, self.s.blocking) =
                (Step::Marks, Cursor::START, PlayerId::First);
        }
    }

    /// For each player, the active player's cards that hit the player's Battery in this combat: unblocked, alone or
    /// in a chain.
    #[cold]
    fn hitting(&self) -> [Places; SEATS] {
        let attackers = self.book.attackers(self.s);
        let mut hitting = [Places::EMPTY; SEATS];
        for (at, unit) in self.s.side(self.s.active).present() {
            let group = group_of(at, unit);
            let place = usize::from(group);
            if unit.fights()
                && !attackers.blocked.contains(group)
                && attackers.attack[place] > 0
                && let Some(Target::Player(foe)) = Target::of(attackers.fight[place])
            {
                hitting[usize::from(foe)].insert(at);
            }
        }
        hitting
    }

    /// Deals damage to a group (one card or a chain), or to Equipment (clauses RE-9.6, RE-9.12).
    fn hurt_group(&mut self, first: Spot, points: u8) {
        let members: Together = self
            .book
            .group(self.s, first.seat, first.at)
            .map(|(at, _)| Spot { at, ..first })
            .take(MAX_CHAIN)
            .collect();
        match members[..] {
            [] => self.deal_damage(first, points),
            [one] => self.deal_damage(one, points),
            [first, ..] => self.hurt_chain(first, &members, points),
        }
    }

    fn hurt_chain(&mut self, first: Spot, members: &[Spot], points: u8) {
        let mut rest = points;
        for one in members {
            rest = self.absorb(*one, rest);
        }
        if rest == 0 {
            return;
        }
        let (marks, defence) = self.book.endurance_of(self.s, members);
        let all = marks.saturating_add(rest);
        self.emit_hit(CHAINS, "chain-damaged", (first.seat, rest), |book, s| {
            let name = book.spot_phrase(s, first);
            tell(format!(
                "the chain of {name} takes {rest} damage: {all} of {defence}"
            ))
            .unit(book, s, first)
            .points(rest)
        });
        for one in members.iter().filter(|_| all >= defence) {
            self.destroy(*one, CHAINS);
        }
        if all < defence && self.book.options.chain_marks == ChainMarks::Stay {
            self.keep_marks(first, rest);
        }
    }

    /// Ends chains after combat damage, and removes the marks on the members that survive (clause RE-9.6).
    fn forget_marks_of_chains(&mut self) {
        if self.book.options.chain_marks == ChainMarks::Stay {
            return;
        }
        for seat in self.book.seats() {
            let chained = self
                .s
                .side(seat)
                .present()
                .filter(|(_, unit)| self.book.is_chained(self.s, seat, unit));
            for at in chained
                .fold(Places::EMPTY, |all, (at, _)| all.with(at))
                .iter()
            {
                if let Some(unit) = self.s.unit_mut(Spot { seat, at }) {
                    unit.damage = 0;
                }
            }
        }
    }

    /// Stores the marks that the owner of a chain will assign to its members. Until then, the first member has them
    /// in the field for prevention, which the damage has used up.
    fn keep_marks(&mut self, first: Spot, points: u8) {
        if let Some(unit) = self.s.unit_mut(first) {
            unit.prevented = points;
            unit.flags |= LAST;
        }
    }

    /// Continues assigning the marks of chains to their members; returns whether somebody is asked (clause RE-9.18).
    pub(super) fn next_marks(&mut self) -> bool {
        let mut on = self.book.options.chain_marks == ChainMarks::Stay;
        while on {
            let seat = self.s.blocking;
            while let Some(spot) = self.s.next_kept(seat) {
                let unit = self.s.unit(spot);
                let waits = unit.is_some_and(|unit| {
                    unit.has_to_lay() && unit.prevented > 0 && unit.chain() != 0
                });
                if !waits {
                    self.s.cursor = self.s.cursor.next();
                    continue;
                }
                let mut open = arrayvec::ArrayVec::<Action, MAX_CHAIN>::new();
                let _ = self.book.marks(self.s, &mut |action| {
                    let _ = open.try_push(action);
                    More::Continue(())
                });
                match open[..] {
                    [Action::Mark(only)] => self.lay_mark(only),
                    _ => {
                        self.s.asked = Asked::Seat(seat);
                        return true;
                    }
                }
            }
            on = self.next_side();
        }
        self.end_combat();
        self.s.step = Step::Collect;
        false
    }

    /// Assigns one mark to a member of the chain.
    pub(super) fn lay_mark(&mut self, spot: Spot) {
        let Some(first) = self.s.at_cursor(self.s.blocking) else {
            return;
        };
        if let Some(unit) = self.s.unit_mut(first) {
            unit.prevented -= 1;
        }
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.mark(1);
        }
        self.emit(CHAIN_MARKS, "mark", |book, s| {
            let marks = s.unit(spot).map_or(0, |unit| unit.damage);
            tell(format!(
                "{} keeps a mark: {marks}",
                book.spot_phrase(s, spot)
            ))
            .unit(book, s, spot)
        });
    }
}

impl Rulebook {
    /// The members of the chain that fought and can take another mark: those whose defence still holds, or all of
    /// them if there are none.
    pub(super) fn marks(&self, s: &State, each: &mut impl Each) -> More {
        let chain = s
            .at_cursor(s.blocking)
            .and_then(|first| s.unit(first))
            .map_or(0, Unit::chain);
        // A permanent chain may have members that did not take part in the combat, or have left it.
        let fought = move |unit: &Unit| unit.chain() == chain && chain != 0 && unit.fight != 0;
        let members = || {
            s.side(s.blocking)
                .present()
                .filter(move |(_, unit)| fought(unit))
        };
        let seat = s.blocking;
        let holds = |at: PlaceId, unit: &Unit| {
            unit.damage.saturating_add(1) < self.defence_at(s, Spot { seat, at }, unit)
        };
        let any = members().any(|(at, unit)| holds(at, unit));
        for (at, _) in members().filter(|(at, unit)| !any || holds(*at, unit)) {
            each(Action::Mark(Spot {
                seat: s.blocking,
                at,
            }))?;
        }
        More::Continue(())
    }
}
