//! Combat: attackers, blocks, chains, dice, the order of blockers, and damage.

use super::Engine;
use super::actions::{Action, Each, More};
use super::event::Event;
use super::fights::{Target, blocks, leaders, met_by};
use super::values::group_of;
use crate::cards::book::Rulebook;
use crate::cards::lexicon::HookId;
use crate::fast::print::ROLLS;
use crate::options::{AttackDie, ChainsFormed, No, SeveralBlockers};
use crate::play::event::tell;
use crate::rules::*;
use crate::state::{
    BLOCKED, Cursor, NEW as IS_NEW, PlaceId, PlayerId, Spot, State, Step, Time, Unit,
};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

/// The maximum number of Monsters in a chain (clause RE-9.6).
pub(crate) const MAX_CHAIN: usize = 3;

/// Cards whose defences are added up against damage: a chain, or one card.
pub(crate) type Together = arrayvec::ArrayVec<Spot, MAX_CHAIN>;

impl Rulebook {
    /// Whether chains are formed in the Play phase and are permanent (Q-RS-9).
    pub(crate) fn chains_last(&self) -> bool {
        self.options.chains_formed == ChainsFormed::Play
    }

    /// The fighters of a group that are still in the combat.
    pub(crate) fn group<'s>(
        &self,
        s: &'s State,
        seat: PlayerId,
        group: PlaceId,
    ) -> impl Iterator<Item = (PlaceId, &'s Unit)> + Clone + use<'s> {
        s.side(seat)
            .present()
            .filter(move |(at, unit)| unit.fights() && group_of(*at, unit) == group)
    }

    /// Whether a card belongs to a chain that currently acts as one attacker or blocker. A permanent chain does not
    /// do so outside of combat (clauses RE-9.6, RE-9.17), and neither does a blocker whose attacker has left.
    pub(crate) fn is_chained(&self, s: &State, seat: PlayerId, unit: &Unit) -> bool {
        let meets = |met| self.group(s, s.active, met).next().is_some();
        let fights = || unit.fights() && (seat == s.active || met_by(unit).is_some_and(meets));
        unit.chain() != 0 && unit.ready() && (!self.chains_last() || fights())
    }

    /// The cards whose defences count against damage to a card: in a combat its chain (clause RE-9.6), otherwise the
    /// card itself; empty if the card has left.
    pub(crate) fn together(&self, s: &State, spot: Spot) -> Together {
        let Some(unit) = s.unit(spot) else {
            return Together::new();
        };
        if !self.is_chained(s, spot.seat, unit) {
            return Together::from_iter([spot]);
        }
        let chain = unit.chain();
        let chained = |one: &Unit| one.chain() == chain && self.is_chained(s, spot.seat, one);
        s.side(spot.seat)
            .present()
            .filter(|(_, one)| chained(one))
            .map(|(at, _)| Spot { at, ..spot })
            .take(MAX_CHAIN)
            .collect()
    }

    /// The total marked damage and the total defence of these cards.
    pub(crate) fn endurance_of(&self, s: &State, together: &[Spot]) -> (u8, u8) {
        let units = together
            .iter()
            .filter_map(|one| Some((*one, s.unit(*one)?)));
        units.fold((0u8, 0u8), |(marks, defence), (one, unit)| {
            (
                marks.saturating_add(unit.damage),
                defence.saturating_add(self.defence_at(s, one, unit)),
            )
        })
    }

    /// The card whose defence die is rolled next because damage was dealt to a card (clause RE-9.15).
    pub(crate) fn next_to_brace(&self, s: &State, hurt: Spot) -> Option<Spot> {
        let rolls = |unit: &Unit| unit.braced() == 0 && self.braces(unit);
        let mut together = self.together(s, hurt).into_iter();
        together.find(|one| s.unit(*one).is_some_and(rolls))
    }

    /// The groups of a side that are in the combat, in the order of their places.
    pub(crate) fn groups(
        &self,
        s: &State,
        seat: PlayerId,
    ) -> impl Iterator<Item = PlaceId> + use<> {
        leaders(s, seat, |_| true).iter()
    }

    /// The groups that block an attacking group.
    pub(crate) fn blockers<'s>(
        &'s self,
        s: &'s State,
        attacker: PlaceId,
    ) -> impl Iterator<Item = Spot> + use<'s> {
        self.clockwise(s)
            .filter(move |seat| *seat != s.active)
            .flat_map(move |seat| {
                let met = leaders(s, seat, |unit| unit.fight == blocks(attacker));
                met.iter().map(move |at| Spot { seat, at })
            })
    }

    /// The seats clockwise from the active player's left; the active player is last.
    pub(crate) fn clockwise(&self, s: &State) -> impl Iterator<Item = PlayerId> + use<> {
        let (mut seat, players) = (s.active, self.players);
        (0..players).map(move |_| {
            seat = seat.left(players);
            seat
        })
    }

    /// The total attack of a group.
    pub(crate) fn group_attack(&self, s: &State, seat: PlayerId, group: PlaceId) -> u8 {
        self.group(s, seat, group).fold(0, |sum, (at, unit)| {
            sum.saturating_add(self.attack_at(s, Spot { seat, at }, unit))
        })
    }

    /// Whether a group flies, that is, all its fighters fly (clause RE-9.6).
    fn group_flies(&self, s: &State, seat: PlayerId, group: PlaceId) -> bool {
        self.group(s, seat, group).all(|(_, unit)| self.flies(unit))
    }

    /// Whether an attacking group has been blocked.
    pub(crate) fn is_blocked(&self, s: &State, group: PlaceId) -> bool {
        leaders(s, s.active, |unit| unit.is(BLOCKED)).contains(group)
    }

    /// Whether a fighter may be asked to attack (clause RE-9.2).
    pub(crate) fn may_attack(&self, unit: &Unit) -> bool {
        self.in_front(unit) && unit.ready() && !unit.is(IS_NEW)
    }

    /// Whether a fighter may be asked to block (clause RE-9.3).
    pub(crate) fn may_block(&self, unit: &Unit) -> bool {
        self.in_front(unit) && unit.ready()
    }

    /// The fighters declared together with a fighter: itself, or the members of its permanent chain that may take
    /// part.
    pub(crate) fn declared<'s>(
        &'s self,
        s: &'s State,
        spot: Spot,
    ) -> impl Iterator<Item = Spot> + Clone + use<'s> {
        let chain = s
            .unit(spot)
            .filter(|_| self.chains_last())
            .map_or(0, Unit::chain);
        let attacks = spot.seat == s.active;
        let asked = if chain == 0 {
            spot.at.only()
        } else {
            s.side(spot.seat).taken()
        };
        PlaceId::ALL
            .iter()
            .copied()
            .filter(move |at| asked.contains(*at))
            .map(move |at| Spot { at, ..spot })
            .filter(move |one| {
                s.unit(*one).is_some_and(|unit| {
                    let may = if attacks {
                        self.may_attack(unit)
                    } else {
                        self.may_block(unit)
                    };
                    may && (one.at == spot.at || unit.chain() == chain)
                })
            })
    }

    pub(super) fn attacks(&self, s: &State, each: &mut impl Each) -> More {
        if !self.listens(HookId::MustAttack) || !self.must_attack(s) {
            each(Action::Stay)?;
        }
        self.assaults(s, each)
    }

    /// Whether the fighter whose turn it is to attack must do so, and can (clause RE-6.16).
    #[cold]
    pub(crate) fn must_attack(&self, s: &State) -> bool {
        let must = |spot: Spot| {
            s.unit(spot)
                .is_some_and(|unit| self.has_hook(unit, HookId::MustAttack))
                && self.asks_unit(s, spot, HookId::MustAttack, 0)
        };
        s.at_cursor(s.active).is_some_and(must)
            && self.assaults(s, &mut |_| More::Break(())).is_break()
    }

    /// The attack that the next fighter must make, if it is the only action.
    #[cold]
    fn only_attack(&self, s: &State) -> Option<Action> {
        let mut only = None;
        let _ = self.attacks(s, &mut |action| {
            only = Some(action);
            More::Break(())
        });
        only.filter(|action| *action != Action::Stay)
    }

    /// The attacks of the next fighter.
    fn assaults(&self, s: &State, each: &mut impl Each) -> More {
        let unit = |spot: Spot| Some((spot, s.unit(spot).filter(|unit| self.may_attack(unit))?));
        let Some((spot, unit)) = s.at_cursor(s.active).and_then(unit) else {
            return More::Continue(());
        };
        for foe in self
            .opponents(s, s.active)
            .filter(|foe| self.can_attack(s, spot, *foe))
        {
            each(Action::Attack(foe))?;
            if self.options.attack_equipment == No::Yes {
                for (at, _) in s
                    .side(foe)
                    .present()
                    .filter(|(_, unit)| self.is_equipment(unit))
                {
                    each(Action::AttackAt(Spot { seat: foe, at }))?;
                }
            }
        }
        self.chains_to(s, spot, unit, each)
    }

    /// Whether the conditions of a fighter, and of its permanent chain, allow it to attack a player (clause RE-6.16).
    pub(crate) fn can_attack(&self, s: &State, spot: Spot, foe: PlayerId) -> bool {
        !self.listens(HookId::CanAttack)
            || self
                .declared(s, spot)
                .all(|one| self.asks_unit(s, one, HookId::CanAttack, foe.into()))
    }

    /// The chains of its side that a Monster may join when it is declared.
    fn chains_to(&self, s: &State, spot: Spot, unit: &Unit, each: &mut impl Each) -> More {
        if !self.chains(unit) || self.chains_last() {
            return More::Continue(());
        }
        for at in self.groups(s, spot.seat) {
            if self.chain_flaw(s, spot, unit, at).is_none() {
                each(Action::Chain(Spot { at, ..spot }))?;
            }
        }
        More::Continue(())
    }

    /// Why a Monster may not join a group of its side.
    pub(crate) fn chain_flaw(
        &self,
        s: &State,
        spot: Spot,
        unit: &Unit,
        group: PlaceId,
    ) -> Option<ChainFlaw> {
        let members = self.group(s, spot.seat, group);
        let Some((_, first)) = members.clone().next() else {
            return Some(ChainFlaw::Nobody);
        };
        if members.clone().count() >= MAX_CHAIN {
            return Some(ChainFlaw::Full);
        }
        if !members.clone().all(|(_, one)| self.chains(one)) {
            return Some(ChainFlaw::NoChaining);
        }
        if spot.seat == s.active {
            let foe = Target::of(first.fight).map_or(PlayerId::First, Target::seat);
            return (!self.can_attack(s, spot, foe)).then_some(ChainFlaw::Condition);
        }
        let Some(met) = met_by(first) else {
            return Some(ChainFlaw::Nobody);
        };
        if !self.flies(unit) && self.group_flies(s, s.active, met) {
            return Some(ChainFlaw::Flies);
        }
        (!self.can_meet(s, spot, met)).then_some(ChainFlaw::Condition)
    }

    pub(super) fn blocks(&self, s: &State, each: &mut impl Each) -> More {
        each(Action::Stay)?;
        let unit = |spot: Spot| Some((spot, s.unit(spot).filter(|unit| self.may_block(unit))?));
        let Some((spot, unit)) = s.at_cursor(s.blocking).and_then(unit) else {
            return More::Continue(());
        };
        let chained = leaders(s, s.active, |unit| unit.chain() != 0);
        for at in self.groups(s, s.active) {
            let attacker = Spot { seat: s.active, at };
            let flaw = match s.unit(attacker).filter(|_| !chained.contains(at)) {
                Some(alone) => self.flaw_against(s, spot, at, std::iter::once((at, alone))),
                None => self.block_flaw(s, spot, at),
            };
            if flaw.is_none() {
                each(Action::Block(attacker))?;
            }
        }
        self.chains_to(s, spot, unit, each)
    }

    /// Whether conditions allow a fighter to block an attacking group: its own and those of the attackers (clause
    /// RE-6.16).
    fn can_meet(&self, s: &State, spot: Spot, attacker: PlaceId) -> bool {
        if !self.listens(HookId::CanBlock) && !self.listens(HookId::CanBeBlocked) {
            return true;
        }
        self.group(s, s.active, attacker).all(|(at, _)| {
            let attacker = Spot { seat: s.active, at };
            self.declared(s, spot).all(|one| {
                self.asks_unit(s, one, HookId::CanBlock, attacker.n().into())
                    && self.asks_unit(s, attacker, HookId::CanBeBlocked, one.n().into())
            })
        })
    }

    /// Why a fighter may not block an attacking group as a separate blocker.
    pub(crate) fn block_flaw(&self, s: &State, spot: Spot, attacker: PlaceId) -> Option<BlockFlaw> {
        self.flaw_against(s, spot, attacker, self.group(s, s.active, attacker))
    }

    /// The same, given the members of the attacking group.
    fn flaw_against<'s>(
        &self,
        s: &'s State,
        spot: Spot,
        attacker: PlaceId,
        mut members: impl Iterator<Item = (PlaceId, &'s Unit)> + Clone,
    ) -> Option<BlockFlaw> {
        let Some((_, first)) = members.clone().next() else {
            return Some(BlockFlaw::NoAttacker);
        };
        if Target::of(first.fight).map(Target::seat) != Some(spot.seat) {
            return Some(BlockFlaw::AttacksAnother);
        }
        let fly = |s: &State| {
            self.declared(s, spot)
                .all(|one| s.unit(one).is_some_and(|unit| self.flies(unit)))
        };
        if members.clone().all(|(_, one)| self.flies(one)) && !fly(s) {
            return Some(BlockFlaw::Flies);
        }
        if members.any(|(_, one)| self.single_blocker(one))
            && self.blockers(s, attacker).next().is_some()
        {
            return Some(BlockFlaw::OneOnly);
        }
        (!self.can_meet(s, spot, attacker)).then_some(BlockFlaw::Condition)
    }

    /// Whether an earlier member of the fighter's permanent chain has already been asked for it.
    fn was_asked(&self, s: &State, spot: Spot) -> bool {
        self.chains_last() && self.declared(s, spot).any(|one| one.at < spot.at)
    }

    /// The first fighter of a side in the combat whose attack die is rolled now (Q-RS-15).
    pub(crate) fn undeclared_die(&self, s: &State, seat: PlayerId) -> Option<PlaceId> {
        if self.options.attack_die != AttackDie::AtDeclaration {
            return None;
        }
        let mut units = s.side(seat).present().filter(|(_, unit)| unit.fights());
        units
            .find(|(_, unit)| unit.rolled() == 0 && self.rolls(unit))
            .map(|(at, _)| at)
    }

    /// Whether a fighter deals damage in this combat (clauses RE-9.8, RE-9.9).
    fn deals(&self, s: &State, seat: PlayerId, at: PlaceId, unit: &Unit) -> bool {
        if !unit.fights() {
            return false;
        }
        if seat != s.active {
            return met_by(unit).is_some_and(|met| self.group(s, s.active, met).next().is_some());
        }
        let group = group_of(at, unit);
        if self.is_blocked(s, group) {
            return self.blockers(s, group).next().is_some();
        }
        match Target::of(unit.fight) {
            Some(Target::Player(foe)) => !s.side(foe).out,
            Some(Target::Equipment(spot)) => s.unit(spot).is_some(),
            Some(Target::Lost(_)) | None => false,
        }
    }
}

