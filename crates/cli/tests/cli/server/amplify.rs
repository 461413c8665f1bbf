//! Small requests for large answers or much work: each is counted and limited, and abandoned if nobody waits for it.

use super::client::{Server, Socket};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A hundred requests in one message: no more bytes than a batch may have, and each is counted.
#[test]
fn a_batch_is_as_many_requests_as_are_in_it_and_its_answers_have_a_bound() {
    let bench = Bench::new("amplify-batch");
    let server = Server::start(&bench, &["--rate", "40"]);
    let room = server.room(&json!({ "game": "lunar-command", "players": 2 }));
    let mut socket = server.socket(&room.id);
    socket.enter(None, 0).unwrap();
    let ask = |id: usize| json!({ "jsonrpc": "2.0", "id": id, "method": "match/actions" });
    let batch = Value::from_iter((0..100).map(ask)).to_string();
    let path = format!("/api/rooms/{}/rpc", room.id);
    let (status, body) = server.ask("POST", &path, None, &batch);
    assert_eq!(status, 200, "{body}");
    assert!(body.len() < 1_300_000, "{} bytes", body.len());
    let replies: Vec<Value> = serde_json::from_str(&body).unwrap();
    let limited = |reply: &&Value| reply["error"]["data"]["kind"] == "limit";
    let refused = replies.iter().filter(limited).count();
    assert!(
        replies.len() == 100 && (80..100).contains(&refused),
        "{refused} of {}",
        replies.len()
    );
    // 160 at once: the batch, and the cost of its answers.
    let (status, body) = server.ask("POST", &path, None, &batch);
    assert_eq!(status, 429, "{body}");
    socket.send(&batch);
    let code = loop {
        if let Err(code) = socket.text() {
            break code;
        }
    };
    assert_eq!(code, 4429);
    assert!(socket.heard.last().unwrap().contains("retry_after"));
}

/// A list that is too long for one answer is sent in pages, which together are the list.
#[test]
fn long_lists_come_in_pages() {
    let bench = Bench::new("amplify-pages");
    let many = ["--rate", "100000", "--rooms-an-hour", "100000"];
    let server = Server::start(
        &bench,
        &[&many[..], &["--services", "--seed", "1"]].concat(),
    );
    let mut longest = 0;
    for _ in 0..60 {
        let room = server.room(&json!({ "game": "lunar-command", "players": 2 }));
        let page = |params: Value| {
            server
                .call(&room, Some(1), "match/question", params)
                .unwrap()
        };
        let (mut all, mut next, mut pages) = (Vec::new(), Some(0), 0);
        while let Some(from) = next {
            let question = page(json!({ "from": from }));
            let choices = question["choices"].as_array().unwrap();
            assert!(choices.len() <= 1_000 && !choices.is_empty());
            assert_eq!(question["from"].as_u64().unwrap_or_default(), from);
            all.extend(choices.clone());
            next = question["next"].as_u64();
            pages += 1;
        }
        assert_eq!(pages, all.len().div_ceil(1_000));
        assert_eq!(
            page(json!({ "from": 7, "limit": 3 }))["choices"],
            Value::from(&all[7..10])
        );
        let past = page(json!({ "from": u64::MAX }));
        assert!(past["choices"] == json!([]) && past.get("next").is_none());
        longest = longest.max(all.len());
        if longest > 1_000 {
            break;
        }
    }
    assert!(longest > 1_000, "the dice offer many choices in most games");
    // Pages have the steps and ranks of the whole list, which a service sends at once.
    let mut service = Socket::open(&server.address, "/rpc");
    let seats = json!(["human", "human"]);
    let begun = service.ask(
        "match/new",
        json!({ "game": "lunar-command", "seats": seats }),
    );
    let name = begun.unwrap()["match"].clone();
    let whole = service
        .ask("match/question", json!({ "match": name }))
        .unwrap();
    assert!(whole.get("next").is_none());
    let (mut all, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let params = json!({ "match": name, "from": from, "limit": 77 });
        let page = service.ask("match/question", params).unwrap();
        all.extend(page["choices"].as_array().unwrap().clone());
        next = page["next"].as_u64();
    }
    assert_eq!(whole["choices"], Value::from(all));
    let room = server.room(&json!({ "game": "moon-bots", "players": 2 }));
    let lines = |params: Value| server.call(&room, Some(1), "match/lines", params).unwrap();
    let whole = lines(json!({}));
    let count = whole["lines"].as_array().unwrap().len();
    assert!(count > 2 && whole.get("next").is_none());
    let first = lines(json!({ "from": 1, "limit": 1 }));
    assert_eq!(first["lines"][0], whole["lines"][1]);
    assert_eq!(first["next"], 2);
    let none = lines(json!({ "limit": 0 }));
    assert!(
        none["lines"] == json!([]) && none.get("next").is_none(),
        "{none}"
    );
}

