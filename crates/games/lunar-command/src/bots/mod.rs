//! Bots. They get a view, which in this game contains everything.

mod greedy;
mod outlook;
mod search;

pub use greedy::Greedy;
pub(crate) use search::{ITERATIONS, Search};

/// The bots by level, weakest first.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy:60"),
    ("medium", "greedy"),
    ("hard", "search"),
];
