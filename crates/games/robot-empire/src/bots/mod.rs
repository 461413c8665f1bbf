//! The bots of this game.

mod greedy;
mod search;

pub use crate::bots::greedy::Greedy;

pub(crate) use crate::bots::search::{ITERATIONS, Trial};

/// The bots, from weakest to strongest.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy:80"),
    ("medium", "greedy"),
    ("hard", "search"),
];
