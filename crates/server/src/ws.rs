//! WebSockets: a seat or a spectator of a room, or a desk of one's own.

use crate::HttpError;
use crate::app::{App, address};
use crate::limits::{DESKS, ENTER, Had, MESSAGE_BYTES, PING, SEND, Thing, WAITING, Wanted};
use crate::listen::Line;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use cardwright_wire::rpc::{Desk, LINE_BYTES};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

/// The codes with which the server closes.
mod close {
    pub(super) const STOPS: u16 = 1001;
    pub(super) const TOKEN: u16 = 4401;
    pub(super) const NO_ROOM: u16 = 4404;
    pub(super) const LATE: u16 = 4408;
    pub(super) const TOO_MUCH: u16 = 4429;
}

/// Bytes that are read from a connection at once.
const READ_BYTES: usize = 8 << 10;

/// Silent rounds of pings after which a client is let go.
const SILENT: u32 = 3;

/// Sends something, unless the client does not read it.
async fn say(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    timeout(SEND, socket.send(message)).await.map_err(drop)?.map_err(drop)
}

/// A connection that counts as long as it lives.
struct Counted {
    app: Arc<App>,
    address: IpAddr,
    _had: Had,
    _line: Line,
}

impl Counted {
    fn open(app: &Arc<App>, address: IpAddr, line: Line) -> Option<Counted> {
        let Some(had) = app.clients.take(address, Thing::Socket) else {
            app.metrics.limited.inc();
            return None;
        };
        app.metrics.connections.inc();
        Some(Counted { app: app.clone(), address, _had: had, _line: line })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.app.metrics.connections.dec();
    }
}

pub(crate) async fn room(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(room): Path<String>,
    Extension(line): Extension<Line>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(counted) = Counted::open(&app, address(&app, &headers, peer), line) else {
        return HttpError::limit("this client has many connections", "close one").into_response();
    };
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES).max_frame_size(MESSAGE_BYTES);
    upgrade.read_buffer_size(READ_BYTES).on_upgrade(move |mut socket| async move {
        let (code, reason) = serve(&app, &room, &counted, &mut socket).await;
        let frame = CloseFrame { code, reason: reason.into() };
        // Who has gone needs no word of parting.
        let _ = say(&mut socket, Message::Close(Some(frame))).await;
    })
}

