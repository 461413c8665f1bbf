//! Connections: how many a client may have, how long each may be idle, and how they are closed.

use crate::app::App;
use crate::clients::{Client, Had, Thing};
use crate::limits::{BODY, HEAD, HEAD_BYTES, LIFE};
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

/// A connection that counts as long as it is used; a WebSocket inherits that of its first request. The default one
/// counts for no client.
#[derive(Clone, Default)]
pub(crate) struct Line {
    state: Arc<State>,
    _counted: Arc<Counted>,
}

#[derive(Default)]
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

/// Accepts connections until `ends` completes, and has at most `most` at once; then open connections have the time
/// `parting` to finish.
pub(crate) async fn listen(
    listener: TcpListener,
    routes: Router,
    app: Arc<App>,
    ends: watch::Receiver<()>,
    (most, parting): (u32, Duration),
) {
    let places = Arc::new(Semaphore::new(most as usize));
    accept(listener, routes, app, ends, &places).await;
    // A client that keeps a connection open does not prevent the server from stopping.
    let _ = timeout(parting, places.acquire_many(most)).await;
}

async fn accept(
    listener: TcpListener,
    routes: Router,
    app: Arc<App>,
    mut ends: watch::Receiver<()>,
    places: &Arc<Semaphore>,
) {
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
        let line = move |had| {
            let state = Arc::new(State::default());
            open.lock().insert(number, (client, state.clone()));
            Line {
                state,
                _counted: Arc::new(Counted {
                    open,
                    number,
                    _had: had,
                    _place: place,
                }),
            }
        };
        match (own, had) {
            (Some(own), None) => tokio::spawn(async move {
                if let Some(had) = one_less(&app, own).await {
                    attend(stream, peer, routes, line(Some(had)), ends).await;
                }
            }),
            // It is idle from now on, not only once its task runs: otherwise, of many new connections of one client
            // none could be closed in favour of the next.
            (_, had) => tokio::spawn(attend(stream, peer, routes, line(had), ends)),
        };
    }
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
    use crate::entry_points::app_of;
    use crate::limits::{LINES, LINES_BESIDE};
    use crate::{Limits, PARTING};
    use axum::Extension;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::get;
    use std::net::IpAddr;
    use std::task::{Context, Waker};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// Switches protocols; then the connection is used until the end of the test.
    async fn switch(Extension(line): Extension<Line>, request: Request) -> StatusCode {
        tokio::spawn(async move {
            let _upgraded = hyper::upgrade::on(request).await;
            std::future::pending::<()>().await;
            drop(line);
        });
        StatusCode::SWITCHING_PROTOCOLS
    }

    /// Lets the server do all it can do. Both run on one thread, so it needs no more time on a busy machine.
    async fn settle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
            sleep(Duration::from_millis(1)).await;
        }
    }

    /// Runs a test with a server for this many connections, whose clients may have 65 each. The path `/late` answers
    /// when the test wants it, and `/switch` switches protocols. Nothing else runs while the test does not wait.
    fn serve<T>(
        most: u32,
        proxies: &[&str],
        parting: Duration,
        test: impl AsyncFnOnce(Listening) -> T,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (stops, stop) = watch::channel(());
            let limits = Limits {
                connections: 1,
                ..Limits::default()
            };
            let mut app = app_of(limits, stop.clone(), Vec::new()).await;
            let own = Arc::get_mut(&mut app).unwrap();
            own.guard.proxies = proxies.iter().map(|one| one.parse().unwrap()).collect();
            let answers = Arc::new(Semaphore::new(0));
            let late = answers.clone();
            let routes = Router::new()
                .route("/", get(async || "now"))
                .route(
                    "/late",
                    get(async move || late.acquire().await.map_or("", |_| "late")),
                )
                .route("/switch", get(switch));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let ends = listen(listener, routes, app.clone(), stop, (most, parting));
            let ends = tokio::spawn(ends);
            let server = Listening {
                address,
                answers,
                app,
                stops,
                ends,
            };
            test(server).await
        })
    }

    struct Listening {
        address: SocketAddr,
        answers: Arc<Semaphore>,
        app: Arc<App>,
        stops: watch::Sender<()>,
        ends: tokio::task::JoinHandle<()>,
    }

    impl Listening {
        /// A connection that the system has accepted, and the server perhaps not yet.
        fn line(&self) -> TcpStream {
            let line = std::net::TcpStream::connect(self.address).unwrap();
            line.set_nonblocking(true).unwrap();
            TcpStream::from_std(line).unwrap()
        }

        /// Sends a request, and waits until the server processes it.
        async fn asks(&self, path: &str) -> TcpStream {
            let mut line = self.line();
            ask(&mut line, path).await;
            settle().await;
            line
        }
    }

    async fn ask(line: &mut TcpStream, path: &str) {
        let more = match path {
            "/switch" => "Connection: Upgrade\r\nUpgrade: x\r\n",
            _ => "",
        };
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n");
        line.write_all(head.as_bytes()).await.unwrap();
    }

    /// What comes next on a connection; nothing if it is closed. An idle one is closed after some seconds anyway, so the
    /// wait is shorter.
    async fn heard(line: &mut TcpStream) -> String {
        let mut bytes = [0; 1_000];
        let some = timeout(HEAD / 2, line.read(&mut bytes));
        let count = some.await.unwrap().unwrap_or(0);
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    }

    fn is_open(line: &TcpStream) -> bool {
        let gone = line.try_read(&mut [0; 1_000]);
        gone.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    }

    /// The server knows that a connection is idle as soon as it has accepted it. These come before any of them is
    /// served.
    #[test]
    fn of_many_new_connections_at_once_the_oldest_goes() {
        serve(LINES, &[], PARTING, async |server| {
            let mut all: Vec<_> = (0..LINES_BESIDE + 3).map(|_| server.line()).collect();
            ask(all.last_mut().unwrap(), "/").await;
            assert!(heard(all.last_mut().unwrap()).await.ends_with("now"));
            assert_eq!(
                [heard(&mut all[0]).await, heard(&mut all[1]).await],
                [""; 2]
            );
            assert!(all[2..].iter().all(is_open));
            assert_eq!(server.app.metrics.limited.get(), 0);
        });
    }

    /// A client whose connections are all in use gets no further one; a trusted proxy does, because it has many
    /// clients.
    #[test]
    fn a_client_has_so_many_connections_in_use() {
        for (proxies, limited) in [(&[][..], 1), (&["127.0.0.1"], 0)] {
            serve(LINES, proxies, PARTING, async |server| {
                let mut all: Vec<_> = (0..=LINES_BESIDE).map(|_| server.line()).collect();
                for line in &mut all {
                    ask(line, "/late").await;
                }
                settle().await;
                let mut more = server.asks("/").await;
                let told = heard(&mut more).await;
                assert_eq!(told.ends_with("now"), limited == 0, "{told}");
                assert_eq!(server.app.metrics.limited.get(), limited);
                assert!(all.iter().all(is_open));
            });
        }
    }

    /// If all places are taken, a new connection replaces the oldest one that waits for its client, or waits until
    /// another one ends. A WebSocket is never replaced.
    #[test]
    fn there_are_so_many_connections() {
        serve(3, &[], PARTING, async |server| {
            let mut switched = server.asks("/switch").await;
            assert!(heard(&mut switched).await.starts_with("HTTP/1.1 101"));
            let mut late = server.asks("/late").await;
            let mut idle = server.asks("/").await;
            assert!(heard(&mut idle).await.ends_with("now"));
            let mut next = server.asks("/").await;
            assert_eq!(heard(&mut idle).await, "");
            assert!(heard(&mut next).await.ends_with("now"));
            ask(&mut next, "/late").await;
            let mut last = server.asks("/").await;
            assert!(is_open(&last), "it waits");
            server.answers.add_permits(9);
            for line in [&mut late, &mut next] {
                assert!(heard(line).await.ends_with("late"));
            }
            // A connection that has been answered is idle again, but only the next connection looks for one.
            drop(late);
            assert!(heard(&mut last).await.ends_with("now"));
            assert!(is_open(&switched) && is_open(&next));
        });
    }

    /// Open connections have some time to finish when the server ends, and no new one is accepted.
    #[test]
    fn an_ending_server_waits_for_a_while() {
        // A long time if nobody uses it, because it ends before.
        for (busy, parting) in [(true, Duration::from_millis(50)), (false, PARTING * 100)] {
            serve(9, &[], parting, async |server| {
                let line = server.asks("/late").await;
                let line = busy.then_some(line);
                settle().await;
                let begun = Instant::now();
                server.stops.send(()).unwrap();
                settle().await;
                assert!(std::net::TcpStream::connect(server.address).is_err());
                timeout(PARTING * 10, server.ends).await.unwrap().unwrap();
                assert!(!busy || begun.elapsed() >= parting);
                drop(line);
            });
        }
    }

    /// While a connection waits for its client, it may be closed in favour of another one; afterwards it may not.
    #[test]
    fn a_connection_that_waits_for_its_client_is_idle() {
        let line = Line::default();
        let busy = |line: &Line| line.state.busy.load(Ordering::Relaxed);
        line.state.busy.store(true, Ordering::Relaxed);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        assert!(!runtime.block_on(line.waits(async { busy(&line) })));
        assert!(busy(&line) && !line.is_gone());
        line.state.gone.store(true, Ordering::Relaxed);
        assert!(line.is_gone());
    }

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
