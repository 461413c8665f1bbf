//! What every request can reach.

use crate::HttpError;
use crate::clients::{Client, Clients, Had, Payer, SeatKey, Thing};
use crate::guard::Guard;
use crate::limits::{ANSWER_BYTES, ANSWER_SECONDS, UNSENT_EACH};
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// What every request can reach.
pub(crate) struct App {
    pub rooms: Arc<Rooms>,
    pub clients: Arc<Clients>,
    pub metrics: Arc<Metrics>,
    pub stop: watch::Receiver<()>,
    pub uploads: Arc<Semaphore>,
    pub service_places: Arc<Semaphore>,
    pub services: bool,
    pub service_seed: u64,
    pub guard: Guard,
}

/// Who asks, and who pays for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub client: Client,
    pub payer: Payer,
}

impl App {
    /// Lets a client wait for its turn to do something that takes long, unless it has much that waits already.
    pub(crate) fn queue(&self, client: Client) -> Result<Had, HttpError> {
        self.clients.take(client, Thing::Turn).ok_or_else(|| {
            self.metrics.limited.inc();
            HttpError::limit(
                "this client has several rooms or packs in work",
                "wait for the answers",
            )
        })
    }

    /// Counts so many requests of a client, after it has waited for its allowance if it must.
    ///
    /// # Errors
    /// When it would have to wait for too long.
    pub(crate) async fn admit(
        &self,
        client: Client,
        seat: Option<SeatKey>,
        requests: usize,
    ) -> Result<Asker, HttpError> {
        match self.clients.ask(client, seat, requests, Instant::now()) {
            Ok((payer, wait)) => {
                if !wait.is_zero() {
                    tokio::time::sleep(wait).await;
                }
                Ok(Asker { client, payer })
            }
            Err(wait) => {
                self.metrics.limited.inc();
                Err(HttpError::asks_too_much(wait))
            }
        }
    }

    /// Bytes that wait to be sent to a client until what this gives is dropped; whoever asked pays for them.
    ///
    /// # Errors
    /// When too much waits for it already.
    pub(crate) fn unsent(&self, asker: Asker, bytes: usize) -> Result<Had, HttpError> {
        let cost = bytes as f64 / ANSWER_BYTES;
        self.clients.charge(asker.payer, cost, Instant::now());
        let had = self
            .clients
            .take_many(asker.client, Thing::Unsent, bytes.min(UNSENT_EACH));
        had.ok_or_else(|| {
            self.metrics.limited.inc();
            HttpError::limit(
                "too much waits to be sent to this client",
                "read the answers",
            )
        })
    }

    /// Whoever asked pays for the work.
    pub(crate) fn charge_work(&self, asker: Asker, took: Duration) {
        let cost = took.as_secs_f64() / ANSWER_SECONDS;
        self.clients.charge(asker.payer, cost, Instant::now());
    }
}
