//! Players that are programs.

mod greedy;
mod search;

pub use greedy::Greedy;
pub(crate) use search::{ITERATIONS, Trial};

/// Bots of rising strength.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("easy", "greedy:80"),
    ("medium", "greedy"),
    ("hard", "search"),
];
