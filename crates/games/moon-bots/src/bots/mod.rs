//! The bots of this game.

pub(crate) mod greedy;
pub(crate) mod search;
mod value;

/// The bots, from weakest to strongest.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy:30"),
    ("medium", "greedy"),
    ("hard", "search"),
];
