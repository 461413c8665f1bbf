//! Skeleton: two players roll a die for points, and each has a secret goal card.
//!
//! The rules in words, with numbered clauses, are in `docs/rules/skeleton.md`; [`rules`] has the same numbers in code.

// From the top down: a file uses only those below it (a test reads this list).
mod game;

mod text;

mod hidden;

mod play;

mod actions;

mod state;

pub mod rules;

#[cfg(test)]
mod tests;

pub use actions::{Action, Event};
pub use game::{Greedy, Module};
pub use rules::Rulebook;
pub use state::{Card, FULL_POT, Face, LAST_TURN, State, Step};
