//! Connections: who may have one, how long it may take to say something, and how all of them end.

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

/// How long to wait after the system has refused a connection: it has no more for the moment.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection that counts as long as somebody has it; a WebSocket has that of the request it began with.
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

/// What a connection does.
#[derive(Default)]
struct State {
    /// Whether it has asked for something that is worked on; else it waits for its client.
    busy: AtomicBool,
    /// Told when it is to go.
    go: Notify,
    /// Whether it was told.
    gone: AtomicBool,
}

impl Line {
    /// A connection that counts for nobody.
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

    /// Whether it was sent away for another one.
    pub(crate) fn is_gone(&self) -> bool {
        self.state.gone.load(Ordering::Relaxed)
    }

    /// Waits for something of the client's, during which the connection may go for another.
    pub(crate) async fn waits<T>(&self, work: impl Future<Output = T>) -> T {
        self.state.busy.store(false, Ordering::Relaxed);
        let done = work.await;
        self.state.busy.store(true, Ordering::Relaxed);
        done
    }
}

/// Every open connection, in the order in which they came.
#[derive(Default)]
struct Open(Mutex<BTreeMap<u64, (Client, Arc<State>)>>);

impl Open {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, (Client, Arc<State>)>> {
        // One entry more or less: nothing can be left half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the oldest connection go that waits for its client: whoever says nothing keeps nobody out. Of this client, or of
    /// all; whether there was one.
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

/// Takes connections until `ends` says so; then those that are open have `parting` to come to their end.
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
        // Where every place is taken, the oldest goes that waits for its client; where none does, more wait in the system's
        // queue.
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
        // Behind a proxy all of them are the proxy's.
        let client = Client::from(peer.ip());
        let own = (!app.guard.is_proxy(peer.ip())).then_some(client);
        let had = own.and_then(|own| app.clients.take(own, Thing::Line));
        // Where the client has as many as it may, the oldest of them goes that waits for it.
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
    // Who holds a connection open does not keep the server from ending.
    let _ = timeout(parting, places.acquire_many(LINES)).await;
}

/// Waits until the connection has gone that was sent away for a client's next one.
async fn one_less(app: &Arc<App>, client: Client) -> Option<Had> {
    /// How often, and for how long each time.
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

/// Answers the requests of one connection, unless they come too slowly.
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
            // A WebSocket stays busy: whoever has entered a room is not sent away for somebody who has not.
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
    // An answer is small, and is waited for.
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
            // Whoever breaks off is the one who knows why.
            _ = talk.as_mut() => return,
            () = own.state.go.notified() => return,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn the_oldest_that_waits_goes() {
        let open = Open::default();
        let client = |last| Client::from(IpAddr::from([10, 0, 0, last]));
        for (number, last) in [(1, 1), (2, 2), (3, 2), (4, 1)] {
            open.lock().insert(number, (client(last), Arc::default()));
        }
        let busy = |number| open.lock()[&number].1.busy.store(true, Ordering::Relaxed);
        let left = || open.lock().keys().copied().collect::<Vec<u64>>();
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
    }
}
