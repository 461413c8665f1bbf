//! Players that are programs.

mod greedy;

pub use greedy::Greedy;
