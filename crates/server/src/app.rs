//! The shared state of the server.

use crate::HttpError;
use crate::clients::{Client, Clients, Had, Payer, SeatKey, Thing};
use crate::guard::Guard;
use crate::limits::{ANSWER_BYTES, ANSWER_SECONDS, UNSENT_EACH};
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// The shared state of the server, available to every request.
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

/// The client that sent a request, and who pays for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub client: Client,
    pub payer: Payer,
}

impl App {
    /// Queues a client for expensive work, unless too much of its work is already waiting.
    pub(crate) fn queue(&self, client: Client) -> Result<Had, HttpError> {
        self.clients.take(client, Thing::Turn).ok_or_else(|| {
            self.metrics.limited.inc();
            HttpError::limit(
                "this client already has several rooms or packs in progress",
                "wait for the answers",
            )
        })
    }

    /// Counts requests of a client, waiting for its allowance if necessary.
    ///
    /// # Errors
    /// If it would have to wait too long.
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

    /// Reserves bytes that wait to be sent to a client, until the result is dropped. They count for the asker.
    ///
    /// # Errors
    /// If too much is already waiting for the client.
    pub(crate) fn unsent(&self, asker: Asker, bytes: usize) -> Result<Had, HttpError> {
        let cost = bytes as f64 / ANSWER_BYTES;
        self.clients.charge(asker.payer, cost, Instant::now());
        let had = self
            .clients
            .take_many(asker.client, Thing::Unsent, bytes.min(UNSENT_EACH));
        had.ok_or_else(|| {
            self.metrics.limited.inc();
            HttpError::limit(
                "this client reads too slowly: too many answers wait for it",
                "read the answers",
            )
        })
    }

    /// Charges the time of some work to the asker.
    pub(crate) fn charge_work(&self, asker: Asker, took: Duration) {
        let cost = took.as_secs_f64() / ANSWER_SECONDS;
        self.clients.charge(asker.payer, cost, Instant::now());
    }
}
