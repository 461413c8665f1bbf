//! A client that loses the right to listen loses all its sockets, however it lost the right.

use super::client::{Room, Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};

/// A table of two with hidden hands, with a socket for each seat and two for spectators.
struct Table {
    server: Server,
    room: Room,
    seats: Vec<Socket>,
    spectators: Vec<Socket>,
}

impl Table {
    fn new(bench: &Bench) -> Table {
        let server = Server::start(bench, &["--rate", "100000"]);
        let room = server.room(&json!({ "game": "moon-bots", "players": 2 }));
        let enter = |token: Option<&str>| {
            let mut socket = server.socket(&room.id);
            socket.enter(token, 0).unwrap();
            socket
        };
        let seats = [1, 2].map(|seat| enter(Some(room.token(seat)))).into();
        let spectators = vec![enter(None), enter(None)];
        Table {
            server,
            room,
            seats,
            spectators,
        }
    }

    fn path(&self, end: &str) -> String {
        format!("/api/rooms/{}{end}", self.room.id)
    }

    /// Plays some actions over HTTP with these tokens, until nobody of them is asked.
    fn play(&self, tokens: [Option<&str>; 2]) {
        for nth in 0..6 {
            let actor = self.server.get(&self.path(""))["actor"].clone();
            let Some(token) = asked(&actor).and_then(|seat| tokens[seat - 1]) else {
                return;
            };
            let ask = |method: &str, params: Value| {
                let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
                let (status, body) =
                    self.server
                        .ask("POST", &self.path("/rpc"), Some(token), &line.to_string());
                assert_eq!(status, 200, "{body}");
                serde_json::from_str::<Value>(&body).unwrap()
            };
            let question = ask("match/question", json!({}));
            let choices = question["result"]["choices"].as_array().unwrap();
            ask(
                "match/play",
                json!({ "action": choices[nth % choices.len()]["action"] }),
            );
        }
    }
}

/// What a socket receives until it is closed: no events, and the code for a lost right.
fn is_cut_off(socket: &mut Socket, why: &str) {
    let before = socket.heard.len();
    loop {
        match socket.text() {
            Ok(text) => assert!(!text.contains("match/news"), "{why}: {text}"),
            Err(code) => {
                assert_eq!(code, 4401, "{why}");
                assert!(socket.heard.len() - before <= 8, "{why}");
                return;
            }
        }
    }
}

/// A socket opened with a seat's old token receives nothing that is played with the new one.
#[test]
fn a_renewed_token_takes_its_sockets_along() {
    let bench = Bench::new("rights-renewed");
    let mut table = Table::new(&bench);
    let mut twice = table.server.socket(&table.room.id);
    twice.enter(Some(table.room.token(1)), 0).unwrap();
    let (status, body) =
        table
            .server
            .ask("POST", &table.path("/token"), Some(table.room.token(1)), "");
    assert_eq!(status, 200, "{body}");
    let new = serde_json::from_str::<Value>(&body).unwrap()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    table.play([Some(&new), Some(table.room.token(2))]);
    is_cut_off(&mut table.seats[0], "the old token");
    is_cut_off(&mut twice, "its other window");
    let news = table.seats[1].note("match/news");
    assert!(
        news["actions_played"].as_u64() > Some(0),
        "the other seat goes on"
    );
    let mut again = table.server.socket(&table.room.id);
    assert!(again.enter(Some(&new), 0).is_ok());
    assert!(
        table
            .server
            .socket(&table.room.id)
            .enter(Some(table.room.token(1)), 0)
            .is_err()
    );
}

/// A seat that a player leaves, or that the host frees, belongs to a bot. Nobody can listen with its token, and the
/// game continues.
#[test]
fn a_seat_that_is_freed_is_a_bots() {
    for host in [false, true] {
        let bench = Bench::new(if host { "rights-kicked" } else { "rights-left" });
        let mut table = Table::new(&bench);
        let (own, other) = (
            table.room.token(1).to_owned(),
            table.room.token(2).to_owned(),
        );
        let refused = [None, Some(&*other), Some("0123")];
        for token in refused {
            assert_eq!(
                table
                    .server
                    .ask("DELETE", &table.path("/seats/1"), token, "")
                    .0,
                401
            );
        }
        for seat in ["0", "3", "x", "18446744073709551616"] {
            let path = table.path(&format!("/seats/{seat}"));
            assert_eq!(
                table
                    .server
                    .ask("DELETE", &path, Some(&table.room.host), "")
                    .0,
                404,
                "{seat}"
            );
        }
        let by = if host {
            table.room.host.clone()
        } else {
            own.clone()
        };
        assert_eq!(
            table
                .server
                .ask("DELETE", &table.path("/seats/1"), Some(&by), "")
                .0,
            204
        );
        is_cut_off(&mut table.seats[0], "whoever sat there");
        let view = r#"{"jsonrpc":"2.0","id":1,"method":"match/view"}"#;
        assert_eq!(
            table
                .server
                .ask("POST", &table.path("/rpc"), Some(&own), view)
                .0,
            401
        );
        assert_eq!(
            table
                .server
                .ask("POST", &table.path("/token"), Some(&own), "")
                .0,
            401
        );
        let about = table.server.get(&table.path(""));
        assert_eq!(
            (&about["seats"][0]["left"], &about["seats"][1]["left"]),
            (&json!(true), &Value::Null)
        );
        assert_ne!(asked(&about["actor"]), Some(1), "a bot has answered");
        table.play([None, Some(&other)]);
        let about = table.server.get(&table.path(""));
        assert!(about["actions_played"].as_u64().unwrap() > 6, "{about}");
        assert_eq!(
            table
                .server
                .ask(
                    "DELETE",
                    &table.path("/seats/1"),
                    Some(&table.room.host),
                    ""
                )
                .0,
            404
        );
    }
}

#[test]
fn spectators_that_are_sent_away_hear_nothing_more() {
    let bench = Bench::new("rights-spectators");
    let mut table = Table::new(&bench);
    let set = |spectators: bool, token: Option<&str>| {
        let body = json!({ "spectators": spectators }).to_string();
        table.server.ask("PATCH", &table.path(""), token, &body).0
    };
    assert_eq!(set(false, None), 401);
    assert_eq!(set(false, Some(table.room.token(1))), 401);
    let host = Some(table.room.host.as_str());
    assert_eq!(set(false, host), 204);
    table.play([Some(table.room.token(1)), Some(table.room.token(2))]);
    for spectator in &mut table.spectators {
        is_cut_off(spectator, "a spectator");
    }
    assert!(table.server.socket(&table.room.id).enter(None, 0).is_err());
    assert_eq!(
        table
            .server
            .ask("PATCH", &table.path(""), host, "{\"spectators\":true}")
            .0,
        204
    );
    assert!(table.server.socket(&table.room.id).enter(None, 0).is_ok());
    let news = table.seats[0].note("match/news");
    assert!(news["actions_played"].as_u64() > Some(0), "the seats go on");
}

#[test]
fn a_room_that_is_closed_closes_every_socket() {
    let bench = Bench::new("rights-closed");
    let mut table = Table::new(&bench);
    assert_eq!(
        table
            .server
            .ask("DELETE", &table.path(""), Some(&table.room.host), "")
            .0,
        204
    );
    for socket in table.seats.iter_mut().chain(&mut table.spectators) {
        assert_eq!(
            socket.note("room/closed")["reason"],
            "the host has closed the room"
        );
        assert_eq!(socket.text(), Err(1001));
    }
}
