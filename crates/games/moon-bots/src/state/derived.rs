//! What follows from the rest of a state and is kept in it: see [`crate::state::Derived`].

use crate::cards::lexicon::HookId;
use crate::cards::rulebook::{CardKind, Rulebook};
use crate::options::AttackUpgrades;
use crate::play::windows::window_of;
use crate::state::ids::{CardId, Places, RobotId, Robots};
use crate::state::market_key::{BARE, MarketKey, UPGRADE_CATEGORIES};
use crate::state::{
    Asked, Derived, FRONT, MarketSlot, PLACES, ROBOTS, Robot, SLOTS, State, Status, Step, UPGRADES,
};
use cardwright_runtime::ids::Id;

/// The empty places of the market.
pub(crate) fn gaps(market: &[MarketSlot; PLACES]) -> Places {
    Places::of(|place| market[place.index()] == MarketSlot::NOTHING)
}

impl Rulebook {
    /// Works out everything a state keeps.
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

    /// Puts another robot in the place of one, with all its cards, and works out what follows from it.
    pub fn put_robot(&self, state: &mut State, place: RobotId, robot: Robot) {
        state.robots[place.index()] = robot;
        self.refresh_derived(state);
    }

    /// Works out anew the windows that weapons on hands fit.
    pub(crate) fn refresh_windows(&self, state: &mut State) {
        (state.derived.windows, state.derived.quiet) = self.windows_held(state);
    }

    /// What the asked seat may take.
    fn offered(&self, state: &State) -> u64 {
        match (state.asked, state.step) {
            (Asked::Nobody | Asked::Chance, _) => 0,
            _ if state.top().is_some() => 0,
            (_, Step::Buy) => self.affordable(state, state.active).bits().into(),
            (_, Step::Parts) => self.usable(state).into(),
            (_, step) if window_of(step).is_some() => {
                self.next_in_window(state).map_or(0, |(_, copies)| copies)
            }
            _ => 0,
        }
    }

    /// Where each robot's cards lie that have a hook of attacks.
    fn fighting(&self, state: &State, hook: HookId) -> [u16; ROBOTS] {
        let mut all = [0; ROBOTS];
        for robot in RobotId::all() {
            all[robot.index()] = self.fights_with(state, robot, hook);
        }
        all
    }

    /// Where the cards of a robot lie that have a hook of attacks.
    pub(crate) fn fights_with(&self, state: &State, robot: RobotId, hook: HookId) -> u16 {
        let places = (0..FRONT).filter(|place| self.reaction(state, robot, *place, hook).is_some());
        places.fold(0, |mask, place| mask | 1 << place.min(SLOTS + UPGRADES))
    }

    /// The categories the robot has no place for (MB-4.4, MB-4.5, MB-4.9).
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

    /// The categories it has no place for because of one of its upgrades.
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

    /// Whether the robot has a place for what the key stands for.
    #[inline]
    pub(crate) fn has_place(&self, state: &State, robot: RobotId, key: MarketKey) -> bool {
        state.derived.closed[usize::from(robot)] >> key.category & 1 == 0
    }
}
