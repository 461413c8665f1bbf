//! How much a server of rooms can do, measured with clients of our own: `cargo bench -p cardwright-cli --bench load`. With
//! `-- SECONDS` each measure takes so long. The server has one core where the system lets it be bound to one (Linux, `taskset`).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    dead_code,
    reason = "a measure, which shares its clients with the tests"
)]

#[path = "../tests/cli/bench.rs"]
mod bench;
#[path = "../tests/cli/server/client.rs"]
mod client;
#[cfg(all(unix, feature = "postgres"))]
#[path = "../../server/tests/cluster/mod.rs"]
mod cluster;

use bench::Bench;
use client::{Server, asked};
use serde_json::json;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long is played, unless the command line says otherwise.
const SECONDS: u64 = 20;
/// Held by who makes a room.
static MAKING: std::sync::Mutex<()> = std::sync::Mutex::new(());
/// Rooms that only are in memory, for the measure of it.
const ROOMS: usize = 1_000;

fn start(bench: &Bench, db: &str) -> Server {
    let many = "1000000";
    let server = Server::start(
        bench,
        &[
            "--db",
            db,
            "--rate",
            many,
            "--rooms-an-hour",
            many,
            "--connections",
            many,
        ],
    );
    let bind = ["-a", "-p", "-c", "0", &server.id()].map(String::from);
    let bound = Command::new("taskset")
        .args(bind)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !bound.is_ok_and(|status| status.success()) {
        println!("(the server has every core: there is no taskset here)");
    }
    server
}

/// Kilobytes that a process has in memory.
fn memory(server: &Server) -> Option<f64> {
    let about = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok()?;
    let line = about.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Seconds of a processor that a process has used, in hundredths.
fn processor(server: &Server) -> Option<f64> {
    let about = std::fs::read_to_string(format!("/proc/{}/stat", server.id())).ok()?;
    let mut fields = about.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// A figure of `/metrics`.
fn figure(server: &Server, name: &str) -> f64 {
    let text = server.ask("GET", "/metrics", None, "").1;
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
        .unwrap()
}

/// Plays in a room over one WebSocket a seat until the time is over, room after room; gives how long each answer took, and
/// how many matches came to their end.
fn play(server: &Server, game: &str, until: Instant) -> (Vec<Duration>, usize) {
    let (mut took, mut over) = (Vec::new(), 0);
    while Instant::now() < until {
        // Of one client few rooms may be in work at once.
        let turn = MAKING.lock().unwrap();
        let room = server.room(&json!({ "game": game, "players": 2 }));
        drop(turn);
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
            let played = seats[seat - 1]
                .ask("match/play", json!({ "action": action }))
                .unwrap();
            took.push(begun.elapsed());
            actor = played["actor"].clone();
        }
        over += usize::from(asked(&actor).is_none());
    }
    (took, over)
}

fn measure(kept: &str, db: &str, game: &str, tables: usize, seconds: u64) {
    let bench = Bench::new(&format!("load-{kept}-{game}-{tables}"));
    let server = start(&bench, db);
    let begun = Instant::now();
    let until = begun + Duration::from_secs(seconds);
    let played: Vec<_> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..tables)
            .map(|_| scope.spawn(|| play(&server, game, until)))
            .collect();
        players
            .into_iter()
            .map(|player| player.join().unwrap())
            .collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let over: usize = played.iter().map(|(_, over)| over).sum();
    let mut took: Vec<Duration> = played.into_iter().flat_map(|(took, _)| took).collect();
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    let busy = processor(&server).map_or(String::new(), |used| {
        format!("{:.0} %", used / seconds * 100.0)
    });
    println!(
        "| {kept} | {game} | {tables} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} | {busy} |",
        took.len() as f64 / seconds,
        figure(&server, "cardwright_answers_total") / seconds,
        over as f64 / seconds,
        at(0.5),
        at(0.99)
    );
}

/// What a match takes: new, and played to its end by bots.
fn sizes() {
    for game in ["robotory", "moon-bots", "robot-empire", "lunar-command"] {
        for (state, seats) in [
            ("new", ["human", "human"]),
            ("played", ["random", "random"]),
        ] {
            let bench = Bench::new(&format!("load-memory-{game}-{state}"));
            let server = start(&bench, "rooms.db");
            let asked = json!({ "game": game, "seats": seats });
            let make = || {
                server.room(&asked).about["actions_played"]
                    .as_f64()
                    .unwrap()
            };
            // Rules and memory for work are there once.
            for _ in 0..20 {
                make();
            }
            let before = memory(&server);
            let answers: f64 = (0..ROOMS).map(|_| make()).sum();
            let each = before
                .zip(memory(&server))
                .map(|(before, after)| (after - before) / ROOMS as f64);
            let file = |end: &str| {
                std::fs::metadata(bench.path(&format!("rooms.db{end}")))
                    .map_or(0, |file| file.len())
            };
            println!(
                "| {game} | {state} | {:.0} | {} | {:.1} |",
                answers / ROOMS as f64,
                each.map_or("?".into(), |each| format!("{each:.1}")),
                (file("") + file("-wal")) as f64 / 1024.0 / (ROOMS + 20) as f64
            );
        }
    }
}

fn main() {
    let seconds = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(SECONDS);
    println!(
        "| kept in | game | tables of two | answers of people a second | with dice and draws | matches a second | ms to a confirmed answer: half | 99 % | of one core |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (game, tables) in [
        ("robotory", 1),
        ("robotory", 32),
        ("moon-bots", 32),
        ("robot-empire", 32),
    ] {
        measure("SQLite", "rooms.db", game, tables, seconds);
    }
    #[cfg(all(unix, feature = "postgres"))]
    if let Some(cluster) = cluster::Cluster::start() {
        for (game, tables) in [("robotory", 1), ("robotory", 32), ("moon-bots", 32)] {
            measure("PostgreSQL", &cluster.address(), game, tables, seconds);
        }
    }
    println!("\n| game | match | answers | kB of memory | kB in the file |\n|---|---|---|---|---|");
    sizes();
}
