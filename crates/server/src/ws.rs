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
mod tests;
