//! What follows from a program without running it.

pub(crate) mod fold;
pub(crate) mod jumps;
pub(crate) mod mutate;
pub(crate) mod settle;
pub(crate) mod static_verdict;
pub(crate) mod uses;
