//! Windows: who may play which secret weapons now (MB-7.1 to MB-7.6).

use crate::cards::host::ReadOnlyHost;
use crate::cards::lexicon::NounId;
use crate::cards::rulebook::{Rulebook, WINDOWS};
use crate::fast::precomputed_conditions::{CONDITION_FEATURES, PrecomputedConditions};
use crate::options::Ask;
use crate::play::engine::{Engine, Flow};
use crate::play::events::Event;
use crate::state::ids::{PlayerId, Players, RobotId, Robots, WeaponId, WindowId, Windows};
use crate::state::{Asked, PendingChance, State, Step, TYPES};
use cardwright_effects::machine::{self, Stop};
use cardwright_effects::{Frame, StaticVerdict, Values, outlook};
use cardwright_kernel::{Log, ProgramId, SeatSet};
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::{Window, first_clockwise};
use std::cell::Cell;

/// Condition features of a robot that holds weapons, one bit each. It is the active robot.
const ACTIVE: usize = 1;
/// Damage is about to hit it.
const HIT: usize = 2;
/// An opponent has gained energy since the last window.
const FOE_GAINED: usize = 4;
/// It is the attacker of the current attack.
const ATTACKER: usize = 8;
/// There are unplaced dice.
const DICE: usize = 16;
/// An opponent is in play.
const FOES: usize = 32;

/// The windows of a turn, as bits of [`crate::cards::rulebook::Weapon::windows`].
pub(crate) fn window_of(step: Step) -> Option<WindowId> {
    Some(match step {
        Step::TurnStart => WindowId::TurnStart,
        Step::Bought => WindowId::Bought,
        Step::Rolled => WindowId::Rolled,
        Step::Rerolled => WindowId::Rerolled,
        Step::Damage => WindowId::Damage,
        Step::Energy => WindowId::Energy,
        Step::BeforeRefill => WindowId::BeforeRefill,
        Step::TurnEnd => WindowId::TurnEnd,
        _ => return None,
    })
}

/// The open window: that of the step, or the one for responses to a weapon.
pub(crate) fn open_window(state: &State) -> Option<WindowId> {
    match state.pending_chance {
        PendingChance::Answers => Some(WindowId::WeaponPlayed),
        _ => window_of(state.step),
    }
}

/// What a feature says about the value of a noun.
struct ConditionFeature {
    /// The bit of the feature, or 0 if the value depends on none.
    bit: usize,
    /// The values if the feature is present.
    seen: Values,
    /// The values if it is not.
    otherwise: Values,
}

impl PrecomputedConditions {
    /// Precomputes the conditions of all weapons as far as features determine them.
    pub(crate) fn of(book: &Rulebook) -> PrecomputedConditions {
        let mut precomputed = PrecomputedConditions::default();
        for holder in RobotId::all() {
            let robot = holder.index();
            for weapon in &book.weapons {
                let outlooks = book.outlooks(weapon.can, holder);
                for (features, outlook) in outlooks.into_iter().enumerate() {
                    match outlook {
                        StaticVerdict::Never => precomputed.never[robot][features] |= weapon.copies,
                        StaticVerdict::Always => {
                            precomputed.always[robot][features] |= weapon.copies
                        }
                        StaticVerdict::Open => {}
                    }
                }
            }
            let quiet =
                (0..CONDITION_FEATURES).filter(|features| features & (HIT | FOE_GAINED) == 0);
            precomputed.loud[robot] = quiet.fold(u64::MAX, |loud, features| {
                loud & precomputed.never[robot][features]
            });
        }
        precomputed
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// A window (MB-7.1): asks the next player with a weapon to play. If there is none, it closes and the next step
    /// follows at once.
    #[inline(always)]
    pub(crate) fn window(
        &mut self,
        window: WindowId,
        next: Step,
        follows: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let quiet = window != WindowId::Damage && self.s.gained.is_empty();
        let awake = if quiet {
            self.s.derived.quiet
        } else {
            self.s.derived.windows
        };
        if awake.contains(window) && self.ask_window(window) {
            return Flow::Stop;
        }
        let s = &mut *self.s;
        (s.window, s.gained, s.step) = (Window::default(), Robots::EMPTY, next);
        follows(self)
    }

    /// Asks the next player with a weapon to play, if there is one.
    #[inline(never)]
    fn ask_window(&mut self, window: WindowId) -> bool {
        let next = self.book.first_to_ask(self.s, window);
        if let Some((player, copies)) = next {
            self.s.asked = Asked::Seat(player);
            self.s.derived.offered = copies;
        }
        next.is_some()
    }
}

impl Rulebook {
    /// The possible results of a weapon's condition, by the features of the robot that holds it.
    fn outlooks(
        &self,
        can: Option<ProgramId>,
        robot: RobotId,
    ) -> [StaticVerdict; CONDITION_FEATURES] {
        let Some(can) = can else {
            return [StaticVerdict::Always; CONDITION_FEATURES];
        };
        let program = &self.bound[can].program;
        // Only features that the condition may depend on matter. To find these, every path is followed.
        let asked = Cell::new(0);
        let note = |noun, args| {
            let ConditionFeature { bit, otherwise, .. } = self.condition_feature(noun, args, robot);
            asked.set(asked.get() | bit);
            if bit == 0 { otherwise } else { Values::ANY }
        };
        outlook(program, robot.n(), &note);
        let mut outlooks = [StaticVerdict::Open; CONDITION_FEATURES];
        for features in 0..CONDITION_FEATURES {
            outlooks[features] = match features & asked.get() {
                alike if alike != features => outlooks[alike],
                _ => outlook(program, robot.n(), &|noun, args| {
                    let ConditionFeature {
                        bit,
                        seen,
                        otherwise,
                    } = self.condition_feature(noun, args, robot);
                    if features & bit != 0 { seen } else { otherwise }
                }),
            };
        }
        outlooks
    }

