//! Hidden information: what a viewer knows, and other worlds that look the same.

pub(crate) mod known;
pub(crate) mod secret;
pub(crate) mod worlds;
