//! WebSockets: for a seat or a spectator of a room, or for a client's own service.

use crate::HttpError;
use crate::app::{App, Asker};
use crate::clients::{Had, SeatKey, Thing};
use crate::limits::{ENTER, LINGER, MESSAGE_BYTES, PING, SEND, SERVICES, UNSENT_EACH};
use crate::listen::Line;
use crate::listeners::{Difference, Inbox, NO_RIGHT, Outbox, Right};
use crate::tokens::digest;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use cardwright_wire::rpc::{LINE_BYTES, Service, requests};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;
use tungstenite::error::{CapacityError, Error as Broken, ProtocolError};

/// The codes with which the server closes a WebSocket.
mod close {
    pub(super) const WELL: u16 = 1000;
    pub(super) const STOPS: u16 = 1001;
    pub(super) const PROTOCOL: u16 = 1002;
    pub(super) const NO_TEXT: u16 = 1007;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const NO_ROOM: u16 = 4404;
    pub(super) const LATE: u16 = 4408;
    pub(super) const TOO_MUCH: u16 = 4429;
}

/// The maximum bytes read from a connection at once.
const READ_BYTES: usize = 8 << 10;

/// The number of free pings and pongs of a client between two pings of the server; browsers send one.
const FREE: u32 = 2;

/// The number of unanswered pings after which a client is disconnected.
const SILENT: u32 = 3;

/// Sends a message; fails if the client does not read it.
async fn say(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    timeout(SEND, socket.send(message))
        .await
        .map_err(drop)?
        .map_err(drop)
}

/// The signs of life of a client between the pings of the server.
struct Pulse {
    /// The number of pings since the client was last heard.
    silent: u32,
    /// The number of pings and pongs that the client may still send for free.
    free: u32,
}

impl Pulse {
    fn new() -> Self {
        Pulse {
            silent: 0,
            free: FREE,
        }
    }

    /// Counts a ping of the server; returns whether the client was silent for too long.
    fn is_over(&mut self) -> bool {
        (self.silent, self.free) = (self.silent + 1, FREE);
        self.silent > SILENT
    }

    fn heard(&mut self) {
        self.silent = 0;
    }

    /// Uses up a free ping or pong; returns whether there was one.
    fn is_free(&mut self) -> bool {
        let before = self.free;
        self.free = before.saturating_sub(1);
        before > 0
    }
}

/// Counts a ping or pong, because pings are answered automatically and many of them cost as much as requests.
async fn count(
    app: &App,
    asker: Asker,
    seat: Option<SeatKey>,
    pulse: &mut Pulse,
) -> Result<(), Difference> {
    if pulse.is_free() {
        return Ok(());
    }
    let admitted = app.admit(asker.client, seat, 1).await;
    let parting = (close::TOO_MUCH, "this client sends too many frames");
    admitted.map(drop).map_err(|_| parting)
}

/// The close code and reason for a message that cannot be read.
fn unreadable(error: axum::Error) -> Difference {
    match error.into_inner().downcast_ref() {
        Some(Broken::Capacity(CapacityError::MessageTooLong { .. })) => {
            (close::TOO_LARGE, "a message is too large")
        }
        Some(Broken::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => (close::WELL, ""),
        Some(Broken::Protocol(_)) => (close::PROTOCOL, "this is not a WebSocket frame"),
        Some(Broken::Utf8(_)) => (close::NO_TEXT, "a text message must be UTF-8"),
        _ => (close::WELL, ""),
    }
}

/// Sends a close message, and waits for the client's. Does nothing if the client has disconnected.
async fn part(socket: &mut WebSocket, (code, reason): Difference) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let _ = say(socket, Message::Close(Some(frame))).await;
    // If the client closed first, this sends the reply.
    let _ = timeout(LINGER, socket.recv()).await;
}

/// A connection that is counted as long as it exists.
struct Counted {
    app: Arc<App>,
    _had: Had,
    _line: Line,
}