/// Clients that request the longest answers and do not read them: the server buffers a limited amount, then disconnects
/// them.
#[test]
fn answers_that_nobody_reads_do_not_fill_the_memory() {
    let bench = Bench::new("amplify-unread");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let room = server.room(&json!({ "game": "lunar-command", "players": 2 }));
    let before = server.memory();
    let ask = |id: usize| json!({ "jsonrpc": "2.0", "id": id, "method": "match/question" });
    let batch = Value::from_iter((0..20).map(ask)).to_string();
    let mut deaf: Vec<Socket> = (0..16)
        .map(|_| {
            let mut socket = server.socket(&room.id);
            socket.enter(None, 0).unwrap();
            socket
        })
        .collect();
    for _ in 0..4 {
        for socket in &mut deaf {
            socket.patience(Duration::from_millis(100));
            socket.try_send(&batch);
        }
    }
    std::thread::sleep(Duration::from_secs(3));
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 150_000, "{before} kB, then {after} kB");
    }
    assert_eq!(server.get("/healthz")["ok"], true);
    // Clients that read still get answers.
    let other = server.room(&json!({ "game": "robotory" }));
    assert!(
        server
            .call(&other, Some(1), "match/question", json!({}))
            .is_ok()
    );
}

/// How long a request takes, and its answer.
fn timed(server: &Server, path: &str, body: &str) -> (Duration, u16, usize) {
    let begun = Instant::now();
    let (status, body) = server.ask("POST", path, None, body);
    (begun.elapsed(), status, body.len())
}

/// Every list in a request is counted before its contents are processed. However long it is, the answer is short and
/// comes as fast as the list is read.
#[test]
fn long_lists_in_requests_are_refused_before_they_cost_anything() {
    let bench = Bench::new("amplify-lists");
    let server = Server::start(&bench, &["--rate", "100000", "--rooms-an-hour", "100000"]);
    let games = ["robotory", "moon-bots", "robot-empire", "lunar-command"];
    let many = |count: usize, one: &dyn Fn(usize) -> String| {
        (0..count).map(one).collect::<Vec<_>>().join(",")
    };
    for game in games {
        let options = many(400_000, &|nth| format!("\"o{nth}\":\"x\""));
        let (took, status, bytes) = timed(
            &server,
            "/api/rooms",
            &format!("{{\"game\":\"{game}\",\"options\":{{{options}}}}}"),
        );
        assert!(
            status == 400 && bytes < 2_000 && took < Duration::from_secs(10),
            "{game}: {status}, {bytes} bytes, {took:?}"
        );
        let near = many(100, &|nth| format!("\"o{nth}{}\":\"x\"", "y".repeat(3_000)));
        let (took, status, bytes) = timed(
            &server,
            "/api/rooms",
            &format!("{{\"game\":\"{game}\",\"options\":{{{near}}}}}"),
        );
        assert!(
            status == 400 && bytes < 100_000 && took < Duration::from_secs(10),
            "{game}: {status}, {bytes} bytes, {took:?}"
        );
        let value = "1,".repeat(2_000_000);
        let (took, status, bytes) = timed(
            &server,
            "/api/rooms",
            &format!("{{\"game\":\"{game}\",\"options\":{{\"columns\":\"{value}\"}}}}"),
        );
        assert!(
            status == 400 && bytes < 2_000 && took < Duration::from_secs(10),
            "{game}: {status}, {bytes} bytes, {took:?}"
        );
        let seats = many(790_000, &|_| "\"human\"".into());
        let (took, status, bytes) = timed(
            &server,
            "/api/rooms",
            &format!("{{\"game\":\"{game}\",\"seats\":[{seats}]}}"),
        );
        assert!(
            status == 400 && bytes < 2_000 && took < Duration::from_secs(5),
            "{game}: {status}, {bytes} bytes, {took:?}"
        );
        let seats = many(60, &|_| "\"human\"".into());
        let (_, status, _) = timed(
            &server,
            "/api/rooms",
            &format!("{{\"game\":\"{game}\",\"seats\":[{seats}]}}"),
        );
        assert_eq!(status, 400);
    }
    let files = many(200_000, &|nth| format!("\"f{nth}.txt\":\"\""));
    let packs = format!("{{\"packs\":[{{\"files\":{{{files}}}}}]}}");
    let (took, status, bytes) = timed(&server, "/api/packs/check", &packs);
    assert!(
        bytes < 100_000 && took < Duration::from_secs(10),
        "{status}, {bytes} bytes, {took:?}"
    );
    let packs = many(100_000, &|_| "{\"files\":{}}".into());
    let (took, status, bytes) = timed(
        &server,
        "/api/packs/check",
        &format!("{{\"packs\":[{packs}]}}"),
    );
    assert!(
        status >= 400 && bytes < 2_000 && took < Duration::from_secs(10),
        "{status}, {bytes} bytes, {took:?}"
    );
    let lines = many(200_000, &|nth| format!("x{nth} = 1\\n"));
    let (took, status, bytes) = timed(
        &server,
        "/api/rooms",
        &format!("{{\"game\":\"robotory\",\"position\":\"{lines}\"}}"),
    );
    assert!(
        status == 400 && bytes < 2_000 && took < Duration::from_secs(10),
        "{status}, {bytes} bytes, {took:?}"
    );
}

