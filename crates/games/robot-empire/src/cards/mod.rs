//! What cards do: verbs, and effects that run.

pub(crate) mod effects;
pub(crate) mod host;
pub(crate) mod verbs;
