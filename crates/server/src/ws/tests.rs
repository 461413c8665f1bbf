use super::*;
use crate::Limits;
use crate::clients::Payer;
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

/// Two pings are free, and further ones cost as much as requests, before a client has entered a room and afterwards.
#[test]
fn pings_cost_as_much_as_requests() {
    block_on(async {
        for entered in [false, true] {
            let (app, _stops) = server(1).await;
            let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
            let asker = app.admit(client, None, 1).await.unwrap();
            let first = if entered { enter(None) } else { Vec::new() };
            for (pings, code) in [(2, 1000), (3, 4429)] {
                let well = frame(8, &1000_u16.to_be_bytes());
                let frames = [first.clone(), frame(9, b"").repeat(pings), well];
                let used_up = async |nth, heard: &RefCell<Vec<u8>>| {
                    if nth == 1 {
                        let begun = if entered {
                            &b"viewer"[..]
                        } else {
                            b"HTTP/1.1 101"
                        };
                        until_told(heard, begun).await;
                        // It cannot wait for its allowance.
                        app.clients.charge(asker.payer, 9.0, Instant::now());
                    }
                };
                let (_, (end, _)) = meanwhile(&app, &room_path(ROOM), &frames, used_up).await;
                assert_eq!(end, code, "{entered} {pings}");
                app.clients.charge(asker.payer, -99.0, Instant::now());
            }
        }
    });
}

/// A player can act where the address is used up, as long as the player is connected.
#[test]
fn a_connected_seat_is_heard_where_its_address_is_used_up() {
    block_on(async {
        let view = || request("match/view", json!({}));
        for (token, heard_again) in [(Some(SEATS[0]), true), (None, false)] {
            let (app, _stops) = server(1).await;
            let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
            let frames = [enter(token), view(), Vec::new()];
            let (messages, (end, _)) =
                meanwhile(&app, &room_path(ROOM), &frames, async |nth, heard| {
                    if nth == 1 {
                        until_told(heard, b"viewer").await;
                        let payer = Payer::Client(client);
                        app.clients.charge(payer, 9.0, Instant::now());
                    }
                    if nth == 2 && heard_again {
                        until_told(heard, b"\"result\":{\"version\"").await;
                    }
                })
                .await;
            assert_eq!(
                messages.last().unwrap()["result"].is_object(),
                heard_again,
                "{messages:?}"
            );
            assert_eq!(end == 4429, !heard_again);
        }
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
        assert!(app.metrics.text().contains("message_seconds_count 2"));

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
            if nth == 1 {
                until_told(heard, b"limit").await;
                assert_eq!(app.metrics.connections.get(), 1);
                assert_eq!(app.service_places.available_permits(), SERVICES - 1);
            }
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
        let open = || Counted::open(&app, asker, Line::default());
        let mut all: Vec<Counted> = std::iter::from_fn(open).collect();
        assert_eq!((all.len(), app.metrics.connections.get()), (3, 3));
        assert_eq!(app.metrics.limited.get(), 1);
        let refused = |text: &str| {
            text.starts_with("HTTP/1.1 429")
                && text.contains("\"message\":\"the server gives at most 16 services")
                && text.contains("\"help\":\"come back later\"")
        };
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
            room.starts_with("HTTP/1.1 429")
                && room.contains("\"message\":\"this client has too many connections\"")
                && room.contains("\"help\":\"close one of them\""),
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
