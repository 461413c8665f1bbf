//! The metrics of the server, in the format of Prometheus.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::sync::Mutex;

/// The counters of one server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Mutex<Registry>,
    /// The number of rooms in memory.
    pub rooms: Gauge,
    /// The number of open WebSockets.
    pub connections: Gauge,
    /// The number of client messages over HTTP and WebSocket.
    pub messages: Counter,
    /// The number of confirmed actions, including those of bots and chance.
    pub answers: Counter,
    /// The number of requests refused because of a client's limits.
    pub limited: Counter,
    /// The number of transactions of the store.
    pub commits: Counter,
    /// The duration of the transactions.
    pub commit_seconds: Histogram,
    /// The time from the arrival of a message to its reply.
    pub message_seconds: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let buckets = || exponential_buckets(0.000_1, 2.0, 16);
        let metrics = Metrics {
            registry: Mutex::new(Registry::with_prefix("cardwright")),
            rooms: Gauge::default(),
            connections: Gauge::default(),
            messages: Counter::default(),
            answers: Counter::default(),
            limited: Counter::default(),
            commits: Counter::default(),
            commit_seconds: Histogram::new(buckets()),
            message_seconds: Histogram::new(buckets()),
        };
        if let Ok(mut registry) = metrics.registry.lock() {
            registry.register("rooms", "Rooms in memory", metrics.rooms.clone());
            registry.register(
                "connections",
                "Open WebSockets",
                metrics.connections.clone(),
            );
            registry.register("messages", "Messages of clients", metrics.messages.clone());
            registry.register(
                "answers",
                "Confirmed answers, including those of bots and dice",
                metrics.answers.clone(),
            );
            registry.register(
                "limited",
                "Requests refused because a client sent too many",
                metrics.limited.clone(),
            );
            registry.register(
                "commits",
                "Transactions of the store",
                metrics.commits.clone(),
            );
            let seconds = || Unit::Seconds;
            let (commit, message) = (
                metrics.commit_seconds.clone(),
                metrics.message_seconds.clone(),
            );
            registry.register_with_unit("commit", "Duration of a transaction", seconds(), commit);
            registry.register_with_unit("message", "Time to answer a message", seconds(), message);
        }
        metrics
    }

    /// All metrics in the Prometheus text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if let Ok(registry) = self.registry.lock() {
            // Writing to a string cannot fail.
            let _ = prometheus_client::encoding::text::encode(&mut text, &registry);
        }
        text
    }
}
