//! The course of a turn: who is asked what, and what goes on by itself.

use super::book::Rulebook;
use super::energy::left_of;
use super::events::Event;
use super::host::Peek;
use super::options::{Ask, EnergyLimit, RerollDice};
use super::rules::*;
use super::state::{Asked, Attack, ROBOTS, SLOTS, State, Step, Turn, dice};
use super::table::{Flow, Table};
use cardwright_effects::Frame;
use cardwright_effects::machine::{self, Stop};
use cardwright_kernel::Log;

/// The windows of a turn, as bits of [`super::book::Weapon::windows`].
pub(super) fn window_of(step: Step) -> Option<usize> {
    Some(match step {
        Step::TurnStart => 0,
        Step::Bought => 1,
        Step::Rolled => 2,
        Step::Rerolled => 3,
        Step::Damage => 4,
        Step::Energy => 5,
        Step::BeforeRefill => 6,
        Step::TurnEnd => 7,
        _ => return None,
    })
}

impl<L: Log<Event>> Table<'_, L> {
    /// Goes on until somebody is asked or the game is over.
    pub(super) fn advance(&mut self) {
        self.s.asked = Asked::Nobody;
        while self.step() == Flow::On {}
    }

    #[inline]
    fn step(&mut self) -> Flow {
        if self.s.looks > 0 {
            return self.look_at_new();
        }
        if self.s.depth > self.s.floor {
            return self.run();
        }
        match self.s.step {
            Step::LayOut => self.fill_market(Step::Pass),
            Step::TurnStart => self.window(Step::Buy),
            Step::Buy => self.ask_buy(),
            Step::Bought => self.window(Step::Activate),
            Step::Activate => self.ask_active(Step::BeforeRefill),
            Step::Roll | Step::RollAgain => self.roll(),
            Step::Rolled => self.window(Step::Reroll),
            Step::Reroll => self.ask_reroll(),
            Step::Rerolled => self.window(Step::Parts),
            Step::Parts => self.ask_parts(),
            Step::PartUsed => self.part_used(),
            Step::Split => self.split(),
            Step::Boost => self.boost(),
            Step::Protect => self.protect(),
            Step::Damage => self.window(Step::Commit),
            Step::Commit => {
                self.commit();
                Flow::On
            }
            Step::Energy => self.window(Step::Parts),
            Step::BeforeRefill => self.window(Step::Refill),
            Step::Refill => {
                self.clear_market();
                self.go(Step::Fill)
            }
            Step::Fill => self.fill_market(Step::TurnEnd),
            Step::TurnEnd => self.window(Step::Pass),
            Step::Pass => self.pass_on(),
            Step::Over => Flow::Stop,
        }
    }

    #[inline]
    fn go(&mut self, step: Step) -> Flow {
        self.s.step = step;
        Flow::On
    }

    /// Runs the innermost effect.
    fn run(&mut self) -> Flow {
        let place = usize::from(self.s.depth) - 1;
        let mut frame = self.s.frames[place];
        let book = self.book;
        let program = &book.programs[usize::from(frame.program)].program;
        let stop = machine::run(program, &mut frame, self);
        if self.s.step == Step::Over {
            return Flow::Stop;
        }
        match stop {
            Stop::Ended(_) => {
                self.pop();
                self.settle();
            }
            Stop::Waits => self.s.frames[place] = frame,
            Stop::Asks => {
                self.s.frames[place] = frame;
                let player = self.book.owner(machine::asked(program, &frame) as u8 % ROBOTS as u8);
                self.s.asked = Asked::Seat(player);
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// A window (MB-7.1): the next player with a weapon to play is asked; with none left it closes.
    #[inline]
    fn window(&mut self, next: Step) -> Flow {
        if let Some(player) = self.book.next_in_window(self.s) {
            self.s.asked = Asked::Seat(player);
            return Flow::Stop;
        }
        self.s.passed = 0;
        self.s.gained = 0;
        self.go(next)
    }

    fn ask_buy(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        if !self.book.can_buy_any(self.s, self.s.active) {
            return self.go(Step::Activate);
        }
        self.ask_active(Step::BeforeRefill)
    }

    /// Asks the active robot's player, if the robot is in play.
    fn ask_active(&mut self, otherwise: Step) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(otherwise);
        }
        self.s.asked = Asked::Seat(self.book.owner(self.s.active));
        Flow::Stop
    }

    /// MB-5.1: chance rolls one die after the other.
    fn roll(&mut self) -> Flow {
        if self.s.turn.to_roll > 0 {
            self.s.asked = Asked::Chance;
            return Flow::Stop;
        }
        let (robot, faces) = (self.s.active, self.s.turn.dice);
        let rule = if self.s.step == Step::Roll { ROLL } else { REROLL };
        self.tell(rule, || Event::Rolled { robot, faces: dice::faces(faces).collect() });
        self.go(if self.s.step == Step::Roll { Step::Rolled } else { Step::Rerolled })
    }

    fn ask_reroll(&mut self) -> Flow {
        let player = self.book.owner(self.s.active);
        let may = self.s.on_turn().reroll > 0 && self.s.turn.forbidden & (1 << player) == 0;
        let dice = dice::faces(self.s.turn.dice).count();
        let least = match self.book.options.reroll_dice {
            RerollDice::UpToTwo => 1,
            RerollDice::Two => usize::from(self.s.on_turn().reroll),
        };
        if !may || dice < least {
            return self.go(Step::Parts);
        }
        self.ask_active(Step::BeforeRefill)
    }

    fn ask_parts(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        if !self.book.can_use_any(self.s) {
            return self.go(Step::BeforeRefill);
        }
        self.ask_active(Step::BeforeRefill)
    }

    fn part_used(&mut self) -> Flow {
        self.s.turn.missed = false;
        let changed = std::mem::take(&mut self.s.turn.changed);
        let next = if !self.s.plays(self.s.active) {
            Step::BeforeRefill
        } else if changed {
            Step::Energy
        } else {
            Step::Parts
        };
        self.go(next)
    }

    /// The turn passes to the next robot in play; with it, perhaps, a round ends (MB-10.6).
    fn pass_on(&mut self) -> Flow {
        if self.s.turns == 0 {
            return self.begin(0);
        }
        let next = self.next_robot();
        if next <= self.s.active && self.round_ends() {
            return Flow::Stop;
        }
        self.begin(next)
    }

    fn next_robot(&self) -> u8 {
        let skips = self.s.skips;
        let mine = self.book.owner(self.s.active);
        let mut others = self.s.in_play();
        if skips {
            others &= !(0b11 << (2 * mine));
        }
        left_of(others & !(1 << self.s.active), self.s.active).unwrap_or(self.s.active)
    }

    /// Counts a round; says whether the game ended with it.
    fn round_ends(&mut self) -> bool {
        self.s.rounds += 1;
        self.s.quiet = if self.s.lost { 0 } else { self.s.quiet + 1 };
        self.s.lost = false;
        let options = &self.book.options;
        if self.s.quiet >= options.quiet_rounds || self.s.rounds >= options.max_rounds {
            self.stalemate();
            return true;
        }
        false
    }

    fn begin(&mut self, robot: u8) -> Flow {
        self.s.active = robot;
        self.s.turns += 1;
        (self.s.skips, self.s.passed, self.s.gained) = (false, 0, 0);
        self.s.turn = Turn::default();
        match self.book.options.energy_limit {
            EnergyLimit::Turn => self.s.gains = [0; ROBOTS],
            EnergyLimit::Round => self.s.gains[usize::from(robot)] = 0,
        }
        self.s.attack = Attack::default();
        self.tell(TURN, || Event::TurnBegan { robot });
        self.go(Step::TurnStart)
    }

    /// The robot rolls all its dice.
    pub(super) fn start_roll(&mut self) {
        self.s.turn.to_roll = self.s.on_turn().dice;
        self.s.step = Step::Roll;
    }
}

