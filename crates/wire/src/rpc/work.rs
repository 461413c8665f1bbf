//! The interface of long work.

use super::faults::RpcError;
use serde_json::Value;
use std::fmt::Debug;

/// Long work that is done in many steps.
pub(super) trait Work: Debug + Send {
    /// The kind of work, for progress messages and cancelling.
    fn sort(&self) -> JobKind;
    /// Runs a step of some milliseconds; returns the result after the last one.
    fn step(&mut self) -> Option<Result<Value, RpcError>>;
    /// The amount of work done, and the total.
    fn done(&self) -> (u64, u64);
}

/// The kind of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// Simulates games between bots.
    Simulation,
    /// Tries changes of cards.
    Mutation,
}

impl JobKind {
    /// The kind's name in a sentence, with its article.
    pub(super) fn name(self) -> &'static str {
        match self {
            JobKind::Simulation => "a simulation",
            JobKind::Mutation => "a search for what rulings miss",
        }
    }

    /// The progress message, and the unit of its count.
    pub(super) fn progress(self) -> (&'static str, &'static str) {
        match self {
            JobKind::Simulation => ("simulate/progress", "games"),
            JobKind::Mutation => ("pack/progress", "changes"),
        }
    }

    /// The error message of a cancelled request.
    pub(super) fn cancelled(self) -> &'static str {
        match self {
            JobKind::Simulation => "the simulation was cancelled",
            JobKind::Mutation => "the search for what rulings miss was cancelled",
        }
    }
}