/// Why a fighter may not block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockFlaw {
    NoAttacker,
    AttacksAnother,
    Flies,
    OneOnly,
    Condition,
}

/// Why a Monster may not join a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainFlaw {
    Nobody,
    Full,
    NoChaining,
    Flies,
    Condition,
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Moves on to the next fighter that may attack; returns whether somebody is asked, or `None` if a fighter has
    /// attacked because it must and there was one way only.
    pub(super) fn next_attacker(&mut self) -> Option<bool> {
        let active = self.s.active;
        if self.book.undeclared_die(self.s, active).is_some() {
            return Some(self.chance());
        }
        while let Some(spot) = self.s.next_kept(active) {
            let may = self
                .s
                .unit(spot)
                .is_some_and(|unit| self.book.may_attack(unit) && unit.fight == 0);
            if may && !self.book.was_asked(self.s, spot) {
                if self.number_of_ways(active, Step::Attack) > 1 {
                    return Some(self.ask_counted(active));
                }
                if self.book.listens(HookId::MustAttack)
                    && let Some(action) = self.book.only_attack(self.s)
                {
                    self.attack(action);
                    return None;
                }
            }
            self.s.cursor = self.s.cursor.next();
        }
        self.s.cursor = Cursor::START;
        Some(false)
    }

    /// Lets the active player's next fighter attack, join a chain or stay.
    pub(super) fn attack(&mut self, action: Action) {
        let Some(spot) = self.s.at_cursor(self.s.active) else {
            return;
        };
        self.s.cursor = self.s.cursor.next();
        match action {
            Action::Attack(foe) => self.begin_attack(spot, Target::Player(foe)),
            Action::AttackAt(at) => self.begin_attack(spot, Target::Equipment(at)),
            Action::Chain(with) => self.join(spot, with),
            _ => {}
        }
    }

    fn begin_attack(&mut self, spot: Spot, target: Target) {
        let all: arrayvec::ArrayVec<Spot, MAX_CHAIN> =
            self.book.declared(self.s, spot).take(MAX_CHAIN).collect();
        for one in &all {
            if let Some(unit) = self.s.unit_mut(*one) {
                unit.fight = target.fight();
            }
        }
        for one in all {
            self.emit(ATTACK, "attacks", |book, s| {
                let who = book.spot_phrase(s, one);
                let told = match target {
                    Target::Equipment(at) => {
                        tell(format!("{who} attacks {}", book.spot_name(s, at)))
                            .at_unit(book, s, at)
                    }
                    _ => tell(format!("{who} attacks player {}", target.seat().number()))
                        .at_player(target.seat()),
                };
                told.unit(book, s, one)
            });
            self.tell_attack(one, target.seat());
        }
    }

    fn tell_attack(&mut self, spot: Spot, foe: PlayerId) {
        self.raise(HookId::OnAttack, spot, foe.n());
        self.raise_all(HookId::OnOwnAttack, spot.seat, spot.n());
        self.raise_all(HookId::OnFoeAttack, foe, spot.n());
    }

    fn join(&mut self, spot: Spot, with: Spot) {
        let fight = self.s.unit(with).map_or(0, |unit| unit.fight);
        let members = self.book.group(self.s, with.seat, with.at);
        let (fight, blocked) = members.fold((fight, 0), |(_, flags), (_, unit)| {
            (unit.fight, flags | unit.flags & BLOCKED)
        });
        for at in [with.at, spot.at] {
            if let Some(unit) = self.s.unit_mut(Spot { at, ..with }) {
                unit.join(Some(with.at));
            }
        }
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.fight = fight;
            unit.flags |= blocked;
        }
        self.emit(CHAINS, "chains", |book, s| {
            tell(format!(
                "{} forms a chain with {}",
                book.spot_phrase(s, spot),
                book.spot_name(s, with)
            ))
            .unit(book, s, spot)
            .at_unit(book, s, with)
        });
        match (Target::of(fight), self.s.unit(spot).and_then(met_by)) {
            (Some(target), _) if spot.seat == self.s.active => {
                self.tell_attack(spot, target.seat())
            }
            (_, Some(met)) => self.tell_block(spot, met),
            _ => {}
        }
    }

    /// Joins a Monster to another in the Play phase (clause RE-9.17).
    pub(super) fn link(&mut self, spot: Spot, with: Spot) {
        let first = self
            .s
            .unit(with)
            .map_or(with.at, |unit| group_of(with.at, unit));
        for at in [with.at, spot.at] {
            if let Some(unit) = self.s.unit_mut(Spot { at, ..with }) {
                unit.join(Some(first));
            }
        }
        self.emit(LASTING_CHAINS, "chains", |book, s| {
            tell(format!(
                "{} forms a chain with {}",
                book.spot_phrase(s, spot),
                book.spot_name(s, with)
            ))
            .unit(book, s, spot)
            .at_unit(book, s, with)
        });
    }

    /// Moves on to the next fighter that may block; returns whether somebody is asked.
    pub(super) fn next_blocker(&mut self) -> bool {
        if self.book.undeclared_die(self.s, self.s.blocking).is_some()
            && self.s.blocking != self.s.active
        {
            return self.chance();
        }
        loop {
            let seat = self.s.blocking;
            if seat == self.s.active {
                self.open(Time::Blocks);
                if self.book.two_blockers {
                    self.send_lone_blockers_away();
                }
                if self.book.tells_unblocked {
                    self.tell_unblocked();
                }
                return false;
            }
            let Some(spot) = self.s.next_kept(seat).filter(|_| !self.s.side(seat).out) else {
                (self.s.blocking, self.s.cursor) = (seat.left(self.book.players), Cursor::START);
                continue;
            };
            let may = self
                .s
                .unit(spot)
                .is_some_and(|unit| self.book.may_block(unit) && unit.fight == 0);
            if may
                && !self.book.was_asked(self.s, spot)
                && self.number_of_ways(seat, Step::Block) > 1
            {
                return self.ask_counted(seat);
            }
            self.s.cursor = self.s.cursor.next();
        }
    }

    /// Lets a fighter block, join a chain or stay.
    pub(super) fn block(&mut self, action: Action) {
        let Some(spot) = self.s.at_cursor(self.s.blocking) else {
            return;
        };
        self.s.cursor = self.s.cursor.next();
        match action {
            Action::Block(attacker) => self.begin_block(spot, attacker),
            Action::Chain(with) => self.join(spot, with),
            _ => {}
        }
    }

    fn begin_block(&mut self, spot: Spot, attacker: Spot) {
        let all: arrayvec::ArrayVec<Spot, MAX_CHAIN> =
            self.book.declared(self.s, spot).take(MAX_CHAIN).collect();
        let mut attackers: arrayvec::ArrayVec<PlaceId, MAX_CHAIN> = self
            .book
            .group(self.s, attacker.seat, attacker.at)
            .map(|(at, _)| at)
            .take(MAX_CHAIN)
            .collect();
        for at in attackers.drain(..) {
            if let Some(unit) = self.s.unit_mut(Spot { at, ..attacker }) {
                unit.flags |= BLOCKED;
            }
        }
        for one in &all {
            if let Some(unit) = self.s.unit_mut(*one) {
                unit.fight = blocks(attacker.at);
            }
        }
        for one in all {
            self.emit(BLOCK, "blocks", |book, s| {
                let met = book.fighting(s, attacker);
                tell(format!(
                    "{} blocks {}",
                    book.spot_phrase(s, one),
                    book.spot_name(s, met)
                ))
                .unit(book, s, one)
                .at_unit(book, s, met)
            });
            self.tell_block(one, attacker.at);
        }
    }

    /// A blocker that is alone leaves an attacker that one blocker alone cannot block (clause RE-9.5).
    #[cold]
    fn send_lone_blockers_away(&mut self) {
        let (book, active) = (self.book, self.s.active);
        for group in book.groups(self.s, active).collect::<Vec<_>>() {
            let attackers: Vec<Spot> = book
                .group(self.s, active, group)
                .filter(|(_, unit)| unit.is(BLOCKED))
                .map(|(at, _)| Spot { seat: active, at })
                .collect();
            let needs = |spot: &Spot| {
                let unit = self.s.unit(*spot);
                unit.is_some_and(|unit| book.needs_two_blockers(unit))
            };
            let blockers: Vec<Spot> = book
                .blockers(self.s, group)
                .flat_map(|first| {
                    let members = book.group(self.s, first.seat, first.at);
                    members.map(move |(at, _)| Spot { at, ..first })
                })
                .collect();
            let [alone] = blockers[..] else { continue };
            if !attackers.iter().any(needs) {
                continue;
            }
            for spot in attackers {
                if let Some(unit) = self.s.unit_mut(spot) {
                    unit.flags &= !BLOCKED;
                }
            }
            if let Some(unit) = self.s.unit_mut(alone) {
                unit.leave_combat();
            }
            self.emit(SEVERAL, "leaves-combat", |book, s| {
                tell(format!("{} cannot block alone", book.spot_phrase(s, alone)))
                    .unit(book, s, alone)
            });
        }
    }

    /// Raises the triggers of attackers that nobody has blocked.
    #[cold]
    fn tell_unblocked(&mut self) {
        let active = self.s.active;
        for at in self.s.side(active).taken().iter() {
            let spot = Spot { seat: active, at };
            let free = self
                .s
                .unit(spot)
                .filter(|unit| unit.fights() && !unit.is(BLOCKED));
            if let Some(Target::Player(foe)) = free.and_then(|unit| Target::of(unit.fight)) {
                self.raise(HookId::OnUnblocked, spot, foe.n());
                self.raise_all(HookId::OnFoeUnblocked, foe, spot.n());
            }
        }
    }

    fn tell_block(&mut self, spot: Spot, attacker: PlaceId) {
        let active = self.s.active;
        self.raise_all(HookId::OnOwnBlock, spot.seat, spot.n());
        if self.book.listens(HookId::OnBlock) {
            let met = self.book.fighting(
                self.s,
                Spot {
                    seat: active,
                    at: attacker,
                },
            );
            self.raise(HookId::OnBlock, spot, met.n());
        }
        if self.book.listens(HookId::OnBlocked) {
            let attackers: arrayvec::ArrayVec<PlaceId, MAX_CHAIN> = self
                .book
                .group(self.s, active, attacker)
                .map(|(at, _)| at)
                .take(MAX_CHAIN)
                .collect();
            for at in attackers {
                self.raise(HookId::OnBlocked, Spot { seat: active, at }, spot.n());
            }
        }
    }

    /// Moves on to the next attack die; returns whether chance is asked.
    pub(super) fn next_die(&mut self) -> bool {
        let on = self
            .book
            .seats()
            .any(|seat| self.responses(seat).able(ROLLS));
        for _ in self.book.seats().filter(|_| on) {
            let seat = self.s.blocking;
            while let Some(spot) = self.s.next_kept(seat) {
                let rolls = self.s.unit_or_gone(spot).is_some_and(|unit| {
                    unit.rolled() == 0
                        && self.book.rolls(unit)
                        && self.book.deals(self.s, seat, spot.at, unit)
                });
                if rolls {
                    return self.chance();
                }
                self.s.cursor = self.s.cursor.next();
            }
            (self.s.blocking, self.s.cursor) = (seat.left(self.book.players), Cursor::START);
            if self.s.blocking == self.s.active {
                break;
            }
        }
        self.s.step = Step::Order;
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        false
    }

    /// Sets the attack die of the fighter at the cursor, or of the one that has just been declared.
    pub(super) fn attack_die(&mut self, number: u8) {
        let seat = if self.s.step == Step::Attack {
            self.s.active
        } else {
            self.s.blocking
        };
        let declared = self
            .book
            .undeclared_die(self.s, seat)
            .filter(|_| self.s.step != Step::AttackDie);
        let Some(at) = declared.or(self.s.cursor.place()) else {
            return;
        };
        let spot = Spot { seat, at };
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.set_rolled(number);
        }
        if declared.is_none() {
            self.s.cursor = self.s.cursor.next();
        }
        self.emit(ATTACK_DIE, "attack-die", |book, s| {
            tell(format!(
                "{} rolls {number} for its attack",
                book.spot_phrase(s, spot)
            ))
            .unit(book, s, spot)
            .points(number)
        });
    }

    /// Ends the combat and clears its data.
    pub(super) fn end_combat(&mut self) {
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        let last = self.book.chains_last();
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            if !last {
                unit.join(None);
            }
            unit.leave_combat();
        }
    }

    /// Whether one blocker takes all the damage (Q-RS-2).
    pub(super) fn one_chosen(&self) -> bool {
        self.book.options.several_blockers == SeveralBlockers::OneChosen
    }
}
