//! Combat damage: all of it is dealt at once.

use crate::actions::{Action, More};
use crate::book::print::BRACES;
use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::engine::destroy::Hitting;
use crate::events::{Event, tell};
use crate::facts::engagement::{self, MAX_CHAIN, Together};
use crate::facts::fights::leaders;
use crate::facts::{auras, damage, names, values};
use crate::legal::marks;
use crate::lexicon::HookId;
use crate::options::ChainMarks;
use crate::rules::{CHAIN_MARKS, CHAINS, DEFENCE_DIE, ORDER};
use crate::state::{
    Asked, BLOCKED, Cursor, LAST, MAX_UNITS, NAMED, Places, PlayerId, SEATS, Spot, State, Step,
};
use cardwright_kernel::Log;

/// Damage in a combat that nothing prevents, to a card or a chain.
struct Hit {
    /// The card, or the first of the chain.
    first: Spot,
    points: u8,
    chain: bool,
    /// The cards whose defences count together.
    members: Together,
    /// Their marks and their defence.
    endurance: (u8, u8),
}

impl Hit {
    /// Compares marks and defence while all cards of the combat are still there.
    fn compared(&mut self, book: &Rulebook, s: &State) {
        if !self.chain {
            self.members = engagement::together(book, s, self.first);
        }
        self.endurance = engagement::endurance_of(book, s, &self.members);
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Continues dividing damage; returns whether somebody is asked.
    pub(crate) fn next_order(&mut self) -> bool {
        let blocked =
            leaders(self.s, self.s.active, |unit| unit.is(BLOCKED)) & self.s.cursor.rest();
        for attacker in blocked.iter() {
            self.s.cursor = Cursor::at(attacker);
            let left = damage::given(self.book, self.s, attacker, &mut |_, _| {});
            let open = damage::unnamed(self.book, self.s, attacker).count();
            let chosen = self.one_chosen()
                && open < engagement::blockers(self.book, self.s, attacker).count();
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
    pub(crate) fn order(&mut self, spot: Spot) {
        let Some(attacker) = self.s.cursor.place() else {
            return;
        };
        let others: arrayvec::ArrayVec<Spot, { SEATS * MAX_UNITS }> =
            engagement::blockers(self.book, self.s, attacker).collect();
        for other in others {
            if let Some(unit) = self.s.unit_mut(other) {
                unit.flags &= !LAST;
            }
        }
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags |= NAMED | LAST;
        }
        let mut points = 0;
        damage::given(self.book, self.s, attacker, &mut |other, given| {
            if other == spot {
                points = given;
            }
        });
        self.emit(ORDER, "divides", |book, s| {
            tell(format!(
                "{points} damage goes to {}",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
            .points(points)
        });
    }

    /// Moves on to the next defence die of a card about to be hit; returns whether chance is asked.
    pub(crate) fn next_defence_die(&mut self) -> bool {
        let mut on = self
            .book
            .seats()
            .any(|seat| self.responses(seat).able(BRACES));
        while on {
            let shares = damage::shares(self.book, self.s);
            while let Some(spot) = self.s.next_kept(self.s.blocking) {
                let rolls = self.s.unit(spot).is_some_and(|unit| {
                    unit.braced() == 0
                        && values::braces(self.book, unit)
                        && damage::is_hit(self.s, &shares, spot, unit)
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
    pub(crate) fn defence_die(&mut self, spot: Spot, number: u8) {
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.set_braced(number);
        }
        self.emit(DEFENCE_DIE, "defence-die", |book, s| {
            tell(format!(
                "{} rolls {number} for its defence",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
            .points(number)
        });
    }

    /// Deals all damage at once, then continues with its consequences (clauses RE-9.11 to RE-9.14).
    pub(crate) fn damage(&mut self) {
        let shares = damage::shares(self.book, self.s);
        let mut braced = 0;
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            unit.flags &= !(NAMED | LAST);
            braced |= unit.braced();
        }
        let fought = match self.book.tells_fought {
            true => self.fought(),
            false => Vec::new(),
        };
        // All damage is marked and compared before anything is destroyed, because the defence of a card may depend on
        // a card that is destroyed at the same time.
        let mut hits = arrayvec::ArrayVec::<Hit, { SEATS * MAX_UNITS }>::new();
        for seat in self.book.seats() {
            for at in shares.hit[usize::from(seat)].iter() {
                let points = shares.due[usize::from(seat)][usize::from(at)];
                hits.extend(self.mark_group(Spot { seat, at }, points));
            }
        }
        for hit in &mut hits {
            hit.compared(self.book, self.s);
        }
        let dealt = match self.book.listens(HookId::OnDamageDealt) {
            true => self.dealt(&fought, &hits),
            false => Vec::new(),
        };
        for hit in &hits {
            self.hurt(hit);
        }
        for seat in self.book.seats().filter(|_| braced != 0) {
            for at in self.s.side(seat).taken().iter() {
                self.forget_defence(Spot { seat, at });
            }
        }
        for [from, to] in dealt {
            if self.s.unit(to).is_some() {
                self.raise(HookId::OnDamageDealt, from, to.n());
            }
        }
        for pair in fought {
            self.tell_fought(pair);
        }
        self.forget_marks_of_chains();
        self.after_damage(shares.batteries);
    }

    /// The pairs of an attacker and a blocker that fight each other.
    #[cold]
    fn fought(&self) -> Vec<[Spot; 2]> {
        let (book, s) = (self.book, &*self.s);
        let mut pairs = Vec::new();
        for group in engagement::groups(s, s.active) {
            for first in engagement::blockers(book, s, group) {
                for (blocker, _) in engagement::members(s, first.seat, first.at) {
                    let attackers = engagement::members(s, s.active, group);
                    pairs.extend(attackers.map(|(at, _)| {
                        let attacker = Spot { seat: s.active, at };
                        [
                            attacker,
                            Spot {
                                at: blocker,
                                ..first
                            },
                        ]
                    }));
                }
            }
        }
        pairs
    }

    /// Of fighters that fight each other: who strikes, and who is struck.
    #[cold]
    fn dealt(&self, fought: &[[Spot; 2]], hits: &[Hit]) -> Vec<[Spot; 2]> {
        let (book, s) = (self.book, &*self.s);
        let attacks = |spot: Spot| {
            let unit = s.unit(spot);
            unit.is_some_and(|unit| auras::attack_at(book, s, spot, unit) > 0)
        };
        let both_ways = fought
            .iter()
            .flat_map(|[one, other]| [[*one, *other], [*other, *one]]);
        both_ways
            .filter(|[_, to]| hits.iter().any(|hit| hit.members.contains(to)))
            .filter(|[from, _]| attacks(*from))
            .collect()
    }

    /// Raises the triggers of two fighters of which one or both have been destroyed by the other.
    #[cold]
    fn tell_fought(&mut self, pair: [Spot; 2]) {
        let there = pair.map(|spot| self.s.unit(spot).is_some());
        let (left, lost) = match there {
            [true, false] => (pair[0], pair[1]),
            [false, true] => (pair[1], pair[0]),
            [true, true] => return,
            [false, false] => {
                self.raise(HookId::OnFoughtDestroyed, pair[0], pair[1].n());
                return self.raise(HookId::OnFoughtDestroyed, pair[1], pair[0].n());
            }
        };
        self.raise(HookId::OnFoughtDestroyed, left, lost.n());
        self.raise(HookId::OnDestroyedBy, lost, left.n());
    }

    fn after_damage(&mut self, batteries: [u8; SEATS]) {
        let active = self.s.active;
        // Collected before the fighters recharge, because recharging cards no longer fight.
        let hitting = if self.book.listens(HookId::OnBatteryDamageDealt) {
            self.hitting()
        } else {
            Vec::new()
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
        self.hit_batteries(batteries, Some(active), &hitting);
        if self.s.step != Step::Over {
            (self.s.step, self.s.cursor, self.s.blocking) =
                (Step::Marks, Cursor::START, PlayerId::First);
        }
    }

    /// The attacking groups that take coins from a Battery in this combat.
    #[cold]
    fn hitting(&self) -> Vec<Hitting> {
        let members = |group| {
            engagement::members(self.s, self.s.active, group)
                .fold(Places::EMPTY, |all, (at, _)| all.with(at))
        };
        damage::to_batteries(self.book, self.s)
            .into_iter()
            .map(|(group, foe, points)| Hitting {
                members: members(group),
                foe,
                points,
            })
            .collect()
    }

    /// Marks the damage that a group (one card or a chain), or Equipment, is dealt; `None` if all of it is prevented
    /// (clauses RE-9.6, RE-9.12). The marks of a chain are on none of its members.
    fn mark_group(&mut self, first: Spot, points: u8) -> Option<Hit> {
        let members: Together = engagement::members(self.s, first.seat, first.at)
            .map(|(at, _)| Spot { at, ..first })
            .take(MAX_CHAIN)
            .collect();
        let (first, points) = match members[..] {
            [] => (first, self.mark_damage(first, points)),
            [one] => (one, self.mark_damage(one, points)),
            [first, ..] => {
                let absorbs = |rest, one: &Spot| self.absorb(*one, rest);
                (first, members.iter().fold(points, absorbs))
            }
        };
        (points > 0).then_some(Hit {
            first,
            points,
            chain: members.len() > 1,
            members,
            endurance: (0, 0),
        })
    }

    fn hurt(&mut self, hit: &Hit) {
        match hit.chain {
            true => self.hurt_chain(hit),
            false => self.compare(hit.first, hit.points, &hit.members, hit.endurance),
        }
    }

    fn hurt_chain(&mut self, hit: &Hit) {
        let (first, rest, (marks, defence)) = (hit.first, hit.points, hit.endurance);
        let all = marks.saturating_add(rest);
        self.emit_hit(CHAINS, "chain-damaged", (first.seat, rest), |book, s| {
            let name = names::spot_name(book, s, first);
            tell(format!(
                "the chain of {name} takes {rest} damage: {all} of {defence}"
            ))
            .unit(book, s, first)
            .points(rest)
        });
        for one in hit.members.iter().filter(|_| all >= defence) {
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
                .filter(|(_, unit)| engagement::is_chained(self.book, self.s, seat, unit));
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
    pub(crate) fn next_marks(&mut self) -> bool {
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
                let _ = marks::marks(self.book, self.s, &mut |action| {
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
        self.raise_each(HookId::OnCombatEnd, self.s.active);
        self.s.step = Step::Collect;
        false
    }

    /// Assigns one mark to a member of the chain.
    pub(crate) fn lay_mark(&mut self, spot: Spot) {
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
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
        });
    }
}
