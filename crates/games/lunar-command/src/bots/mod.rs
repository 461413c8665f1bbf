//! Bots. They get a view, which in this game says everything.

mod greedy;
mod search;

pub use greedy::Greedy;
pub(crate) use search::{ITERATIONS, Trial};

/// Bots of rising strength.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy:60"),
    ("medium", "greedy"),
    ("hard", "search"),
];
