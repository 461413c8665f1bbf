//! Features of a robot's cards, read from their programs. The value of a position is learned from these numbers.

use crate::book::rulebook::{Ability, Rulebook};
use crate::bots::greedy::amount;
use crate::facts::nouns;
use crate::lexicon::{HookId, VerbId};
use crate::state::ids::RobotId;
use crate::state::{Robot, SLOTS, State, Status, dice};
use cardwright_bots::{FEATURES, Features, Weights};
use cardwright_kernel::Seat;
use cardwright_runtime::ids::Id;

/// The maximum number of dice to distinguish; more dice count as this many.
const DICE: usize = 4;

/// The expected effect of one ability.
#[derive(Clone, Copy, Debug, Default)]
struct Promise {
    /// The probability that it can be used, by number of dice.
    works: [f64; DICE + 1],
    /// The number of dice it uses.
    takes: f64,
    attack: f64,
    gain: f64,
    loss: f64,
}

/// The expected effects of all cards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlook {
    /// Indexed by the number of the part.
    parts: Vec<Promise>,
    base: Vec<Promise>,
    /// For each part or upgrade, whether it adds damage to attacks, and whether it stops damage.
    fights: Vec<[f64; 2]>,
}

/// The expected effect of a robot's turn.
#[derive(Clone, Copy, Default)]
struct Turn {
    attack: f64,
    /// The expected number of attacks by parts.
    attacks: f64,
    gain: f64,
    loss: f64,
    boosts: f64,
    shields: f64,
}

impl Outlook {
    pub(crate) fn of(book: &Rulebook) -> Self {
        let promise = |ability: &Ability| {
            let program = &book.bound[ability.program].program;
            let takes = ability.combos.iter().map(|combo| dice::total(*combo));
            Promise {
                works: works(&ability.combos),
                takes: takes.min().unwrap_or(1).into(),
                attack: amount(program, VerbId::Aim.n()).into(),
                gain: amount(program, VerbId::Gain.n()).into(),
                loss: amount(program, VerbId::Lose.n()).into(),
            }
        };
        let has = |hooks: &[(HookId, _)], hook: HookId| {
            f64::from(u8::from(hooks.iter().any(|(own, _)| *own == hook)))
        };
        Outlook {
            parts: book
                .open
                .iter()
                .map(|open| open.ability.as_ref().map(promise).unwrap_or_default())
                .collect(),
            base: book.base.iter().map(promise).collect(),
            fights: book
                .open
                .iter()
                .map(|open| [HookId::OnAttack, HookId::OnStruck].map(|hook| has(&open.hooks, hook)))
                .collect(),
        }
    }

    fn turn(&self, robot: &Robot) -> Turn {
        let mut turn = Turn::default();
        let number = usize::from(robot.dice).min(DICE);
        let again = usize::from(robot.reroll).min(number);
        let parts = robot.parts[..SLOTS].iter().filter(|part| **part != 0);
        let parts = parts.filter_map(|part| self.parts.get(usize::from(*part) - 1));
        let mut taken = 0.0;
        for promise in parts.chain(&self.base) {
            let first = promise.works[number];
            let works = first + (1.0 - first) * promise.works[again];
            taken += works * promise.takes;
            turn.attack += works * promise.attack;
            turn.attacks += if promise.attack > 0.0 { works } else { 0.0 };
            turn.gain += works * promise.gain;
            turn.loss += works * promise.loss;
        }
        // If the usable parts need more dice than there are, only some of them can be used.
        let share = (f64::from(robot.dice) / taken.max(0.1)).min(1.0);
        for number in robot.upgrades.iter().filter(|number| **number != 0) {
            let [boost, shield] = self
                .fights
                .get(usize::from(*number) - 1)
                .copied()
                .unwrap_or_default();
            turn.boosts += boost;
            turn.shields += shield;
        }
        turn.attack *= share;
        turn.attacks *= share;
        turn.gain = (turn.gain * share).min(2.0);
        turn.loss *= share;
        turn
    }

