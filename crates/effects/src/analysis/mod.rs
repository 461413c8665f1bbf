//! Analysis of programs without running them.

pub(crate) mod fold;
pub(crate) mod jumps;
pub(crate) mod mutate;
pub(crate) mod settle;
pub(crate) mod static_verdict;
pub(crate) mod uses;
