//! Hidden information: hidden zones, and secrets in waiting effects.

pub mod secrets;
pub mod zones;
