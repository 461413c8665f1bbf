//! Abusive clients, and others who keep playing meanwhile.

use super::client::{Room, Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A player on a connection that was opened before the attack.
struct Player {
    room: Room,
    seats: [Socket; 2],
    actor: Value,
    answers: u64,
}

impl Player {
    fn new(server: &Server) -> Player {
        let room = server.room(&json!({ "game": "lunar-command", "players": 2 }));
        let seats = [1, 2].map(|seat| {
            let mut socket = server.socket(&room.id);
            socket.enter(Some(room.token(seat)), 0).unwrap();
            socket
        });
        let actor = room.about["actor"].clone();
        Player {
            room,
            seats,
            actor,
            answers: 0,
        }
    }

    /// Plays an action and waits for its confirmation.
    fn play(&mut self) {
        let Some(seat) = asked(&self.actor) else {
            return;
        };
        let socket = &mut self.seats[seat - 1];
        let question = socket.ask("match/question", json!({})).unwrap();
        let choices = question["choices"].as_array().unwrap();
        let action = &choices[self.answers as usize * 7 % choices.len()]["action"];
        self.actor = socket
            .ask("match/play", json!({ "action": action }))
            .unwrap()["actor"]
            .clone();
        self.answers += 1;
    }
}

/// What the server still sends to a connection until it closes it.
fn rest(mut line: &TcpStream) -> String {
    line.set_read_timeout(Some(Duration::from_secs(120)))
        .unwrap();
    let mut told = Vec::new();
    // A reset connection is closed too.
    if let Err(error) = line.read_to_end(&mut told) {
        assert_eq!(
            error.kind(),
            std::io::ErrorKind::ConnectionReset,
            "the server still waits"
        );
    }
    String::from_utf8_lossy(&told).into_owned()
}

fn say(server: &Server, text: &str) -> TcpStream {
    let mut line = TcpStream::connect(&server.address).unwrap();
    // The server does not read from unwanted clients.
    let _ = line.write_all(text.as_bytes());
    line
}

#[test]
fn who_says_nothing_or_speaks_slowly_is_let_go() {
    let bench = Bench::new("hostile-slow");
    let server = Server::start(&bench, &[]);
    let mut player = Player::new(&server);
    let slow = [
        // No data; half a header; an endless header; a missing body; a WebSocket that never starts.
        "",
        "GET /api/games HTTP/1.1\r\nHo",
        "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: ",
        "POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        "POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"gam",
    ];
    let lines: Vec<_> = slow
        .iter()
        .cycle()
        .take(25)
        .map(|text| say(&server, text))
        .collect();
    for mut drop in &lines {
        player.play();
        let _ = drop.write_all(b"x");
    }
    assert_eq!(server.ask("GET", "/api/games", None, "").0, 200);
    for line in &lines {
        let told = rest(line);
        assert!(
            told.is_empty() || told.starts_with("HTTP/1.1 408") || told.starts_with("HTTP/1.1 4"),
            "{told}"
        );
    }
    player.play();
    assert_eq!(player.answers, 26);
}

#[test]
fn a_connection_that_rests_is_closed_in_the_end() {
    let bench = Bench::new("hostile-idle");
    let server = Server::start(&bench, &[]);
    let line = say(
        &server,
        "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    );
    assert!(
        rest(&line).starts_with("HTTP/1.1 200"),
        "it is answered, and closed when nothing else comes"
    );
}

#[test]
fn a_client_has_so_many_connections_and_gets_them_back() {
    let bench = Bench::new("hostile-many");
    let server = Server::start(&bench, &["--connections", "2"]);
    let mut player = Player::new(&server);
    let lines: Vec<_> = (0..200).map(|_| say(&server, "GET /")).collect();
    // Excess connections are closed at once; the others wait for the end of the header.
    let closed = |line: &TcpStream| {
        line.set_nonblocking(true).unwrap();
        let mut byte = [0];
        !matches!((&*line).read(&mut byte), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
    };
    let held = || lines.iter().filter(|line| !closed(line)).count();
    while held() > 66 {
        player.play();
        std::thread::sleep(Duration::from_millis(20));
    }
    player.play();
    drop(lines);
    // The slots are free again, perhaps a moment later.
    while server
        .try_ask("GET", "/api/games", None, "")
        .map(|(status, _)| status)
        .ok()
        != Some(200)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    player.play();
}

#[test]
fn what_is_too_large_is_refused_before_it_has_come() {
    let bench = Bench::new("hostile-large");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let mut player = Player::new(&server);
    let before = server.memory();
    let rpc = format!("/api/rooms/{}/rpc", player.room.id);
    for (path, length) in [
        (&*rpc, 65_537),
        ("/api/rooms", 8_500_000),
        ("/api/packs/check", 4_000_000_000),
        ("/api/rooms", u64::MAX),
    ] {
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n");
        let told = rest(&say(&server, &head));
        // A length that is not a number of bytes makes the request invalid.
        let code = if length == u64::MAX {
            "HTTP/1.1 4"
        } else {
            "HTTP/1.1 413"
        };
        assert!(told.starts_with(code), "{path} {length}: {told}");
    }
    // An endless number of chunks: refused above a limit.
    let mut line = say(
        &server,
        &format!(
            "POST {rpc} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        ),
    );
    let piece = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    while line.write_all(piece.as_bytes()).is_ok() {}
    // Each client may send two large bodies at once, and the server reads either first.
    let head = "POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n";
    let large: Vec<_> = (0..20).map(|_| say(&server, head)).collect();
    let is_answered = |line: &&TcpStream| {
        line.set_nonblocking(true).unwrap();
        let answered = !matches!(line.peek(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
        line.set_nonblocking(false).unwrap();
        answered
    };
    while large.iter().filter(is_answered).count() < 18 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let refused: Vec<_> = large.iter().filter(is_answered).map(rest).collect();
    assert_eq!(refused.len(), 18, "{refused:?}");
    assert!(
        refused.iter().all(|told| told.starts_with("HTTP/1.1 429")),
        "{refused:?}"
    );
    player.play();
    server.room(&json!({ "game": "robotory" }));
    drop(large);
    let nested = "[".repeat(60_000);
    assert_eq!(
        server
            .ask("POST", &rpc, Some(player.room.token(1)), &nested)
            .0,
        200,
        "an error of the protocol"
    );
    assert_eq!(server.ask("POST", "/api/rooms", None, &nested).0, 400);
    let long = "x".repeat(200_000);
    for head in [
        format!("GET /{long} HTTP/1.1\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"),
    ] {
        let told = rest(&say(&server, &head));
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    player.play();
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 60_000, "{before} kB, then {after} kB");
    }
}

/// A frame header with its length, followed only by its first bytes.
fn frame(kind: u8, length: u64) -> Vec<u8> {
    let mut head = vec![kind, 0x80 | 127];
    head.extend(length.to_be_bytes());
    head.extend([0; 4]);
    head.extend([b' '; 1000]);
    head
}

#[test]
fn frames_that_are_too_large_or_none_end_the_connection() {
    let bench = Bench::new("hostile-frames");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let mut player = Player::new(&server);
    let before = server.memory();
    let upgrade = format!(
        "GET /api/rooms/{}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        player.room.id
    );
    let lines: Vec<_> = [
        frame(0x81, 16 << 20),
        frame(0x82, 65_537),
        frame(0x81, u64::MAX),
        frame(0x89, 1 << 20),
        frame(0x83, 10),
        [0x01, 0x80, 0, 0, 0, 0].repeat(3),
        b"no frame at all".to_vec(),
    ]
    .iter()
    .cycle()
    .take(28)
    .map(|bytes| {
        let mut line = say(&server, &upgrade);
        let _ = line.write_all(bytes);
        player.play();
        line
    })
    .collect();
    for line in &lines {
        let told = rest(line);
        assert!(told.starts_with("HTTP/1.1 101"), "{told}");
    }
    player.play();
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 40_000, "{before} kB, then {after} kB");
    }
}

/// A client whose message is too large, or that sends no frames, gets the close code of the standard.
#[test]
fn who_sends_what_cannot_be_read_is_told_why() {
    let bench = Bench::new("hostile-codes");
    let server = Server::start(&bench, &["--services"]);
    let room = server.room(&json!({ "game": "robotory" }));
    let closed = |mut socket: Socket, text: &str| {
        socket.try_send(text);
        loop {
            if let Err(code) = socket.text() {
                return code;
            }
        }
    };
    let entered = || {
        let mut socket = server.socket(&room.id);
        socket.enter(Some(room.token(1)), 0).unwrap();
        socket
    };
    for bytes in [65_537, 70_000, 300_000] {
        let large = "x".repeat(bytes);
        assert_eq!(
            closed(server.socket(&room.id), &large),
            1009,
            "{bytes} before entering"
        );
        assert_eq!(closed(entered(), &large), 1009, "{bytes}");
    }
    let service = Socket::open(&server.address, "/rpc");
    assert_eq!(closed(service, &"x".repeat(9_000_000)), 1009);
    assert_eq!(server.get("/healthz")["ok"], true);
}

/// A client sends requests without reading, and spectators request what they can. The two players still get answers.
#[test]
fn who_does_not_read_holds_up_nobody() {
    let bench = Bench::new("hostile-deaf");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let mut player = Player::new(&server);
    let mut deaf = server.socket(&player.room.id);
    deaf.enter(None, 0).unwrap();
    let ask =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "match/view", "params": {} }).to_string();
    // Until the buffers are full: then the server waits for this client, and for nobody else.
    deaf.patience(Duration::from_millis(500));
    while deaf.try_send(&ask) {}
    let mut watchers: Vec<_> = (0..8).map(|_| server.socket(&player.room.id)).collect();
    for watcher in &mut watchers {
        watcher.enter(None, 0).unwrap();
    }
    for _ in 0..40 {
        player.play();
        for watcher in &mut watchers {
            for method in [
                "question", "view", "scene", "lines", "position", "actions", "why", "save", "play",
            ] {
                let _ = watcher.ask(&format!("match/{method}"), json!({ "action": "pass" }));
            }
        }
    }
    assert_eq!(player.answers, 40);
    assert_eq!(server.get("/healthz")["ok"], true);
}

#[test]
fn tokens_are_not_guessed_and_wrong_ones_hold_up_nobody() {
    let bench = Bench::new("hostile-tokens");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let mut player = Player::new(&server);
    let path = format!("/api/rooms/{}", player.room.id);
    let play = r#"{"jsonrpc":"2.0","id":1,"method":"match/play","params":{"action":"pass"}}"#;
    // The token's scheme is case-insensitive.
    let view = r#"{"jsonrpc":"2.0","id":1,"method":"match/view"}"#;
    for kind in ["Bearer", "bearer", "BEARER"] {
        let own = format!(
            "Host: {}\r\nContent-Type: application/json\r\nAuthorization: {kind} {}\r\n",
            server.address,
            player.room.token(1)
        );
        let (status, _, told) = server.send("POST", &format!("{path}/rpc"), &own, view);
        assert!(
            status == 200 && told.contains("\"viewer\":1"),
            "{kind}: {told}"
        );
    }
    let right = player.room.token(1).to_string();
    let long = "f".repeat(20_000);
    let other = server.room(&json!({ "game": "robotory" }));
    for token in [
        "",
        " ",
        "0",
        &right[1..],
        &right.to_uppercase(),
        &long,
        "../..",
        "'; DROP TABLE rooms",
        other.token(1),
    ] {
        // A seat's token in other letter case is a different token.
        if token == right {
            continue;
        }
        assert_eq!(
            server
                .ask("POST", &format!("{path}/rpc"), Some(token), play)
                .0,
            401,
            "{token}"
        );
        assert_eq!(
            server
                .ask("POST", &format!("{path}/token"), Some(token), "")
                .0,
            401,
            "{token}"
        );
        assert_eq!(
            server.ask("DELETE", &path, Some(token), "").0,
            401,
            "{token}"
        );
        player.play();
    }
    for room in [
        "r0",
        "%00",
        "..",
        "%2e%2e",
        "r'%20OR%20'1'='1",
        &"r".repeat(5_000),
        "%F0%9F%A4%96",
    ] {
        let status = server.ask("GET", &format!("/api/rooms/{room}"), None, "").0;
        assert!(status == 404 || status == 400, "{room}: {status}");
    }
    assert_eq!(
        server
            .ask(
                "POST",
                &format!("{path}/rpc"),
                Some(&player.room.host.clone()),
                play
            )
            .0,
        401
    );
    player.play();
}

/// A pack with endless scripts is refused with the place. Meanwhile, others play, create rooms and read.
#[test]
fn a_pack_without_end_holds_up_nobody() {
    let bench = Bench::new("hostile-pack");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let mut player = Player::new(&server);
    let manifest = "id = \"long\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Long\" }\n\
                    license = \"MIT\"\ncards = [\"cards.toml\"]\n";
    let endless = "fn play(me) { repeat 1000 { repeat 1000 { repeat 1000 { gain(me, 1); } } } }\n";
    let card = |nth: usize| {
        format!(
            "[[card]]\nid = \"c{nth}\"\nkind = \"weapon\"\nname = {{ en = \"C{nth}\" }}\ntext = {{ en = \"For ever.\" }}\n\
             copies = 1\nplay_in = \"any\"\nscript = \"s{nth}.rhai\"\n"
        )
    };
    let mut files =
        json!({ "pack.toml": manifest, "cards.toml": (0..200).map(card).collect::<String>() });
    for nth in 0..200 {
        files[format!("s{nth}.rhai")] = endless.into();
    }
    let packs = json!([{ "name": "long", "files": files }]);
    let (check, make) = (
        json!({ "packs": packs }).to_string(),
        json!({ "game": "moon-bots", "packs": packs }).to_string(),
    );
    std::thread::scope(|scope| {
        let ask = |path: &'static str, body: &'static str| {
            let (server, check, make) = (&server, &check, &make);
            scope.spawn(move || {
                server.ask(
                    "POST",
                    path,
                    None,
                    if body == "check" { check } else { make },
                )
            })
        };
        let asked: Vec<_> = (0..6)
            .map(|nth| match nth % 2 {
                0 => ask("/api/packs/check", "check"),
                _ => ask("/api/rooms", "make"),
            })
            .collect();
        while asked.iter().any(|one| !one.is_finished()) {
            player.play();
            server.get(&format!("/api/rooms/{}", player.room.id));
        }
        for one in asked {
            let (status, body) = one.join().unwrap();
            match status {
                200 => assert!(
                    body.contains("\"good\":false") && body.contains(".rhai"),
                    "{body}"
                ),
                400 => assert!(body.contains("diagnostics"), "{body}"),
                // It already has enough work in progress.
                status => assert_eq!(status, 429, "{body}"),
            }
        }
    });
    server.room(&json!({ "game": "moon-bots" }));
    player.play();
}
