//! Energy: gaining, losing, falling, and who is left.

use crate::moon_bots::cards::lexicon::HookId;
use crate::moon_bots::cards::rulebook::Rulebook;
use crate::moon_bots::options::{DuelTargets, EnergyLimit};
use crate::moon_bots::play::engine::Engine;
use crate::moon_bots::play::events::{Event, Why};
use crate::moon_bots::rules::*;
use crate::moon_bots::state::market_key::BARE;
use crate::moon_bots::state::{AMID, Asked, CAP, Falling, LIMIT, ROBOTS, Robot, State, Status, Step};
use cardwright_kernel::{Log, RuleId};
pub(crate) use cardwright_runtime::windows::left_of;

/// Whether a gain counts towards the limit of one's own turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gain {
    /// It does (MB-3.2).
    Limited,
    /// It is beside the limit (MB-8.1).
    BesideLimit,
}

impl<L: Log<Event>> Engine<'_, L> {
    /// The robot gains energy, as far as limit and cap let it. A robot at 0 gains nothing: it is about to fall.
    pub(crate) fn gain(&mut self, index: u8, points: u8, gain: Gain) {
        let limited = gain == Gain::Limited && self.limited(index);
        let own = &self.s.robots[usize::from(index)];
        let (cap, limit) = (self.book.cap(own), self.book.limit(own));
        let robot = &mut self.s.robots[usize::from(index)];
        if robot.status != Status::InPlay || robot.energy == 0 || points == 0 {
            return;
        }
        let room = cap.saturating_sub(robot.energy);
        let allowed = if limited { limit.saturating_sub(self.s.gains[usize::from(index)]) } else { u8::MAX };
        let gained = points.min(room).min(allowed);
        robot.energy += gained;
        let energy = robot.energy;
        if gained > 0 {
            self.s.gained |= 1 << index;
            self.change();
            if limited {
                self.s.gains[usize::from(index)] += gained;
            }
        }
        if L::READ {
            let own = index == self.s.active;
            let rules: &[RuleId] = match gained == points {
                true if gain == Gain::BesideLimit => &[ENERGY_STOCK, LIMIT_COUNTS],
                true if own => &[LIMIT_COUNTS],
                true if limited => &[LIMIT_COUNTS],
                true => &[OTHERS_TURN],
                false if allowed >= room => &[crate::moon_bots::rules::CAP],
                false if own => &[crate::moon_bots::rules::LIMIT],
                false => &[LIMIT_COUNTS],
            };
            let stands = if allowed < room { limit > LIMIT } else { cap > CAP };
            let more: &[RuleId] = if gained < points && stands { &[STANDING] } else { &[] };
            let over = points - gained;
            self.emit_under(&[rules, more].concat(), || Event::Gained {
                robot: index,
                points: gained,
                over,
                energy,
            });
        }
        if gained > 0 && self.book.listened != 0 {
            self.raise(HookId::OnGained.n(), index, 0, gained);
            self.raise(HookId::OnFoeGained.n(), index, 0, gained);
        }
    }

    /// Energy has changed. What a weapon does that is played in the damage window is no change by the part (MB-7.1).
    #[inline]
    fn change(&mut self) {
        self.s.turn.changed |= self.s.turn.barred & AMID == 0;
    }

    /// Whether the limit of 2 binds the robot now (MB-3.2, MB-3.4, Q-MB-2).
    fn limited(&self, robot: u8) -> bool {
        robot == self.s.active || self.book.options.energy_limit == EnergyLimit::Round
    }

    /// The robot loses energy by other means than damage; it falls when the effect has ended.
    pub(crate) fn lose(&mut self, index: u8, points: u8, rules: &[RuleId]) {
        let lost = self.take_energy(index, points);
        if lost > 0 {
            let energy = self.s.robots[usize::from(index)].energy;
            self.emit_under(rules, || Event::Lost { robot: index, points, over: points - lost, energy });
            self.raise_loss(index, lost);
        }
    }

    /// Takes energy off a robot in play; returns how much there was to take.
    pub(crate) fn take_energy(&mut self, index: u8, points: u8) -> u8 {
        let robot = &mut self.s.robots[usize::from(index)];
        if robot.status != Status::InPlay {
            return 0;
        }
        let lost = points.min(robot.energy);
        robot.energy -= lost;
        if lost > 0 {
            self.s.lost = true;
            self.s.kept.spent |= u8::from(robot.energy == 0) << index;
            self.change();
        }
        lost
    }

    /// Robots in play without energy leave, all at once; then the game may be over.
    #[inline]
    pub(crate) fn settle(&mut self) {
        self.settle_by(0);
    }

    /// The same after an attack that has been carried out, given its attacker and 1.
    #[inline]
    pub(crate) fn settle_by(&mut self, attacker: u8) {
        if self.s.kept.spent != 0 {
            self.fall_after_words(attacker);
        }
    }

    /// Robots fall once their cards have done what they do before (MB-12.12).
    #[cold]
    fn fall_after_words(&mut self, attacker: u8) {
        if self.book.listened & (1 << HookId::OnFall.n()) == 0 {
            return self.fall(self.s.kept.spent);
        }
        if attacker != 0 {
            self.s.falling.by = attacker | self.s.kept.spent << 4;
        }
        if !self.last_words() {
            let by = std::mem::take(&mut self.s.falling).by & 7;
            self.fall(self.s.kept.spent);
            if by != 0 {
                self.drop_effects_of(by - 1);
            }
        }
    }

    fn fall(&mut self, fallen: u8) {
        for index in (0..ROBOTS as u8).filter(|index| fallen & (1 << index) != 0) {
            // Cards go to the box, dice to the pool (MB-10.2).
            let place = usize::from(index);
            self.s.robots[place] = Robot { status: Status::Out, ..Robot::default() };
            self.s.attack.pending[place] = Default::default();
            self.s.attack.fresh[place] = Default::default();
            self.s.attack.unstoppable[place] = 0;
            self.box_staying(index);
            let kept = &mut self.s.kept;
            (kept.closed[place], kept.boosts[place], kept.shields[place]) = (BARE, 0, 0);
            self.emit_fall(index, fallen);
        }
        let kept = &mut self.s.kept;
        (kept.spent, kept.in_play) = (0, kept.in_play & !fallen);
        self.book.keep_windows(self.s);
        self.drop_copies(fallen);
        self.raise_falls(fallen);
        if self.book.duel() { self.after_duel_fall(fallen) } else { self.after_fall(fallen) }
    }

    fn after_fall(&mut self, fallen: u8) {
        match self.s.in_play().count_ones() {
            0 => self.end(fallen, Why::FellTogether, TOGETHER),
            1 => self.end(self.s.in_play(), Why::LastStanding, LAST),
            _ => {}
        }
    }

    /// A robot is out; if its turn goes on without it, that is said too (MB-2.4).
    fn emit_fall(&mut self, robot: u8, fallen: u8) {
        if L::READ {
            let left_out = robot == self.s.active && self.in_a_or_b() && self.goes_on_after(fallen);
            let rules: &[RuleId] = if left_out { &[OUT, BOX, TURN_OF_THE_FALLEN] } else { &[OUT, BOX] };
            self.emit_under(rules, || Event::Fell { robot });
        }
    }

    /// Whether the turn has not come to the window before the refill yet.
    fn in_a_or_b(&self) -> bool {
        let over = [
            Step::LayOut,
            Step::BeforeRefill,
            Step::Refill,
            Step::Fill,
            Step::TurnEnd,
            Step::Pass,
            Step::Over,
        ];
        !over.contains(&self.at())
    }

    /// Whether the game goes on after these robots have fallen.
    fn goes_on_after(&self, fallen: u8) -> bool {
        let left = self.s.in_play() & !fallen;
        if !self.book.duel() {
            return left.count_ones() > 1;
        }
        !self.s.last_duel && (open_duels(left) != 0 || pairs_of(left | self.switched_off()) == 0b11)
    }

    /// The robots that are switched off: a bit each.
    fn switched_off(&self) -> u8 {
        let off = |robot: &usize| self.s.robots[*robot].status == Status::SwitchedOff;
        (0..ROBOTS).filter(off).fold(0, |robots, robot| robots | 1 << robot)
    }

    /// MB-11.4 to MB-11.6: conquerors wait, meet, and win.
    fn after_duel_fall(&mut self, fallen: u8) {
        if self.s.last_duel {
            match self.s.in_play() {
                0 => self.end(pairs_of(fallen), Why::FellTogether, DUEL_END),
                left => self.end(pairs_of(left), Why::LastStanding, DUEL_END),
            }
            return;
        }
        // A conqueror waits for the other duel; the one that decides the second has nothing to wait for.
        if open_duels(self.s.in_play()) == 0 {
            return self.meet();
        }
        for facing in members(fallen).map(|index| 3 - index) {
            if self.s.plays(facing) {
                self.switch_off(facing);
            }
        }
    }

    fn switch_off(&mut self, robot: u8) {
        let place = usize::from(robot);
        self.s.robots[place].status = Status::SwitchedOff;
        self.s.kept.in_play &= !(1 << robot);
        self.s.attack.pending[place] = Default::default();
        self.s.attack.fresh[place] = Default::default();
        self.s.attack.unstoppable[place] = 0;
        if L::READ {
            let left_out = robot == self.s.active && self.in_a_or_b();
            let rules: &[RuleId] = if left_out { &[CONQUEROR, TURN_OF_THE_FALLEN] } else { &[CONQUEROR] };
            self.emit_under(rules, || Event::SwitchedOff { robot });
        }
    }

    /// Both duels are decided.
    fn meet(&mut self) {
        let waiting = self.switched_off();
        match pairs_of(self.s.in_play() | waiting) {
            0 => self.end(0b11, Why::FellTogether, DUEL_END),
            0b11 => self.last_duel(waiting),
            one => self.end(one, Why::LastStanding, DUEL_END),
        }
    }

    /// The conqueror that waited is back. The one that has decided the second duel plays on as it is: nothing of it
    /// lapses (MB-11.4).
    fn last_duel(&mut self, waiting: u8) {
        self.s.last_duel = true;
        for robot in members(waiting) {
            self.s.robots[usize::from(robot)].status = Status::InPlay;
            self.s.kept.in_play |= 1 << robot;
            self.emit(FINAL, || Event::SwitchedOn { robot });
        }
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, winners: u8, why: Why, rule: RuleId) {
        self.s.winners = winners;
        self.s.step = Step::Over;
        self.s.asked = Asked::Nobody;
        (self.s.effects.depth, self.s.effects.floor, self.s.looks, self.s.attacking) = (0, 0, 0, false);
        self.s.falling = Falling::default();
        (self.s.answering, self.s.copying) = (0, 0);
        self.forget_triggers();
        self.emit(rule, || Event::Ended { winners: members(winners).collect(), why });
    }

    /// MB-10.6: the highest energy wins; equal totals share the win.
    pub(crate) fn stalemate(&mut self) {
        let mut totals = [0u16; ROBOTS];
        for (index, robot) in self.s.robots.iter().enumerate() {
            totals[usize::from(self.book.owner(index as u8))] += u16::from(robot.energy);
        }
        let best = totals.iter().copied().max().unwrap_or(0);
        let winners = (0..ROBOTS).filter(|seat| totals[*seat] == best).fold(0, |mask, seat| mask | 1 << seat);
        self.end(winners, Why::Stalemate, STALEMATE);
    }
}

