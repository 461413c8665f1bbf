//! The course of a turn: who is asked what, and what goes on by itself.

use super::book::Rulebook;
use super::energy::left_of;
use super::events::Event;
use super::host::Peek;
use super::lexicon::hooks;
use super::options::{Ask, EnergyLimit, RerollDice};
use super::rules::*;
use super::state::{Asked, Attack, Lots, NO_BUYING, POOL, ROBOTS, SLOTS, State, Step, Turn, Until, dice};
use super::table::{Flow, Table};
use super::works;
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
        (self.s.asked, self.s.kept.offered) = (Asked::Nobody, 0);
        while self.step() == Flow::On {}
    }

    #[inline]
    pub(super) fn step(&mut self) -> Flow {
        if self.s.looks > 0 {
            return self.look_at_new();
        }
        if self.s.lots != Lots::Nothing {
            return self.cast_lots();
        }
        if self.s.depth > self.s.floor {
            return self.run();
        }
        if self.s.queued > 0 && self.s.floor == 0 {
            return self.react();
        }
        match self.s.step {
            Step::LayOut => self.fill_market(Step::Pass),
            Step::TurnStart => self.turn_start(),
            Step::Buy => self.ask_buy(),
            Step::Bought => self.window(1, Step::Activate, Self::ask_activate),
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
            Step::Energy => self.window(5, Step::Parts, Self::ask_parts),
            Step::BeforeRefill => self.before_refill(),
            Step::Refill => self.refill(),
            Step::Fill => self.fill(),
            Step::TurnEnd => self.turn_end(),
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
            Stop::RanAway => {
                self.no_end(vec![book.programs[usize::from(frame.program)].card]);
                return Flow::Stop;
            }
            Stop::Asks => {
                self.s.frames[place] = frame;
                let player = self.book.owner(machine::asked(program, &frame) as u8 % ROBOTS as u8);
                self.s.asked = Asked::Seat(player);
                return Flow::Stop;
            }
        }
        Flow::On
    }

    /// A window (MB-7.1): the next player with a weapon to play is asked; with none left it closes, and what comes next
    /// follows at once.
    #[inline]
    fn window(&mut self, window: usize, next: Step, follows: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if self.s.kept.windows & (1 << window) != 0 && self.ask_window(window) {
            return Flow::Stop;
        }
        self.s.passed = 0;
        self.s.gained = 0;
        self.s.step = next;
        follows(self)
    }

    fn turn_start(&mut self) -> Flow {
        self.window(0, Step::Buy, Self::ask_buy)
    }

    fn rolled(&mut self, step: Step) -> Flow {
        self.s.step = step;
        match step {
            Step::Rerolled => self.window(3, Step::Parts, Self::ask_parts),
            _ => self.window(2, Step::Reroll, Self::ask_reroll),
        }
    }

    /// Damage is about to be done.
    pub(super) fn damage(&mut self) -> Flow {
        self.window(4, Step::Commit, Self::commit)
    }

    fn before_refill(&mut self) -> Flow {
        self.window(6, Step::Refill, Self::refill)
    }

    fn turn_end(&mut self) -> Flow {
        self.window(7, Step::Pass, Self::pass_on)
    }

    /// Asks the next player with a weapon to play, if there is one.
    #[inline(never)]
    fn ask_window(&mut self, window: usize) -> bool {
        let next = self.book.first_to_ask(self.s, window);
        if let Some((player, copies)) = next {
            self.s.asked = Asked::Seat(player);
            self.s.kept.offered = copies;
        }
        next.is_some()
    }

    fn ask_buy(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        let barred = self.s.turn.barred & NO_BUYING != 0;
        self.s.kept.offered = if barred { 0 } else { self.book.affordable(self.s, self.s.active).into() };
        if self.s.kept.offered == 0 {
            return self.go(Step::Activate);
        }
        self.ask_active(Step::BeforeRefill)
    }

    fn ask_activate(&mut self) -> Flow {
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
        self.raise(hooks::ON_ROLLED, robot, 0, 0);
        let step = if self.s.step == Step::Roll { Step::Rolled } else { Step::Rerolled };
        match self.s.queued {
            0 => self.rolled(step),
            _ => self.go(step),
        }
    }

    fn ask_reroll(&mut self) -> Flow {
        let player = self.book.owner(self.s.active);
        let reroll = self.s.on_turn().reroll;
        let may = reroll > 0 && self.s.turn.forbidden & (1 << player) == 0;
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

    fn ask_parts(&mut self) -> Flow {
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        self.s.kept.offered = self.book.usable(self.s).into();
        if self.s.kept.offered == 0 {
            self.s.step = Step::BeforeRefill;
            return self.before_refill();
        }
        self.ask_active(Step::BeforeRefill)
    }

    fn part_used(&mut self) -> Flow {
        self.s.turn.missed = false;
        let changed = std::mem::take(&mut self.s.turn.changed);
        self.raise(hooks::ON_PART_USED, self.s.active, 0, 0);
        if !self.s.plays(self.s.active) {
            return self.go(Step::BeforeRefill);
        }
        if changed {
            return self.go(Step::Energy);
        }
        self.s.step = Step::Parts;
        match self.s.queued {
            0 => self.ask_parts(),
            _ => Flow::On,
        }
    }

    /// The market is cleared, then filled.
    fn refill(&mut self) -> Flow {
        self.clear_market();
        self.s.step = Step::Fill;
        self.fill()
    }

    fn fill(&mut self) -> Flow {
        match self.fill_market(Step::TurnEnd) {
            Flow::Stop => Flow::Stop,
            Flow::On if self.s.queued > 0 => Flow::On,
            Flow::On => self.turn_end(),
        }
    }

    /// The turn passes to the next robot in play; with it, perhaps, a round ends (MB-10.6).
    fn pass_on(&mut self) -> Flow {
        if self.s.turns == 0 {
            return self.begin(0);
        }
        if !self.s.lasting[0].is_none() {
            self.expire(|lasting| lasting.until() == Until::TurnEnd);
        }
        if self.s.again && self.s.plays(self.s.active) {
            return self.begin_again();
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

    pub(super) fn begin(&mut self, robot: u8) -> Flow {
        self.s.active = robot;
        self.s.turns += 1;
        (self.s.skips, self.s.again, self.s.passed, self.s.gained, self.s.reactions) =
            (false, false, 0, 0, 0);
        self.s.turn = Turn::default();
        match self.book.options.energy_limit {
            EnergyLimit::Turn => self.s.gains = [0; ROBOTS],
            EnergyLimit::Round => self.s.gains[usize::from(robot)] = 0,
        }
        self.s.attack = Attack::default();
        self.tell(TURN, || Event::TurnBegan { robot });
        if !self.s.lasting[0].is_none() {
            self.expire(|lasting| lasting.until() == Until::OwnTurn && lasting.owner() == robot);
        }
        self.raise_turn(robot);
        self.s.step = Step::TurnStart;
        match self.s.queued {
            0 => self.turn_start(),
            _ => Flow::On,
        }
    }

    /// The robot rolls all its dice, as far as there is room for them (MB-13.10).
    pub(super) fn start_roll(&mut self) {
        let lying = dice::total(self.s.turn.dice);
        self.s.turn.to_roll = self.s.on_turn().dice.min(POOL.saturating_sub(lying));
        self.s.step = Step::Roll;
    }
}

impl Rulebook {
    /// The next player to be asked in the present window (MB-7.2) and the weapon copies it may play; `None` when all
    /// have passed or the present step is no window.
    pub(super) fn next_in_window(&self, state: &State) -> Option<(u8, u64)> {
        window_of(state.step).and_then(|window| self.first_to_ask(state, window))
    }

    fn first_to_ask(&self, state: &State, window: usize) -> Option<(u8, u64)> {
        let waiting = self.holders(state, window) & !(state.passed | state.turn.barred);
        if waiting == 0 {
            return None;
        }
        if state.step != Step::Damage {
            return self.first_of(waiting, state, window);
        }
        let victims = waiting & self.victims(state);
        self.first_of(victims, state, window).or_else(|| self.first_of(waiting & !victims, state, window))
    }

    /// The first of these players, clockwise from the active player's left, who has something to play. Whether a weapon
    /// may be played is worked out here, once, and only for players whose turn to be asked it is.
    fn first_of(&self, players: u8, state: &State, window: usize) -> Option<(u8, u64)> {
        let (mut rest, active) = (players, self.owner(state.active));
        while rest != 0 {
            let player = left_of(rest & !(1 << active), active).unwrap_or(active);
            let copies = self.playable(state, player, window);
            if copies != 0 || self.options.ask == Ask::WhenHolding {
                return Some((player, copies));
            }
            rest &= !(1 << player);
        }
        None
    }

    /// The players with a weapon because of which they may have to be asked: a bit each.
    fn holders(&self, state: &State, window: usize) -> u8 {
        let (mut robots, wakes) = (0, self.wakes[window]);
        for (robot, own) in state.robots.iter().enumerate() {
            robots |= u8::from(own.hand & wakes != 0) << robot;
        }
        self.players_of(robots & state.in_play())
    }

    /// The copies of weapons that the player may play.
    pub(super) fn playable(&self, state: &State, player: u8, window: usize) -> u64 {
        let mut copies = 0;
        for robot in self.robots_of(player).filter(|robot| state.plays(*robot)) {
            let mut fitting = state.robots[usize::from(robot)].hand & self.fits[window];
            while fitting != 0 {
                let weapon = self.weapon_of[fitting.trailing_zeros() as usize];
                let alike = fitting & self.weapons[usize::from(weapon)].copies;
                if self.condition_holds(state, robot, weapon) {
                    copies |= alike;
                }
                fitting &= !alike;
            }
        }
        copies
    }

    /// The players of robots that damage is about to hit (MB-7.2): a bit each.
    fn victims(&self, state: &State) -> u8 {
        let attack = &state.attack;
        (0..ROBOTS)
            .filter(|robot| attack.unstoppable[*robot] > 0 || attack.pending[*robot].iter().any(|n| *n > 0))
            .fold(0, |mask, robot| mask | 1 << self.owner(robot as u8))
    }

    /// Whether the weapon's own condition holds for the robot that holds it (MB-7.4, MB-7.6).
    fn condition_holds(&self, state: &State, robot: u8, weapon: u8) -> bool {
        let Some(can) = self.weapons[usize::from(weapon)].can else { return true };
        let mut frame = Frame::new(can, robot, weapon, &[robot.into()]);
        let program = &self.programs[usize::from(can)].program;
        matches!(machine::run(program, &mut frame, &mut Peek { book: self, state }), Stop::Ended(answer) if answer != 0)
    }

    /// The parts and built-in abilities that the unplaced dice make work (MB-5.3 to MB-5.5): a bit each.
    #[inline]
    pub(super) fn usable(&self, state: &State) -> u16 {
        let robot = state.on_turn();
        if state.turn.dice == 0 {
            return 0;
        }
        if usize::from(robot.dice) > works::MOST {
            return self.usable_of_many(state);
        }
        let able = self.works.of(state.turn.dice);
        let mut places = (able[works::BASE / 64] >> (works::BASE % 64)) as u16 & 0xff;
        for number in robot.parts.iter().rev() {
            places = places << 1 | (able[usize::from(number / 64)] >> (number % 64) & 1) as u16;
        }
        places & !state.turn.used
    }

    /// The same by trying, for more dice than are looked up.
    #[cold]
    fn usable_of_many(&self, state: &State) -> u16 {
        let works = |place: &u8| self.fitting(state, *place).next().is_some();
        (0..self.places()).filter(works).fold(0, |places, place| places | 1 << place)
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
