//! The entry point for bytes from strangers: it handles a whole connection, from its first byte to the replies,
//! without a network. It accepts any bytes, and must neither panic nor hang. A fuzz target and a test call it.

use crate::app::App;
use crate::clients::Clients;
use crate::guard::Guard;
use crate::listen::Line;
use crate::listeners::About;
use crate::metrics::Metrics;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::store::{Sqlite, Write, Writer};
use crate::tokens::{digest, hex};
use crate::{Limits, http, limits};
use axum::body::Body;
use axum::extract::ConnectInfo;
use cardwright::{Session, Setup};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, watch};

/// The existing room with the tokens of its host and seats. Inputs may use them, and no reply may reveal them.
pub(crate) const ROOM: &str = "r00000000000000000000";
pub(crate) const HOST: &str = "host-token";
pub(crate) const SEATS: [&str; 2] = ["seat-one-token", "seat-two-token"];
/// The maximum number of input bytes that are sent.
const MOST: usize = 1 << 20;
/// The time limit for one input.
const LONG: Duration = Duration::from_secs(20);

pub(crate) fn runtime() -> Option<&'static Runtime> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let build = || {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
    };
    RUNTIME.get_or_init(|| build().ok()).as_ref()
}

/// Sends bytes over one connection: requests, and frames after an upgrade. Checks that all replies are complete, that
/// none is a server error or reveals another client's token, and that the next client is served.
///
/// # Panics
/// If one of the checks fails.
pub fn http(bytes: &[u8]) {
    let Some(runtime) = runtime() else { return };
    runtime.block_on(async {
        let app = app().await;
        let told = talk(&app, &bytes[..bytes.len().min(MOST)]).await;
        let text = String::from_utf8_lossy(&told);
        assert!(
            told.is_empty() || text.starts_with("HTTP/1."),
            "an answer begins as one: {text:?} to {bytes:?}"
        );
        assert!(
            !text.contains("the server is at fault"),
            "a fault: {text:?} to {bytes:?}"
        );
        for secret in SEATS.iter().chain([&HOST]) {
            let key = hex(&digest(secret));
            assert!(
                !text.contains(secret) && !text.contains(&key),
                "a secret: {text:?}"
            );
        }
        let well = talk(
            &app,
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        )
        .await;
        let well = String::from_utf8_lossy(&well);
        assert!(
            well.starts_with("HTTP/1.1 200"),
            "the next client: {well:?} after {bytes:?}"
        );
    });
}

/// Makes a server that never stops, with one room.
async fn app() -> Arc<App> {
    let limits = Limits {
        rate: 1_000_000,
        rooms: 4,
        ..Limits::default()
    };
    let (told, stop) = watch::channel(());
    std::mem::forget(told);
    app_of(limits, stop, Vec::new()).await
}

/// Makes a server with one room, in memory, and writes the given changes to its store.
pub(crate) async fn app_of(
    limits: Limits,
    stop: watch::Receiver<()>,
    more: Vec<Write>,
) -> Arc<App> {
    let metrics = Arc::new(Metrics::new());
    let store = Sqlite::in_memory().expect("there is memory");
    let (writer, _) = Writer::start(Box::new(store), metrics.clone()).expect("there is a thread");
    let key = |token: &&str| Some(hex(&digest(token)));
    let about = About {
        host: hex(&digest(HOST)),
        seats: SEATS.iter().map(key).collect(),
        spectators: true,
        clock: None,
        left: Vec::new(),
    };
    let people = vec![cardwright::HUMAN.into(); 2];
    let game = cardwright::games()
        .iter()
        .find(|game| !game.cards && game.takes(2))
        .expect("there is a game without cards");
    let session = Session::begin(game.id, &Setup::players(2), 1, people).expect("a usual game");
    let (_, write): (_, Write) =
        Room::begin(ROOM.into(), session, about, &|| None).expect("a usual room");
    for write in std::iter::once(write).chain(more) {
        writer.write(write).await.expect("the store is new");
    }
    Arc::new(App {
        rooms: Arc::new(Rooms::new(writer, metrics.clone())),
        clients: Arc::new(Clients::new(limits, Instant::now())),
        metrics,
        stop,
        uploads: Arc::new(Semaphore::new(limits::UPLOADS)),
        service_places: Arc::new(Semaphore::new(limits::SERVICES)),
        services: true,
        service_seed: 1,
        guard: Guard {
            address: SocketAddr::from(([127, 0, 0, 1], 80)),
            hosts: Vec::new(),
            origins: Vec::new(),
            proxies: Vec::new(),
        },
    })
}

