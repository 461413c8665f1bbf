//! Bots. They get a view, which in this game says everything.

mod greedy;
mod search;

pub use greedy::Greedy;
pub(crate) use search::{ITERATIONS, Trial};
