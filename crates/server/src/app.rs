//! What every request can reach.

use crate::limits::{Clients, HEAVY};
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What every request can reach.
pub(crate) struct App {
    pub rooms: Arc<Rooms>,
    pub clients: Clients,
    pub metrics: Arc<Metrics>,
    pub stop: watch::Receiver<()>,
    pub turns: Semaphore,
    pub desk_places: Arc<Semaphore>,
    pub desks: bool,
    pub desk_seed: u64,
    pub behind_proxy: bool,
}

impl App {
    /// Waits for one's turn to do something that takes long.
    pub(crate) async fn heavy(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        debug_assert!(self.turns.available_permits() <= HEAVY);
        self.turns.acquire().await.ok()
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
