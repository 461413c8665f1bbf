//! Players of this game.

pub(crate) mod greedy;
pub(crate) mod search;

/// Bots of rising strength.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy"),
    ("medium", "search:2"),
    ("hard", "search"),
];
