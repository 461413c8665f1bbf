//! What some see and others do not: zones, and secrets in effects that wait.

pub mod secrets;
pub mod zones;
