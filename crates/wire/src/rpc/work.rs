//! What long work is, whatever it is about.

use super::faults::RpcError;
use serde_json::Value;
use std::fmt::Debug;

/// Work that takes many steps.
pub(super) trait Work: Debug + Send {
    /// What the work is called where it is told of and cancelled.
    fn sort(&self) -> JobKind;
    /// One step of some milliseconds; gives the answer with the last.
    fn step(&mut self) -> Option<Result<Value, RpcError>>;
    /// How much is done, and how much there is.
    fn done(&self) -> (u64, u64);
}

/// What long work is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// Games between bots.
    Simulation,
    /// Changes of cards.
    Mutation,
}

impl JobKind {
    /// Its article and name in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            JobKind::Simulation => "a simulation",
            JobKind::Mutation => "a search for what rulings miss",
        }
    }

    /// The message of progress, and what is counted in it.
    pub(super) fn progress(self) -> (&'static str, &'static str) {
        match self {
            JobKind::Simulation => ("simulate/progress", "games"),
            JobKind::Mutation => ("pack/progress", "changes"),
        }
    }

    /// What the request is told once it was cancelled.
    pub(super) fn cancelled(self) -> &'static str {
        match self {
            JobKind::Simulation => "the simulation was cancelled",
            JobKind::Mutation => "the search for what rulings miss was cancelled",
        }
    }
}
