//! Connections: how many a client may have, how long each may be idle, and how they are closed.

use crate::app::App;
use crate::clients::{Client, Had, Thing};
use crate::limits::{BODY, HEAD, HEAD_BYTES, LIFE, LINES};
use crate::stream::Stream;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

/// The delay after the system has refused a connection because of a lack of resources.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection that counts as long as it is used; a WebSocket inherits that of its first request.
#[derive(Clone)]
pub(crate) struct Line {
    state: Arc<State>,
    _counted: Arc<Counted>,
}

struct Counted {
    open: Arc<Open>,
    number: u64,
    _had: Option<Had>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.open.lock().remove(&self.number);
    }
}

/// The state of a connection.
#[derive(Default)]
struct State {
    /// Whether a request is being processed; otherwise the connection waits for its client.
    busy: AtomicBool,
    /// Notified when the connection has to close.
    go: Notify,
    /// Whether the connection has seen the notification.
    gone: AtomicBool,
}

impl Line {
    /// A connection that counts for no client.
    pub(crate) fn alone() -> Self {
        Line {
            state: Arc::default(),
            _counted: Arc::new(Counted {
                open: Arc::default(),
                number: 0,
                _had: None,
                _place: None,
            }),
        }
    }

    /// Whether the connection was closed in favour of another one.
    pub(crate) fn is_gone(&self) -> bool {
        self.state.gone.load(Ordering::Relaxed)
    }

    /// Waits for the client; during that time the connection may be closed in favour of another one.
    pub(crate) async fn waits<T>(&self, work: impl Future<Output = T>) -> T {
        self.state.busy.store(false, Ordering::Relaxed);
        let done = work.await;
        self.state.busy.store(true, Ordering::Relaxed);
        done
    }
}

/// All open connections, in the order in which they were opened.
#[derive(Default)]
struct Open(Mutex<BTreeMap<u64, (Client, Arc<State>)>>);