/// A client that disconnects does not get the next one's turn: running work keeps its slot, and queued work is never
/// started.
#[test]
fn hanging_up_frees_no_place_for_more() {
    let bench = Bench::new("amplify-hang-up");
    let server = Server::start(&bench, &["--rate", "100000", "--rooms-an-hour", "100000"]);
    let files = cardwright::starter("moon-bots", "space-junk").unwrap();
    let files: std::collections::BTreeMap<_, _> = files.into_iter().collect();
    let body = json!({ "packs": vec![json!({ "files": files }); 12] }).to_string();
    let head = format!(
        "POST /api/packs/check HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    for _ in 0..300 {
        let mut line = TcpStream::connect(&server.address).unwrap();
        line.write_all(head.as_bytes()).unwrap();
        line.set_read_timeout(Some(Duration::from_millis(1)))
            .unwrap();
        let _ = line.read(&mut [0; 16]);
    }
    // A few clients' work remains, and the queue is short: at most four requests per client.
    let begun = Instant::now();
    while server
        .ask("POST", "/api/rooms", None, "{\"game\":\"robotory\"}")
        .0
        != 201
    {
        std::thread::sleep(Duration::from_millis(20));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

/// One address gets few of the services, and its messages are counted.
#[test]
fn one_address_does_not_take_all_services() {
    let bench = Bench::new("amplify-services");
    let server = Server::start(
        &bench,
        &["--services", "--rate", "20", "--trusted-proxy", "127.0.0.1"],
    );
    let open = |who: &str| {
        let head = format!(
            "GET /rpc HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {who}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            server.address
        );
        let mut line = TcpStream::connect(&server.address).unwrap();
        line.write_all(head.as_bytes()).unwrap();
        let mut told = [0; 12];
        line.read_exact(&mut told).unwrap();
        (String::from_utf8_lossy(&told[9..]).into_owned(), line)
    };
    let first: Vec<_> = (0..20).map(|_| open("1.1.1.1")).collect();
    assert_eq!(
        first.iter().filter(|(status, _)| status == "101").count(),
        2
    );
    let (status, _line) = open("2001:db8::1");
    assert_eq!(status, "101", "others have theirs");
    let (status, _line) = open("2001:db8::2");
    assert_eq!(status, "101");
    let (status, _line) = open("2001:db8::3");
    assert_eq!(status, "429", "a /64 is one client");
    let mut service = Socket::open(&server.address, "/rpc");
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" }).to_string();
    let batch = format!("[{}]", vec![line; 100].join(","));
    for _ in 0..3 {
        service.send(&batch);
    }
    let refused = (0..3)
        .filter(|_| service.text().unwrap().contains("retry_after"))
        .count();
    assert!(refused >= 1, "{:?}", service.heard);
}

/// Pings are answered by the frame reader before any accounting. Many of them cost as much as requests, read or not,
/// before and after a client has entered, in rooms and at services.
#[test]
fn pings_are_counted_as_requests_are() {
    let bench = Bench::new("amplify-pings");
    let server = Server::start(&bench, &["--rate", "20", "--desks"]);
    let room = server.room(&json!({ "game": "robotory" }));
    for kind in ["before", "entered", "desk"] {
        std::thread::sleep(Duration::from_secs(5));
        let before = server.memory();
        let mut socket = match kind {
            "desk" => Socket::open(&server.address, "/rpc"),
            _ => server.socket(&room.id),
        };
        if kind == "entered" {
            socket.enter(None, 0).unwrap();
        }
        // 40 MB if all were accepted. A client that sends faster than allowed has to wait.
        socket.patience(Duration::from_secs(2));
        let sent = (0..320_000)
            .take_while(|_| socket.ping(&[b'x'; 125]))
            .count();
        assert!(sent < 320_000, "{kind}: all of them were taken");
        if let (Some(before), Some(after)) = (before, server.memory()) {
            assert!(
                after < before + 8_000,
                "{kind}: {before} kB, then {after} kB"
            );
        }
    }
    // A client that pings like browsers and proxies do is not limited.
    std::thread::sleep(Duration::from_secs(5));
    let mut socket = server.socket(&room.id);
    socket.enter(None, 0).unwrap();
    for _ in 0..20 {
        assert!(socket.ping(b"here"));
    }
    assert!(socket.ask("match/view", json!({})).is_ok());
}