impl Rulebook {
    /// The next player to be asked in the present window (MB-7.2), or `None` when all have passed.
    #[inline]
    pub(super) fn next_in_window(&self, state: &State) -> Option<u8> {
        let held = state.robots.iter().fold(0, |held, robot| held | robot.hand);
        let window = window_of(state.step)?;
        let anybody = if self.options.ask == Ask::WhenHolding { held } else { held & self.fits[window] };
        if anybody == 0 {
            return None;
        }
        self.first_to_ask(state, window)
    }

    fn first_to_ask(&self, state: &State, window: usize) -> Option<u8> {
        let asked = (0..ROBOTS as u8)
            .filter(|robot| self.wants(state, *robot, window))
            .fold(0u8, |mask, robot| mask | 1 << self.owner(robot))
            & !state.passed;
        if asked == 0 {
            return None;
        }
        let active = self.owner(state.active);
        let victims = if state.step == Step::Damage { asked & self.victims(state) } else { 0 };
        let group = if victims != 0 { victims } else { asked };
        left_of(group & !(1 << active), active).or(Some(active))
    }

    /// Whether the robot's player is asked because of it.
    fn wants(&self, state: &State, robot: u8, window: usize) -> bool {
        let hand = state.robots[usize::from(robot)].hand;
        if self.options.ask == Ask::WhenHolding && hand != 0 {
            return state.plays(robot);
        }
        let mut fitting = hand & self.fits[window];
        while fitting != 0 {
            if self.may_play(state, robot, self.weapon_of[fitting.trailing_zeros() as usize]) {
                return true;
            }
            fitting &= fitting - 1;
        }
        false
    }

