//! An attack in three stages: propose (divide the damage), amend (upgrades, weapons), commit.

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::Fight;
use crate::cards::values::done_bit;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::play::opening::Opening;
use crate::play::ways;
use crate::rules::*;
use crate::state::ids::{DamageId, RobotId, Robots};
use crate::state::{
    Asked, Attack, FIGHTS_PERMANENT, FRONT, POINTS, REACTIONS, ROBOTS, SLOTS, Step, TYPES,
    UPGRADES, WATCHED,
};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Act};
use cardwright_kernel::{Log, ProgramId, RuleId};
use cardwright_runtime::ids::Id;
use cardwright_runtime::turn_order::TurnOrder;

/// The types of damage that occur, with one bit for each.
#[inline]
fn types_in(points: [u8; TYPES]) -> usize {
    points
        .iter()
        .rev()
        .fold(0, |types, points| types << 1 | usize::from(*points > 0))
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts the attack with the aimed damage; the effect that makes it waits until it is over.
    pub(crate) fn strike(&mut self, attacker: RobotId) -> Act {
        let aims = !self.book.targets(self.s, attacker).is_empty();
        if !self.opens(attacker, aims) {
            return Act::Done;
        }
        self.s.step = Step::Split;
        Act::Wait
    }

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

    /// Starts an attack that hits each of these robots with all of the aimed damage (MB-13.12).
    pub(crate) fn strike_at(&mut self, attacker: RobotId, at: Robots) -> Act {
        if !self.opens(attacker, !at.is_empty()) {
            return Act::Done;
        }
        let aimed = self.s.attack.aimed;
        for robot in at.iter() {
            self.hit_first(robot, aimed);
            for (damage, points) in DamageId::all().zip(aimed) {
                self.emit_aimed(CARD_ATTACK, robot, damage, points);
            }
        }
        self.s.attack.cursor = 0;
        self.s.step = Step::Boost;
        Act::Wait
    }

    /// Opens an attack. Nothing happens if another attack is in progress, nobody can be hit, or there is no damage.
    fn opens(&mut self, attacker: RobotId, aims: bool) -> bool {
        if self.s.attacking || self.s.falling.at | self.s.answering != 0 {
            return false;
        }
        if !aims || !self.s.plays(attacker) || self.s.attack.aimed == [0; TYPES] {
            self.s.attack = Attack::default();
            return false;
        }
        self.s.attack.attacker = attacker;
        self.s.attack.back = self.s.step;
        if self.book.parts_fight || !self.s.permanents[0].is_none() {
            self.forget_done();
        }
        (self.s.attacking, self.s.effects.floor) = (true, self.s.effects.depth);
        true
    }

    /// Adds damage to the attack that a strike will make; an attack in progress is not changed. Damage above the
    /// maximum of an attack is lost.
    pub(crate) fn aim(&mut self, damage: DamageId, points: u8) {
        if !self.s.attacking {
            let aimed = &mut self.s.attack.aimed;
            let room = aimed
                .iter()
                .fold(POINTS, |room, points| room.saturating_sub(*points));
            aimed[damage.index()] += points.min(room);
        }
    }

    /// MB-6.2: if two robots can be hit, the attacker divides the damage.
    pub(crate) fn split(&mut self) -> Flow {
        let attacker = self.s.attack.attacker;
        let mask = self.book.targets(self.s, attacker);
        if mask.len() > 1 {
            self.s.asked = Asked::Seat(self.book.owner(attacker));
            return Flow::Stop;
        }
        self.share(self.s.attack.aimed);
        Flow::On
    }

    /// Aims this damage at the robot on the left and the rest at the other robot.
    pub(crate) fn share(&mut self, left_points: [u8; TYPES]) {
        let attacker = self.s.attack.attacker;
        let mask = self.book.targets(self.s, attacker);
        (self.s.attack.cursor, self.s.step) = (0, Step::Boost);
        let Some(left) = self.book.left_of(mask, attacker) else {
            return;
        };
        let aimed = self.s.attack.aimed;
        let rest: [u8; TYPES] = std::array::from_fn(|damage| aimed[damage] - left_points[damage]);
        let right = mask.without(left).first();
        self.hit_first(left, left_points);
        if let Some(right) = right {
            self.hit_first(right, rest);
        }
        for damage in DamageId::all() {
            self.emit_aimed(SPLIT, left, damage, left_points[damage.index()]);
            if let Some(right) = right {
                self.emit_aimed(SPLIT, right, damage, rest[damage.index()]);
            }
        }
    }

    #[inline]
    fn emit_aimed(&mut self, rule: RuleId, at: RobotId, damage: DamageId, points: u8) {
        let robot = self.s.attack.attacker;
        if L::READ && points > 0 {
            let why = if rule == SPLIT {
                self.book.why_beside(self.s, robot, at)
            } else {
                None
            };
            let guarded = rule == SPLIT && self.book.is_held_back(self.s, robot);
            let guard = guarded.then_some(GUARDED);
            let rules: Vec<RuleId> = [rule].into_iter().chain(why).chain(guard).collect();
            let before = self.op;
            if guarded {
                self.op = before.or_else(|| self.book.guard_of(self.s));
            }
            self.emit_under(&rules, || Event::Aimed {
                robot,
                at,
                damage,
                points,
            });
            self.op = before;
        }
    }

    /// Records the first damage that is about to hit a robot in an attack.
    #[inline]
    fn hit_first(&mut self, at: RobotId, points: [u8; TYPES]) {
        self.s.attack.pending[usize::from(at)] = points;
        self.s.attack.fresh[usize::from(at)] = points;
    }

    fn more(&mut self, at: RobotId, damage: DamageId, points: u8) {
        let (pending, fresh) = (
            &mut self.s.attack.pending[usize::from(at)][damage.index()],
            &mut self.s.attack.fresh[usize::from(at)][damage.index()],
        );
        *pending = pending.saturating_add(points);
        *fresh = fresh.saturating_add(points);
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
            if places & WATCHED != 0
                && let Some((robot, program, cause)) = self.next_witness()
            {
                return self.witness(robot, program, cause);
            }
        }
        let attack = &mut self.s.attack;
        attack.attacked |= Robots::of(|robot| attack.pending[robot.index()] != [0; TYPES]);
        (attack.cursor, self.s.step) = (0, Step::Protect);
        self.protect()
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
        let others = book.others_robots(attack.attacker) & state.in_play();
        let next = order.next(
            &mut cursor,
            |robot| others.contains(RobotId::packed(robot)),
            |robot, place| book.reaction(state, RobotId::packed(robot), place, HookId::OnFoeAttack),
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

    /// Counts a repetition: cards are checked again in an attack, or an effect waits again. It counts like a reaction
    /// (MB-12.3).
    pub(crate) fn count_again(&mut self) {
        self.s.reactions = self.s.reactions.saturating_add(1);
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
            let (program, cause) = self.book.reaction(self.s, robot, place.into(), hook)?;
            let idle = self.book.bound[program].note >> types & 1 != 0;
            (!idle).then_some((place, program, cause))
        })
    }

    /// Whether the card at a place has already reduced the current attack.
    fn has_done(&self, robot: RobotId, place: usize) -> bool {
        if place < SLOTS {
            self.s.robots[usize::from(robot)].done & (1 << place) != 0
        } else if place < SLOTS + UPGRADES {
            self.s.attack.done & done_bit(robot, (place - SLOTS) as u8) != 0
        } else {
            self.s.permanents[place - SLOTS - UPGRADES].done()
        }
    }

    /// A card of the attacker adds damage to the attack that is being declared.
    pub(crate) fn add_points(&mut self, at: RobotId, damage: DamageId, points: u8) {
        if self.s.step == Step::Boost && self.s.plays(at) && points > 0 {
            self.more(at, damage, points);
            self.emit(BOOST, || Event::Added { at, damage, points });
        }
    }

    /// MB-13.18: the damage of the attack that is being declared also hits another robot.
    pub(crate) fn also_hit(&mut self, at: RobotId) {
        let attack = &self.s.attack;
        let hit = attack.pending[usize::from(at)] != [0; TYPES];
        let barred = self.s.guards.untargetable().with(attack.attacker);
        if self.s.step != Step::Boost || hit || !self.s.plays(at) || barred.contains(at) {
            return;
        }
        let aimed = attack.aimed;
        self.hit_first(at, aimed);
        for (damage, points) in DamageId::all().zip(aimed) {
            self.emit_aimed(REACHED, at, damage, points);
        }
    }

    /// MB-13.27: all damage of the attack that is being declared hits this robot instead.
    pub(crate) fn redirect(&mut self, at: RobotId) {
        let barred = self.s.guards.untargetable().with(self.s.attack.attacker);
        if self.s.step != Step::Boost || !self.s.plays(at) || barred.contains(at) {
            return;
        }
        let attack = &mut self.s.attack;
        let mut all = [0u8; TYPES];
        for robot in RobotId::all() {
            attack.fresh[robot.index()] = [0; TYPES];
            let pending = std::mem::take(&mut attack.pending[robot.index()]);
            for (sum, points) in all.iter_mut().zip(pending) {
                *sum = sum.saturating_add(points);
            }
        }
        self.hit_first(at, all);
        for (damage, points) in DamageId::all().zip(all) {
            self.emit_aimed(REDIRECTED, at, damage, points);
        }
    }

    /// MB-13.19: until the end of the turn, attacks must be aimed at the robot.
    pub(crate) fn draw_attacks(&mut self, robot: RobotId) {
        if self.s.plays(robot) && !self.s.guards.taunting().contains(robot) {
            self.s.guards.taunt(robot);
            self.emit(GUARDED, || Event::DrawsAttacks { robot });
        }
    }

    /// MB-13.19: until the end of the turn, no attack may be aimed at the robot.
    pub(crate) fn spare(&mut self, robot: RobotId) {
        if self.s.plays(robot) && !self.s.guards.untargetable().contains(robot) {
            self.s.guards.spare(robot);
            self.emit(GUARDED, || Event::Spared { robot });
        }
    }

    /// An upgrade reduces damage that its protection has not checked yet; after that it has acted in this attack.
    pub(crate) fn reduce(&mut self, frame: &Frame, at: RobotId, damage: DamageId, points: u8) {
        let attack = &mut self.s.attack;
        let fresh = &mut attack.fresh[at.index()][damage.index()];
        let pending = &mut attack.pending[at.index()][damage.index()];
        let stopped = points.min(*fresh).min(*pending);
        if stopped == 0 {
            return;
        }
        *fresh -= stopped;
        *pending -= stopped;
        self.set_done(frame);
        self.emit(PROTECTION, || Event::Reduced {
            at,
            damage,
            points: stopped,
        });
    }

    /// Stops damage of any type. As with `reduce`, a protecting card acts once in an attack (MB-6.5).
    pub(crate) fn prevent(&mut self, frame: &Frame, at: RobotId, points: u8) {
        let taken = self.take_pending(at, points, 0);
        if taken.iter().any(|points| *points > 0) {
            self.did_its_part(frame);
        }
        for (damage, points) in DamageId::all().zip(taken).filter(|(_, points)| *points > 0) {
            self.emit(DAMAGE, || Event::Reduced { at, damage, points });
        }
    }

    /// MB-8.3: moves damage to another robot. It keeps its type, and the other robot's protections check it as new
    /// damage.
    pub(crate) fn deflect(&mut self, frame: &Frame, [from, to]: [RobotId; 2], points: u8) {
        if !self.s.attacking || !self.s.plays(to) || from == to {
            return;
        }
        let chosen = machine::just_chosen(&self.book.bound[frame.program].program, frame);
        let taken = self.take_pending(from, points, chosen.unwrap_or(0));
        for (damage, points) in DamageId::all().zip(taken).filter(|(_, points)| *points > 0) {
            self.more(to, damage, points);
            self.emit(DEFLECTION, || Event::Deflected {
                from,
                to,
                damage,
                points,
            });
        }
        self.look_again(frame);
    }

    /// Marks that a protecting card has acted in this attack.
    fn did_its_part(&mut self, frame: &Frame) {
        if self.book.bound[frame.program].hook == Some(HookId::OnStruck.n()) {
            self.set_done(frame);
        }
    }

    /// Stops damage of one type, once in an attack as with `prevent`.
    pub(crate) fn prevent_of(&mut self, frame: &Frame, at: RobotId, damage: DamageId, points: u8) {
        let pending = &mut self.s.attack.pending[usize::from(at)][damage.index()];
        let stopped = points.min(*pending);
        *pending -= stopped;
        let left = *pending;
        let fresh = &mut self.s.attack.fresh[usize::from(at)][damage.index()];
        *fresh = left.min(*fresh);
        if stopped > 0 {
            self.did_its_part(frame);
            self.emit(DAMAGE, || Event::Reduced {
                at,
                damage,
                points: stopped,
            });
        }
    }

    /// MB-13.13: changes the type of damage. The robot's protections check it as new damage.
    pub(crate) fn convert(&mut self, frame: &Frame, at: RobotId, from: DamageId, to: DamageId) {
        if !self.s.attacking || from == to {
            return;
        }
        let points = std::mem::take(&mut self.s.attack.pending[usize::from(at)][from.index()]);
        self.s.attack.fresh[usize::from(at)][from.index()] = 0;
        if points > 0 {
            self.more(at, to, points);
            self.emit(CONVERTED, || Event::Converted {
                at,
                from,
                to,
                points,
            });
            self.look_again(frame);
        }
    }

    /// Protections check the new damage. A card that moved damage has acted in this attack, wherever it is now. So
    /// two such cards cannot move damage back and forth forever. Cards that change places still could, so each check
    /// counts (MB-12.3).
    fn look_again(&mut self, frame: &Frame) {
        if self.book.bound[frame.program].hook == Some(HookId::OnStruck.n()) {
            self.set_done(frame);
            self.count_again();
        }
        if matches!(self.s.step, Step::Protect | Step::Damage) {
            self.s.attack.cursor = 0;
            self.s.step = Step::Protect;
        }
    }

    /// Removes up to this much damage about to hit the robot, in one of the [`ways`]; the first way takes fists
    /// before missiles.
    fn take_pending(&mut self, at: RobotId, points: u8, way: i16) -> [u8; TYPES] {
        let pending = &mut self.s.attack.pending[usize::from(at)];
        let taken = match way {
            0 => ways::first(*pending, points),
            _ => ways::nth(*pending, points, way),
        };
        for (pending, taken) in pending.iter_mut().zip(taken) {
            *pending -= taken;
        }
        if self.s.step == Step::Boost {
            self.s.attack.fresh[usize::from(at)] = self.s.attack.pending[usize::from(at)];
        }
        taken
    }

    /// MB-8.5: adds damage that cannot be stopped.
    pub(crate) fn add_unstoppable(&mut self, at: RobotId, points: u8) {
        if self.s.attacking && self.s.plays(at) && points > 0 {
            let pending = &mut self.s.attack.unstoppable[usize::from(at)];
            *pending = pending.saturating_add(points);
            self.emit(STRONGER, || Event::AddedUnstoppable { at, points });
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
        let attack = std::mem::take(&mut self.s.attack);
        self.s.turn.missed = true;
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
                self.s.turn.missed = false;
                let (energy, over) = (self.s.robots[robot.index()].energy, points - lost);
                self.emit_under(alone, || Event::Damaged {
                    robot,
                    points,
                    over,
                    energy,
                });
                self.raise_damage(attack.attacker, robot, lost);
            }
        }
        (self.s.attacking, self.s.effects.floor) = (false, 0);
        self.s.step = attack.back;
        self.s.turn.missed &= attack.back == Step::PartUsed;
        self.settle_by(Some(attack.attacker));
        self.drop_effects_of(attack.attacker);
        Flow::On
    }

    /// MB-6.9: the effects of an attacker that is no longer in play do not continue after its attack.
    #[inline]
    pub(crate) fn drop_effects_of(&mut self, attacker: RobotId) {
        if self.s.step != Step::Over && !self.s.plays(attacker) {
            while self
                .s
                .top()
                .is_some_and(|frame| RobotId::owner_of(frame) == attacker)
            {
                self.pop();
            }
        }
    }
}