impl Counted {
    fn open(app: &Arc<App>, asker: Asker, line: Line) -> Option<Counted> {
        let Some(had) = app.clients.take(asker.client, Thing::Socket) else {
            app.metrics.limited.inc();
            return None;
        };
        app.metrics.connections.inc();
        Some(Counted {
            app: app.clone(),
            _had: had,
            _line: line,
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.app.metrics.connections.dec();
    }
}

pub(crate) async fn room(
    State(app): State<Arc<App>>,
    Path(room): Path<String>,
    Extension(asker): Extension<Asker>,
    Extension(line): Extension<Line>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(counted) = Counted::open(&app, asker, line) else {
        return HttpError::limit("this client has too many connections", "close one of them")
            .into_response();
    };
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES);
    upgrade
        .read_buffer_size(READ_BYTES)
        .on_upgrade(move |mut socket| async move {
            let parting = serve(&app, &room, asker, &mut socket).await;
            part(&mut socket, parting).await;
            drop(counted);
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

/// Serves a client until one side ends the connection; returns the close reason.
async fn serve(app: &Arc<App>, room: &str, asker: Asker, socket: &mut WebSocket) -> Difference {
    let enter = match timeout(ENTER, first(app, asker, socket)).await {
        Err(_) => return (close::LATE, "send room/enter"),
        Ok(Err(parting)) => return parting,
        Ok(Ok(enter)) => enter,
    };
    let enter = match enter {
        Some(enter) if enter.method == "room/enter" => enter,
        _ => {
            let error = HttpError::params(
                "the first message must be `room/enter`, with or without `token`",
            );
            let _ = say(socket, failed(&Value::Null, &error)).await;
            return (close::LATE, "send room/enter");
        }
    };
    let EnterParams { token, from } = enter.params;
    let right = Right::of(token.as_deref());
    let seat = token.as_deref().map(digest);
    let (out, inbox) = Outbox::new(app.clients.clone(), asker.client);
    let entered = match app.admit(asker.client, seat, 1).await {
        Ok(_) => app.rooms.enter(room, right.clone(), from, out).await,
        Err(error) => Err(error),
    };
    let (number, about) = match entered {
        Ok(entered) => entered,
        Err(error) => {
            let code = match error.status.as_u16() {
                404 => close::NO_ROOM,
                401 => NO_RIGHT.0,
                429 => close::TOO_MUCH,
                _ => close::STOPS,
            };
            let _ = say(socket, failed(&enter.id, &error)).await;
            return (code, "");
        }
    };
    let reply = json!({ "jsonrpc": "2.0", "id": enter.id, "result": about });
    let mut me = Client {
        app,
        room,
        right,
        seat,
        number,
        asker,
        inbox,
    };
    let parting = match me.reply(socket, reply.to_string()).await {
        Ok(()) => me.converse(socket).await,
        Err(parting) => parting,
    };
    app.rooms.leave(room, number).await;
    parting
}

/// The first text message of a client, and its parsed content.
async fn first(
    app: &App,
    asker: Asker,
    socket: &mut WebSocket,
) -> Result<Option<Enter>, Difference> {
    let mut pulse = Pulse::new();
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).ok()),
            Some(Ok(Message::Binary(_))) => return Ok(None),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                count(app, asker, None, &mut pulse).await?;
            }
            Some(Err(error)) => return Err(unreadable(error)),
            Some(Ok(Message::Close(_))) | None => return Err((close::WELL, "")),
        }
    }
}

fn failed(id: &Value, error: &HttpError) -> Message {
    Message::Text(
        json!({ "jsonrpc": "2.0", "id": id, "error": error.json() })
            .to_string()
            .into(),
    )
}

/// A client that has entered a room.
struct Client<'a> {
    app: &'a Arc<App>,
    room: &'a str,
    right: Right,
    seat: Option<SeatKey>,
    number: u64,
    asker: Asker,
    inbox: Inbox,
}

