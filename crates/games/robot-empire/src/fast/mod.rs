//! Random play lists the actions of a question only once. The game works without this module; tests check that both
//! give the same results.

pub(crate) mod random;
