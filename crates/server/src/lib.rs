//! Rooms in which people play over HTTP and WebSocket.
//!
//! A room is a [`Session`](cardwright::Session) whose clients do not trust each other. Each seat has a secret token and is served through
//! [`SeatEndpoint`](cardwright_wire::rpc::SeatEndpoint), which gives only what that seat may know. Every action is in the [`Store`] before anybody is told of
//! it, so a server that is killed loses nothing.
//!
//! `cardwright serve --http` runs it (`docs/guide/server.md`); `docs/threat-model.md` says who may do what. [`Limits`] bounds what clients
//! may use. Feature `postgres`: rooms in PostgreSQL, served by several processes.

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

/// How often rooms that nobody uses are looked for.
const TIDY: Duration = Duration::from_secs(30);
/// How long clients have to go when the server stops.
const PARTING: Duration = Duration::from_secs(5);

/// How a server is to be.
#[derive(Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// A folder of files that it gives to browsers.
    pub web: Option<PathBuf>,
    /// Whether every client may have a service of its own, at `/rpc`.
    pub services: bool,
    /// What seeds of services follow from where a client names none.
    pub service_seed: u64,
    /// Names that browsers may use for it, beside its own address.
    pub allow_hosts: Vec<HostName>,
    /// Pages of other origins that may use it.
    pub allow_origins: Vec<Origin>,
    /// Proxies before it, which say who asks.
    pub trusted_proxies: Vec<Network>,
    /// What a client may have.
    pub limits: Limits,
}

/// Why a server does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The system does not let it listen there.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The system gives it no thread.
    #[error("the system gives no thread: {0}")]
    Thread(io::Error),
}

/// Serves until `stop` is told to, or dropped; then clients are told, and what waits is written. `ready` is called with the
/// address once requests are taken.
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
    // Every way to the thread of the store is gone now, so it ends once it has written all.
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
    let tidy = tokio::spawn(tidy(rooms.clone(), config.limits));
    let alarms = tokio::spawn(rooms.clone().ring_alarms());
    let routes = http::routes(app.clone(), config.web.as_deref());
    tracing::info!(%address, "ready");
    ready(address);
    tokio::spawn(async move {
        let _ = stop.await;
        tracing::info!("stopping");
        rooms.close_all("the server stops").await;
        let _ = told.send(());
    });
    listen::listen(listener, routes, app, stopped, PARTING).await;
    tidy.abort();
    alarms.abort();
    Ok(())
}

/// Takes rooms out of memory that nobody uses, and forgets those that nobody has used for long.
async fn tidy(rooms: Arc<Rooms>, limits: Limits) {
    let mut every = tokio::time::interval(TIDY);
    loop {
        every.tick().await;
        rooms.forget_idle();
        let until = limits.stale(store::now(), false);
        // A store that is out of reach says so itself, and comes back.
        let _ = rooms.expire(until).await;
    }
}
