//! Requests that are answered once bots have answered.

use super::faults::RpcError;
use super::message::Request;
use serde_json::Value;
use std::collections::VecDeque;

/// What is said once bots have answered.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// What match was begun.
    Begun,
    /// What this viewer was told since.
    Played(cardwright::Viewer),
}

/// A request that is answered once bots have answered in a match.
#[derive(Clone, Debug)]
pub(super) struct After {
    /// The match.
    pub of: String,
    /// What is said then.
    pub said: Said,
}

/// A match in which bots answer.
#[derive(Debug)]
pub(super) struct Playing {
    /// The id of the request that waits for it; none of a notification.
    pub id: Option<Value>,
    pub after: After,
    /// How many answers bots gave.
    pub given: usize,
    /// Why they stop before somebody else is asked.
    pub stopped: Option<RpcError>,
    /// Requests about the match that came meanwhile.
    pub waiting: VecDeque<Request>,
}
