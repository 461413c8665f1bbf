//! What the server counts, as Prometheus reads it.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::sync::Mutex;

/// The counters of one server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Mutex<Registry>,
    /// Rooms in memory.
    pub rooms: Gauge,
    /// Open WebSockets.
    pub connections: Gauge,
    /// Messages of clients, over HTTP and WebSocket.
    pub messages: Counter,
    /// Answers that were confirmed, those of bots and dice too.
    pub answers: Counter,
    /// Requests that were refused because a client asked too much.
    pub limited: Counter,
    /// Transactions of the store.
    pub commits: Counter,
    /// How long they took.
    pub commit_seconds: Histogram,
    /// How long a message took, from its arrival to its answer.
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
                "Confirmed answers, those of bots and dice too",
                metrics.answers.clone(),
            );
            registry.register(
                "limited",
                "Requests refused because a client asked too much",
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
            registry.register_with_unit(
                "commit",
                "How long a transaction takes",
                seconds(),
                commit,
            );
            registry.register_with_unit(
                "message",
                "How long a message takes to be answered",
                seconds(),
                message,
            );
        }
        metrics
    }

    /// All of them in the text form of Prometheus.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if let Ok(registry) = self.registry.lock() {
            // Writing to a text cannot fail.
            let _ = prometheus_client::encoding::text::encode(&mut text, &registry);
        }
        text
    }
}
