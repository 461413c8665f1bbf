//! The bots of this game.

pub(crate) mod greedy;
pub(crate) mod search;

/// The bots by level, weakest first.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy"),
    ("medium", "search:2"),
    ("hard", "search"),
];
