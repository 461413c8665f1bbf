//! Rooms over WebSocket: notifications, reconnecting, spectators, clocks, the end.

use super::client::{Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn two_people_play_and_somebody_watches() {
    let bench = Bench::new("socket-play");
    let server = Server::start(&bench, &[]);
    let room = server.room(&json!({ "game": "robotory" }));
    let mut seats = [1, 2].map(|seat| {
        let mut socket = server.socket(&room.id);
        let about = socket.enter(Some(room.token(seat)), 0).unwrap();
        assert_eq!(
            (&about["viewer"], &about["actions_played"]),
            (&json!(seat), &json!(0))
        );
        socket
    });
    let mut watcher = server.socket(&room.id);
    let about = watcher.enter(None, 0).unwrap();
    assert_eq!(about["viewer"], "spectator");
    let mut seen: Vec<Value> = about["lines"].as_array().unwrap().clone();
    assert_eq!(
        seats[0].note("room/presence")["seats"][1]["connected"],
        true
    );
    let mut actor = about["actor"].clone();
    let mut answers = 0;
    while let Some(seat) = asked(&actor) {
        let question = seats[seat - 1].ask("match/question", json!({})).unwrap();
        let choices = question["choices"].as_array().unwrap();
        let action = &choices[(answers * 5) % choices.len()]["action"];
        let played = seats[seat - 1]
            .ask("match/play", json!({ "action": action }))
            .unwrap();
        let news = seats[2 - seat].note("match/news");
        let told = watcher.note("match/news");
        assert_eq!(
            (&news["actions_played"], &told["actor"]),
            (&played["actions_played"], &played["actor"])
        );
        assert_eq!(told["from"], seen.len());
        seen.extend(told["lines"].as_array().unwrap().clone());
        actor = played["actor"].clone();
        answers += 1;
        if answers == 4 {
            // A client that reconnects receives what it missed, and no more.
            let mut again = server.socket(&room.id);
            let about = again.enter(None, 3).unwrap();
            assert_eq!(about["lines"], json!(seen[3..]));
            let error = again
                .ask("match/play", json!({ "action": "refill 1 white" }))
                .unwrap_err();
            assert_eq!(error["data"]["kind"], "not-asked");
        }
    }
    assert_eq!(actor["kind"], "over");
    let all = watcher.ask("match/lines", json!({})).unwrap();
    assert_eq!(
        all["lines"],
        json!(seen),
        "the news are all there is to tell"
    );
}

#[test]
fn who_does_not_say_who_it_is_does_not_come_in() {
    let bench = Bench::new("socket-enter");
    let server = Server::start(&bench, &[]);
    let room = server.room(&json!({ "game": "robotory" }));
    let closed = |room: &str, text: &str| {
        let mut socket = server.socket(room);
        socket.send(text);
        loop {
            if let Err(code) = socket.text() {
                assert!(!socket.heard.concat().contains("\"result\""));
                return code;
            }
        }
    };
    let enter = |token: &str| json!({ "jsonrpc": "2.0", "id": 1, "method": "room/enter", "params": { "token": token } });
    assert_eq!(closed(&room.id, &enter("0123").to_string()), 4401);
    assert_eq!(closed("r0", &enter("0123").to_string()), 4404);
    assert_eq!(closed(&room.id, "{"), 4408);
    assert_eq!(
        closed(
            &room.id,
            r#"{"jsonrpc":"2.0","id":1,"method":"match/view","params":{}}"#
        ),
        4408
    );
}

#[test]
fn a_clock_that_runs_out_hands_the_seat_to_a_bot() {
    let_a_clock_run_out("socket-clock", "rooms.db");
}

pub(super) fn let_a_clock_run_out(name: &str, db: &str) {
    let bench = Bench::new(name);
    let server = Server::start(&bench, &["--db", db]);
    let room = server.room(&json!({ "game": "robotory", "clock": { "seconds": 1 } }));
    let mut second = server.socket(&room.id);
    let about = second.enter(Some(room.token(2)), 0).unwrap();
    assert_eq!(asked(&about["actor"]), Some(1));
    let news = second.note("match/news");
    assert_eq!(
        (asked(&news["actor"]), &news["actions_played"]),
        (Some(2), &json!(1)),
        "a bot has answered for the first"
    );
    let question = second.ask("match/question", json!({})).unwrap();
    let played = second
        .ask(
            "match/play",
            json!({ "action": question["choices"][0]["action"] }),
        )
        .unwrap();
    assert_eq!(
        (asked(&played["actor"]), &played["actions_played"]),
        (Some(1), &json!(2))
    );
    let news = second.note("match/news");
    assert_eq!(
        (asked(&news["actor"]), &news["actions_played"]),
        (Some(2), &json!(3)),
        "and goes on to"
    );
    assert_eq!(
        news["lines"].as_array().map(Vec::len),
        Some(1),
        "nothing is told twice"
    );
    let about = server.get(&format!("/api/rooms/{}", room.id));
    assert_eq!(about["seats"][0]["clock"], 0.0);
    assert!(about["seats"][1]["clock"].as_f64().unwrap() > 0.0);
}

/// Only the clock of the player who is asked runs.
#[test]
fn a_clock_stands_while_somebody_else_is_asked() {
    let bench = Bench::new("socket-clocks");
    let server = Server::start(&bench, &[]);
    let room = server.room(&json!({ "game": "robotory", "clock": { "seconds": 3600 } }));
    let mut second = server.socket(&room.id);
    let about = second.enter(Some(room.token(2)), 0).unwrap();
    assert_eq!(asked(&about["actor"]), Some(1));
    let about = server.get(&format!("/api/rooms/{}", room.id));
    let left = |seat: usize| about["seats"][seat]["clock"].as_f64().unwrap();
    assert_eq!(left(1), 3600.0, "nobody has waited for the second");
    assert!(left(0) < 3600.0, "{about}");
}

#[cfg(unix)]
#[test]
fn a_server_that_stops_says_so_and_ends_well() {
    let bench = Bench::new("socket-stop");
    let mut server = Server::start(&bench, &["--db", "rooms.db"]);
    let room = server.room(&json!({ "game": "robotory" }));
    let mut socket = server.socket(&room.id);
    socket.enter(Some(room.token(1)), 0).unwrap();
    let played = socket
        .ask("match/play", json!({ "action": "place white a1" }))
        .unwrap();
    let code = server.stop();
    assert_eq!(socket.note("room/closed")["reason"], "the server stops");
    assert_eq!(socket.text(), Err(1001));
    assert_eq!(code, Some(0));
    let server = Server::start(&bench, &["--db", "rooms.db"]);
    assert_eq!(
        server.get(&format!("/api/rooms/{}", room.id))["actions_played"],
        played["actions_played"]
    );
}

#[test]
fn a_service_over_a_websocket_answers_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    assert!(files.len() >= 60);
    let bench = Bench::new("socket-service");
    let server = Server::start(&bench, &["--services", "--seed", "1", "--rate", "100000"]);
    for file in files {
        let mut socket = Socket::open(&server.address, "/rpc");
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            match line.split_at_checked(2) {
                Some(("> ", sent)) => socket.send(sent),
                Some(("< ", expected)) => {
                    assert_eq!(socket.text().as_deref(), Ok(expected), "{}", file.display())
                }
                _ => {}
            }
        }
    }
}
