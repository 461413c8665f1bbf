//! Energy: gains, losses, elimination, and the end of the game.

use crate::engine::context::Engine;
use crate::events::{Event, Why};
use crate::facts::targets::{duel_is_open, pairs_of};
use crate::facts::{derived, players, standing};
use crate::lexicon::HookId;
use crate::options::{EnergyLimit, PayToZero};
use crate::rules::{
    BOX, CARD_WINS, CONQUEROR, DUEL_END, ENDLESS, ENERGY_STOCK, FINAL, HANDED_OVER, LAST,
    LIMIT_COUNTS, OTHERS_TURN, OUT, PAY, STALEMATE, STANDING, SURVIVES, TOGETHER,
    TURN_OF_THE_FALLEN,
};
use crate::state::ids::{PlayerId, Players, RobotId, Robots};
use crate::state::market_key::BARE;
use crate::state::{Asked, CAP, Falling, LIMIT, REACTIONS, ROBOTS, Robot, Status, Step};
use cardwright_effects::machine::Act;
use cardwright_kernel::{Log, RuleId};
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

/// Both players of the two-player game.
fn both() -> Players {
    [PlayerId::First, PlayerId::Second].into_iter().collect()
}

/// Whether a gain counts towards the limit of your own turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gain {
    /// It counts (MB-3.2).
    Limited,
    /// It does not count (MB-8.1).
    BesideLimit,
}

