//! Requests that are answered after bots have acted.

use super::faults::RpcError;
use super::message::Request;
use serde_json::Value;
use std::collections::VecDeque;

/// The reply to send after bots have acted.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// The match that was started.
    Begun,
    /// The events that this viewer has seen since.
    Played(cardwright::Viewer),
}

/// A request that is answered after bots have acted in a match.
#[derive(Clone, Debug)]
pub(super) struct After {
    /// The name of the match.
    pub of: String,
    /// The reply to send.
    pub said: Said,
}

/// A match in which bots are acting.
#[derive(Debug)]
pub(super) struct Playing {
    /// The id of the request that waits for it; `None` for a notification.
    pub id: Option<Value>,
    pub after: After,
    /// The number of actions by bots so far.
    pub given: usize,
    /// Why the bots stop before a person has to act.
    pub stopped: Option<RpcError>,
    /// Requests about the match that arrived in the meantime.
    pub waiting: VecDeque<Request>,
}
