//! Speed: random play without lists, and tables looked up instead of worked out. The game is whole without this room;
//! laws hold it to the rest.

pub(crate) mod precomputed_conditions;
pub(crate) mod random;
pub(crate) mod slides;
pub(crate) mod works;
