//! What cards do: verbs, and effects that run.

pub(crate) mod effects;
pub(crate) mod host;
mod turns;
pub(crate) mod verbs;
