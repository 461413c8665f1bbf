//! Random play without lists. The game works without this module; tests check that both give the same results.

pub(crate) mod random;
