//! Rooms in which people play over HTTP and WebSocket.
//!
//! A room is a [`Session`](cardwright::Session) whose clients do not trust each other. Each seat has a secret token
//! and is served through [`SeatEndpoint`](cardwright_wire::rpc::SeatEndpoint), which returns only what that seat
//! may know. Every action is in the [`Store`] before anybody is notified of it, so a server that is killed loses
//! nothing.
//!
//! `cardwright serve --http` runs it (`docs/guide/server.md`); `docs/threat-model.md` says who may do what.
//! [`Limits`] limits what clients may use. Feature `postgres`: rooms in PostgreSQL, served by several processes.

mod alarms;
mod app;
mod clients;
mod clock;
#[doc(hidden)]
pub mod entry_points;
mod error;
mod guard;
mod http;
mod limits;
mod listen;
mod listeners;
mod metrics;
mod room;
mod rooms;
pub mod store;
mod stream;
mod tokens;
mod ws;

pub use clock::ClockRules;
pub(crate) use error::HttpError;
pub use guard::{HostName, Network, Origin};
pub use limits::Limits;
#[cfg(feature = "postgres")]
pub use store::Postgres;
pub use store::{Sqlite, Store, StoreError};

use app::App;
use clients::Clients;
use guard::Guard;
use metrics::Metrics;
use rooms::Rooms;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Writer;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot, watch};

/// The interval between searches for unused rooms.
const TIDY: Duration = Duration::from_secs(30);
/// How long clients have to disconnect when the server stops.
const PARTING: Duration = Duration::from_secs(5);

/// The configuration of a server.
#[derive(Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: SocketAddr,
    /// A folder of files to serve to browsers.
    pub web: Option<PathBuf>,
    /// Whether every client may have its own service at `/rpc`.
    pub services: bool,
    /// The source of seeds for services whose clients name none.
    pub service_seed: u64,
    /// Host names that browsers may use, in addition to the server's own address.
    pub allow_hosts: Vec<HostName>,
    /// Pages of other origins that may use the server.
    pub allow_origins: Vec<Origin>,
    /// Trusted proxies in front of the server, which report the client's address.
    pub trusted_proxies: Vec<Network>,
    /// The limits for each client.
    pub limits: Limits,
}

/// Why a server cannot run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The system does not allow listening on the address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address to listen on.
        address: SocketAddr,
        /// The error reported by the system.
        error: io::Error,
    },
    /// The system cannot start a thread.
    #[error("the system cannot start a thread: {0}")]
    Thread(io::Error),
}

/// Runs the server until `stop` receives a message or is dropped; then clients are notified and pending data is
/// written. `ready` is called with the address once the server accepts requests.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    config: &Config,
    store: Box<dyn Store>,
    stop: oneshot::Receiver<()>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Thread)?;
    let metrics = Arc::new(Metrics::new());
    let (writer, thread) = Writer::start(store, metrics.clone()).map_err(ServeError::Thread)?;
    let served = runtime.block_on(run(config, writer, metrics, stop, ready));
    runtime.shutdown_timeout(PARTING);
    // All senders of the writer thread are dropped now, so it ends after writing everything.
    let _ = thread.join();
    served
}

async fn run(
    config: &Config,
    writer: Writer,
    metrics: Arc<Metrics>,
    stop: oneshot::Receiver<()>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let address = config.address;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| ServeError::Listen { address, error })?;
    let address = listener
        .local_addr()
        .map_err(|error| ServeError::Listen { address, error })?;
    let (told, stopped) = watch::channel(());
    let rooms = Arc::new(Rooms::new(writer, metrics.clone()));
    let app = Arc::new(App {
        rooms: rooms.clone(),
        clients: Arc::new(Clients::new(config.limits, Instant::now())),
        metrics,
        stop: stopped.clone(),
        uploads: Arc::new(Semaphore::new(limits::UPLOADS)),
        service_places: Arc::new(Semaphore::new(limits::SERVICES)),
        services: config.services,
        service_seed: config.service_seed,
        guard: Guard {
            address,
            hosts: config.allow_hosts.clone(),
            origins: config.allow_origins.clone(),
            proxies: config.trusted_proxies.clone(),
        },
    });
    // Both end with the runtime.
    tokio::spawn(tidy(rooms.clone(), config.limits));
    tokio::spawn(rooms.clone().ring_alarms());
    let routes = http::routes(app.clone(), config.web.as_deref());
    tracing::info!(%address, "ready");
    ready(address);
    tokio::spawn(async move {
        let _ = stop.await;
        tracing::info!("stopping");
        rooms.close_all("the server stops").await;
        let _ = told.send(());
    });
    listen::listen(listener, routes, app, stopped, (limits::LINES, PARTING)).await;
    Ok(())
}

