//! Data that follows from the rest of a state and is cached in it; see [`crate::state::Derived`].

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::{CardKind, Rulebook};
use crate::options::AttackUpgrades;
use crate::state::ids::{CardId, Places, RobotId, Robots};
use crate::state::market_key::{BARE, MarketKey, UPGRADE_CATEGORIES};
use crate::state::{
    Asked, Derived, FRONT, MarketSlot, PLACES, PendingChance, ROBOTS, Robot, SLOTS, State, Status,
    Step, UPGRADES,
};
use cardwright_runtime::ids::Id;

/// The empty places of the market.
pub(crate) fn gaps(market: &[MarketSlot; PLACES]) -> Places {
    Places::of(|place| market[place.index()] == MarketSlot::NOTHING)
}

impl Rulebook {
    /// Recomputes all derived data of a state.
    pub(crate) fn refresh_derived(&self, state: &mut State) {
        let in_play = Robots::of(|robot| state.robots[robot.index()].status == Status::InPlay);
        let spent = in_play & Robots::of(|robot| state.robots[robot.index()].energy == 0);
        let closed = state.robots.map(|robot| self.closed(&robot));
        let (windows, quiet) = self.windows_held(state);
        state.derived = Derived {
            offered: 0,
            closed,
            boosts: self.fighting(state, HookId::OnAttack),
            shields: self.fighting(state, HookId::OnStruck),
            spent,
            windows,
            quiet,
            in_play,
            gaps: gaps(&state.market),
        };
        state.derived.offered = self.offered(state);
    }

    /// Replaces a robot, including all its cards, and updates the derived data.
    pub fn put_robot(&self, state: &mut State, place: RobotId, robot: Robot) {
        state.robots[place.index()] = robot;
        self.refresh_derived(state);
    }

    /// Recomputes the windows in which weapons in hands can be played.
    pub(crate) fn refresh_windows(&self, state: &mut State) {
        (state.derived.windows, state.derived.quiet) = self.windows_held(state);
    }

    /// The value of [`crate::state::Derived::offered`]: what the asked seat may choose.
    fn offered(&self, state: &State) -> u64 {
        let answers = state.pending_chance == PendingChance::Answers;
        match (state.asked, state.step) {
            (Asked::Nobody | Asked::Chance, _) => 0,
            _ if state.top().is_some() => 0,
            (_, Step::Buy) if !answers => self.affordable(state, state.active).bits().into(),
            (_, Step::Parts) if !answers => self.usable(state).into(),
            _ => self.next_in_window(state).map_or(0, |(_, copies)| copies),
        }
    }

    /// For each robot, the places of its cards that have the given attack hook, with one bit for each place.
    fn fighting(&self, state: &State, hook: HookId) -> [u16; ROBOTS] {
        let mut all = [0; ROBOTS];
        for robot in RobotId::all() {
            all[robot.index()] = self.fights_with(state, robot, hook);
        }
        all
    }

    /// The places of a robot's cards that have the given attack hook, with one bit for each place.
    pub(crate) fn fights_with(&self, state: &State, robot: RobotId, hook: HookId) -> u16 {
        let places = (0..FRONT).filter(|place| self.reaction(state, robot, *place, hook).is_some());
        let watched = match hook {
            HookId::OnAttack
                if !matches!(
                    state.robots[robot.index()].status,
                    Status::Absent | Status::Out
                ) =>
            {
                self.watched
            }
            _ => 0,
        };
        places.fold(watched, |mask, place| {
            mask | 1 << place.min(SLOTS + UPGRADES)
        })
    }

    /// The categories that the robot has no place for (MB-4.4, MB-4.5, MB-4.9).
    pub(crate) fn closed(&self, robot: &Robot) -> u64 {
        let mut closed = BARE;
        for (slot, part) in robot.parts.iter().enumerate() {
            closed |= u64::from(*part != 0) << slot;
        }
        let upgrades = robot
            .upgrades
            .iter()
            .map_while(|number| CardId::on_robot(*number));
        upgrades.fold(closed, |closed, card| closed | self.closed_by(robot, card))
    }

    /// The categories that the robot has no place for because of one of its upgrades.
    #[inline]
    pub(crate) fn closed_by(&self, robot: &Robot, card: CardId) -> u64 {
        let (card, number) = (card.index(), card.number());
        let mut closed = match self.open[card].kind {
            CardKind::Upgrade { most, .. } => {
                let full = most == 1 || {
                    let same = robot.upgrades.iter().filter(|own| **own == number).count();
                    same >= usize::from(most)
                };
                u64::from(full) << self.market_keys[card].category
            }
            CardKind::Part { .. } => 0,
        };
        if robot.upgrades[UPGRADES - 1] != 0 {
            closed |= UPGRADE_CATEGORIES;
        }
        // Q-MB-8: some tables allow one upgrade of the four kinds that change attacks.
        if self.options.attack_upgrades != AttackUpgrades::Each && self.changes_attacks(robot) {
            closed |= self.changing;
        }
        closed
    }

    /// Whether the robot has an upgrade that changes attacks.
    fn changes_attacks(&self, robot: &Robot) -> bool {
        let upgrades = robot.upgrades.iter().take_while(|number| **number != 0);
        let mut categories =
            upgrades.map(|number| self.market_keys[usize::from(*number) - 1].category);
        categories.any(|category| self.changing >> category & 1 != 0)
    }

    /// Whether the robot has a place for a card with this market key.
    #[inline]
    pub(crate) fn has_place(&self, state: &State, robot: RobotId, key: MarketKey) -> bool {
        state.derived.closed[usize::from(robot)] >> key.category & 1 == 0
    }
}