    /// The players of robots that damage is about to hit (MB-7.2): a bit each.
    fn victims(&self, state: &State) -> u8 {
        let attack = &state.attack;
        (0..ROBOTS)
            .filter(|robot| attack.unstoppable[*robot] > 0 || attack.pending[*robot].iter().any(|n| *n > 0))
            .fold(0, |mask, robot| mask | 1 << self.owner(robot as u8))
    }

    /// Whether the robot may play the weapon in the present window (MB-7.4, MB-7.6); whether it holds it is not asked.
    pub(super) fn may_play(&self, state: &State, robot: u8, weapon: u8) -> bool {
        let facts = &self.weapons[usize::from(weapon)];
        let Some(window) = window_of(state.step) else { return false };
        if facts.windows & (1 << window) == 0 || facts.play.is_none() || !state.plays(robot) {
            return false;
        }
        let Some(can) = facts.can else { return true };
        let mut frame = Frame::new(can, robot, weapon, &[robot.into()]);
        let program = &self.programs[usize::from(can)].program;
        matches!(machine::run(program, &mut frame, &mut Peek { book: self, state }), Stop::Ended(answer) if answer != 0)
    }

    /// Whether any part or ability fits the unplaced dice.
    pub(super) fn can_use_any(&self, state: &State) -> bool {
        state.turn.dice != 0 && (0..self.places()).any(|place| self.fitting(state, place).next().is_some())
    }

    /// Parts and built-in abilities: slots first.
    pub(super) fn places(&self) -> u8 {
        (SLOTS + self.base.len()) as u8
    }

    /// The ways in which the unplaced dice make a part or ability of the active robot work (MB-5.3 to MB-5.5).
    #[inline]
    pub(super) fn fitting<'a>(&'a self, state: &'a State, place: u8) -> impl Iterator<Item = u8> + 'a {
        let unused = state.turn.used & (1 << place) == 0;
        let ability = if unused { self.ability_at(&state.on_turn().parts, place) } else { None };
        let combos = ability.map_or(&[][..], |ability| &ability.combos);
        combos
            .iter()
            .enumerate()
            .filter(|(_, combo)| dice::holds(state.turn.dice, **combo))
            .map(|(index, _)| index as u8)
    }
}
