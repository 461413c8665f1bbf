//! A bot that looks one step ahead. It buys what fits, never pays with its last energy, hits the leader, and plays
//! weapons when they help. It reads the effects of cards from their programs, so it also plays homebrew cards.

use crate::actions::Action;
use crate::book::rulebook::{Ability, CardKind, Open, Rulebook};
use crate::facts::{choices, nouns, parts, prices, targets};
use crate::lexicon::{ThingId, VerbId};
use crate::state::ids::{PlaceId, RobotId, WeaponId};
use crate::state::{MarketCard, MarketSlot, PLACES, Robot, State, Status, dice};
use cardwright_effects::{Op, Program};
use cardwright_kernel::{Bot, Observation, Rng, Seat};
use cardwright_runtime::ids::Id;

/// The number of results of two dice.
const TWO_DICE: i32 = 36;

/// A robot with at most this energy does not buy for energy.
const POOR: u8 = 5;

/// The value of eliminating a robot: more than any damage that leaves both robots in play.
const FALLS: i32 = 2000;

/// The `greedy` bot; see the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(
        &mut self,
        observation: &Observation<'_, Rulebook>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        Judge::of(observation.game(), &observation.known(), observation.seat()).best(legal, rng)
    }
}

/// Estimates the value of an action in hundredths of an energy point. The state contains other players' weapons, but
/// this code only reads how many there are.
pub(super) struct Judge<'a> {
    book: &'a Rulebook,
    state: &'a State,
    seat: Seat,
}

impl<'a> Judge<'a> {
    pub(super) fn of(book: &'a Rulebook, state: &'a State, seat: Seat) -> Self {
        Judge { book, state, seat }
    }

    /// The index of the best action; ties are broken at random.
    pub(super) fn best(&self, legal: &[Action], rng: &mut Rng) -> usize {
        cardwright_bots::best(legal.iter().map(|action| self.score(*action)), rng)
    }

    fn score(&self, action: Action) -> i32 {
        match action {
            Action::Pass | Action::NoBuy | Action::Skip | Action::Stop | Action::Keep => 0,
            Action::Play { robot, weapon } => self.weapon(robot, weapon),
            Action::Buy { place } => self.buy(place),
            Action::Activate => 1,
            Action::Reroll { dice } => self.reroll(dice),
            Action::Use { part, combo } => self.use_part(part, combo),
            Action::Split { left } => self.split(left.0.iter().map(|n| i32::from(*n)).sum()),
            Action::Choose { value } => self.choice(value as i16),
            Action::ChooseNone => -1,
            Action::Roll { .. }
            | Action::Draw { .. }
            | Action::DrawWeapon
            | Action::Get { .. }
            | Action::Pick { .. } => 0,
        }
    }

    fn mine(&self, robot: RobotId) -> bool {
        self.book.owner(robot).seat() == self.seat
    }

    fn energy(&self, robot: RobotId) -> i32 {
        self.state.robots[robot.index()].energy.into()
    }

    /// The preference for hitting a robot: the leader first. If bots hit the weakest, all would attack the player who
    /// starts with the least energy.
    fn lead(&self, robot: RobotId) -> i32 {
        match self.mine(robot) {
            true => -1000,
            false => self.energy(robot),
        }
    }

    fn pending(&self, robot: RobotId) -> i32 {
        self.state.attack.pending[robot.index()]
            .iter()
            .map(|points| i32::from(*points))
            .sum()
    }

    fn weapon(&self, robot: RobotId, weapon: WeaponId) -> i32 {
        let Some(program) = self
            .book
            .weapons
            .get(usize::from(weapon))
            .and_then(|weapon| weapon.play)
        else {
            return -1;
        };
        let program = &self.book.bound[program].program;
        let does = |verb| {
            program
                .ops
                .iter()
                .any(|op| matches!(op, Op::Do { verb: own, .. } if *own == verb))
        };
        let (active, energy) = (self.state.active, self.energy(robot));
        let helps = if does(VerbId::Prevent.n()) || does(VerbId::Deflect.n()) {
            self.pending(robot) >= 2 || self.pending(robot) >= energy
        } else if does(VerbId::Gain.n()) || does(VerbId::GainBeyond.n()) {
            energy <= 14
        } else if does(VerbId::AddUnstoppable.n()) {
            true
        } else if does(VerbId::SkipTurn.n()) || does(VerbId::ForbidReroll.n()) {
            !self.mine(active) && nouns::targets(self.book, self.state, active).contains(robot)
        } else if does(VerbId::Lose.n()) {
            self.losses_help(robot)
        } else if does(VerbId::Buy.n()) {
            energy > 9
        } else {
            does(VerbId::Take.n()) || does(VerbId::Build.n())
        };
        if helps { 100 } else { -1 }
    }

    /// Whether losses for all robots help: its own are small, and many opponents hold no weapons, or many.
    fn losses_help(&self, robot: RobotId) -> bool {
        let weapons = |robot: &Robot| robot.hand.count_ones() as u8;
        let own = weapons(&self.state.robots[robot.index()]).saturating_sub(1);
        let foes = RobotId::all()
            .zip(&self.state.robots)
            .filter(|(foe, facts)| facts.status == Status::InPlay && !self.mine(*foe));
        let (mut empty, mut held) = (0, 0);
        for (_, facts) in foes {
            empty += u8::from(weapons(facts) == 0);
            held += weapons(facts);
        }
        i32::from(own) < self.energy(robot) && (empty >= 2 || held >= own + 3)
    }

