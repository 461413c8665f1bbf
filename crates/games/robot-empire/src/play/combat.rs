//! The steps of a combat.

use crate::actions::Action;
use crate::book::print::ROLLS;
use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::engagement::{self, MAX_CHAIN};
use crate::facts::fights::{Target, blocks, group_of, met_by};
use crate::facts::{costs, names, values};
use crate::legal::attacks;
use crate::lexicon::HookId;
use crate::options::SeveralBlockers;
use crate::rules::{ATTACK, ATTACK_DIE, BLOCK, CHAINS, LASTING_CHAINS, SEVERAL, TOLL};
use crate::state::{BLOCKED, Cursor, PlaceId, PlayerId, Spot, Step, Time};
use cardwright_kernel::Log;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Moves on to the next fighter that may attack; returns whether somebody is asked, or `None` if a fighter has
    /// attacked because it must and there was one way only.
    pub(crate) fn next_attacker(&mut self) -> Option<bool> {
        let active = self.s.active;
        if engagement::undeclared_die(self.book, self.s, active).is_some() {
            return Some(self.chance());
        }
        while let Some(spot) = self.s.next_kept(active) {
            let may = self
                .s
                .unit(spot)
                .is_some_and(|unit| engagement::may_attack(self.book, unit) && unit.fight == 0);
            if may && !engagement::was_asked(self.book, self.s, spot) {
                if self.number_of_ways(active, Step::Attack) > 1 {
                    return Some(self.ask_counted(active));
                }
                if self.book.listens(HookId::MustAttack)
                    && let Some(action) = attacks::only_attack(self.book, self.s)
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
    pub(crate) fn attack(&mut self, action: Action) {
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
            engagement::declared(self.book, self.s, spot)
                .take(MAX_CHAIN)
                .collect();
        for one in &all {
            self.pay_toll(*one, target.seat());
        }
        for one in &all {
            if let Some(unit) = self.s.unit_mut(*one) {
                unit.fight = target.fight();
            }
        }
        for one in all {
            self.emit(ATTACK, "attacks", |book, s| {
                let who = names::spot_name(book, s, one);
                let told = match target {
                    Target::Equipment(at) => {
                        tell(format!("{who} attacks {}", names::spot_name(book, s, at)))
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

    /// Pays what declaring a fighter against a player costs (clause RE-6.27).
    fn pay_toll(&mut self, spot: Spot, foe: PlayerId) {
        let toll = costs::toll(self.book, self.s, spot, foe);
        if toll > 0 {
            self.pay(spot.seat, toll);
            self.emit(TOLL, "toll", |book, s| {
                tell(format!(
                    "player {} pays {} to attack player {} with {}",
                    spot.seat.number(),
                    names::coins(toll),
                    foe.number(),
                    names::spot_name(book, s, spot)
                ))
                .player(spot.seat)
                .at_player(foe)
                .unit(book, s, spot)
                .points(toll)
            });
        }
    }

    fn tell_attack(&mut self, spot: Spot, foe: PlayerId) {
        self.raise(HookId::OnAttack, spot, foe.n());
        self.raise_all(HookId::OnOwnAttack, spot.seat, spot.n());
        self.raise_all(HookId::OnFoeAttack, foe, spot.n());
    }

    fn join(&mut self, spot: Spot, with: Spot) {
        let fight = self.s.unit(with).map_or(0, |unit| unit.fight);
        let members = engagement::members(self.s, with.seat, with.at);
        let (fight, blocked) = members.fold((fight, 0), |(_, flags), (_, unit)| {
            (unit.fight, flags | unit.flags & BLOCKED)
        });
        if let Some(target) = Target::of(fight).filter(|_| spot.seat == self.s.active) {
            self.pay_toll(spot, target.seat());
        }
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
                names::spot_name(book, s, spot),
                names::spot_name(book, s, with)
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
    pub(crate) fn link(&mut self, spot: Spot, with: Spot) {
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
                names::spot_name(book, s, spot),
                names::spot_name(book, s, with)
            ))
            .unit(book, s, spot)
            .at_unit(book, s, with)
        });
    }

    /// Moves on to the next fighter that may block; returns whether somebody is asked.
    pub(crate) fn next_blocker(&mut self) -> bool {
        if engagement::undeclared_die(self.book, self.s, self.s.blocking).is_some()
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
                .is_some_and(|unit| engagement::may_block(self.book, unit) && unit.fight == 0);
            if may
                && !engagement::was_asked(self.book, self.s, spot)
                && self.number_of_ways(seat, Step::Block) > 1
            {
                return self.ask_counted(seat);
            }
            self.s.cursor = self.s.cursor.next();
        }
    }

    /// Lets a fighter block, join a chain or stay.
    pub(crate) fn block(&mut self, action: Action) {
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
            engagement::declared(self.book, self.s, spot)
                .take(MAX_CHAIN)
                .collect();
        let mut attackers: arrayvec::ArrayVec<PlaceId, MAX_CHAIN> =
            engagement::members(self.s, attacker.seat, attacker.at)
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
                let met = names::fighting(s, attacker);
                tell(format!(
                    "{} blocks {}",
                    names::spot_name(book, s, one),
                    names::spot_name(book, s, met)
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
        for group in engagement::groups(self.s, active).collect::<Vec<_>>() {
            let attackers: Vec<Spot> = engagement::members(self.s, active, group)
                .filter(|(_, unit)| unit.is(BLOCKED))
                .map(|(at, _)| Spot { seat: active, at })
                .collect();
            let needs = |spot: &Spot| {
                let unit = self.s.unit(*spot);
                unit.is_some_and(|unit| values::needs_two_blockers(book, unit))
            };
            let blockers: Vec<Spot> = engagement::blockers(book, self.s, group)
                .flat_map(|first| {
                    let members = engagement::members(self.s, first.seat, first.at);
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
                tell(format!(
                    "{} cannot block alone",
                    names::spot_name(book, s, alone)
                ))
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
            let met = names::fighting(
                self.s,
                Spot {
                    seat: active,
                    at: attacker,
                },
            );
            self.raise(HookId::OnBlock, spot, met.n());
        }
        if self.book.listens(HookId::OnBlocked) {
            let attackers: arrayvec::ArrayVec<PlaceId, MAX_CHAIN> =
                engagement::members(self.s, active, attacker)
                    .map(|(at, _)| at)
                    .take(MAX_CHAIN)
                    .collect();
            for at in attackers {
                self.raise(HookId::OnBlocked, Spot { seat: active, at }, spot.n());
            }
        }
    }

    /// Moves on to the next attack die; returns whether chance is asked.
    pub(crate) fn next_die(&mut self) -> bool {
        let on = self
            .book
            .seats()
            .any(|seat| self.responses(seat).able(ROLLS));
        for _ in self.book.seats().filter(|_| on) {
            let seat = self.s.blocking;
            while let Some(spot) = self.s.next_kept(seat) {
                let rolls = self.s.unit_or_gone(spot).is_some_and(|unit| {
                    unit.rolled() == 0
                        && values::rolls(self.book, unit)
                        && engagement::deals(self.book, self.s, seat, spot.at, unit)
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
    pub(crate) fn attack_die(&mut self, number: u8) {
        let seat = if self.s.step == Step::Attack {
            self.s.active
        } else {
            self.s.blocking
        };
        let declared = engagement::undeclared_die(self.book, self.s, seat)
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
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
            .points(number)
        });
        self.raise(HookId::OnAttackDie, spot, number);
    }

    /// Ends the combat and clears its data.
    pub(crate) fn end_combat(&mut self) {
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        let last = engagement::chains_last(self.book);
        for unit in self.s.sides.iter_mut().flat_map(|side| &mut side.units) {
            if !last {
                unit.join(None);
            }
            unit.leave_combat();
        }
    }

    /// Whether one blocker takes all the damage (Q-RS-2).
    pub(crate) fn one_chosen(&self) -> bool {
        self.book.options.several_blockers == SeveralBlockers::OneChosen
    }
}
