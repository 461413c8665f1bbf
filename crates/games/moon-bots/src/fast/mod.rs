//! Optimizations: random play without lists, and precomputed tables. The game works without this module; tests check
//! that both give the same results.

pub(crate) mod precomputed_conditions;
pub(crate) mod random;
pub(crate) mod slides;
pub(crate) mod works;