/// The players of robots in the two-player game: a bit each.
#[inline]
fn pairs_of(robots: u8) -> u8 {
    u8::from(robots & 0b0011 != 0) | u8::from(robots & 0b1100 != 0) << 1
}

/// The duels in which both robots are in play, given the robots in play: a bit each.
#[inline]
fn open_duels(play: u8) -> u8 {
    u8::from(play & 0b1001 == 0b1001) | u8::from(play & 0b0110 == 0b0110) << 1
}

/// The members of a small set, in order.
pub(crate) fn members(mask: u8) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let first = rest.trailing_zeros() as u8;
        rest &= rest.wrapping_sub(1);
        (first < 8).then_some(first)
    })
}

impl Rulebook {
    /// The players of robots: a bit each.
    #[inline]
    pub(crate) fn players_of(&self, robots: u8) -> u8 {
        if self.duel() { pairs_of(robots) } else { robots }
    }

    /// The robots that a robot may attack (MB-6.1, MB-10.3, MB-11.2, Q-MB-4): a bit each.
    #[inline]
    pub(crate) fn targets(&self, state: &State, robot: u8) -> u8 {
        let play = state.in_play();
        if play & (1 << robot) == 0 {
            return 0;
        }
        let others = play & !(1 << robot);
        let may = match self.options.duel_targets {
            _ if !self.duel() => neighbours(others, robot),
            _ if state.last_duel => others,
            DuelTargets::Facing => others & (1 << (3 - robot)),
            DuelTargets::Any => others & !(0b11 << (robot & !1)),
        };
        if self.guards { guarded(may, state.guard) } else { may }
    }
}

/// Those of the robots one might attack that one may: not the spared ones, and those that draw attacks before others
/// (MB-13.19).
fn guarded(may: u8, guard: u8) -> u8 {
    let open = may & !guard;
    match open & guard >> 4 {
        0 => open,
        drawing => drawing,
    }
}

impl Rulebook {
    /// The clause because of which a robot that does not sit beside another may be hit by it, or the only one may.
    pub(crate) fn why_beside(&self, state: &State, robot: u8, at: u8) -> Option<RuleId> {
        if self.duel() {
            return Some(if state.last_duel { FINAL } else { FACING });
        }
        let seats = self.robots();
        let beside = [(robot + 1) % seats, (robot + seats - 1) % seats];
        (!beside.contains(&at)).then_some(RANKS)
    }
}

/// The nearest robot on either side. `others` does not hold the robot itself.
#[inline]
pub(crate) fn neighbours(others: u8, robot: u8) -> u8 {
    match left_of(others, robot) {
        None => 0,
        Some(left) => {
            let below = others & ((1u8 << robot) - 1);
            let from = if below != 0 { below } else { others };
            1 << left | 1u8 << (7 - from.leading_zeros())
        }
    }
}
