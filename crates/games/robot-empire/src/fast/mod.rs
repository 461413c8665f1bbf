//! Optimizations: the printed data of card definitions in a few bytes, cached responses of seats, simple conditions
//! evaluated without running them, and draws that count eight definitions at a time. Random play lists the actions of
//! a question only once. The game works without this module; tests check that both give the same results.

pub(crate) mod condition_feature;
pub(crate) mod print;
pub(crate) mod random;
pub(crate) mod response_cache;
pub(crate) mod select;
