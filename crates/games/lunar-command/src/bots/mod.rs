//! Bots. They get a view, which in this game says everything.

mod greedy;

pub use greedy::Greedy;