/// Removes unused rooms from memory, and deletes rooms not used for a long time.
async fn tidy(rooms: Arc<Rooms>, limits: Limits) {
    let mut every = tokio::time::interval(TIDY);
    loop {
        every.tick().await;
        rooms.forget_idle();
        let until = limits.stale(store::now(), false);
        // The store logs its own errors, and reconnects by itself.
        let _ = rooms.expire(until).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    fn config() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            web: None,
            services: false,
            service_seed: 1,
            allow_hosts: Vec::new(),
            allow_origins: vec!["https://play.example".parse().unwrap()],
            trusted_proxies: Vec::new(),
            limits: Limits {
                connections: 1,
                ..Limits::default()
            },
        }
    }

    fn line(address: SocketAddr) -> TcpStream {
        let line = TcpStream::connect(address).unwrap();
        line.set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        line
    }

    /// An answer on a new connection.
    fn get(address: SocketAddr, path: &str, more: &str) -> String {
        let mut line = line(address);
        write!(
            line,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}Connection: close\r\n\r\n"
        )
        .unwrap();
        let mut told = String::new();
        line.read_to_string(&mut told).unwrap();
        told
    }

    /// A server says when it is ready, answers, lets the oldest idle connection of a client go for a new one, and ends
    /// when it is told to.
    #[test]
    fn a_server_is_ready_answers_and_ends() {
        let (begun, begins) = channel();
        let (stop, stopped) = oneshot::channel();
        let server = std::thread::spawn(move || {
            let store = Box::new(Sqlite::in_memory().unwrap());
            serve(&config(), store, stopped, |address| {
                begun.send(address).unwrap()
            })
        });
        let address = begins.recv_timeout(Duration::from_secs(10)).unwrap();
        let health = get(address, "/healthz", "");
        assert!(health.starts_with("HTTP/1.1 200"), "{health}");
        let allowed = get(address, "/healthz", "Origin: https://play.example\r\n");
        assert!(
            allowed.contains("access-control-allow-origin: https://play.example"),
            "{allowed}"
        );
        let other = get(address, "/healthz", "Origin: https://evil.example\r\n");
        assert!(other.starts_with("HTTP/1.1 403"), "{other}");
        let service = get(address, "/rpc", "");
        assert!(service.starts_with("HTTP/1.1 404"), "{service}");
        let mut idle: Vec<TcpStream> = (0..=limits::LINES_BESIDE).map(|_| line(address)).collect();
        // The last one is accepted once the first one has gone.
        let health = get(address, "/healthz", "");
        assert!(health.starts_with("HTTP/1.1 200"), "{health}");
        let oldest = idle[0].read(&mut [0; 9]);
        let is_closed = oldest.is_ok_and(|bytes| bytes == 0);
        assert!(is_closed, "the oldest one is closed");
        let told = get(address, "/metrics", "");
        assert!(told.contains("cardwright_messages_total"), "{told}");
        stop.send(()).unwrap();
        server.join().unwrap().unwrap();
        // A new connection would tell nothing: another server may have the port by now.
        let last = idle.last_mut().unwrap().read(&mut [0; 9]);
        let is_closed = last.map_or_else(
            |error| error.kind() == std::io::ErrorKind::ConnectionReset,
            |bytes| bytes == 0,
        );
        assert!(is_closed, "all are closed");
    }

    /// A store that counts how often stale rooms are looked for.
    struct Counting(Sqlite, Arc<AtomicUsize>);

    impl Store for Counting {
        fn write(&mut self, writes: &[store::Write], now: i64) -> Result<(), StoreError> {
            self.0.write(writes, now)
        }
        fn stale(&mut self, until: store::Stale, most: u32) -> Result<Vec<String>, StoreError> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.stale(until, most)
        }
        fn room(&mut self, id: &str) -> Result<Option<store::Kept>, StoreError> {
            self.0.room(id)
        }
        fn rooms(&mut self) -> Result<u64, StoreError> {
            self.0.rooms()
        }
        fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError> {
            self.0.writes(id)
        }
        fn is_shared(&self) -> bool {
            false
        }
    }

    /// Rooms that are idle leave memory, and stale rooms are deleted, by the rule for a server that is not full.
    #[test]
    fn unused_rooms_are_tidied_away() {
        let mut store = Sqlite::in_memory().unwrap();
        for (id, hours) in [("young", 23), ("old", 25)] {
            let room = store::Write::Room {
                id: id.into(),
                start: "{}".into(),
                about: "{}".into(),
                actions: Vec::new(),
                fingerprint: 0,
            };
            store.write(&[room], store::now() - hours * 3_600).unwrap();
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let metrics = Arc::new(Metrics::new());
            let looked = Arc::new(AtomicUsize::new(0));
            let store = Counting(store, looked.clone());
            let (writer, _) = Writer::start(Box::new(store), metrics.clone()).unwrap();
            let rooms = Arc::new(Rooms::new(writer.clone(), metrics.clone()));
            metrics.rooms.set(9);
            tokio::spawn(tidy(rooms, Limits::default()));
            let left = async |id: &str| writer.writes(id.into()).await.unwrap().is_some();
            for _ in 0..2_000 {
                if !left("old").await {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert!(!left("old").await && left("young").await);
            assert_eq!(metrics.rooms.get(), 0, "the rooms in memory are counted");
            // A room that was not used for a while leaves memory.
            let (_stops, stop) = watch::channel(());
            let app = entry_points::app_of(Limits::default(), stop, Vec::new()).await;
            let age = |room: &mut room::Room| {
                room.used = Instant::now() - 2 * limits::IDLE;
                Ok(())
            };
            app.rooms.with(entry_points::ROOM, age).await.unwrap();
            assert_eq!(app.metrics.rooms.get(), 1);
            tokio::spawn(tidy(app.rooms.clone(), Limits::default()));
            for _ in 0..2_000 {
                if app.metrics.rooms.get() == 0 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(app.metrics.rooms.get(), 0);
            // Then it rests.
            tokio::time::sleep(Duration::from_millis(30)).await;
            assert_eq!(looked.load(Ordering::Relaxed), 1);
        });
    }

    #[test]
    fn an_address_that_is_taken_is_named() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mut config = config();
        config.address = taken.local_addr().unwrap();
        let (_stop, stopped) = oneshot::channel();
        let store = Box::new(Sqlite::in_memory().unwrap());
        let why = serve(&config, store, stopped, |_| {})
            .unwrap_err()
            .to_string();
        assert!(
            why.starts_with(&format!("cannot listen on {}: ", config.address)),
            "{why}"
        );
    }
}
