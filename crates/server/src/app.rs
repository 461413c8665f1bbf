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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::entry_points::{app_of, runtime};
    use crate::limits::TURNS_EACH;
    use std::net::IpAddr;

    /// Each refusal because of a limit is counted; what is allowed is not.
    #[test]
    fn every_refusal_is_counted() {
        runtime().unwrap().block_on(async {
            let (_stops, stop) = watch::channel(());
            let limits = Limits {
                rate: 10,
                ..Limits::default()
            };
            let app = app_of(limits, stop, Vec::new()).await;
            let [one, other] = [1, 2].map(|last| Client::from(IpAddr::from([10, 0, 0, last])));
            let limited = || app.metrics.limited.get();
            let says = |why: HttpError, message: &str, help: &str| {
                let told = why.json();
                assert_eq!(
                    (&told["message"], &told["data"]["help"]),
                    (&message.into(), &help.into())
                );
                why.status.as_u16() == 429
            };
            let turns: Vec<_> = (0..TURNS_EACH).map(|_| app.queue(one).ok()).collect();
            assert_eq!((turns.iter().flatten().count(), limited()), (TURNS_EACH, 0));
            let why = app.queue(one).map(drop).unwrap_err();
            assert!(says(
                why,
                "this client already has several rooms or packs in progress",
                "wait for the answers"
            ));
            assert!(app.queue(other).is_ok());
            assert_eq!(limited(), 1);
            let asker = app.admit(one, None, 40).await.unwrap();
            assert_eq!((asker.payer, limited()), (Payer::Client(one), 1));
            let why = app.admit(one, None, 40).await.unwrap_err();
            assert_eq!((why.status.as_u16(), limited()), (429, 2));
            let had = app.unsent(asker, UNSENT_EACH + 1).unwrap();
            let why = app.unsent(asker, 1).map(drop).unwrap_err();
            assert!(says(
                why,
                "this client reads too slowly: too many answers wait for it",
                "read the answers"
            ));
            assert_eq!(limited(), 3);
            drop(had);
            assert!(app.unsent(asker, 1).is_ok());
        });
    }

    /// A client that asks faster than it may is delayed until it may.
    #[test]
    fn who_asks_too_fast_waits() {
        runtime().unwrap().block_on(async {
            let (_stops, stop) = watch::channel(());
            let limits = Limits {
                rate: 10,
                ..Limits::default()
            };
            let begun = Instant::now();
            let app = app_of(limits, stop, Vec::new()).await;
            let client = Client::from(IpAddr::from([10, 0, 0, 1]));
            app.admit(client, None, 40).await.unwrap();
            app.admit(client, None, 2).await.unwrap();
            assert!(begun.elapsed() >= Duration::from_millis(200));
        });
    }

    /// Bytes and work cost as many requests as they should.
    #[test]
    fn bytes_and_work_are_charged() {
        runtime().unwrap().block_on(async {
            let (_stops, stop) = watch::channel(());
            let limits = Limits {
                rate: 1,
                ..Limits::default()
            };
            let app = app_of(limits, stop, Vec::new()).await;
            for (last, charge) in [(1, 0), (2, 1)] {
                let client = Client::from(IpAddr::from([10, 0, 0, last]));
                let asker = app.admit(client, None, 1).await.unwrap();
                // Three of four are left. The wait for four more is one second longer for each request charged.
                match charge {
                    0 => drop(app.unsent(asker, 3 * ANSWER_BYTES as usize).unwrap()),
                    _ => app.charge_work(asker, Duration::from_millis(12)),
                }
                let wait = app
                    .clients
                    .ask(client, None, 4, Instant::now())
                    .unwrap_err();
                assert!((wait.as_secs_f64() - 4.0).abs() < 0.5, "{wait:?}");
            }
        });
    }
}