impl<L: Log<Event>> Engine<'_, L> {
    /// The robot gains energy up to its limit and its maximum. A robot with 0 energy gains nothing: it is about to be
    /// eliminated.
    pub(crate) fn gain(&mut self, index: RobotId, points: u8, gain: Gain) {
        let limited = gain == Gain::Limited && self.limited(index);
        let own = &self.s.robots[index.index()];
        let (cap, limit) = (
            standing::cap(self.book, own),
            standing::limit(self.book, own),
        );
        let robot = &mut self.s.robots[index.index()];
        if robot.status != Status::InPlay || robot.energy == 0 || points == 0 {
            return;
        }
        let room = cap.saturating_sub(robot.energy);
        let allowed = if limited {
            limit.saturating_sub(self.s.gains[index.index()])
        } else {
            u8::MAX
        };
        let gained = points.min(room).min(allowed);
        robot.energy += gained;
        let energy = robot.energy;
        if gained > 0 {
            self.s.gained.insert(index);
            self.change();
            if limited {
                self.s.gains[index.index()] += gained;
            }
        }
        if L::READ {
            let own = index == self.s.active;
            let rules: &[RuleId] = match gained == points {
                true if gain == Gain::BesideLimit => &[ENERGY_STOCK, LIMIT_COUNTS],
                true if own => &[LIMIT_COUNTS],
                true if limited => &[LIMIT_COUNTS],
                true => &[OTHERS_TURN],
                false if allowed >= room => &[crate::rules::CAP],
                false if own => &[crate::rules::LIMIT],
                false => &[LIMIT_COUNTS],
            };
            let stands = if allowed < room {
                limit > LIMIT
            } else {
                cap > CAP
            };
            let more: &[RuleId] = if gained < points && stands {
                &[STANDING]
            } else {
                &[]
            };
            let over = points - gained;
            self.emit_under(&[rules, more].concat(), || Event::Gained {
                robot: index,
                points: gained,
                over,
                energy,
            });
        }
        if gained > 0 && self.book.listened != 0 {
            self.raise(HookId::OnGained, index, RobotId::First, gained);
            self.raise(HookId::OnFoeGained, index, RobotId::First, gained);
        }
    }

    /// Notes that energy has changed. Changes by a weapon played in the damage window do not count as changes by the
    /// part (MB-7.1).
    #[inline]
    fn change(&mut self) {
        self.s.turn.changed |= !self.s.turn.flags.in_damage_window();
    }

    /// Whether the limit of 2 energy applies to the robot now (MB-3.2, MB-3.4, Q-MB-2).
    fn limited(&self, robot: RobotId) -> bool {
        robot == self.s.active || self.book.options.energy_limit == EnergyLimit::Round
    }

    /// The robot loses energy other than by damage; if it has none left, it is eliminated when the effect has ended.
    pub(crate) fn lose(&mut self, index: RobotId, points: u8, rules: &[RuleId]) {
        let lost = self.take_energy(index, points);
        if lost > 0 {
            let energy = self.s.robots[index.index()].energy;
            self.emit_under(rules, || Event::Lost {
                robot: index,
                points,
                over: points - lost,
                energy,
            });
            self.raise_loss(index, lost);
        }
    }

    /// MB-13.17: the robot pays energy, like the price of a card: all of it or nothing, and no card reacts to it.
    pub(crate) fn pay(&mut self, index: RobotId, points: u8) {
        let keep = u8::from(self.book.options.pay_to_zero == PayToZero::No);
        let robot = &mut self.s.robots[index.index()];
        let purse = robot.energy.saturating_sub(keep);
        if robot.status != Status::InPlay || points == 0 || points > purse {
            return;
        }
        robot.energy -= points;
        let energy = robot.energy;
        if energy == 0 {
            self.s.derived.spent.insert(index);
        }
        self.emit_under(&[HANDED_OVER, PAY], || Event::Paid {
            robot: index,
            points,
            energy,
        });
    }

    /// MB-12.24: a robot about to be eliminated stays in play with this much energy. Its other cards have no final
    /// effect any more.
    pub(crate) fn survive(&mut self, robot: RobotId, energy: u8) {
        let doomed = self.s.derived.spent.contains(robot) && self.s.plays(robot);
        if !doomed || self.s.reactions >= REACTIONS {
            return;
        }
        // Cards cannot save each other without end (MB-12.3).
        self.count_again();
        let most = standing::cap(self.book, &self.s.robots[robot.index()]);
        let energy = energy.clamp(1, most);
        self.s.robots[robot.index()].energy = energy;
        self.s.derived.spent = self.s.derived.spent.without(robot);
        if self.s.derived.spent.is_empty() {
            self.s.falling = Falling::default();
        } else if self.speaking() == Some(robot) {
            self.s.falling.at = 0;
        }
        self.change();
        self.emit(SURVIVES, || Event::Survives { robot, energy });
    }

    /// Takes energy from a robot in play; returns the amount actually taken.
    pub(crate) fn take_energy(&mut self, index: RobotId, points: u8) -> u8 {
        let robot = &mut self.s.robots[index.index()];
        if robot.status != Status::InPlay {
            return 0;
        }
        let lost = points.min(robot.energy);
        robot.energy -= lost;
        if lost > 0 {
            self.s.passing.set_lost(true);
            if robot.energy == 0 {
                self.s.derived.spent.insert(index);
            }
            self.change();
        }
        lost
    }

    /// Eliminates all robots in play without energy together; then the game may be over.
    #[inline]
    pub(crate) fn settle(&mut self) {
        self.settle_by(None);
    }

    /// The same after an attack by this attacker.
    #[inline]
    pub(crate) fn settle_by(&mut self, attacker: Option<RobotId>) {
        if !self.s.derived.spent.is_empty() {
            self.fall_after_words(attacker);
        }
    }

    /// Eliminates robots after the final effects of their cards (MB-12.12).
    #[cold]
    fn fall_after_words(&mut self, attacker: Option<RobotId>) {
        if self.book.listened & (1 << HookId::OnFall.n()) == 0 {
            return self.fall(self.s.derived.spent);
        }
        if let Some(attacker) = attacker {
            self.s.falling.attacked(attacker, self.s.derived.spent);
        }
        if !self.last_words() {
            let by = std::mem::take(&mut self.s.falling).attacker();
            self.fall(self.s.derived.spent);
            if let Some(attacker) = by {
                self.drop_effects_of(attacker);
            }
        }
    }

    fn fall(&mut self, fallen: Robots) {
        for index in fallen.iter() {
            // Cards go to the box, dice to the supply (MB-10.2).
            let place = index.index();
            self.s.robots[place] = Robot {
                status: Status::Out,
                ..Robot::default()
            };
            self.s.attack.pending[place] = Default::default();
            self.s.attack.fresh[place] = Default::default();
            self.s.attack.unstoppable[place] = 0;
            self.box_permanents(index);
            let derived = &mut self.s.derived;
            (
                derived.closed[place],
                derived.boosts[place],
                derived.shields[place],
            ) = (BARE, 0, 0);
            self.emit_fall(index, fallen);
        }
        let derived = &mut self.s.derived;
        (derived.spent, derived.in_play) = (Robots::EMPTY, derived.in_play - fallen);
        derived::refresh_windows(self.book, self.s);
        self.drop_copies(fallen);
        self.raise_falls(fallen);
        if self.book.duel() {
            self.after_duel_fall(fallen)
        } else {
            self.after_fall(fallen)
        }
    }

    fn after_fall(&mut self, fallen: Robots) {
        let book = self.book;
        let players = |robots: Robots| players::players_of(book, robots);
        match self.s.in_play().len() {
            0 => self.end(players(fallen), Why::FellTogether, TOGETHER),
            1 => self.end(players(self.s.in_play()), Why::LastStanding, LAST),
            _ => {}
        }
    }

    /// Logs that a robot is eliminated and, if its turn continues without it, that too (MB-2.4).
    fn emit_fall(&mut self, robot: RobotId, fallen: Robots) {
        if L::READ {
            let left_out = robot == self.s.active && self.in_a_or_b() && self.goes_on_after(fallen);
            let rules: &[RuleId] = if left_out {
                &[OUT, BOX, TURN_OF_THE_FALLEN]
            } else {
                &[OUT, BOX]
            };
            self.emit_under(rules, || Event::Fell { robot });
        }
    }

    /// Whether the turn has not reached the window before the refill yet.
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

    /// Whether the game continues after these robots are eliminated.
    fn goes_on_after(&self, fallen: Robots) -> bool {
        let left = self.s.in_play() - fallen;
        if !self.book.duel() {
            return left.len() > 1;
        }
        !self.s.passing.last_duel()
            && (duel_is_open(left) || pairs_of(left | self.switched_off()) == both())
    }

    /// The robots that are switched off.
    fn switched_off(&self) -> Robots {
        Robots::of(|robot| self.s.robots[robot.index()].status == Status::SwitchedOff)
    }

    /// MB-11.4 to MB-11.6: conquerors wait, fight the last duel, and win.
    fn after_duel_fall(&mut self, fallen: Robots) {
        if self.s.passing.last_duel() {
            let left = self.s.in_play();
            return match left.is_empty() {
                true => self.end(pairs_of(fallen), Why::FellTogether, DUEL_END),
                false => self.end(pairs_of(left), Why::LastStanding, DUEL_END),
            };
        }
        // A conqueror waits for the other duel. The conqueror of the second duel has nothing to wait for.
        if !duel_is_open(self.s.in_play()) {
            return self.meet();
        }
        for facing in fallen.iter().map(RobotId::facing) {
            if self.s.plays(facing) {
                self.switch_off(facing);
            }
        }
    }

    fn switch_off(&mut self, robot: RobotId) {
        let place = robot.index();
        self.s.robots[place].status = Status::SwitchedOff;
        self.s.derived.in_play.remove(robot);
        self.s.attack.pending[place] = Default::default();
        self.s.attack.fresh[place] = Default::default();
        self.s.attack.unstoppable[place] = 0;
        if L::READ {
            let left_out = robot == self.s.active && self.in_a_or_b();
            let rules: &[RuleId] = if left_out {
                &[CONQUEROR, TURN_OF_THE_FALLEN]
            } else {
                &[CONQUEROR]
            };
            self.emit_under(rules, || Event::SwitchedOff { robot });
        }
    }

    /// Starts the last duel or ends the game, now that both duels are decided.
    fn meet(&mut self) {
        let waiting = self.switched_off();
        let left = pairs_of(self.s.in_play() | waiting);
        match left.len() {
            0 => self.end(both(), Why::FellTogether, DUEL_END),
            1 => self.end(left, Why::LastStanding, DUEL_END),
            _ => self.last_duel(waiting),
        }
    }

    /// Switches the waiting conqueror on again. The conqueror of the second duel continues as it is and loses nothing
    /// (MB-11.4).
    pub(crate) fn last_duel(&mut self, waiting: Robots) {
        self.s.passing.set_last_duel(true);
        for robot in waiting.iter() {
            self.s.robots[robot.index()].status = Status::InPlay;
            self.s.derived.in_play.insert(robot);
            self.emit(FINAL, || Event::SwitchedOn { robot });
        }
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, winners: Players, why: Why, rule: RuleId) {
        self.s.winners = winners;
        self.s.step = Step::Over;
        self.s.asked = Asked::Nobody;
        (
            self.s.effects.depth,
            self.s.effects.floor,
            self.s.pending_reveal,
            self.s.attacking,
        ) = (0, 0, None, false);
        self.s.falling = Falling::default();
        (self.s.answering, self.s.copying) = (0, Robots::EMPTY);
        self.forget_triggers();
        self.emit(rule, || Event::Ended {
            winners: winners.iter().collect(),
            why,
        });
    }

    /// MB-13.29: the player of a robot in play wins. Robots that the effect has left without energy are eliminated
    /// first, without a last effect of their cards.
    #[cold]
    pub(crate) fn win(&mut self, robot: RobotId) -> Act {
        let spent = self.s.derived.spent;
        if !self.s.plays(robot) || spent.contains(robot) {
            return Act::Done;
        }
        if !spent.is_empty() {
            self.fall(spent);
        }
        if self.s.step != Step::Over {
            let winner = self.book.owner(robot).only();
            self.end(winner, Why::Card, CARD_WINS);
        }
        // The game is over: the effect does not go on.
        Act::Wait
    }

    /// MB-12.3: ends the game; all players still in play share the win.
    #[cold]
    pub(crate) fn no_end(&mut self, cards: Vec<DefinitionId>) {
        self.emit(ENDLESS, || Event::Endless { cards });
        self.end(
            players::players_in(self.book, self.s),
            Why::Endless,
            ENDLESS,
        );
    }

    /// MB-10.6: the player with the highest energy wins; players with equal totals share the win.
    pub(crate) fn stalemate(&mut self) {
        let mut totals = [0u16; ROBOTS];
        for robot in RobotId::all() {
            totals[self.book.owner(robot).index()] +=
                u16::from(self.s.robots[robot.index()].energy);
        }
        let best = totals.iter().copied().max().unwrap_or(0);
        let winners = Players::of(|player| totals[player.index()] == best);
        self.end(winners, Why::Stalemate, STALEMATE);
    }
}
