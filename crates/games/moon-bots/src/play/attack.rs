//! The steps of an attack (MB-6.3 to MB-6.6).

use crate::book::opening::Opening;
use crate::book::rulebook::Fight;
use crate::engine::attack::types_in;
use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::{nouns, players, reactions};
use crate::lexicon::HookId;
use crate::rules::{DAMAGE, DEAD_ATTACKER, WITNESSED};
use crate::state::ids::{RobotId, Robots};
use crate::state::values::done_bit;
use crate::state::{
    Asked, FIGHTS_PERMANENT, FINAL_PLACES, FRONT, REACTIONS, ROBOTS, SLOTS, Step, TYPES, UPGRADES,
    WATCHED,
};
use cardwright_effects::machine::Act;
use cardwright_kernel::{Log, ProgramId, RuleId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

impl<L: Log<Event>> Engine<'_, L> {
    /// Makes the attack that the effect symbols of a part begin with. The rest of the effect waits for the attack, or
    /// follows at once if nobody can be hit.
    pub(crate) fn open_with(
        &mut self,
        opening: Opening,
        program: ProgramId,
        robot: RobotId,
        part: u8,
    ) -> Flow {
        self.s.attack.aimed = opening.aimed;
        if let Some(rest) = opening.rest {
            self.put_by(program, robot, part, rest);
        }
        match (self.strike(robot), opening.rest) {
            (Act::Wait, _) => self.split(),
            (_, Some(_)) => self.resume(),
            (_, None) => Flow::On,
        }
    }

    /// MB-6.2: if two robots can be hit, the attacker divides the damage.
    pub(crate) fn split(&mut self) -> Flow {
        let attacker = self.s.attack.attacker;
        let mask = nouns::targets(self.book, self.s, attacker);
        if mask.len() > 1 {
            self.s.asked = Asked::Seat(self.book.owner(attacker));
            return Flow::Stop;
        }
        self.share(self.s.attack.aimed);
        Flow::On
    }

    /// MB-6.4, MB-12.2: applies the attacker's parts, its upgrades in the order they were gained, then its permanent
    /// weapons, each once.
    pub(crate) fn boost(&mut self) -> Flow {
        let attack = &self.s.attack;
        let (attacker, from, types) = (attack.attacker, attack.cursor, types_in(attack.aimed));
        let places = self.s.derived.boosts[usize::from(attacker)];
        if places != 0 {
            if (places & WATCHED == 0 || from <= FRONT as u8)
                && let Some((place, program, cause)) =
                    self.fighter(attacker, places, from, types, HookId::OnAttack)
            {
                self.s.attack.cursor = place + 1;
                return self.fight(program, attacker, cause);
            }
            if places & WATCHED != 0 {
                // A robot that a card then protects from all damage has been attacked.
                self.note_attacked();
                if let Some((robot, program, cause)) = self.next_witness() {
                    return self.witness(robot, program, cause);
                }
            }
        }
        self.note_attacked();
        (self.s.attack.cursor, self.s.step) = (0, Step::Protect);
        self.protect()
    }

    #[inline]
    fn note_attacked(&mut self) {
        let attack = &mut self.s.attack;
        attack.attacked |= Robots::of(|robot| attack.pending[robot.index()] != [0; TYPES]);
    }

    /// Runs the effect of a card that acts when an opponent attacks, unless too many have reacted this turn (MB-12.3).
    #[cold]
    fn witness(&mut self, robot: RobotId, program: ProgramId, cause: u8) -> Flow {
        let card = self.book.bound[program].card;
        if self.s.reactions >= REACTIONS {
            self.no_end(vec![card]);
            return Flow::Stop;
        }
        self.emit(WITNESSED, || Event::Reacted { robot, card });
        let params = [robot.into(), self.s.attack.attacker.into()];
        self.start_with(program, robot, cause, &params)
    }

    /// MB-12.23: the next card of another player that acts in an attack that has just been declared. After the places
    /// of the attacker, the cursor counts those of the robots clockwise from it.
    #[cold]
    fn next_witness(&mut self) -> Option<(RobotId, ProgramId, u8)> {
        let attack = &self.s.attack;
        let order = TurnOrder {
            first: attack.attacker.n(),
            ..self.s.turn_order()
        };
        let mut cursor = attack.cursor.max(FRONT as u8);
        let (book, state) = (self.book, &*self.s);
        let others = players::others_robots(book, attack.attacker) & state.in_play();
        let next = order.next(
            &mut cursor,
            |robot| others.contains(RobotId::packed(robot)),
            |robot, place| {
                reactions::reaction(
                    book,
                    state,
                    RobotId::packed(robot),
                    place,
                    HookId::OnFoeAttack,
                )
            },
        );
        self.s.attack.cursor = cursor;
        next.map(|(robot, (program, cause))| (RobotId::packed(robot), program, cause))
    }

    /// MB-6.5, MB-12.2: applies the cards of robots about to be hit that have not checked this damage yet.
    pub(crate) fn protect(&mut self) -> Flow {
        let first = self.s.attack.cursor / FRONT as u8;
        // Usually nobody has a protection; this check avoids looking at each robot.
        let shielded = Robots::of(|robot| {
            let hit = self.s.attack.fresh[robot.index()] != [0; TYPES];
            hit & (self.s.derived.shields[robot.index()] != 0)
        });
        for robot in Robots::from_bits(shielded.bits() >> first << first).iter() {
            if let Some((from, program, cause)) = self.protector(robot) {
                self.s.attack.cursor = robot.n() * FRONT as u8 + from;
                return self.fight(program, robot, cause);
            }
        }
        self.s.attack.fresh = Default::default();
        self.s.attack.cursor = (ROBOTS * FRONT) as u8;
        self.s.step = Step::Damage;
        self.damage()
    }

    /// Runs a card's effect within the attack, unless cards have been checked again too often this turn (MB-12.3).
    fn fight(&mut self, program: ProgramId, robot: RobotId, cause: u8) -> Flow {
        if self.s.reactions >= REACTIONS {
            self.no_end(vec![self.book.bound[program].card]);
            return Flow::Stop;
        }
        self.start(program, robot, cause)
    }

    /// The robot's next card that may change the damage about to hit it: the place after it, its program, and the
    /// data for its frame.
    fn protector(&self, robot: RobotId) -> Option<(u8, ProgramId, u8)> {
        let (attack, first) = (&self.s.attack, robot.n() * FRONT as u8);
        let types = types_in(attack.fresh[usize::from(robot)]);
        let places = self.s.derived.shields[usize::from(robot)];
        let mut from = attack.cursor.saturating_sub(first);
        loop {
            let (place, program, cause) =
                self.fighter(robot, places, from, types, HookId::OnStruck)?;
            from = place + 1;
            if !self.has_done(robot, place.into()) {
                return Some((from, program, cause));
            }
        }
    }

    /// The robot's first card, from a place on, that may act in an attack hook on damage of these types: its place,
    /// its program, and the data for its frame. `places` are the places of the robot's cards with that hook.
    fn fighter(
        &self,
        robot: RobotId,
        places: u16,
        from: u8,
        types: usize,
        hook: HookId,
    ) -> Option<(u8, ProgramId, u8)> {
        let own = &self.s.robots[usize::from(robot)];
        let mut rest = u32::from(places & (FIGHTS_PERMANENT - 1)) >> from << from;
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            let (number, cause) = match place.checked_sub(SLOTS) {
                None => (own.parts[place], place),
                Some(upgrade) => (*own.upgrades.get(upgrade)?, upgrade),
            };
            if let Some(Fight { program, idle }) =
                self.book.fights[usize::from(number) - 1][usize::from(hook == HookId::OnStruck)]
                && idle >> types & 1 == 0
            {
                return Some((place as u8, program, cause as u8));
            }
            rest &= rest - 1;
        }
        match places & FIGHTS_PERMANENT {
            0 => None,
            _ => self.permanent_fighter(robot, from, types, hook),
        }
    }

    /// The same among permanent weapons.
    #[cold]
    fn permanent_fighter(
        &self,
        robot: RobotId,
        from: u8,
        types: usize,
        hook: HookId,
    ) -> Option<(u8, ProgramId, u8)> {
        (from.max((SLOTS + UPGRADES) as u8)..FRONT as u8).find_map(|place| {
            let (program, cause) =
                reactions::reaction(self.book, self.s, robot, place.into(), hook)?;
            let idle = self.book.bound[program].note >> types & 1 != 0;
            (!idle).then_some((place, program, cause))
        })
    }

    /// Whether the card at a place has already reduced the current attack.
    fn has_done(&self, robot: RobotId, place: usize) -> bool {
        if place < SLOTS {
            self.s.robots[usize::from(robot)].done & (1 << place) != 0
        } else if place < SLOTS + UPGRADES {
            self.s.attack.done.bits() & done_bit(robot, (place - SLOTS) as u8) != 0
        } else {
            self.s.permanents[place - SLOTS - UPGRADES].done()
        }
    }

    /// MB-12.25: the next card of a robot about to take damage that acts at the last moment. The cursor counts behind
    /// the places that protections use.
    #[cold]
    fn next_final(&mut self) -> Option<(RobotId, ProgramId, u8)> {
        let (book, state) = (self.book, &*self.s);
        let attack = &state.attack;
        let hit = Robots::of(|robot| {
            let points = attack.pending[robot.index()];
            points != [0; TYPES] || attack.unstoppable[robot.index()] != 0
        }) & state.in_play();
        let order = TurnOrder {
            first: 0,
            ..state.turn_order()
        };
        let mut cursor = attack.cursor.saturating_sub(FINAL_PLACES);
        let next = order.next(
            &mut cursor,
            |robot| hit.contains(RobotId::packed(robot)),
            |robot, place| {
                reactions::reaction(book, state, RobotId::packed(robot), place, HookId::OnFinal)
            },
        );
        self.s.attack.cursor = FINAL_PLACES + cursor;
        next.map(|(robot, (program, cause))| (RobotId::packed(robot), program, cause))
    }

    /// Notes which types of damage have hit a robot, as long as a card is about to react to it.
    #[cold]
    fn note_struck(&mut self, robot: RobotId, points: [u8; TYPES]) {
        if self.s.triggers.queued > 0 {
            self.s.struck.add(robot, types_in(points) as u8);
        }
    }

    /// Raises the triggers of a hit: first for the attacker's cards, then for those of the robot that was hit.
    #[inline]
    fn raise_damage(&mut self, attacker: RobotId, robot: RobotId, points: u8) {
        if self.book.listened != 0 {
            self.queue_damage(attacker, robot, points);
        }
    }

    #[cold]
    fn queue_damage(&mut self, attacker: RobotId, robot: RobotId, points: u8) {
        self.raise(HookId::OnHit, attacker, robot, points);
        self.raise(HookId::OnDamaged, robot, attacker, points);
        self.raise(HookId::OnOtherDamaged, robot, attacker, points);
        self.raise(HookId::OnAnyHit, attacker, attacker, points);
        self.raise_loss(robot, points);
    }

    /// MB-6.6: all damage is dealt as energy loss at once, then robots are eliminated, then the effect that attacked
    /// continues, unless its robot is no longer in play (MB-6.9).
    pub(crate) fn commit(&mut self) -> Flow {
        if self.book.final_damage
            && let Some((robot, program, cause)) = self.next_final()
        {
            return self.fight(program, robot, cause);
        }
        let attack = std::mem::take(&mut self.s.attack);
        let mut took = 1u8;
        self.s.turn.flags.leave_damage_window();
        let alone: &[RuleId] = if self.s.plays(attack.attacker) {
            &[DAMAGE]
        } else {
            &[DAMAGE, DEAD_ATTACKER]
        };
        for robot in RobotId::all() {
            let (pending, unstoppable) = (
                attack.pending[robot.index()],
                attack.unstoppable[robot.index()],
            );
            if pending == [0; TYPES] && unstoppable == 0 {
                continue;
            }
            let points = pending
                .iter()
                .fold(unstoppable, |sum, n| sum.saturating_add(*n));
            let lost = self.take_energy(robot, points);
            if lost > 0 {
                took = took.saturating_add(lost);
                let (energy, over) = (self.s.robots[robot.index()].energy, points - lost);
                self.emit_under(alone, || Event::Damaged {
                    robot,
                    points,
                    over,
                    energy,
                });
                self.raise_damage(attack.attacker, robot, lost);
                if self.book.struck {
                    self.note_struck(robot, pending);
                }
            }
        }
        (self.s.attacking, self.s.effects.floor) = (false, 0);
        self.s.step = attack.back;
        let of_part = attack.back == Step::PartUsed;
        self.s.turn.attack_took = if of_part { took } else { 0 };
        self.settle_by(Some(attack.attacker));
        self.drop_effects_of(attack.attacker);
        Flow::On
    }
}
