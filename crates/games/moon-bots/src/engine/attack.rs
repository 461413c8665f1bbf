//! Attacks: aiming, and what cards change about the damage about to be dealt.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::{nouns, targets, ways};
use crate::lexicon::HookId;
use crate::rules::{
    BOOST, CARD_ATTACK, CONVERTED, DAMAGE, DEFLECTION, FINAL_DAMAGE, GUARDED, PROTECTION, REACHED,
    REDIRECTED, SPLIT, STRONGER,
};
use crate::state::ids::{DamageId, RobotId, Robots};
use crate::state::{Attack, POINTS, Step, TYPES};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Act};
use cardwright_kernel::{Log, RuleId};
use cardwright_runtime::ids::Id;

/// The types of damage that occur, with one bit for each.
#[inline]
pub(crate) fn types_in(points: [u8; TYPES]) -> usize {
    points
        .iter()
        .rev()
        .fold(0, |types, points| types << 1 | usize::from(*points > 0))
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts the attack with the aimed damage; the effect that makes it waits until it is over.
    pub(crate) fn strike(&mut self, attacker: RobotId) -> Act {
        let aims = !nouns::targets(self.book, self.s, attacker).is_empty();
        if !self.opens(attacker, aims) {
            return Act::Done;
        }
        self.s.step = Step::Split;
        Act::Wait
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

    /// Aims this damage at the robot on the left and the rest at the other robot.
    pub(crate) fn share(&mut self, left_points: [u8; TYPES]) {
        let attacker = self.s.attack.attacker;
        let mask = nouns::targets(self.book, self.s, attacker);
        (self.s.attack.cursor, self.s.step) = (0, Step::Boost);
        let Some(left) = targets::left_of(self.book, mask, attacker) else {
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
                targets::why_beside(self.book, self.s, robot, at)
            } else {
                None
            };
            let guarded = rule == SPLIT && nouns::is_held_back(self.book, self.s, robot);
            let guard = guarded.then_some(GUARDED);
            let rules: Vec<RuleId> = [rule].into_iter().chain(why).chain(guard).collect();
            let before = self.op;
            if guarded {
                self.op = before.or_else(|| targets::guard_of(self.book, self.s));
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

    pub(crate) fn more(&mut self, at: RobotId, damage: DamageId, points: u8) {
        let (pending, fresh) = (
            &mut self.s.attack.pending[usize::from(at)][damage.index()],
            &mut self.s.attack.fresh[usize::from(at)][damage.index()],
        );
        *pending = pending.saturating_add(points);
        *fresh = fresh.saturating_add(points);
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
        let barred = nouns::barred(self.book, self.s, attack.attacker).with(attack.attacker);
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
        let attacker = self.s.attack.attacker;
        let barred = nouns::barred(self.book, self.s, attacker).with(attacker);
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
        let rules = self.stopped_under(frame);
        for (damage, points) in DamageId::all().zip(taken).filter(|(_, points)| *points > 0) {
            self.emit_under(rules, || Event::Reduced { at, damage, points });
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

    /// The clauses under which the card of a frame stops damage.
    fn stopped_under(&self, frame: &Frame) -> &'static [RuleId] {
        match self.book.bound[frame.program].hook {
            Some(hook) if hook == HookId::OnFinal.n() => &[FINAL_DAMAGE, DAMAGE],
            _ => &[DAMAGE],
        }
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
            let rules = self.stopped_under(frame);
            self.emit_under(rules, || Event::Reduced {
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