impl Open {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, (Client, Arc<State>)>> {
        // The map differs by at most one entry after a panic, so a poisoned lock is safe to use.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the oldest connection that waits for its client, of this client or of all, so that idle clients cannot
    /// block others. Returns whether there was one.
    fn let_one_go(&self, client: Option<Client>) -> bool {
        let mut open = self.lock();
        let waits = |of: &Client, state: &State| {
            client.is_none_or(|client| client == *of) && !state.busy.load(Ordering::Relaxed)
        };
        let oldest = open
            .iter()
            .find_map(|(number, (of, state))| waits(of, state).then_some(*number));
        let gone = oldest.and_then(|number| open.remove(&number));
        if let Some((_, state)) = &gone {
            state.gone.store(true, Ordering::Relaxed);
            state.go.notify_one();
        }
        gone.is_some()
    }
}

/// Accepts connections until `ends` completes; then open connections have the time `parting` to finish.
pub(crate) async fn listen(
    listener: TcpListener,
    routes: Router,
    app: Arc<App>,
    mut ends: watch::Receiver<()>,
    parting: Duration,
) {
    let places = Arc::new(Semaphore::new(LINES as usize));
    let open = Arc::new(Open::default());
    let mut number = 0;
    loop {
        let (stream, peer) = tokio::select! {
            _ = ends.changed() => break,
            next = listener.accept() => match next {
                Ok(next) => next,
                Err(error) => {
                    tracing::warn!(%error, "no connection can be taken");
                    sleep(PAUSE).await;
                    continue;
                }
            },
        };
        // If all places are taken, closes the oldest connection that waits for its client. If there is none, new
        // connections wait in the system's queue.
        let place = match places.clone().try_acquire_owned() {
            Ok(place) => Some(place),
            Err(_) => {
                open.let_one_go(None);
                tokio::select! {
                    _ = ends.changed() => break,
                    place = places.clone().acquire_owned() => place.ok(),
                }
            }
        };
        // Behind a proxy, all connections come from the proxy.
        let client = Client::from(peer.ip());
        let own = (!app.guard.is_proxy(peer.ip())).then_some(client);
        let had = own.and_then(|own| app.clients.take(own, Thing::Line));
        // If the client has its maximum number of connections, closes the oldest of them that waits for the client.
        if own.is_some() && had.is_none() && !open.let_one_go(own) {
            app.metrics.limited.inc();
            continue;
        }
        number += 1;
        let (app, open, routes, ends) = (app.clone(), open.clone(), routes.clone(), ends.clone());
        tokio::spawn(async move {
            let had = match (own, had) {
                (Some(own), None) => match one_less(&app, own).await {
                    None => return,
                    had => had,
                },
                (_, had) => had,
            };
            let state = Arc::new(State::default());
            open.lock().insert(number, (client, state.clone()));
            let line = Line {
                state,
                _counted: Arc::new(Counted {
                    open,
                    number,
                    _had: had,
                    _place: place,
                }),
            };
            attend(stream, peer, routes, line, ends).await;
        });
    }
    drop(listener);
    // A client that keeps a connection open does not prevent the server from stopping.
    let _ = timeout(parting, places.acquire_many(LINES)).await;
}

/// Waits until the connection that was closed for a client's next one has ended.
async fn one_less(app: &Arc<App>, client: Client) -> Option<Had> {
    /// The number of attempts, and the delay between them.
    const TIMES: (usize, Duration) = (100, Duration::from_millis(10));
    for _ in 0..TIMES.0 {
        sleep(TIMES.1).await;
        let had = app.clients.take(client, Thing::Line);
        if had.is_some() {
            return had;
        }
    }
    app.metrics.limited.inc();
    None
}

/// Answers the requests of one connection, unless they arrive too slowly.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    routes: Router,
    line: Line,
    mut ends: watch::Receiver<()>,
) {
    let routes = TowerToHyperService::new(routes);
    let own = line.clone();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(line.clone());
        let (answer, state) = (routes.call(request), line.state.clone());
        async move {
            state.busy.store(true, Ordering::Relaxed);
            let answer = answer.await;
            // A WebSocket stays busy, so that it is not closed in favour of a client that has not entered a room.
            let upgraded = answer
                .as_ref()
                .is_ok_and(|answer| answer.status() == hyper::StatusCode::SWITCHING_PROTOCOLS);
            state.busy.store(upgraded, Ordering::Relaxed);
            answer
        }
    });
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES);
    // Replies are small, and their clients wait for them.
    let _ = stream.set_nodelay(true);
    let stream = Stream::new(stream, own.clone());
    let talk = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut talk = std::pin::pin!(talk);
    let mut life = std::pin::pin!(sleep(LIFE));
    let mut parting = false;
    loop {
        tokio::select! {
            // The client caused the end, so nothing needs to be reported.
            _ = talk.as_mut() => return,
            () = own.state.go.notified() => return,
            _ = ends.changed(), if !parting => {
                parting = true;
                talk.as_mut().graceful_shutdown();
            }
            () = life.as_mut() => match parting {
                // The client was notified, and does not read what it requested.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::task::{Context, Waker};

    #[test]
    fn the_oldest_that_waits_goes() {
        let open = Open::default();
        let client = |last| Client::from(IpAddr::from([10, 0, 0, last]));
        for (number, last) in [(1, 1), (2, 2), (3, 2), (4, 1)] {
            open.lock().insert(number, (client(last), Arc::default()));
        }
        let busy = |number| open.lock()[&number].1.busy.store(true, Ordering::Relaxed);
        let left = || open.lock().keys().copied().collect::<Vec<u64>>();
        let states: Vec<Arc<State>> = open.lock().values().map(|of| of.1.clone()).collect();
        busy(2);
        assert!(open.let_one_go(Some(client(2))) && left() == [1, 2, 4]);
        assert!(
            !open.let_one_go(Some(client(2))),
            "the other one asks for something"
        );
        assert!(!open.let_one_go(Some(client(3))));
        assert!(open.let_one_go(None) && left() == [2, 4]);
        assert!(open.let_one_go(None) && left() == [2]);
        assert!(!open.let_one_go(None));
        // Each connection that goes is woken and told so; the busy one is not.
        let told = states.iter().map(|state| {
            let mut waker = Context::from_waker(Waker::noop());
            let woken = std::pin::pin!(state.go.notified()).poll(&mut waker);
            (woken.is_ready(), state.gone.load(Ordering::Relaxed))
        });
        let told: Vec<(bool, bool)> = told.collect();
        let gone = (true, true);
        assert_eq!(told, [gone, (false, false), gone, gone]);
    }
}
