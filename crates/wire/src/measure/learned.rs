//! What was learned from games of self-play.

use crate::format::Version;
use cardwright::{Learner, Lesson};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of points of the learning curve.
const CURVE: u64 = 10;

/// The weights of an evaluation, learned from self-play. Equal seeds give equal weights, on any machine and for any
/// number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Learned {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of games.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The weight of each feature of a seat's position.
    pub weights: Vec<f64>,
    /// The learning curve: a number of games, and the mean surprise of the results since the point before, in bits.
    pub curve: Vec<(u64, f64)>,
}

/// Learns from games, in the order of their seeds.
#[derive(Clone, Debug)]
pub struct Learning {
    learner: Learner,
    so_far: Learned,
    wanted: u64,
    /// The surprises since the last point of the curve, and their number.
    since: (f64, u64),
}

impl Learning {
    /// Nothing is learned yet of `games` games from this seed on.
    pub fn new(game: &str, games: u64, seed: u64) -> Self {
        Learning {
            learner: Learner::default(),
            so_far: Learned {
                version: Version,
                game: game.into(),
                games: 0,
                seed,
                weights: Vec::new(),
                curve: Vec::new(),
            },
            wanted: games,
            since: (0.0, 0),
        }
    }

    /// Learns from the next game.
    pub fn add(&mut self, lesson: &Lesson) {
        let (sum, number) = &mut self.since;
        *sum += self.learner.learn(lesson);
        *number += 1;
        let so_far = &mut self.so_far;
        so_far.games += 1;
        let each = self.wanted.div_ceil(CURVE).max(1);
        if so_far.games.is_multiple_of(each) || so_far.games == self.wanted {
            so_far.curve.push((so_far.games, *sum / *number as f64));
            self.since = (0.0, 0);
        }
    }

    /// What is learned so far.
    pub fn learned(&self) -> Learned {
        Learned {
            weights: self.learner.weights().to_vec(),
            ..self.so_far.clone()
        }
    }
}
