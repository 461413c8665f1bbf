//! A learned evaluation: the value of a position for each seat, calculated from the features that a game's policy
//! provides.

use crate::policy::Policy;
use cardwright_kernel::{Actor, Game, NoLog, Seat, below, stream};

/// The maximum number of features of a seat's position.
pub const FEATURES: usize = 24;
/// The maximum number of seats in a game.
const SEATS: usize = 8;
/// The features of a seat's position, with values around 1; unused features are 0.
pub type Features = [f64; FEATURES];
/// The weight of each feature.
pub type Weights = [f64; FEATURES];

/// The weighted sum of the features.
pub fn score(features: &Features, weights: &Weights) -> f64 {
    features.iter().zip(weights).map(|(one, by)| one * by).sum()
}

/// The exponential function, calculated so that it gives the same result on every machine.
pub fn exp(x: f64) -> f64 {
    let powers = x.clamp(-30.0, 30.0) * std::f64::consts::LOG2_E;
    let whole = powers.floor();
    let rest = (powers - whole) * std::f64::consts::LN_2;
    let series = [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
    let part = series.iter().fold(1.0, |sum, nth| 1.0 + rest / nth * sum);
    part * f64::from_bits(((whole as i64 + 1023) as u64) << 52)
}

/// The features of each seat at one moment of a game.
type Moment = [Features; SEATS];

/// The games to learn an evaluation from.
#[derive(Clone, Copy, Debug)]
pub struct Lessons {
    /// The number of games.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
}

/// Only one moment per this many turns is used, because moments of one game are similar.
const MOMENTS: u32 = 4;
/// The initial learning rate.
const RATE: f64 = 0.1;

/// Learns from games of self-play: finds the weights with which the predicted shares of the win best match the results
/// (logistic regression over seats, by stochastic gradient descent with AdaGrad). The same games and seed give the same
/// weights on every machine. `told` is called after each game with the mean surprise of its moments, in bits.
pub fn learn<G: Game, P: Policy<G>>(
    game: &G,
    mut policy: P,
    lessons: Lessons,
    told: &mut dyn FnMut(u64, f64),
) -> Weights {
    let players = usize::from(game.players()).min(SEATS);
    let (mut weights, mut seen) = ([0.0; FEATURES], [1.0; FEATURES]);
    let mut legal = Vec::new();
    for nth in 0..lessons.games {
        let seed = lessons.seed.wrapping_add(nth);
        let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
        let mut state = game.start(&mut NoLog);
        let mut moments: Vec<Moment> = Vec::new();
        let mut turn = game.turns(&state);
        let winners = loop {
            let action = match game.actor(&state) {
                Actor::Over(outcome) => break outcome.winners,
                Actor::Chance => game.deal(&state, &mut dealer),
                Actor::Seat(seat) => {
                    if game.turns(&state) != turn && below(&mut luck, MOMENTS) == 0 {
                        moments.push(moment(game, &policy, &state, players));
                    }
                    turn = game.turns(&state);
                    legal.clear();
                    game.legal(&state, &mut legal);
                    let chosen = match below(&mut luck, policy.any_one_in()) {
                        0 => below(&mut luck, legal.len() as u32) as usize,
                        _ => policy.choose(game, &state, seat, &legal, &mut luck),
                    };
                    legal[chosen.min(legal.len() - 1)]
                }
            };
            game.apply_unchecked(&mut state, action, &mut NoLog);
        };
        let number = winners.iter().count().max(1) as f64;
        let mut parts = [0.0; SEATS];
        for seat in winners.iter() {
            parts[seat.index() % SEATS] = 1.0 / number;
        }
        let mut surprise = 0.0;
        for moment in &moments {
            surprise += step(&mut weights, &mut seen, &moment[..players], &parts);
        }
        told(nth + 1, surprise / moments.len().max(1) as f64);
    }
    weights
}

fn moment<G: Game, P: Policy<G>>(game: &G, policy: &P, state: &G::State, players: usize) -> Moment {
    let mut moment = [[0.0; FEATURES]; SEATS];
    for (seat, features) in moment.iter_mut().enumerate().take(players) {
        *features = policy.features(game, state, Seat(seat as u8));
    }
    moment
}

/// Adjusts the weights to the result of a game; returns the surprise of the result in bits.
fn step(
    weights: &mut Weights,
    seen: &mut Weights,
    moment: &[Features],
    parts: &[f64; SEATS],
) -> f64 {
    let mut expected = [0.0; SEATS];
    for (expected, features) in expected.iter_mut().zip(moment) {
        *expected = exp(score(features, weights));
    }
    let sum: f64 = expected.iter().sum();
    let mut slope = [0.0; FEATURES];
    let mut surprise = 0.0;
    for ((features, expected), part) in moment.iter().zip(expected).zip(parts) {
        let missing = part - expected / sum;
        surprise -= part * (expected / sum).log2();
        for (slope, feature) in slope.iter_mut().zip(features) {
            *slope += missing * feature;
        }
    }
    for ((weight, seen), slope) in weights.iter_mut().zip(seen.iter_mut()).zip(slope) {
        *seen += slope * slope;
        *weight += RATE * slope / seen.sqrt();
    }
    surprise
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_e_are_near_enough() {
        for x in [-20.0f64, -1.5, -0.1, 0.0, 0.5, 1.0, 3.3, 12.0] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-4, "{x}");
        }
        assert!(exp(1e9).is_finite() && exp(-1e9) > 0.0);
    }

    /// Learning makes a seat with more of a winning feature expect more wins.
    #[test]
    fn steps_lead_to_the_share_of_wins() {
        let (mut weights, mut seen) = ([0.0; FEATURES], [1.0; FEATURES]);
        let mut moment = [[0.0; FEATURES]; 2];
        moment[0][3] = 1.0;
        let mut luck = stream(1, 0);
        for _ in 0..20_000 {
            let mut parts = [0.0; SEATS];
            parts[usize::from(below(&mut luck, 4) == 0)] = 1.0;
            step(&mut weights, &mut seen, &moment, &parts);
        }
        let won = exp(weights[3]) / (exp(weights[3]) + 1.0);
        assert!((won - 0.75).abs() < 0.03, "{won}");
        assert_eq!(weights[0], 0.0);
    }
}
