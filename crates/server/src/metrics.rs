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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_metric_is_told_under_its_own_name() {
        let metrics = Metrics::new();
        metrics.rooms.set(2);
        metrics.connections.set(3);
        metrics.messages.inc_by(4);
        metrics.answers.inc_by(5);
        metrics.limited.inc_by(6);
        metrics.commits.inc_by(7);
        (0..8).for_each(|_| metrics.commit_seconds.observe(0.5));
        (0..9).for_each(|_| metrics.message_seconds.observe(0.000_1));
        let text = metrics.text();
        for line in [
            "rooms 2",
            "connections 3",
            "messages_total 4",
            "answers_total 5",
            "limited_total 6",
            "commits_total 7",
            "commit_seconds_count 8",
            "commit_seconds_sum 4.0",
            "message_seconds_count 9",
            // From a ten-thousandth of a second to about three seconds.
            "message_seconds_bucket{le=\"0.0001\"} 9",
            "commit_seconds_bucket{le=\"0.4096\"} 0",
            "commit_seconds_bucket{le=\"3.2768\"} 8",
        ] {
            let line = format!("cardwright_{line}");
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
        assert_eq!(text.matches("commit_seconds_bucket").count(), 17);
        assert_eq!(text.matches("# HELP").count(), 8);
        assert!(text.ends_with("# EOF\n"));
    }
}
