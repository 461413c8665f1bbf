//! Connections: who may have one, how long it may take to say something, and how all of them end.

use crate::app::App;
use crate::limits::{BODY, HEAD, HEAD_BYTES, Had, LIFE, LINES, Thing};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

/// How long to wait after the system has refused a connection: it has no more for the moment.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection that counts as long as somebody has it; a WebSocket has that of the request it began with.
#[derive(Clone)]
pub(crate) struct Line {
    _counted: Arc<Counted>,
}

struct Counted {
    _had: Option<Had>,
    _place: OwnedSemaphorePermit,
}

/// Takes connections until `ends` says so; then those that are open have `parting` to come to their end.
pub(crate) async fn listen(
    listener: TcpListener,
    routes: Router,
    app: Arc<App>,
    mut ends: watch::Receiver<()>,
    parting: Duration,
) {
    let places = Arc::new(Semaphore::new(LINES as usize));
    loop {
        // Where every place is taken, more wait in the system's queue.
        let next = async {
            let place = places.clone().acquire_owned().await.ok()?;
            Some((place, listener.accept().await))
        };
        let (place, stream, peer) = tokio::select! {
            _ = ends.changed() => break,
            next = next => match next {
                Some((place, Ok((stream, peer)))) => (place, stream, peer),
                Some((_, Err(error))) => {
                    tracing::warn!(%error, "no connection can be taken");
                    sleep(PAUSE).await;
                    continue;
                }
                None => break,
            },
        };
        // Behind a proxy all of them are the proxy's.
        let had = (!app.behind_proxy).then(|| app.clients.take(peer.ip(), Thing::Line));
        if matches!(had, Some(None)) {
            app.metrics.limited.inc();
            continue;
        }
        let line = Line { _counted: Arc::new(Counted { _had: had.flatten(), _place: place }) };
        tokio::spawn(attend(stream, peer, routes.clone(), line, ends.clone()));
    }
    drop(listener);
    // Who holds a connection open does not keep the server from ending.
    let _ = timeout(parting, places.acquire_many(LINES)).await;
}

/// Answers the requests of one connection, unless they come too slowly.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    routes: Router,
    line: Line,
    mut ends: watch::Receiver<()>,
) {
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(line.clone());
        routes.call(request)
    });
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    // An answer is small, and is waited for.
    let _ = stream.set_nodelay(true);
    let talk = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut talk = std::pin::pin!(talk);
    let mut life = std::pin::pin!(sleep(LIFE));
    let mut parting = false;
    loop {
        tokio::select! {
            // Whoever breaks off is the one who knows why.
            _ = talk.as_mut() => return,
            _ = ends.changed(), if !parting => {
                parting = true;
                talk.as_mut().graceful_shutdown();
            }
            () = life.as_mut() => match parting {
                // It has been told, and does not read what it asked for.
                true => return,
                false => {
                    parting = true;
                    talk.as_mut().graceful_shutdown();
                    life.as_mut().reset(Instant::now() + BODY);
                }
            },
        }
    }
}
