//! A learned evaluation: the value of a position for each seat, calculated from the features that a game's policy
//! provides.

use crate::policy::Policy;
use cardwright_kernel::{Actor, Game, Lesson, NoLog, Seat, below, stream};

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

/// Only one moment per this many turns is used, because moments of one game are similar.
const MOMENTS: u32 = 4;
/// The initial learning rate.
const RATE: f64 = 0.1;

/// Plays a game of self-play, and notes the features of every seat at some moments.
pub fn lesson<G: Game, P: Policy<G>>(game: &G, policy: &mut P, seed: u64) -> Lesson {
    let players = usize::from(game.players()).min(SEATS);
    let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
    let mut lesson = Lesson {
        shares: vec![0.0; players],
        features: Vec::new(),
    };
    let mut legal = Vec::new();
    let mut state = game.start(&mut NoLog);
    let mut turn = game.turns(&state);
    let winners = loop {
        let action = match game.actor(&state) {
            Actor::Over(outcome) => break outcome.winners,
            Actor::Chance => game.deal(&state, &mut dealer),
            Actor::Seat(seat) => {
                if game.turns(&state) != turn && below(&mut luck, MOMENTS) == 0 {
                    let of = |seat| policy.features(game, &state, Seat(seat as u8));
                    lesson.features.extend((0..players).flat_map(of));
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
    for seat in winners.iter() {
        if let Some(share) = lesson.shares.get_mut(seat.index()) {
            *share = 1.0 / number;
        }
    }
    lesson
}

/// Finds the weights with which the predicted shares of the win best match the results of games (logistic regression
/// over seats, by stochastic gradient descent with AdaGrad). The same games in the same order give the same weights on
/// every machine.
#[derive(Clone, Debug)]
pub struct Learner {
    weights: Weights,
    seen: Weights,
}

impl Default for Learner {
    fn default() -> Self {
        Learner {
            weights: [0.0; FEATURES],
            seen: [1.0; FEATURES],
        }
    }
}

impl Learner {
    /// The weights so far.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Learns from a game. Returns the mean surprise of its moments, in bits.
    pub fn learn(&mut self, lesson: &Lesson) -> f64 {
        let seats = lesson.shares.len().clamp(1, SEATS);
        let (features, _) = lesson.features.as_chunks::<FEATURES>();
        let moments = features.chunks_exact(seats);
        let number = moments.len().max(1) as f64;
        let surprises = moments.map(|moment| self.step(moment, &lesson.shares));
        surprises.sum::<f64>() / number
    }

    /// Adjusts the weights to the result of a game; returns the surprise of the result in bits.
    fn step(&mut self, moment: &[Features], parts: &[f64]) -> f64 {
        let mut expected = [0.0; SEATS];
        for (expected, features) in expected.iter_mut().zip(moment) {
            *expected = exp(score(features, &self.weights));
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
        let weights = self.weights.iter_mut().zip(self.seen.iter_mut());
        for ((weight, seen), slope) in weights.zip(slope) {
            *seen += slope * slope;
            *weight += RATE * slope / seen.sqrt();
        }
        surprise
    }
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
        let mut learner = Learner::default();
        let mut luck = stream(1, 0);
        for _ in 0..20_000 {
            let mut lesson = Lesson {
                shares: vec![0.0; 2],
                features: vec![0.0; 2 * FEATURES],
            };
            lesson.features[3] = 1.0;
            lesson.shares[usize::from(below(&mut luck, 4) == 0)] = 1.0;
            learner.learn(&lesson);
        }
        let weights = learner.weights();
        let won = exp(weights[3]) / (exp(weights[3]) + 1.0);
        assert!((won - 0.75).abs() < 0.03, "{won}");
        assert_eq!(weights[0], 0.0);
    }
}
