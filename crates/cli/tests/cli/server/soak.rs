//! Abusive clients for minutes, while a game continues: `cargo test -p cardwright-cli --test cli -- --ignored
//! --nocapture a_table_plays_on`. `CARDWRIGHT_SECONDS` sets the duration.

use super::client::{Room, Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The maximum time of an action during the attack, with an unoptimised program.
const LONGEST: Duration = Duration::from_secs(10);
/// The maximum growth of the server's memory in kB.
const MEMORY: u64 = 600_000;

/// All attackers stop when this is set. Each counts what it has done.
struct Harm {
    server: Server,
    room: Room,
    lunar: Room,
    over: AtomicBool,
}

impl Harm {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn line(&self) -> Option<TcpStream> {
        let line = TcpStream::connect(&self.server.address).ok()?;
        line.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
        line.set_write_timeout(Some(Duration::from_secs(2))).ok()?;
        Some(line)
    }

    /// Sends bytes over a separate connection, and reads the answer.
    fn send(&self, bytes: &[u8]) {
        let Some(mut line) = self.line() else { return };
        let _ = line.write_all(bytes);
        let _ = line.read(&mut [0; 4_096]);
    }

    fn request(&self, method: &str, path: &str, more: &str, body: &str) -> Vec<u8> {
        let (host, length) = (&self.server.address, body.len());
        let json = "Content-Type: application/json";
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{json}\r\n{more}Content-Length: {length}\r\n\r\n{body}").into_bytes()
    }

    /// Many connections that send nothing, or half a header.
    fn idle(&self) {
        let lines: Vec<_> = (0..100).filter_map(|_| self.line()).collect();
        for (nth, mut line) in lines.iter().enumerate() {
            let _ = line.write_all(&b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-More: "[..nth % 42]);
        }
        std::thread::sleep(Duration::from_secs(1));
    }

    /// Long answers that the client does not read.
    fn deaf(&self) {
        let path = format!("/api/rooms/{}/rpc", self.lunar.id);
        let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/question" });
        let batch = Value::from(vec![ask; 50]).to_string();
        let lines: Vec<_> = (0..8).filter_map(|_| self.line()).collect();
        for mut line in &lines {
            let _ = line.write_all(&self.request("POST", &path, "", &batch));
        }
        std::thread::sleep(Duration::from_secs(2));
    }

    /// As many requests as possible over one connection.
    fn flood(&self) {
        let Some(mut line) = self.line() else { return };
        let one = self.request("GET", &format!("/api/rooms/{}", self.room.id), "", "");
        for _ in 0..500 {
            if line.write_all(&one).is_err() {
                break;
            }
        }
        let _ = line.read(&mut [0; 65_536]);
    }

    /// Bodies and frames that are too large, and endless bodies.
    fn oversized(&self) {
        let large = "x".repeat(200_000);
        self.send(&self.request(
            "POST",
            &format!("/api/rooms/{}/rpc", self.room.id),
            "",
            &large,
        ));
        let options = (0..50_000)
            .map(|nth| format!("\"o{nth}\":\"x\""))
            .collect::<Vec<_>>();
        let body = format!(
            "{{\"game\":\"moon-bots\",\"options\":{{{}}}}}",
            options.join(",")
        );
        self.send(&self.request("POST", "/api/rooms", "", &body));
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let mut frames = self.request(
            "GET",
            &format!("/api/rooms/{}/ws", self.room.id),
            upgrade,
            "",
        );
        frames.extend([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        frames.extend(large.as_bytes());
        self.send(&frames);
        self.send(&frames[..frames.len() / 2]);
    }

    /// Pages of other origins, and other names for the server.
    fn wrong_origin(&self) {
        let body = "{\"game\":\"robotory\"}";
        self.send(&self.request(
            "POST",
            "/api/rooms",
            "Origin: https://evil.example\r\n",
            body,
        ));
        self.send(b"POST /api/rooms HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n");
    }

    /// Guessed tokens, one after another.
    fn guess(&self, nth: u64) {
        let token = format!("Authorization: Bearer {nth:032x}\r\n");
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"match/view"}"#;
        for end in ["rpc", "token", "seats/1"] {
            let method = if end == "seats/1" { "DELETE" } else { "POST" };
            self.send(&self.request(
                method,
                &format!("/api/rooms/{}/{end}", self.room.id),
                &token,
                body,
            ));
        }
    }

    /// Rooms, and work that nobody waits for.
    fn rooms(&self) {
        let bots = "{\"game\":\"robot-empire\",\"seats\":[\"greedy\",\"greedy\"]}";
        let Some(mut line) = self.line() else { return };
        let _ = line.write_all(&self.request("POST", "/api/rooms", "", bots));
        drop(line);
        self.send(&self.request(
            "POST",
            "/api/rooms",
            "",
            "{\"game\":\"lunar-command\",\"clock\":{\"seconds\":1}}",
        ));
    }

    /// A spectator who connects again and again, and disconnects without closing.
    fn watch(&self) {
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let mut frames = self.request(
            "GET",
            &format!("/api/rooms/{}/ws", self.room.id),
            upgrade,
            "",
        );
        let enter = br#"{"jsonrpc":"2.0","id":1,"method":"room/enter","params":{}}"#;
        frames.extend([0x81, 0x80 | enter.len() as u8, 0, 0, 0, 0]);
        frames.extend(enter);
        self.send(&frames);
    }

    /// Pings of a client in the room that does not read the answers.
    fn ping(&self) {
        let Some(mut line) = self.line() else { return };
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let path = format!("/api/rooms/{}/ws", self.room.id);
        let _ = line.write_all(&self.request("GET", &path, upgrade, ""));
        let enter = br#"{"jsonrpc":"2.0","id":1,"method":"room/enter","params":{}}"#;
        let _ = line.write_all(&[0x81, 0x80 | enter.len() as u8, 0, 0, 0, 0]);
        let _ = line.write_all(enter);
        let ping = [&[0x89, 0xfd, 0, 0, 0, 0][..], &[b'x'; 125]].concat();
        let many = ping.repeat(1_000);
        for _ in 0..100 {
            if line.write_all(&many).is_err() {
                break;
            }
        }
    }

    /// The attacker's own rooms, with the maximum number of requests from each seat.
    fn seats(&self) {
        let made = self
            .server
            .try_ask("POST", "/api/rooms", None, "{\"game\":\"moon-bots\"}");
        let made = made.ok().filter(|(status, _)| *status == 201);
        let Some(about) = made.and_then(|(_, body)| serde_json::from_str::<Value>(&body).ok())
        else {
            return std::thread::sleep(Duration::from_millis(200));
        };
        let path = format!(
            "/api/rooms/{}/rpc",
            about["room"].as_str().unwrap_or_default()
        );
        let ask = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/view" }).to_string();
        for seat in about["seats"].as_array().into_iter().flatten() {
            let token = format!(
                "Authorization: Bearer {}\r\n",
                seat["token"].as_str().unwrap_or_default()
            );
            for _ in 0..50 {
                self.send(&self.request("POST", &path, &token, &ask));
            }
        }
    }
}

/// The two players, and the duration of their actions.
struct Table {
    seats: [Socket; 2],
    actor: Value,
    took: Vec<Duration>,
    actions: usize,
}

impl Table {
    fn new(server: &Server) -> (Room, Table) {
        let room = server.room(&json!({ "game": "moon-bots", "players": 2 }));
        let seats = [1, 2].map(|seat| {
            let mut socket = server.socket(&room.id);
            socket.enter(Some(room.token(seat)), 0).unwrap();
            socket
        });
        let actor = room.about["actor"].clone();
        let (took, actions) = (Vec::new(), 0);
        (
            room,
            Table {
                seats,
                actor,
                took,
                actions,
            },
        )
    }

    /// Plays an action at human speed. Returns whether the game continues.
    fn play(&mut self) -> bool {
        let Some(seat) = asked(&self.actor) else {
            return false;
        };
        let begun = Instant::now();
        let socket = &mut self.seats[seat - 1];
        let question = socket.ask("match/question", json!({})).unwrap();
        let choices = question["choices"].as_array().unwrap();
        let action = &choices[self.took.len() * 7 % choices.len()]["action"];
        let played = socket
            .ask("match/play", json!({ "action": action }))
            .unwrap();
        self.took.push(begun.elapsed());
        self.actions += 1;
        self.actor = played["actor"].clone();
        true
    }
}

/// Attacks a table for this long. Its players, from the same address, still get answers.
fn harm(name: &str, time: Duration) {
    let bench = Bench::new(name);
    let server = Server::start(&bench, &["--db", "rooms.db", "--services"]);
    let lunar = server.room(&json!({ "game": "lunar-command", "players": 2 }));
    let (room, mut table) = Table::new(&server);
    let before = server.memory();
    let harm = Harm {
        server,
        room,
        lunar,
        over: AtomicBool::new(false),
    };
    type Work = fn(&Harm, u64);
    let kinds: [(&str, Work); 10] = [
        ("idle", |harm, _| harm.idle()),
        ("deaf", |harm, _| harm.deaf()),
        ("flood", |harm, _| harm.flood()),
        ("oversized", |harm, _| harm.oversized()),
        ("wrong origin", |harm, _| harm.wrong_origin()),
        ("token", |harm, nth| harm.guess(nth)),
        ("rooms", |harm, _| harm.rooms()),
        ("watch", |harm, _| harm.watch()),
        ("ping", |harm, _| harm.ping()),
        ("seats", |harm, _| harm.seats()),
    ];
    let done = kinds.map(|_| AtomicU64::new(0));
    let mut most = 0;
    // A game has about 150 actions.
    let pause = (time / 150).max(Duration::from_millis(200));
    std::thread::scope(|scope| {
        for (nth, (_, work)) in kinds.iter().enumerate() {
            for _ in 0..2 {
                let (harm, done) = (&harm, &done[nth]);
                scope.spawn(move || {
                    while !harm.is_over() {
                        work(harm, done.fetch_add(1, Ordering::Relaxed));
                    }
                });
            }
        }
        let begun = Instant::now();
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            while begun.elapsed() < time {
                // Once the game is over, the players look at the result.
                if !table.play() {
                    let asked = Instant::now();
                    table.seats[0].ask("match/view", json!({})).unwrap();
                    table.took.push(asked.elapsed());
                }
                let next = Instant::now() + pause;
                while Instant::now() < next {
                    most = most.max(harm.server.memory().unwrap_or_default());
                    std::thread::sleep(Duration::from_millis(200));
                }
            }
        }));
        harm.over.store(true, Ordering::Relaxed);
        assert!(
            played.is_ok(),
            "the table was not answered after {:?}",
            begun.elapsed()
        );
    });
    table.took.sort();
    let at = |share: f64| table.took[((table.took.len() - 1) as f64 * share) as usize];
    println!(
        "{} answers in {time:?}, {} of them to actions: half in {:?}, 99 % in {:?}, the longest {:?}",
        table.took.len(),
        table.actions,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    let did: Vec<_> = kinds
        .iter()
        .zip(&done)
        .map(|((kind, _), done)| format!("{kind} {}", done.load(Ordering::Relaxed)))
        .collect();
    println!(
        "meanwhile: {}; memory {before:?} kB, at most {most} kB",
        did.join(", ")
    );
    assert!(at(1.0) < LONGEST, "{:?}", at(1.0));
    assert!(
        before.is_none_or(|before| most < before + MEMORY),
        "{before:?} kB, then {most} kB"
    );
    std::thread::sleep(Duration::from_secs(3));
    let figures = harm.server.ask("GET", "/metrics", None, "").1;
    let refused = figures
        .lines()
        .find(|line| line.starts_with("cardwright_limited_total"));
    println!(
        "afterwards: {:?}, {refused:?}",
        harm.server.ask("GET", "/healthz", None, "")
    );
    assert_eq!(harm.server.get("/healthz")["ok"], true);
}

#[test]
fn a_table_plays_on_for_a_moment() {
    harm("soak-moment", Duration::from_secs(6));
}

#[test]
#[ignore = "takes minutes"]
fn a_table_plays_on() {
    let seconds = std::env::var("CARDWRIGHT_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(120);
    harm("soak", Duration::from_secs(seconds));
}