    fn buy(&self, place: PlaceId) -> i32 {
        let (active, slot) = (self.state.active, self.state.market[place.index()]);
        let price = i32::from(prices::price(self.book, self.state, active, slot, place));
        if price > 0 && self.energy(active) - price <= i32::from(POOR) {
            return -1;
        }
        self.worth(slot) - 60 * price
    }

    fn worth(&self, slot: MarketSlot) -> i32 {
        match slot.card() {
            MarketCard::Nothing => 0,
            MarketCard::FaceDown => 70,
            MarketCard::Open(card) => self.worth_of(&self.book.open[usize::from(card)]),
        }
    }

    fn worth_of(&self, open: &Open) -> i32 {
        match (open.kind, &open.ability) {
            (CardKind::Upgrade { dice, reroll, .. }, _) => {
                60 + 150 * i32::from(dice) + 40 * i32::from(reroll)
            }
            (_, Some(ability)) => {
                value(&self.book.bound[ability.program].program) * chance(ability) / TWO_DICE
            }
            _ => 0,
        }
    }

    /// A reroll is worth it if no part can be used with the current dice; more dice are better.
    fn reroll(&self, some: u32) -> i32 {
        let parts = &self.state.on_turn().parts;
        let fits = (0..parts::places(self.book))
            .filter_map(|place| self.book.ability_at(parts, place))
            .any(|ability| {
                ability
                    .combos
                    .iter()
                    .any(|combo| dice::holds(parts::placeable(self.state), *combo))
            });
        if fits {
            -1
        } else {
            dice::faces(some).count() as i32
        }
    }

    fn use_part(&self, part: u8, combo: u8) -> i32 {
        let robot = self.state.on_turn();
        let Some(ability) = self.book.ability_at(&robot.parts, part) else {
            return -1;
        };
        let program = &self.book.bound[ability.program].program;
        if amount(program, VerbId::Lose.n()) >= self.energy(self.state.active) {
            return -1000;
        }
        let used = ability
            .combos
            .get(usize::from(combo))
            .map_or(0, |combo| dice::faces(*combo).count() as i32);
        value(program) - 20 * used
    }

    /// Eliminates a neighbour if the damage is enough; otherwise hits the leader until both are equal.
    fn split(&self, points: i32) -> i32 {
        let (left, right) = self.sides();
        let all: i32 = self.state.attack.aimed.iter().map(|n| i32::from(*n)).sum();
        let hit = |robot: RobotId, points: i32| {
            let energy = self.energy(robot);
            let left = (energy - points).max(0);
            let falls = if left == 0 { FALLS } else { 0 };
            falls + energy * energy - left * left
        };
        hit(left, points) + hit(right, all - points)
    }

    /// The attacker's neighbours: left, right.
    fn sides(&self) -> (RobotId, RobotId) {
        let attacker = self.state.attack.attacker;
        let targets = nouns::targets(self.book, self.state, attacker);
        let left = targets::left_of(self.book, targets, attacker).unwrap_or(attacker);
        (left, targets.without(left).first().unwrap_or(left))
    }

    /// For robots, prefers the opponent in the lead; for places and cards, the most useful; for numbers, the largest.
    fn choice(&self, value: i16) -> i32 {
        match choices::choice_of(self.book, self.state).and_then(ThingId::of) {
            Some(ThingId::Robot) => RobotId::from_value(value).map_or(0, |robot| self.lead(robot)),
            Some(ThingId::Player) => {
                if value == i16::from(self.seat.0) {
                    -1000
                } else {
                    i32::from(value == i16::from(self.book.owner(self.state.active)))
                }
            }
            Some(ThingId::Place) => self.worth(self.state.market[value as usize % PLACES]),
            Some(ThingId::Card) => self
                .book
                .open
                .get(value as usize)
                .map_or(0, |open| self.worth_of(open)),
            _ => value.into(),
        }
    }
}

/// The value of an effect for its owner.
fn value(program: &Program) -> i32 {
    100 * amount(program, VerbId::Aim.n()) + 110 * amount(program, VerbId::Gain.n())
        - 100 * amount(program, VerbId::Lose.n())
}

/// The amount that a program states for a verb, in the verb's second argument.
pub(super) fn amount(program: &Program, wanted: u8) -> i32 {
    let empty = cardwright_effects::Frame::default();
    let points = program.ops.iter().map(|op| match op {
        Op::Do { verb, args } if *verb == wanted => i32::from(args[1].value(&empty)),
        _ => 0,
    });
    points.sum()
}

/// In how many of 36 rolls of two dice a part can be used, approximately.
fn chance(ability: &Ability) -> i32 {
    let ways = ability
        .combos
        .iter()
        .map(|combo| match dice::total(*combo) {
            1 => 10,
            2 if dice::faces(*combo).next() == dice::faces(*combo).last() => 1,
            2 => 2,
            _ => 0,
        });
    ways.sum::<i32>().min(TWO_DICE)
}
