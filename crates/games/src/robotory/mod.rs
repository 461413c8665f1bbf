//! Robotory.