/// The next event for a client.
enum Next {
    Say(Message, Option<Had>),
    Take(Vec<u8>),
    Part(Difference),
    Count,
}

impl Client<'_> {
    async fn converse(&mut self, socket: &mut WebSocket) -> Difference {
        let mut stop = self.app.stop.clone();
        let mut ping = tokio::time::interval(PING);
        let mut pulse = Pulse::new();
        loop {
            let next = tokio::select! {
                // A client that has lost its right gets nothing more; messages from before the end of the server or
                // of the room are still sent.
                biased;
                Ok(parting) = lost(&mut self.inbox.end) => Next::Part(parting),
                note = self.inbox.notes.recv() => match note {
                    Some(note) => Next::Say(Message::Text(note.text.clone()), Some(note.bytes)),
                    None => Next::Part((close::STOPS, "reconnect, and say which lines you already have")),
                },
                _ = stop.changed() => Next::Part((close::STOPS, "the server stops")),
                heard = socket.recv() => {
                    pulse.heard();
                    match heard {
                        Some(Ok(Message::Text(text))) => Next::Take(text.as_bytes().to_vec()),
                        Some(Ok(Message::Binary(bytes))) => Next::Take(bytes.to_vec()),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Next::Count,
                        Some(Err(error)) => Next::Part(unreadable(error)),
                        Some(Ok(Message::Close(_))) | None => Next::Part((close::WELL, "")),
                    }
                }
                _ = ping.tick() => match pulse.is_over() {
                    true => Next::Part((close::WELL, "silent")),
                    false => Next::Say(Message::Ping(Bytes::new()), None),
                },
            };
            let done = match next {
                Next::Say(message, _counted) => self.say(socket, message).await,
                Next::Take(line) => self.take(line, socket).await,
                Next::Part(parting) => Err(parting),
                Next::Count => count(self.app, self.asker, self.seat, &mut pulse).await,
            };
            if let Err(parting) = done {
                return parting;
            }
        }
    }

    /// Sends a message, unless the right is lost in the meantime or the client does not read.
    async fn say(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), Difference> {
        tokio::select! {
            biased;
            Ok(parting) = lost(&mut self.inbox.end) => Err(parting),
            said = say(socket, message) => said.map_err(|()| (close::WELL, "")),
        }
    }

    /// Sends a reply, whose bytes count until they are sent.
    async fn reply(&mut self, socket: &mut WebSocket, reply: String) -> Result<(), Difference> {
        let counted = self.app.unsent(self.asker, reply.len());
        let Ok(_counted) = counted else {
            return Err((
                close::TOO_MUCH,
                "this client reads too slowly: too many answers wait for it",
            ));
        };
        self.say(socket, Message::Text(reply.into())).await
    }

    /// Handles a message of the client.
    async fn take(&mut self, line: Vec<u8>, socket: &mut WebSocket) -> Result<(), Difference> {
        let begun = Instant::now();
        let app = self.app;
        app.metrics.messages.inc();
        // A client that is still connected has shown its token, however long it has been thinking since.
        if let Some(seat) = self.seat {
            app.clients.meet(self.asker.client, seat, begun);
        }
        let admitted = app
            .admit(self.asker.client, self.seat, requests(&line))
            .await;
        let called = match admitted {
            Ok(asker) => {
                self.asker = asker;
                let (right, number) = (self.right.clone(), Some(self.number));
                app.rooms.call(self.room, right, number, line).await
            }
            Err(error) => Err(error),
        };
        app.metrics
            .message_seconds
            .observe(begun.elapsed().as_secs_f64());
        match called {
            Ok((replies, took)) => {
                app.charge_work(self.asker, took);
                for reply in replies {
                    self.reply(socket, reply).await?;
                }
                Ok(())
            }
            Err(error) => {
                let _ = self.say(socket, failed(&Value::Null, &error)).await;
                Err(match error.status.as_u16() {
                    401 => NO_RIGHT,
                    429 => (close::TOO_MUCH, "this client sends too many requests"),
                    _ => (
                        close::STOPS,
                        "reconnect, and say which lines you already have",
                    ),
                })
            }
        }
    }
}