/// The first message of a client.
#[derive(Deserialize)]
struct Enter {
    id: Value,
    method: String,
    #[serde(default)]
    params: EnterParams,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct EnterParams {
    token: Option<String>,
    from: usize,
}

type Parting = (u16, &'static str);

/// Speaks with a client until one of both ends it; gives the word of parting.
async fn serve(app: &Arc<App>, room: &str, counted: &Counted, socket: &mut WebSocket) -> Parting {
    let enter = match timeout(ENTER, first(socket)).await {
        Err(_) => return (close::LATE, "say room/enter"),
        Ok(None) => return (1000, ""),
        Ok(Some(enter)) => enter,
    };
    let enter = match enter {
        Ok(enter) if enter.method == "room/enter" => enter,
        _ => {
            let trouble = HttpError::params("the first message is `room/enter`, with `token` or without");
            let _ = say(socket, failed(&Value::Null, &trouble)).await;
            return (close::LATE, "say room/enter");
        }
    };
    let (out, mut news) = channel(WAITING);
    let EnterParams { token, from } = enter.params;
    let (number, about) = match app.rooms.enter(room, token.as_deref(), from, out).await {
        Ok(entered) => entered,
        Err(trouble) => {
            let code = match trouble.status.as_u16() {
                404 => close::NO_ROOM,
                401 => close::TOKEN,
                429 => close::TOO_MUCH,
                _ => close::STOPS,
            };
            let _ = say(socket, failed(&enter.id, &trouble)).await;
            return (code, "");
        }
    };
    let reply = json!({ "jsonrpc": "2.0", "id": enter.id, "result": about });
    let mut parting = (1000, "");
    if say(socket, Message::Text(reply.to_string().into())).await.is_ok() {
        let me = Client { app, room, token, number, address: counted.address };
        parting = me.converse(socket, &mut news).await;
    }
    app.rooms.leave(room, number).await;
    parting
}

/// The first text of a client; what it is, if it can be read.
async fn first(socket: &mut WebSocket) -> Option<Result<Enter, ()>> {
    loop {
        match socket.recv().await?.ok()? {
            Message::Text(text) => return Some(serde_json::from_str(&text).map_err(|_| ())),
            Message::Binary(_) => return Some(Err(())),
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

fn failed(id: &Value, trouble: &HttpError) -> Message {
    Message::Text(json!({ "jsonrpc": "2.0", "id": id, "error": trouble.json() }).to_string().into())
}

/// A client that has entered.
struct Client<'a> {
    app: &'a Arc<App>,
    room: &'a str,
    token: Option<String>,
    number: u64,
    address: IpAddr,
}

impl Client<'_> {
    async fn converse(
        &self,
        socket: &mut WebSocket,
        news: &mut tokio::sync::mpsc::Receiver<String>,
    ) -> Parting {
        let mut stop = self.app.stop.clone();
        let mut ping = tokio::time::interval(PING);
        let mut silent = 0;
        loop {
            let sent = tokio::select! {
                // What was said before the end of the server or of the room is still sent.
                biased;
                note = news.recv() => match note {
                    Some(note) => say(socket, Message::Text(note.into())).await,
                    None => return (close::STOPS, "come back with the lines you have"),
                },
                _ = stop.changed() => return (close::STOPS, "the server stops"),
                heard = socket.recv() => {
                    silent = 0;
                    match heard {
                        Some(Ok(Message::Text(text))) => match self.take(text.as_bytes().to_vec(), socket).await {
                            Ok(sent) => sent,
                            Err(parting) => return parting,
                        },
                        Some(Ok(Message::Binary(bytes))) => match self.take(bytes.to_vec(), socket).await {
                            Ok(sent) => sent,
                            Err(parting) => return parting,
                        },
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return (1000, ""),
                    }
                }
                _ = ping.tick() => {
                    silent += 1;
                    if silent > SILENT {
                        return (1000, "silent");
                    }
                    say(socket, Message::Ping(Bytes::new())).await
                }
            };
            if sent.is_err() {
                return (1000, "");
            }
        }
    }

    /// Answers a message.
    async fn take(&self, line: Vec<u8>, socket: &mut WebSocket) -> Result<Result<(), ()>, Parting> {
        let begun = Instant::now();
        self.app.metrics.messages.inc();
        if !self.app.clients.may(self.address, Wanted::Message) {
            self.app.metrics.limited.inc();
            return Err((close::TOO_MUCH, "this client asks too much"));
        }
        let replies = self.app.rooms.call(self.room, self.token.clone(), Some(self.number), line).await;
        self.app.metrics.message_seconds.observe(begun.elapsed().as_secs_f64());
        match replies {
            Ok(replies) => {
                for reply in replies {
                    if say(socket, Message::Text(reply.into())).await.is_err() {
                        return Ok(Err(()));
                    }
                }
                Ok(Ok(()))
            }
            Err(trouble) => {
                let _ = say(socket, failed(&Value::Null, &trouble)).await;
                let code = if trouble.status.as_u16() == 401 { close::TOKEN } else { close::STOPS };
                Err((code, "come back with the lines you have"))
            }
        }
    }
}

/// A desk of one's own: what `serve --stdio` is to a program, over a WebSocket.
pub(crate) async fn desk(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(line): Extension<Line>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = app.desk_places.clone().try_acquire_owned();
    let (Ok(place), Some(counted)) = (place, Counted::open(&app, address(&app, &headers, peer), line)) else {
        return HttpError::limit(format!("the server gives at most {DESKS} desks"), "come back later")
            .into_response();
    };
    upgrade.max_message_size(LINE_BYTES + 2).max_frame_size(LINE_BYTES + 2).on_upgrade(
        move |mut socket| async move {
            let (lines, heard) = sync_channel::<Vec<u8>>(4);
            let (out, mut replies) = channel(WAITING);
            let seed = app.desk_seed;
            let thread = std::thread::Builder::new().name("desk".into());
            if thread.spawn(move || attend(Desk::new(seed), &heard, &out)).is_err() {
                return;
            }
            let mut stop = app.stop.clone();
            let mut ping = tokio::time::interval(PING);
            let mut silent = 0;
            loop {
                let sent = tokio::select! {
                    reply = replies.recv() => match reply {
                        Some(reply) => say(&mut socket, Message::Text(reply.into())).await,
                        None => break,
                    },
                    _ = stop.changed() => break,
                    _ = ping.tick() => {
                        silent += 1;
                        if silent > SILENT {
                            break;
                        }
                        say(&mut socket, Message::Ping(Bytes::new())).await
                    }
                    heard = socket.recv() => {
                        silent = 0;
                        let line = match heard {
                            Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                            Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                            Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                        };
                        app.metrics.messages.inc();
                        if lines.try_send(line).is_err() {
                            let trouble = HttpError::limit("more messages wait than may", "wait for answers");
                            say(&mut socket, failed(&Value::Null, &trouble)).await
                        } else {
                            Ok(())
                        }
                    }
                };
                if sent.is_err() {
                    break;
                }
            }
            drop((place, counted));
        },
    )
}

/// Answers the lines of one client until it goes or says `shutdown`.
fn attend(mut desk: Desk, heard: &Receiver<Vec<u8>>, out: &Sender<String>) {
    /// How often a desk without work looks whether its client is still there.
    const LOOK: Duration = Duration::from_secs(1);
    while !desk.is_over() && !out.is_closed() {
        let replies = match desk.is_busy() {
            true => match heard.try_recv() {
                Ok(line) => desk.begin(&line),
                Err(TryRecvError::Empty) => desk.work(),
                Err(TryRecvError::Disconnected) => return,
            },
            false => match heard.recv_timeout(LOOK) {
                Ok(line) => desk.begin(&line),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            },
        };
        for reply in replies {
            if out.blocking_send(reply).is_err() {
                return;
            }
        }
    }
}