    /// The feature that determines the value of a noun for a robot that holds a weapon.
    fn condition_feature(
        &self,
        noun: u8,
        [who, _]: [Values; 2],
        robot: RobotId,
    ) -> ConditionFeature {
        let (me, others) = (
            Values::one(robot.into()),
            Values::members(robot.others().bits()),
        );
        let (no, yes, own) = (Values::one(0), Values::one(1), who == me);
        let by = |bit, seen, otherwise| ConditionFeature {
            bit,
            seen,
            otherwise,
        };
        match NounId::of(noun) {
            Some(NounId::Active) => by(ACTIVE, me, others),
            Some(NounId::Attacker) => by(ATTACKER, me, others),
            Some(NounId::Pending) if own => by(HIT, Values::SOME, no),
            Some(NounId::OpponentGained) if own => by(FOE_GAINED, yes, no),
            Some(NounId::DiceShown) => by(DICE, Values::SOME, no),
            Some(NounId::Opponents) if own => by(FOES, Values::SOME, no),
            Some(NounId::Others) if own => by(FOES, Values::SOME, Values::ANY),
            // Only robots in play can play weapons.
            Some(NounId::InPlayNow) if own => by(0, yes, yes),
            Some(NounId::Rule) => match who.only() {
                Some(variant) => by(0, no, Values::one(self.options.has_variant(variant).into())),
                None => by(0, no, Values::ANY),
            },
            _ => by(0, no, Values::ANY),
        }
    }

    /// The first weapon whose actual condition differs from the precomputed one for a robot in play, if any.
    pub(crate) fn contradicted_condition(&self, state: &State) -> Option<(RobotId, WeaponId)> {
        let weapons = || WeaponId::all().take(self.weapons.len());
        let mut all = state
            .in_play()
            .iter()
            .flat_map(|robot| weapons().map(move |weapon| (robot, weapon)));
        all.find(|(robot, weapon)| {
            let (of, copies) = (robot.index(), self.weapons[weapon.index()].copies);
            let features = self.condition_features(state, *robot);
            let [never, always] = [&self.precomputed.never, &self.precomputed.always]
                .map(|them| them[of][features] & copies != 0);
            (never || always) && self.condition_holds(state, *robot, *weapon) != always
        })
    }

    /// The features of a robot.
    #[inline]
    fn condition_features(&self, state: &State, robot: RobotId) -> usize {
        let others = self.others_robots(robot);
        let hit = state.attack.pending[usize::from(robot)] != [0; TYPES];
        let seen = [
            (ACTIVE, state.active == robot),
            (HIT, hit),
            (FOE_GAINED, state.gained.meets(others)),
            (ATTACKER, state.attack.attacker == robot),
            (DICE, state.turn.dice != 0),
            (FOES, state.in_play().meets(others)),
        ];
        seen.into_iter()
            .map(|(bit, seen)| bit * usize::from(seen))
            .sum()
    }

    /// The windows in which the holder of some weapon may have to be asked: in general, and while no damage is about
    /// to be dealt and nobody has gained energy.
    pub(crate) fn windows_held(&self, state: &State) -> (Windows, Windows) {
        let (mut held, mut quiet) = (0, 0);
        for (robot, loud) in state.robots.iter().zip(&self.precomputed.loud) {
            held |= robot.hand;
            quiet |= robot.hand & !loud;
        }
        if self.options.ask == Ask::WhenHolding {
            quiet = held;
        }
        (self.windows_for(held), self.windows_for(quiet))
    }

