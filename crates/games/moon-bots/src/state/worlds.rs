//! Checks over whole states: bounds, and worlds that a player cannot tell apart.

use crate::cards::rulebook::{CardKind, Rulebook, ones};
use crate::options::Ask;
use crate::state::ids::{CardId, RobotId};
use crate::state::{Asked, MarketCard, MarketSlot, POOL, ROBOTS, State, Status};
use cardwright_kernel::{Rng, Seat};
use cardwright_runtime::ids::Id;
use cardwright_runtime::zones::redeal;

/// The number of tries to find another world in which the same player is asked.
const TRIES: u32 = 20;

impl Rulebook {
    /// The same game with other secret weapons where the player cannot know which they are.
    pub(crate) fn other_world(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let asked =
            |book: &Rulebook, state: &State| book.next_in_window(state).map(|(player, _)| player);
        for _ in 0..TRIES {
            let other = self.deal_unknown(state, seat, rng);
            // In a window, being asked reveals something unless the table asks everybody who holds a weapon.
            let same = self.options.ask == Ask::WhenHolding
                || crate::play::windows::open_window(state).is_none()
                || state.top().is_some()
                || asked(self, &other) == asked(self, state);
            if same {
                return other;
            }
        }
        state.clone()
    }

    fn deal_unknown(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let spied = state.spied.get(seat.index()).copied().unwrap_or(0);
        let hidden = |robot: RobotId| match self.owner(robot).seat() == seat {
            true => 0,
            false => state.robots[robot.index()].hand & !spied,
        };
        let old: [u64; ROBOTS] = RobotId::by_each(hidden);
        let mut pool = old.iter().fold(state.unseen, |pool, hand| pool | hand);
        let mut new = old;
        redeal(&mut pool, &mut new, rng);
        for (robot, hand) in other.robots.iter_mut().enumerate() {
            hand.hand = state.robots[robot].hand & !old[robot] | new[robot];
        }
        other.unseen = pool;
        self.forget(state, &mut other, seat);
        self.rewrite(&mut other, seat, rng);
        self.refresh_derived(&mut other);
        other
    }

    /// Forgets the weapons that other players have looked at: a seat does not know this of others, and the hands
    /// change.
    fn forget(&self, state: &State, other: &mut State, seat: Seat) {
        for (player, spied) in other.spied.iter_mut().enumerate() {
            if player != seat.index() {
                *spied &= state.shown;
            }
        }
    }

    /// All violations of bounds in the state.
    pub(crate) fn flaws_of(&self, state: &State) -> Vec<String> {
        let mut flaws = Vec::new();
        for (index, robot) in RobotId::all().zip(&state.robots) {
            if robot.energy > self.cap(robot) {
                flaws.push(format!(
                    "robot {} has {} energy",
                    self.names.robot(index),
                    robot.energy
                ));
            }
            if robot.status == Status::InPlay
                && robot.energy == 0
                && state.effects.depth == 0
                && !state.attacking
            {
                flaws.push(format!(
                    "robot {} is in play but has no energy",
                    self.names.robot(index)
                ));
            }
        }
        let dice =
            crate::state::dice::faces(state.turn.dice).count() + usize::from(state.turn.to_roll);
        if dice > usize::from(POOL) {
            flaws.push(format!("the active robot has {dice} dice before it"));
        }
        self.check_cards(state, &mut flaws);
        if state.asked == Asked::Nobody && state.winners.is_empty() {
            flaws.push("the game is over and nobody has won or shares it".into());
        }
        flaws
    }

    /// Checks that copies on robots, in the market and in the pile never exceed those of the deck.
    fn check_cards(&self, state: &State, flaws: &mut Vec<String>) {
        for (card, open) in CardId::all().zip(&self.open) {
            let on_robots = state
                .robots
                .iter()
                .flat_map(|robot| robot.parts.iter().chain(&robot.upgrades));
            let built = on_robots.filter(|own| **own == card.number()).count();
            let market_card_name = state
                .market
                .iter()
                .filter(|slot| slot.card() == MarketCard::Open(card))
                .count();
            let piled = ones(open.left(state.pile)) as usize;
            if built + market_card_name + piled > ones(open.copies) as usize {
                flaws.push(format!(
                    "more copies of {} than the deck has",
                    self.names.open[card.index()].0
                ));
            }
        }
        let mut seen = state.unseen;
        for hand in state
            .robots
            .iter()
            .map(|robot| robot.hand)
            .chain([state.shown])
        {
            if seen & hand != 0 {
                flaws.push("a secret weapon is in two places".into());
            }
            seen |= hand;
        }
        let face_down = state
            .market
            .iter()
            .filter(|slot| **slot == MarketSlot::FACE_DOWN)
            .count();
        if face_down + usize::from(state.pile_weapons) > state.unseen.count_ones() as usize {
            flaws.push("more secret weapons are face down than there are unseen weapons".into());
        }
        self.check_robots(state, flaws);
    }

    fn check_robots(&self, state: &State, flaws: &mut Vec<String>) {
        for (index, robot) in RobotId::all().zip(&state.robots) {
            let active = robot
                .active_upgrades()
                .into_iter()
                .filter(|number| *number != 0);
            let dice: u8 = active.map(|number| self.dice_of(number)).sum();
            if robot.status == Status::InPlay && robot.dice != 1 + dice {
                flaws.push(format!(
                    "robot {} has {} dice but upgrades for {}",
                    self.names.robot(index),
                    robot.dice,
                    1 + dice
                ));
            }
        }
    }

    fn dice_of(&self, number: u8) -> u8 {
        match self.open[usize::from(number) - 1].kind {
            CardKind::Upgrade { dice, .. } => dice,
            CardKind::Part { .. } => 0,
        }
    }
}
