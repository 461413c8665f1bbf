//! Rooms in PostgreSQL: the same guarantees as with a file, and those for several servers with one database. Skipped if
//! PostgreSQL is not installed.

use super::client::{Room, Server, asked};
use super::cluster::Cluster;
use super::{kills, rooms, sockets};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_whole_game_is_played_and_goes_on_after_a_restart() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    rooms::play_with_a_restart("postgres-http", &cluster.address());
}

#[test]
fn a_clock_that_runs_out_hands_the_seat_to_a_bot() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    sockets::let_a_clock_run_out("postgres-clock", &cluster.address());
}

/// The server is killed, and every third time the database too.
fn kill(times: usize, name: &str) -> Option<u64> {
    let cluster = Cluster::start()?;
    let both = |round: usize| round % 3 == 1;
    let down = |round| {
        if both(round) {
            cluster.down("immediate")
        }
    };
    let up = |round| {
        if both(round) {
            cluster.up()
        }
    };
    Some(kills::kill(times, name, &cluster.address(), down, up))
}

#[test]
fn no_confirmed_answer_is_lost() {
    if let Some(confirmed) = kill(6, "postgres-kills") {
        assert!(confirmed > 0);
    }
}

#[test]
#[ignore = "takes minutes: a hundred kills"]
fn no_confirmed_answer_is_lost_in_a_hundred_kills() {
    if let Some(confirmed) = kill(100, "postgres-hundred-kills") {
        println!(
            "100 kills, 33 of them with the database, {confirmed} confirmed answers, none lost"
        );
        assert!(confirmed > 100);
    }
}

#[test]
fn a_database_that_cannot_be_used_is_said() {
    let bench = Bench::new("postgres-cannot");
    for (db, told) in [
        (
            "postgres://u:geheim@127.0.0.1:1/rooms",
            "error: the database cannot be used: PostgreSQL at 127.0.0.1:1: ",
        ),
        (
            "postgres://127.0.0.1:port/rooms",
            "error: the database cannot be used: this is not a PostgreSQL address: ",
        ),
        (
            "mysql://u@localhost/rooms",
            "error: rooms cannot be kept in `mysql:`",
        ),
    ] {
        let output = bench.output(&["serve", "--http", "127.0.0.1:0", "--db", db], "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.starts_with(told),
            "{db}: {said}"
        );
        assert!(
            said.contains("postgres://USER@HOST/DATABASE") && !said.contains("geheim"),
            "{said}"
        );
    }
}

/// Plays the first allowed action of the player who is asked, at a server. Returns the result.
fn play(server: &Server, room: &Room) -> Option<Value> {
    let about = server.get(&format!("/api/rooms/{}", room.id));
    let seat = asked(&about["actor"])?;
    let question = server
        .call(room, Some(seat), "match/question", json!({}))
        .ok()?;
    let choices = question["choices"].as_array()?;
    let action = &choices.get(kills::random() as usize % choices.len())?["action"];
    server
        .call(room, Some(seat), "match/play", json!({ "action": action }))
        .ok()
}

