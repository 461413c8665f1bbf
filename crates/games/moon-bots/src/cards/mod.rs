//! What cards do: verbs, effects that run, responses, and chance events that effects wait for.

pub(crate) mod answer;
pub(crate) mod chance;
pub(crate) mod custom;
pub(crate) mod effects;
pub(crate) mod host;