/// Waits until the right to listen is lost.
async fn lost(
    end: &mut tokio::sync::watch::Receiver<Option<Difference>>,
) -> Result<Difference, tokio::sync::watch::error::RecvError> {
    let parting = end.wait_for(Option::is_some).await?;
    Ok(parting.unwrap_or(NO_RIGHT))
}

/// A reply of a service, whose bytes count until they are sent.
struct Reply {
    text: String,
    _bytes: Had,
}

/// Runs a service for one client over a WebSocket, like `serve --stdio` for a program.
pub(crate) async fn service(
    State(app): State<Arc<App>>,
    Extension(asker): Extension<Asker>,
    Extension(line): Extension<Line>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = app.service_places.clone().try_acquire_owned();
    let (Ok(place), Some(own), Some(counted)) = (
        place,
        app.clients.take(asker.client, Thing::Service),
        Counted::open(&app, asker, line),
    ) else {
        return HttpError::limit(
            format!("the server gives at most {SERVICES} services at the same time, and only a few to one client"),
            "come back later",
        )
        .into_response();
    };
    upgrade
        .max_message_size(LINE_BYTES + 2)
        .max_frame_size(LINE_BYTES + 2)
        .on_upgrade(move |mut socket| async move {
            let parting = serve_service(&app, asker, &mut socket).await;
            part(&mut socket, parting).await;
            drop((place, own, counted));
        })
}

async fn serve_service(app: &Arc<App>, asker: Asker, socket: &mut WebSocket) -> Difference {
    let (lines, heard) = sync_channel::<(Vec<u8>, Had)>(4);
    let (out, mut replies) = channel(1);
    let thread = std::thread::Builder::new().name("service".into());
    let (seed, for_service) = (app.service_seed, app.clone());
    let attend = move || attend(Service::new(seed), &for_service, asker, &heard, &out);
    if thread.spawn(attend).is_err() {
        return (close::STOPS, "come back later");
    }
    let mut stop = app.stop.clone();
    let mut ping = tokio::time::interval(PING);
    let mut pulse = Pulse::new();
    loop {
        let sent = tokio::select! {
            reply = replies.recv() => match reply {
                Some(Reply { text, _bytes }) => say(socket, Message::Text(text.into())).await,
                None => return (close::WELL, ""),
            },
            _ = stop.changed() => return (close::STOPS, "the server stops"),
            _ = ping.tick() => {
                if pulse.is_over() {
                    return (close::WELL, "silent");
                }
                say(socket, Message::Ping(Bytes::new())).await
            }
            heard = socket.recv() => {
                pulse.heard();
                let line = match heard {
                    Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                    Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        match count(app, asker, None, &mut pulse).await {
                            Ok(()) => continue,
                            Err(parting) => return parting,
                        }
                    }
                    Some(Err(error)) => return unreadable(error),
                    Some(Ok(Message::Close(_))) | None => return (close::WELL, ""),
                };
                app.metrics.messages.inc();
                let admitted = app.admit(asker.client, None, requests(&line)).await;
                // Lines that wait to be handled use memory too.
                let admitted = admitted.and_then(|asker| app.unsent(asker, line.len()));
                let full = || HttpError::limit("too many messages wait for an answer", "wait for answers");
                let taken = admitted.and_then(|bytes| lines.try_send((line, bytes)).map_err(|_| full()));
                match taken {
                    Ok(()) => Ok(()),
                    Err(error) => say(socket, failed(&Value::Null, &error)).await,
                }
            }
        };
        if sent.is_err() {
            return (close::WELL, "");
        }
    }
}

