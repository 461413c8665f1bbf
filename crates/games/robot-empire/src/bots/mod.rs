//! Players that are programs.

mod greedy;
mod search;

pub use greedy::Greedy;
pub(crate) use search::{ITERATIONS, Trial};