    /// The windows in which some of these copies can be played.
    #[inline]
    fn windows_for(&self, copies: u64) -> Windows {
        let (mut rest, mut windows) = (copies, Windows::EMPTY);
        while rest != 0 {
            windows |= self.windows_of[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        windows
    }

    /// The next player to be asked in the present window (MB-7.2) and the weapon copies it may play; `None` when all
    /// have passed or the present step is no window.
    pub(crate) fn next_in_window(&self, state: &State) -> Option<(PlayerId, u64)> {
        open_window(state).and_then(|window| self.first_to_ask(state, window))
    }

    /// Whether some weapon of the deck can respond to others from the hand (MB-12.20).
    pub(crate) fn answered_from_hands(&self) -> bool {
        self.fits[WindowId::WeaponPlayed.index()] != 0
    }

    /// The next player to be asked in a window and the weapon copies it may play.
    pub(crate) fn first_to_ask(&self, state: &State, window: WindowId) -> Option<(PlayerId, u64)> {
        let silent = Players::from_bits(state.window.passed.0) | state.turn.flags.silent();
        let waiting = self.holders(state, window) - silent;
        if waiting.is_empty() {
            return None;
        }
        if window != WindowId::Damage {
            return self.first_of(waiting, state, window);
        }
        let victims = waiting & self.victims(state);
        self.first_of(victims, state, window)
            .or_else(|| self.first_of(waiting - victims, state, window))
    }

    /// The first of these players, clockwise from the active player's left, who can play a weapon. Conditions are
    /// only checked here, once, and only for players whose turn it is to be asked.
    fn first_of(
        &self,
        players: Players,
        state: &State,
        window: WindowId,
    ) -> Option<(PlayerId, u64)> {
        let found = first_clockwise(
            SeatSet(players.bits()),
            self.owner(state.active).seat(),
            |seat| {
                let player = PlayerId::at(seat)?;
                let copies = self.playable(state, player, window);
                (copies != 0 || self.options.ask == Ask::WhenHolding).then_some((player, copies))
            },
        );
        found.map(|(_, asked)| asked)
    }

    /// The players who have a weapon for which they may have to be asked.
    fn holders(&self, state: &State, window: WindowId) -> Players {
        let wakes = self.wakes[window.index()];
        let robots = Robots::of(|robot| state.robots[robot.index()].hand & wakes != 0);
        self.players_of(robots & state.in_play())
    }

    /// The copies of weapons that the player may play.
    #[inline]
    pub(crate) fn playable(&self, state: &State, player: PlayerId, window: WindowId) -> u64 {
        let by = |robot| self.playable_by(state, robot, window);
        match self.duel() {
            true => player
                .pair()
                .into_iter()
                .fold(0, |copies, robot| copies | by(robot)),
            false => by(player.robot()),
        }
    }

    /// Calls `each` with the robot and weapon of every play that these copies allow the player, once for each kind in
    /// a hand.
    #[inline]
    pub(crate) fn each_play(
        &self,
        state: &State,
        player: PlayerId,
        copies: u64,
        mut each: impl FnMut(RobotId, WeaponId),
    ) {
        for robot in self.robots_of(player).iter() {
            let mut rest = state.robots[usize::from(robot)].hand & copies;
            while rest != 0 {
                let weapon = self.weapon_of[rest.trailing_zeros() as usize];
                rest &= !self.weapons[usize::from(weapon)].copies;
                each(robot, weapon);
            }
        }
    }

    /// The playable copies that one robot holds.
    fn playable_by(&self, state: &State, robot: RobotId, window: WindowId) -> u64 {
        let index = robot.index();
        let held = state.robots[index].hand & self.fits[window.index()];
        if held == 0 || !state.plays(robot) {
            return 0;
        }
        let features = self.condition_features(state, robot);
        let always = held & self.precomputed.always[index][features];
        let open = held & !(always | self.precomputed.never[index][features]);
        if open == 0 {
            always
        } else {
            always | self.run_conditions(state, robot, open)
        }
    }

    /// The copies whose condition is met, computed for one kind after the other.
    #[inline(never)]
    fn run_conditions(&self, state: &State, robot: RobotId, copies: u64) -> u64 {
        let (mut open, mut holding) = (copies, 0);
        while open != 0 {
            let weapon = self.weapon_of[open.trailing_zeros() as usize];
            let alike = open & self.weapons[usize::from(weapon)].copies;
            if self.condition_holds(state, robot, weapon) {
                holding |= alike;
            }
            open &= !alike;
        }
        holding
    }

    /// The players of the robots about to be hit (MB-7.2).
    fn victims(&self, state: &State) -> Players {
        let attack = &state.attack;
        let hit = |robot: RobotId| {
            attack.unstoppable[robot.index()] > 0 || attack.pending[robot.index()] != [0; TYPES]
        };
        RobotId::all()
            .filter(|robot| hit(*robot))
            .map(|robot| self.owner(robot))
            .collect()
    }

    /// Whether the weapon's own condition is met for the robot that holds it (MB-7.4, MB-7.6).
    pub(crate) fn condition_holds(&self, state: &State, robot: RobotId, weapon: WeaponId) -> bool {
        let Some(can) = self.weapons[usize::from(weapon)].can else {
            return true;
        };
        let mut frame = Frame::new(can, robot.n(), weapon.n(), &[robot.into()]);
        let program = &self.bound[can].program;
        let mut host = ReadOnlyHost { book: self, state };
        matches!(machine::run(program, &mut frame, &mut host), Stop::Ended(answer) if answer != 0)
    }
}

const _: () = assert!(WINDOWS <= u16::BITS as usize);