/// Answers the lines of one client until it disconnects or sends `shutdown`.
fn attend(
    mut service: Service,
    app: &App,
    asker: Asker,
    heard: &Receiver<(Vec<u8>, Had)>,
    out: &Sender<Reply>,
) {
    /// How often an idle service checks whether its client is still connected.
    const LOOK: Duration = Duration::from_secs(1);
    while !service.is_over() && !out.is_closed() {
        let replies = match service.is_busy() {
            true => match heard.try_recv() {
                Ok((line, _bytes)) => service.begin(&line),
                Err(TryRecvError::Empty) => service.work(),
                Err(TryRecvError::Disconnected) => return,
            },
            false => match heard.recv_timeout(LOOK) {
                Ok((line, _bytes)) => {
                    let begun = Instant::now();
                    let replies = service.begin(&line);
                    app.charge_work(asker, begun.elapsed());
                    replies
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            },
        };
        for text in replies {
            if !send(app, asker, text, out) {
                return;
            }
        }
    }
}

/// Queues a reply when there is space; returns whether the client is still connected.
fn send(app: &App, asker: Asker, text: String, out: &Sender<Reply>) -> bool {
    /// The delay before checking again.
    const PAUSE: Duration = Duration::from_millis(20);
    let bytes = loop {
        match app
            .clients
            .take_many(asker.client, Thing::Unsent, text.len().min(UNSENT_EACH))
        {
            Some(bytes) => break bytes,
            None if out.is_closed() => return false,
            None => std::thread::sleep(PAUSE),
        }
    };
    out.blocking_send(Reply {
        text,
        _bytes: bytes,
    })
    .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::entry_points::{HOST, ROOM, SEATS, app_of, runtime, talk, talk_in_parts};
    use crate::limits::{SERVICES_EACH, SPECTATORS};
    use crate::store::Write;
    use std::cell::RefCell;
    use tokio::sync::watch;

    const DAMAGED: &str = "r11111111111111111111";

    /// A frame of a client, masked with zeros.
    fn frame(kind: u8, content: &[u8]) -> Vec<u8> {
        let mut frame = vec![0x80 | kind];
        match content.len() {
            length @ 0..=125 => frame.push(0x80 | length as u8),
            length @ 126..=65_535 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(content);
        frame
    }

    fn text(value: &Value) -> Vec<u8> {
        frame(1, value.to_string().as_bytes())
    }

    fn request(method: &str, params: Value) -> Vec<u8> {
        text(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
    }

    fn enter(token: Option<&str>) -> Vec<u8> {
        request(
            "room/enter",
            token.map_or(json!({}), |token| json!({ "token": token })),
        )
    }

    /// What a client is sent: messages, and the code and reason at the end.
    type Told = (Vec<Value>, (u16, String));

    fn read(told: &[u8]) -> Told {
        let head = told
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap()
            + 4;
        let (mut rest, mut messages, mut end) = (&told[head..], Vec::new(), (0, String::new()));
        while let [kind, length, ..] = *rest {
            let (from, length) = match length {
                126 => (4, u16::from_be_bytes([rest[2], rest[3]]).into()),
                127 => (
                    10,
                    u64::from_be_bytes(rest[2..10].try_into().unwrap()) as usize,
                ),
                length => (2, length.into()),
            };
            let content = &rest[from..from + length];
            match kind & 15 {
                1 => messages.push(serde_json::from_slice(content).unwrap()),
                8 => {
                    let reason = String::from_utf8_lossy(&content[2..]).into_owned();
                    end = (u16::from_be_bytes([content[0], content[1]]), reason);
                }
                _ => {}
            }
            rest = &rest[from + length..];
        }
        (messages, end)
    }

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        runtime().unwrap().block_on(work)
    }

    /// A server for few requests, unless it says how many, and what stops it.
    async fn server(rate: u32) -> (Arc<App>, watch::Sender<()>) {
        let (stops, stop) = watch::channel(());
        let limits = Limits {
            rate,
            connections: 3,
            ..Limits::default()
        };
        let damaged = Write::Room {
            id: DAMAGED.into(),
            start: "{}".into(),
            about: "{}".into(),
            actions: Vec::new(),
            fingerprint: 0,
        };
        (app_of(limits, stop, vec![damaged]).await, stops)
    }

    async fn meanwhile(
        app: &Arc<App>,
        path: &str,
        parts: &[Vec<u8>],
        mut before: impl AsyncFnMut(usize, &RefCell<Vec<u8>>),
    ) -> Told {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        let parts: Vec<&[u8]> = std::iter::once(head.as_bytes())
            .chain(parts.iter().map(Vec::as_slice))
            .collect();
        read(
            &talk_in_parts(app, &parts, async |nth, heard| {
                if let Some(nth) = nth.checked_sub(1) {
                    before(nth, heard).await;
                }
            })
            .await,
        )
    }

    async fn told(app: &Arc<App>, path: &str, frames: &[Vec<u8>]) -> Told {
        meanwhile(app, path, frames, async |_, _| {}).await
    }

    fn room_path(id: &str) -> String {
        format!("/api/rooms/{id}/ws")
    }

    /// Waits until a client is sent these bytes.
    async fn until_told(heard: &RefCell<Vec<u8>>, bytes: &[u8]) {
        let is_there = || {
            heard
                .borrow()
                .windows(bytes.len())
                .any(|some| some == bytes)
        };
        while !is_there() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    fn kind(message: &Value) -> &str {
        message["error"]["data"]["kind"]
            .as_str()
            .unwrap_or_default()
    }

    #[test]
    fn a_message_that_cannot_be_read_has_its_code() {
        let code = |error: Broken| unreadable(axum::Error::new(error)).0;
        let large = CapacityError::MessageTooLong {
            size: 2,
            max_size: 1,
        };
        assert_eq!(code(Broken::Capacity(large)), 1009);
        assert_eq!(
            code(Broken::Protocol(
                ProtocolError::ResetWithoutClosingHandshake
            )),
            1000
        );
        assert_eq!(
            code(Broken::Protocol(ProtocolError::UnmaskedFrameFromClient)),
            1002
        );
        assert_eq!(code(Broken::Utf8("x".into())), 1007);
        assert_eq!(code(Broken::ConnectionClosed), 1000);
        assert_eq!(unreadable(axum::Error::new(std::fmt::Error)).0, 1000);
    }

    /// Each reason not to let a client in: its error, and the code at the end.
    #[test]
    fn who_may_not_come_in_is_told_why() {
        block_on(async {
            let (app, _stops) = server(1_000).await;
            let (wrong, late) = ("params", 4408);
            for (room, first, expected, code) in [
                (ROOM, frame(2, b"{}"), wrong, late),
                (ROOM, frame(1, b"no"), wrong, late),
                (ROOM, request("match/view", json!({})), wrong, late),
                (
                    ROOM,
                    request("room/enter", json!({ "who": 1 })),
                    wrong,
                    late,
                ),
                (ROOM, enter(Some("nobody")), "no-seat", 4401),
                (ROOM, enter(Some(HOST)), "no-seat", 4401),
                ("r22222222222222222222", enter(None), "no-match", 4404),
                ("r", enter(None), "no-match", 4404),
                (DAMAGED, enter(None), "internal", 1001),
            ] {
                let (messages, (end, _)) = told(&app, &room_path(room), &[first]).await;
                assert_eq!(messages.len(), 1, "{messages:?}");
                assert_eq!((kind(&messages[0]), end), (expected, code), "{messages:?}");
            }
            let (messages, end) =
                told(&app, &room_path(ROOM), &[frame(8, &1000_u16.to_be_bytes())]).await;
            assert_eq!((messages, end.0), (vec![], 1000));
            // The room is full.
            let mut inboxes = Vec::new();
            for _ in 0..SPECTATORS {
                let client = std::net::IpAddr::from([127, 0, 0, 9]).into();
                let (out, inbox) = Outbox::new(app.clients.clone(), client);
                app.rooms
                    .enter(ROOM, Right::Spectator, 0, out)
                    .await
                    .unwrap();
                inboxes.push(inbox);
            }
            let (messages, (end, _)) = told(&app, &room_path(ROOM), &[enter(None)]).await;
            assert_eq!((kind(&messages[0]), end), ("limit", 4429));
            assert_eq!(app.metrics.connections.get(), 0);
        });
    }

    /// Each reason why a client must leave a room, with what it is told last.
    #[test]
    fn who_must_leave_is_told_why() {
        block_on(async {
            let (app, _stops) = server(1).await;
            let path = room_path(ROOM);
            let view = || request("match/view", json!({}));
            // A batch of more requests than it has left. The client's allowance is for four at once.
            let many = text(&Value::from(vec![json!({}); 100]));
            let (messages, end) = told(&app, &path, &[enter(None), many]).await;
            assert_eq!(kind(messages.last().unwrap()), "limit");
            assert_eq!(end, (4429, "this client sends too many requests".into()));
            assert_eq!(
                (app.metrics.limited.get(), app.metrics.messages.get()),
                (1, 2)
            );

            let (app, _stops) = server(1_000).await;
            // The room takes its right away while it is silent, and before it asks again.
            let (messages, end) = meanwhile(
                &app,
                &path,
                &[enter(Some(SEATS[0])), Vec::new()],
                async |nth, heard| {
                    if nth == 1 {
                        until_told(heard, b"viewer").await;
                        assert_eq!(app.metrics.connections.get(), 1);
                        app.rooms
                            .free_seat(ROOM, 0, Some(HOST.into()))
                            .await
                            .unwrap();
                    }
                },
            )
            .await;

            assert_eq!(messages[0]["result"]["viewer"], 1, "{messages:?}");
            assert_eq!(end, (4401, NO_RIGHT.1.into()));
            let (messages, end) = meanwhile(
                &app,
                &path,
                &[enter(Some(SEATS[1])), view()],
                async |nth, heard| {
                    if nth == 1 {
                        until_told(heard, b"viewer").await;
                        let take = |room: &mut crate::room::Room| {
                            room.about.seats[1] = None;
                            Ok(())
                        };
                        app.rooms.with(ROOM, take).await.unwrap();
                    }
                },
            )
            .await;

            assert_eq!(kind(messages.last().unwrap()), "no-seat");
            assert_eq!(end, (4401, NO_RIGHT.1.into()));
            // The host closes the room.
            let (messages, end) = meanwhile(
                &app,
                &path,
                &[enter(None), Vec::new()],
                async |nth, heard| {
                    if nth == 1 {
                        until_told(heard, b"viewer").await;
                        app.rooms.close(ROOM, Some(HOST.into())).await.unwrap();
                    }
                },
            )
            .await;

            assert_eq!(messages.last().unwrap()["method"], "room/closed");
            assert_eq!(
                end,
                (
                    1001,
                    "reconnect, and say which lines you already have".into()
                )
            );
            assert_eq!(app.metrics.connections.get(), 0);

            let (app, stops) = server(1_000).await;
            stops.send(()).unwrap();
            for (path, first) in [(path.as_str(), enter(None)), ("/rpc", Vec::new())] {
                let parts = [first, Vec::new()];
                let ended = meanwhile(&app, path, &parts, async |nth, heard| {
                    if nth == 1 {
                        until_told(heard, b"the server stops").await;
                    }
                });
                let (_, end) = ended.await;
                assert_eq!(end, (1001, "the server stops".into()), "{path}");
            }
        });
    }

    /// A message of the greatest size is read, and a larger one is not, in a room and at a service.
    #[test]
    fn messages_have_a_greatest_size() {
        block_on(async {
            let (app, _stops) = server(1_000_000).await;
            let well = frame(8, &1000_u16.to_be_bytes());
            let size = |bytes| frame(1, &vec![b'x'; bytes]);
            let room = room_path(ROOM);
            for (path, most, expected) in [
                (room.as_str(), MESSAGE_BYTES, "parse"),
                ("/rpc", LINE_BYTES + 2, "limit"),
            ] {
                let first = if path == "/rpc" {
                    Vec::new()
                } else {
                    enter(None)
                };
                let fits = [first.clone(), size(most), well.clone()];
                let (messages, (end, _)) = meanwhile(&app, path, &fits, async |nth, heard| {
                    if nth == 2 {
                        until_told(heard, b"error").await;
                    }
                })
                .await;
                assert_eq!(
                    (kind(messages.last().unwrap()), end),
                    (expected, 1000),
                    "{path}"
                );
                let (_, (end, _)) = told(&app, path, &[first, size(most + 1), well.clone()]).await;
                assert_eq!(end, 1009, "{path}");
            }
        });
    }

    /// A service answers until its client sends `shutdown`; messages that cost too much are refused, and it goes on.
    #[test]
    fn a_service_answers_until_it_is_shut_down() {
        block_on(async {
            let (app, _stops) = server(1).await;
            let many = text(&Value::from(vec![json!({}); 100]));
            let shutdown = request("shutdown", json!({}));
            let frames = [many, frame(9, b""), shutdown, Vec::new()];
            let (messages, end) = meanwhile(&app, "/rpc", &frames, async |nth, heard| {
                if nth == 3 {
                    until_told(heard, &[0x88, 2, 3, 0xe8]).await;
                }
            })
            .await;
            let kinds: Vec<&str> = messages.iter().map(kind).collect();
            assert_eq!((kinds, end.0), (vec!["limit", ""], 1000), "{messages:?}");
            assert_eq!(messages[1]["result"], json!({}));
            // One request of HTTP, and two messages.
            assert_eq!(app.metrics.messages.get(), 3);
            assert_eq!(app.metrics.connections.get(), 0);
        });
    }

    /// A client has so many connections and services; a further one is counted as refused.
    #[test]
    fn connections_are_counted_and_limited() {
        block_on(async {
            let (app, _stops) = server(1_000).await;
            let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
            let asker = app.admit(client, None, 1).await.unwrap();
            let open = || Counted::open(&app, asker, Line::alone());
            let mut all: Vec<Counted> = std::iter::from_fn(open).collect();
            assert_eq!((all.len(), app.metrics.connections.get()), (3, 3));
            assert_eq!(app.metrics.limited.get(), 1);
            let refused =
                |text: &str| text.starts_with("HTTP/1.1 429") && text.contains("come back later");
            let raw = async |path: &str| {
                let head = format!(
                    "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                );
                let told = talk(&app, head.as_bytes()).await;
                String::from_utf8(told).unwrap()
            };
            let room = raw(&room_path(ROOM)).await;
            assert!(
                room.starts_with("HTTP/1.1 429") && room.contains("close one of them"),
                "{room}"
            );
            assert!(refused(&raw("/rpc").await), "it has no connection left");
            all.clear();
            assert_eq!(app.metrics.connections.get(), 0);
            let services: Vec<_> = (0..SERVICES_EACH)
                .map(|_| app.clients.take(client, Thing::Service))
                .collect();
            assert!(refused(&raw("/rpc").await), "it has its services");
            drop(services);
            let _places = app
                .service_places
                .clone()
                .acquire_many_owned(SERVICES as u32)
                .await
                .unwrap();
            assert!(refused(&raw("/rpc").await), "all services are taken");
        });
    }

    #[test]
    fn a_silent_client_is_let_go_after_three_pings_without_an_answer() {
        let mut pulse = Pulse::new();
        for heard in [false, true, true] {
            if heard {
                pulse.heard();
            }
            let pings = [(); SILENT as usize + 1].map(|()| pulse.is_over());
            assert_eq!(pings, [false, false, false, true]);
        }
        // Two pings of the client are free between two of the server.
        for _ in 0..2 {
            assert_eq!(
                [(); 4].map(|()| pulse.is_free()),
                [true, true, false, false]
            );
            pulse.is_over();
        }
    }
}
