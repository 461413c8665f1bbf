//! What every request can reach.

use crate::HttpError;
use crate::limits::{Clients, Had, Thing};
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What every request can reach.
pub(crate) struct App {
    pub rooms: Arc<Rooms>,
    pub clients: Arc<Clients>,
    pub metrics: Arc<Metrics>,
    pub stop: watch::Receiver<()>,
    pub uploads: Semaphore,
    pub desk_places: Arc<Semaphore>,
    pub desks: bool,
    pub desk_seed: u64,
    pub behind_proxy: bool,
}

impl App {
    /// Lets a client wait for its turn to do something that takes long, unless it has much that waits already.
    pub(crate) fn queue(&self, address: IpAddr) -> Result<Had, HttpError> {
        self.clients.take(address, Thing::Turn).ok_or_else(|| {
            self.metrics.limited.inc();
            HttpError::limit("this client has several rooms or packs in work", "wait for the answers")
        })
    }
}

/// The address of whoever asks: behind a proxy, the last one that the proxy names.
pub(crate) fn address(app: &App, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let named = || {
        let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    app.behind_proxy.then(named).flatten().unwrap_or(peer.ip())
}