    /// The features of a seat's position.
    pub(crate) fn features(&self, book: &Rulebook, state: &State, seat: Seat) -> Features {
        let mut sums = [0.0; FEATURES];
        for robot in RobotId::all() {
            let own = &state.robots[robot.index()];
            if own.status == Status::Absent || book.owner(robot).seat() != seat {
                continue;
            }
            if own.status == Status::SwitchedOff {
                // The robot has won its duel.
                sums[0] += 1.0;
                sums[1] += f64::from(own.energy) / 18.0;
            }
            let turn = self.turn(own);
            let mine = [turn.attack + 0.5 * turn.boosts * turn.attacks, turn.gain];
            if own.status == Status::SwitchedOff {
                sums[2] += mine[0];
                continue;
            }
            if own.status != Status::InPlay {
                continue;
            }
            let energy = f64::from(own.energy);
            sums[3] += 1.0;
            sums[4] += energy / 10.0;
            sums[5] += (energy.min(6.0)) / 6.0;
            sums[6] += turn.attack;
            sums[7] += turn.attacks * turn.boosts;
            sums[8] += turn.gain;
            sums[9] += turn.loss;
            sums[10] += turn.shields / 2.0;
            sums[11] += f64::from(own.dice) / 2.0;
            sums[12] += f64::from(own.reroll) / 2.0;
            sums[13] += f64::from(own.hand.count_ones()) / 2.0;
            sums[14] += f64::from(u8::from(state.active == robot));
            for foe in nouns::targets(book, state, robot).iter() {
                let other = &state.robots[foe.index()];
                let threat = self.turn(other);
                let hits = threat.attack + 0.5 * threat.boosts * threat.attacks;
                sums[15] += hits;
                sums[16] += threat.attacks * turn.shields;
                // Which of the two would be eliminated first if there were only these two.
                let theirs = f64::from(other.energy) / (mine[0] - threat.gain).max(0.2);
                let until = energy / (hits - turn.gain).max(0.2);
                sums[17] += (until - theirs) / (until + theirs).max(0.1);
            }
        }
        sums
    }
}

/// The probability that dice contain one of the combinations, by number of dice.
fn works(combos: &[u32]) -> [f64; DICE + 1] {
    let mut shares = [0.0; DICE + 1];
    for (number, share) in shares.iter_mut().enumerate().skip(1) {
        let rolls = 6u32.pow(number as u32);
        let held = (0..rolls).filter(|roll| {
            let faces = (0..number as u32).map(|die| (roll / 6u32.pow(die) % 6) as u8 + 1);
            let pool = dice::from_faces(faces);
            combos.iter().any(|combo| dice::holds(pool, *combo))
        });
        *share = held.count() as f64 / f64::from(rolls);
    }
    shares
}

/// The learned weights for 2, 3 and 4 players, each from `cardwright learn moon-bots --players N --games 200000`.
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a weight was learned, not copied from a table")]
pub(crate) const WEIGHTS: [Weights; 3] = [
    [-0.7446, 3.8915, 0.3309, -0.0000, 1.3030, 0.0366, -0.1014, 0.0969, 0.2383, -0.2898, 0.6510, 1.2734,
     -0.0055, 0.4343, 0.1916, 0.0214, -0.0192, 0.5478, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
    [0.0000, 0.0000, 0.0000, 4.5576, 0.1684, 2.0246, 0.2299, 0.2087, 0.6487, -0.6105, 0.4450, 1.0846,
     0.0136, 0.3259, 0.1641, 0.1489, 0.0721, 0.2161, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
    [0.0000, 0.0000, 0.0000, 6.6356, 0.8316, 1.2819, -0.1124, 0.0726, 0.3902, -0.6805, 0.7487, 1.1383,
     0.0281, 0.3925, 0.1924, -0.0265, 0.0522, 0.4135, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
];