/// Returns all replies to these bytes.
pub(crate) async fn talk(app: &Arc<App>, bytes: &[u8]) -> Vec<u8> {
    talk_in_parts(app, &[bytes], async |_, _| {}).await
}

/// Returns all replies to bytes that are sent in parts. `before` is called before each part is sent, with its number and
/// the replies so far.
pub(crate) async fn talk_in_parts(
    app: &Arc<App>,
    parts: &[&[u8]],
    mut before: impl AsyncFnMut(usize, &RefCell<Vec<u8>>),
) -> Vec<u8> {
    let (mut client, server) = duplex(64 << 10);
    let routes = TowerToHyperService::new(http::routes(app.clone(), None));
    let line = Line::default();
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        let peer = SocketAddr::from(([127, 0, 0, 1], 1));
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(line.clone());
        routes.call(request)
    });
    let served = tokio::spawn(async move {
        hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits::HEAD)
            .max_buf_size(limits::HEAD_BYTES)
            // Requests are answered even if the client has closed its sending side.
            .half_close(true)
            .serve_connection(TokioIo::new(server), service)
            .with_upgrades()
            .await
    });
    let told = RefCell::new(Vec::new());
    let (mut hears, mut says) = tokio::io::split(&mut client);
    let say = async {
        for (nth, bytes) in parts.iter().enumerate() {
            before(nth, &told).await;
            // If the server has stopped reading, the client stops sending.
            let _ = says.write_all(bytes).await;
        }
        let _ = says.shutdown().await;
    };
    let hear = async {
        let mut some = [0; 4_096];
        while let Ok(bytes @ 1..) = hears.read(&mut some).await {
            told.borrow_mut().extend_from_slice(&some[..bytes]);
        }
    };
    let both = tokio::time::timeout(LONG, async { tokio::join!(say, hear) }).await;
    assert!(
        both.is_ok(),
        "no end after {LONG:?}: {:?}",
        String::from_utf8_lossy(&parts.concat())
    );
    let ended = served.await;
    assert!(!ended.is_err_and(|error| error.is_panic()), "a panic");
    told.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The seeds of the fuzz target: whole, cut, and mixed with one another.
    #[test]
    fn http_seeds() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/http");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        assert!(files.len() >= 12);
        let mut last = Vec::new();
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            let cut = &bytes[..bytes.len() * 2 / 3];
            let mixed = [cut, &last[last.len() / 2..]].concat();
            for input in [&bytes, cut, &mixed] {
                http(input);
            }
            last = bytes;
        }
    }

    /// Each seed reaches what it is meant for: its name says the status of the last reply, or the code of the close
    /// frame.
    #[test]
    fn seeds_reach_what_they_are_meant_for() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/http");
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let (_, meant) = name.rsplit_once('-').unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let told = runtime()
                .unwrap()
                .block_on(async { talk(&app().await, &bytes).await });
            let text = String::from_utf8_lossy(&told);
            let code: u16 = meant.parse().unwrap();
            if code < 1_000 {
                let last = text.rsplit("HTTP/1.1 ").next().unwrap();
                assert!(last.starts_with(meant), "{name}: {text}");
            } else {
                let frame = [&[0x88][..], &code.to_be_bytes()].concat();
                let closed = told
                    .windows(4)
                    .any(|four| four[0] == frame[0] && four[2..] == frame[1..]);
                assert!(text.starts_with("HTTP/1.1 101") && closed, "{name}: {text}");
            }
        }
    }
}
