//! How much a server can do, measured with clients of our own:
//! `cargo test --release -p cardwright-cli --test cli load -- --ignored --nocapture`.

use super::client::{Room, Server, asked};
use crate::bench::Bench;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long is played.
const SECONDS: u64 = 20;
/// Rooms that only lie in memory, for the measure of it.
const IDLE: usize = 1_000;

/// Kilobytes that a process has in memory.
fn memory(server: &Server) -> f64 {
    let about = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = about.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Plays in a room over one WebSocket a seat until the time is over, room after room; gives how long each answer took, and
/// how many matches came to their end.
fn play(server: &Server, game: &str, until: Instant) -> (Vec<Duration>, usize) {
    let (mut took, mut over) = (Vec::new(), 0);
    while Instant::now() < until {
        let room = server.room(&json!({ "game": game, "players": 2 }));
        let mut seats = [1, 2].map(|seat| {
            let mut socket = server.socket(&room.id);
            socket.enter(Some(room.token(seat)), 0).unwrap();
            socket
        });
        let mut actor = room.about["actor"].clone();
        while let Some(seat) = asked(&actor).filter(|_| Instant::now() < until) {
            let question = seats[seat - 1].ask("match/question", json!({})).unwrap();
            let choices = question["choices"].as_array().unwrap();
            let action = &choices[(took.len() * 7) % choices.len()]["action"];
            let begun = Instant::now();
            let played = seats[seat - 1].ask("match/play", json!({ "action": action })).unwrap();
            took.push(begun.elapsed());
            actor = played["actor"].clone();
        }
        over += usize::from(asked(&actor).is_none());
    }
    (took, over)
}

fn measure(game: &str, tables: usize) {
    let bench = Bench::new(&format!("server-load-{game}-{tables}"));
    let args =
        ["--db", "rooms.db", "--rate", "1000000", "--rooms-an-hour", "1000000", "--connections", "100000"];
    let server = Server::start(&bench, &args);
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let played: Vec<_> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..tables).map(|_| scope.spawn(|| play(&server, game, until))).collect();
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    let over: usize = played.iter().map(|(_, over)| over).sum();
    let mut took: Vec<Duration> = played.into_iter().flat_map(|(took, _)| took).collect();
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    let each = |count: usize| count as f64 / SECONDS as f64;
    println!(
        "{game}, {tables} tables: {:.0} answers of people a second, {:.1} matches a second; ms to a confirmed answer: \
         half {:.1}, 99 % {:.1}",
        each(took.len()),
        each(over),
        at(0.5),
        at(0.99)
    );
    assert!(!took.is_empty());
}

#[test]
#[ignore = "a measure, which takes a minute"]
fn load() {
    for (game, tables) in [("robotory", 1), ("robotory", 32), ("moon-bots", 32)] {
        measure(game, tables);
    }
    let bench = Bench::new("server-load-memory");
    let server =
        Server::start(&bench, &["--db", "rooms.db", "--rate", "1000000", "--rooms-an-hour", "1000000"]);
    let make = |game: &str| -> Room { server.room(&json!({ "game": game, "players": 2 })) };
    for game in ["robotory", "moon-bots"] {
        make(game);
        let before = memory(&server);
        (0..IDLE).for_each(|_| drop(make(game)));
        let each = (memory(&server) - before) / IDLE as f64;
        let file = std::fs::metadata(bench.path("rooms.db")).unwrap().len();
        println!(
            "{game}: {each:.1} kB of memory a new match ({IDLE} of them); the file has {} kB now",
            file >> 10
        );
    }
}
