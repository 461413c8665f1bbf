//! The course of a turn: who is asked what, and what happens without a question.

use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::{parts, prices};
use crate::options::{BetweenParts, EnergyLimit, RerollDice, TrickLasts};
use crate::rules::{ANOTHER_TURN, DICE, DUEL_SETUP, DUEL_TURN, REROLL, ROLL, START, TURN};
use crate::state::ids::{Players, RobotId, Robots, WindowId};
use crate::state::{Asked, Attack, Guards, POOL, PendingChance, ROBOTS, Step, Turn, Until, dice};
use cardwright_kernel::Log;
use cardwright_runtime::windows::Window;

impl<L: Log<Event>> Engine<'_, L> {
    /// Starts another turn of the same robot.
    #[cold]
    pub(crate) fn begin_again(&mut self) -> Flow {
        let flow = self.begin(self.s.active);
        self.s.turn.flags.set_extra();
        flow
    }

    /// Advances until somebody is asked or the game is over.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        while self.step() == Flow::On {}
    }

    #[inline(always)]
    pub(crate) fn step(&mut self) -> Flow {
        if self.s.busy()
            && let Some(flow) = self.before_step()
        {
            return flow;
        }
        match self.s.step {
            Step::LayOut => self.fill_market(Step::Pass),
            Step::TurnStart => self.turn_start(),
            Step::Buy => self.ask_buy(),
            Step::Bought => self.after_buying(),
            Step::Activate => self.ask_activate(),
            Step::Roll | Step::RollAgain => self.roll(),
            Step::Rolled => self.rolled(Step::Rolled),
            Step::Reroll => self.ask_reroll(),
            Step::Rerolled => self.rolled(Step::Rerolled),
            Step::Parts => self.ask_parts(),
            Step::PartUsed => self.part_used(),
            Step::Split => self.split(),
            Step::Boost => self.boost(),
            Step::Protect => self.protect(),
            Step::Damage => self.damage(),
            Step::Commit => self.commit(),
            Step::Energy => self.after_part(),
            Step::BeforeRefill => self.before_refill(),
            Step::Refill => self.refill(),
            Step::Fill => self.fill(),
            Step::TurnEnd => self.turn_end(),
            Step::Pass => self.pass_on(),
            Step::Over => Flow::Stop,
        }
    }

    /// Handles everything that comes before the next step of the turn. An attack is not handled here, because its
    /// effect waits.
    fn before_step(&mut self) -> Option<Flow> {
        if self.s.pending_reveal.is_some() {
            Some(self.look_at_new())
        } else if self.s.pending_chance != PendingChance::Nothing {
            Some(self.settle_chance())
        } else if self.s.runs() {
            Some(if self.s.answering == 0 {
                self.resume()
            } else {
                self.answer_weapon()
            })
        } else if self.s.triggers.queued > 0 && !self.s.attacking {
            Some(self.react())
        } else {
            None
        }
    }

    #[inline]
    fn go(&mut self, step: Step) -> Flow {
        self.s.step = step;
        Flow::On
    }

    /// Continues after a purchase.
    #[inline(never)]
    pub(crate) fn after_buying(&mut self) -> Flow {
        self.window(WindowId::Bought, Step::Activate, Self::ask_activate)
    }

    /// Continues after a part was used, if energy has changed or the table has a window after every part (Q-MB-22).
    fn after_part(&mut self) -> Flow {
        self.window(WindowId::Energy, Step::Parts, Self::ask_parts)
    }

    fn turn_start(&mut self) -> Flow {
        self.window(WindowId::TurnStart, Step::Buy, Self::ask_buy)
    }

    #[inline(always)]
    fn rolled(&mut self, step: Step) -> Flow {
        self.s.step = step;
        match step {
            Step::Rerolled => self.window(WindowId::Rerolled, Step::Parts, Self::ask_parts),
            _ => self.window(WindowId::Rolled, Step::Reroll, Self::ask_reroll),
        }
    }

    /// Continues before damage is dealt.
    pub(crate) fn damage(&mut self) -> Flow {
        self.window(WindowId::Damage, Step::Commit, Self::commit)
    }

    #[inline(never)]
    pub(crate) fn before_refill(&mut self) -> Flow {
        self.window(WindowId::BeforeRefill, Step::Refill, Self::refill)
    }

    fn turn_end(&mut self) -> Flow {
        self.window(WindowId::TurnEnd, Step::Pass, Self::pass_on)
    }

    fn ask_buy(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }

        self.s.derived.offered = if self.s.turn.flags.buying_forbidden() {
            0
        } else {
            prices::affordable(self.book, self.s, self.s.active)
                .bits()
                .into()
        };
        if self.s.derived.offered == 0 {
            return self.go(Step::Activate);
        }
        self.ask_owner()
    }

    #[inline]
    pub(crate) fn ask_activate(&mut self) -> Flow {
        self.ask_active(Step::BeforeRefill)
    }

    /// Asks the active robot's player, if the robot is in play.
    fn ask_active(&mut self, otherwise: Step) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(otherwise);
        }
        self.ask_owner()
    }

    /// Asks the active robot's player.
    #[inline]
    fn ask_owner(&mut self) -> Flow {
        self.s.asked = Asked::Seat(self.book.owner(self.s.active));
        Flow::Stop
    }

    /// MB-5.1: chance rolls one die after the other.
    pub(crate) fn roll(&mut self) -> Flow {
        if self.next_die() == Flow::Stop {
            return Flow::Stop;
        }
        let (robot, faces) = (self.s.active, self.s.turn.dice);
        let rule = if self.s.step == Step::Roll {
            ROLL
        } else {
            REROLL
        };
        let rules = [rule, DICE];
        let rules = if rule == ROLL && dice::total(faces) > 1 {
            &rules
        } else {
            &rules[..1]
        };
        self.emit_under(rules, || Event::Rolled {
            robot,
            faces: dice::faces(faces).collect(),
        });
        self.raise_roll(robot);
        let step = if self.s.step == Step::Roll {
            Step::Rolled
        } else {
            Step::Rerolled
        };
        match self.s.triggers.queued {
            0 => self.rolled(step),
            _ => self.go(step),
        }
    }

    fn ask_reroll(&mut self) -> Flow {
        let player = self.book.owner(self.s.active);
        let reroll = self.s.on_turn().reroll;
        let may = reroll > 0 && !self.s.turn.forbidden.contains(player);
        let least = match self.book.options.reroll_dice {
            RerollDice::UpToTwo => 1,
            RerollDice::Two => reroll,
        };
        let dice = dice::total(self.s.turn.dice);
        if !may || dice < least {
            self.s.step = Step::Parts;
            return self.ask_parts();
        }
        self.ask_active(Step::BeforeRefill)
    }

    pub(crate) fn ask_parts(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        self.s.derived.offered = parts::usable(self.book, self.s).into();
        if self.s.derived.offered == 0 {
            self.s.step = Step::BeforeRefill;
            return self.before_refill();
        }
        self.ask_owner()
    }

    fn part_used(&mut self) -> Flow {
        self.s.turn.attack_took = 0;
        let changed = std::mem::take(&mut self.s.turn.changed);
        self.raise_part_used();
        if changed || self.book.options.between_parts == BetweenParts::Always {
            return self.go(Step::Energy);
        }
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        self.s.step = Step::Parts;
        match self.s.triggers.queued {
            0 => self.ask_parts(),
            _ => Flow::On,
        }
    }

    /// Clears the market, then fills it.
    #[inline(always)]
    fn refill(&mut self) -> Flow {
        self.clear_market();
        self.s.step = Step::Fill;
        self.fill()
    }

    pub(crate) fn fill(&mut self) -> Flow {
        match self.fill_market(Step::TurnEnd) {
            Flow::Stop => Flow::Stop,
            Flow::On if self.s.triggers.queued > 0 => Flow::On,
            Flow::On => self.turn_end(),
        }
    }

    /// Passes the turn to the next robot in play; this may end the round (MB-10.6).
    fn pass_on(&mut self) -> Flow {
        if self.s.turns == 0 {
            return self.begin(RobotId::First);
        }
        if !self.s.permanents[0].is_none() {
            self.expire(|permanent| permanent.until() == Until::TurnEnd);
        }
        let active = self.s.active;
        let (next, around) = if self.s.passing.is_usual() {
            let next = self.s.in_play().after(active).unwrap_or(active);
            (next, next <= active)
        } else if self.s.passing.again() && self.s.plays(active) {
            return self.begin_again();
        } else {
            self.next_otherwise()
        };
        if around {
            self.s.turn.forbidden = Players::EMPTY;
            if self.round_ends() {
                return Flow::Stop;
            }
        }
        self.begin(next)
    }

    /// Who is next, and whether a round ends, when a player skips the turn of its other robot (MB-11.7) or turns pass to
    /// the right (MB-13.28).
    #[cold]
    fn next_otherwise(&self) -> (RobotId, bool) {
        let (active, mut robots) = (self.s.active, self.s.in_play());
        if self.s.passing.skips() {
            robots = robots - active.pair();
        }
        if self.s.passing.backwards() {
            let next = robots.before(active).unwrap_or(active);
            (next, next >= active)
        } else {
            let next = robots.after(active).unwrap_or(active);
            (next, next <= active)
        }
    }

    /// Counts a round; returns whether the game has ended with it.
    fn round_ends(&mut self) -> bool {
        self.s.rounds += 1;
        self.s.quiet = if self.s.passing.lost() {
            0
        } else {
            self.s.quiet + 1
        };
        self.s.passing.set_lost(false);
        let options = &self.book.options;
        if self.s.quiet >= options.quiet_rounds || self.s.rounds >= options.max_rounds {
            self.stalemate();
            return true;
        }
        false
    }

    pub(crate) fn begin(&mut self, robot: RobotId) -> Flow {
        let (extra, forbidden) = (self.s.passing.again(), self.forbidden_in(robot));
        let before = std::mem::replace(&mut self.s.active, robot);
        self.s.turns = self.s.turns.saturating_add(1);
        self.s.passing.begin();
        (self.s.window, self.s.gained, self.s.reactions) = (Window::default(), Robots::EMPTY, 0);
        self.s.turn = Turn {
            forbidden,
            ..Turn::default()
        };
        match self.book.options.energy_limit {
            EnergyLimit::Turn => self.s.gains = [0; ROBOTS],
            EnergyLimit::Round => self.s.gains[usize::from(robot)] = 0,
        }
        self.s.attack = Attack::default();
        self.s.guards = Guards::default();
        if self.book.silences {
            self.end_silence(before);
        }
        self.emit_turn(robot, extra);
        if !self.s.permanents[0].is_none() {
            self.expire(|permanent| {
                permanent.until() == Until::OwnTurn && permanent.owner() == robot
            });
        }
        self.raise_turn(robot);
        self.s.step = Step::TurnStart;
        match self.s.triggers.queued {
            0 => self.turn_start(),
            _ => Flow::On,
        }
    }

    /// The players who may not reroll dice in the turn of this robot, which is about to begin. Trick lasts for the
    /// turn in which it was played, in which a player may have two robots (MB-11.7), or for the round (Q-MB-20).
    fn forbidden_in(&self, robot: RobotId) -> Players {
        let goes_on = match self.book.options.trick_lasts {
            TrickLasts::Turn => {
                self.book.duel() && self.book.owner(robot) == self.book.owner(self.s.active)
            }
            TrickLasts::Round => true,
        };
        if goes_on {
            self.s.turn.forbidden
        } else {
            Players::EMPTY
        }
    }

    /// Logs the beginning of a turn. The first turn also logs who begins, and with how much energy (MB-1.5, MB-11.1).
    fn emit_turn(&mut self, robot: RobotId, extra: bool) {
        if L::READ {
            let (first, duel) = (self.s.turns == 1, self.book.duel());
            let clauses = [
                (TURN, true),
                (START, first),
                (DUEL_SETUP, first && duel),
                (DUEL_TURN, duel),
                (ANOTHER_TURN, extra),
            ];
            let rules: Vec<_> = clauses
                .iter()
                .filter(|(_, decides)| *decides)
                .map(|(rule, _)| *rule)
                .collect();
            self.emit_under(&rules, || Event::TurnBegan { robot });
        }
    }

    /// The robot rolls all its dice, up to the maximum number of dice (MB-13.10).
    #[inline]
    pub(crate) fn start_roll(&mut self) -> Flow {
        let market_card_name = dice::total(self.s.turn.dice);
        self.s.turn.to_roll = self
            .s
            .on_turn()
            .dice
            .min(POOL.saturating_sub(market_card_name));
        if !self.s.limits.is_none() {
            self.shrink_roll();
        }
        self.s.step = Step::Roll;
        self.next_die()
    }
}