/// Two servers with one database, and no proxy that assigns rooms. Actions go to either, alternately and at once. What
/// one has confirmed is final, and both agree on it.
#[test]
fn two_servers_of_one_database_never_tell_two_stories() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let (address, bench) = (cluster.address(), Bench::new("postgres-two"));
    let args = ["--db", &address, "--rate", "100000"];
    let servers = [Server::start(&bench, &args), Server::start(&bench, &args)];
    let room = servers[0].room(&json!({ "game": "robotory" }));
    let path = format!("/api/rooms/{}", room.id);
    let mut confirmed = 0;
    // Alternately: the second server has the room as the first left it, or refuses once and then has it.
    for turn in 0..8 {
        let played = (0..3)
            .find_map(|_| play(&servers[turn % 2], &room))
            .unwrap();
        confirmed += 1;
        assert_eq!(played["actions_played"], confirmed);
    }
    // At once.
    let of = |server: &Server| (0..6).filter(|_| play(server, &room).is_some()).count();
    let both = std::thread::scope(|scope| {
        let [first, second] =
            [&servers[0], &servers[1]].map(|server| scope.spawn(move || of(server)));
        first.join().unwrap() + second.join().unwrap()
    });
    let third = Server::start(&bench, &args);
    let (about, all) = (
        third.get(&path),
        third
            .call(&room, Some(1), "match/lines", json!({}))
            .unwrap(),
    );
    assert_eq!(
        about["actions_played"],
        json!(confirmed + both),
        "each confirmed answer once, and no other"
    );
    // Every server knows another's changes after a few seconds, with or without sockets.
    std::thread::sleep(Duration::from_secs(6));
    for server in &servers {
        assert_eq!(server.get(&path), about);
        assert_eq!(
            server
                .call(&room, Some(1), "match/lines", json!({}))
                .unwrap(),
            all
        );
    }
    // By then, a token replaced at one server is invalid at the other, and an action there does not restore old facts.
    let token =
        |server: &Server, old: &str| server.ask("POST", &format!("{path}/token"), Some(old), "");
    let (status, body) = token(&servers[0], room.token(2));
    assert_eq!(status, 200, "{body}");
    let new = serde_json::from_str::<Value>(&body).unwrap()["token"]
        .as_str()
        .unwrap()
        .to_string();
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(token(&servers[1], room.token(2)).0, 401);
    assert_eq!(token(&servers[1], &new).0, 200);
    assert_eq!(servers[1].ask("DELETE", &path, Some(&room.host), "").0, 204);
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(servers[0].ask("GET", &path, None, "").0, 404);
}

/// The database goes away while people play, and comes back. Meanwhile, the server reports an internal error. Then the
/// room continues from the last confirmed action.
#[test]
fn rooms_go_on_when_the_database_is_back() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let (address, bench) = (cluster.address(), Bench::new("postgres-away"));
    let server = Server::start(&bench, &["--db", &address, "--rate", "100000"]);
    let room = server.room(&json!({ "game": "robotory" }));
    let path = format!("/api/rooms/{}", room.id);
    let mut socket = server.socket(&room.id);
    socket.enter(Some(room.token(1)), 0).unwrap();
    assert_eq!(
        socket
            .ask("match/play", json!({ "action": "place white a1" }))
            .unwrap()["actions_played"],
        1
    );
    for how in ["fast", "immediate"] {
        let before = server.get(&path);
        let seat = asked(&before["actor"]).unwrap();
        let question = server
            .call(&room, Some(seat), "match/question", json!({}))
            .unwrap();
        cluster.down(how);
        let action = question["choices"][0]["action"].clone();
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/play", "params": { "action": action } });
        let rpc = format!("{path}/rpc");
        let (status, body) = server.ask("POST", &rpc, Some(room.token(seat)), &message.to_string());
        assert_eq!(status, 503, "{body}");
        assert_eq!(
            server.ask("GET", "/healthz", None, "").0,
            503,
            "who shares out rooms sees it"
        );
        assert_eq!(server.ask("GET", "/api/games", None, "").0, 200);
        cluster.up();
        let back = (0..600).find_map(|_| {
            std::thread::sleep(Duration::from_millis(50));
            let (status, body) = server.ask("GET", &path, None, "");
            (status == 200).then(|| serde_json::from_str::<Value>(&body).unwrap())
        });
        assert_eq!(
            back.unwrap()["actions_played"],
            before["actions_played"],
            "what was not confirmed is not there"
        );
        assert!(play(&server, &room).is_some());
    }
    // Listeners were disconnected with the request to come back.
    while socket.text().is_ok() {}
    assert!(
        server
            .socket(&room.id)
            .enter(Some(room.token(1)), 0)
            .is_ok()
    );
}
