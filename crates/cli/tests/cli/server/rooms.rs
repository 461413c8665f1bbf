//! Rooms over HTTP, from creation to the end of a game, and everything that is refused.

use super::client::{Server, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{Read, Write};

#[test]
fn a_whole_game_is_played_over_http_and_goes_on_after_a_restart() {
    play_with_a_restart("server-http", "rooms.db");
}

/// Plays a complete game; in the middle, the server is killed.
pub(super) fn play_with_a_restart(name: &str, db: &str) {
    let bench = Bench::new(name);
    // Playing fast is not tested here: a complete game takes more requests than a client may send per second.
    let args = ["--db", db, "--rate", "100000"];
    let mut server = Server::start(&bench, &args);
    let room = server.room(&json!({ "game": "moon-bots", "seats": ["human", "greedy", "human"] }));
    assert!(
        room.about["seats"][1].get("token").is_none(),
        "a bot has no token"
    );
    assert_ne!(room.token(1), room.token(3));
    let mut actor = room.about["actor"].clone();
    let (mut answers, mut lines) = (0, 0);
    while let Some(seat) = asked(&actor) {
        let question = server
            .call(&room, Some(seat), "match/question", json!({}))
            .unwrap();
        let choices = question["choices"].as_array().unwrap();
        let action = choices[(answers * 7) % choices.len()]["action"].clone();
        let played = server
            .call(&room, Some(seat), "match/play", json!({ "action": action }))
            .unwrap();
        lines += played["lines"].as_array().unwrap().len();
        actor = played["actor"].clone();
        answers += 1;
        if answers == 10 {
            let before = server.get(&format!("/api/rooms/{}", room.id));
            server.kill();
            server = Server::start(&bench, &args);
            assert_eq!(server.get(&format!("/api/rooms/{}", room.id)), before);
        }
    }
    assert_eq!(actor["kind"], "over");
    assert!(
        answers > 10 && lines > answers,
        "{answers} answers, {lines} lines"
    );
    let error = server
        .call(&room, Some(1), "match/play", json!({ "action": "pass" }))
        .unwrap_err();
    assert_eq!(error["data"]["kind"], "not-asked");
}

/// The clients on the page work as described, if their languages are installed.
#[test]
fn the_clients_of_the_page_play_their_games() {
    let bench = Bench::new("server-clients");
    let server = Server::start(&bench, &["--rate", "100000"]);
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let address = format!("http://{}", server.address);
    for (program, args, client, last) in [
        (
            "python3",
            &["-B"][..],
            "python/rooms.py",
            " answers, then {\"kind\": \"over\"",
        ),
        ("python3", &["-B"], "python/table.py", " Winners: ["),
        (
            "node",
            &["--experimental-websocket"],
            "javascript/room.mjs",
            " lines; ",
        ),
    ] {
        let client = examples.join(client);
        let lines = std::fs::read_to_string(&client).unwrap().lines().count();
        assert!(lines < 40, "{} is to be short", client.display());
        // A Node that does not know the option is too old.
        let there = std::process::Command::new(program)
            .args(args)
            .args(["-c", "0"])
            .output();
        let there = there
            .is_ok_and(|output| !String::from_utf8_lossy(&output.stderr).contains("bad option"));
        if !there {
            println!(
                "skipped: {program} is not installed here, or too old for {}",
                client.display()
            );
            continue;
        }
        let done = std::process::Command::new(program)
            .args(args)
            .arg(&client)
            .arg(&address)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            done.status.success(),
            "{}: {}",
            client.display(),
            String::from_utf8_lossy(&done.stderr)
        );
        let end = told.lines().last().unwrap();
        assert!(end.contains(last), "{}: {told}", client.display());
        if let Some((heard, rest)) = end.split_once(" of ") {
            assert_eq!(Some(heard), rest.split(' ').next(), "each line once: {end}");
        }
    }
}

#[test]
fn a_home_made_pack_is_checked_and_played() {
    let bench = Bench::new("server-pack");
    let server = Server::start(&bench, &[]);
    let files = cardwright::starter("moon-bots", "space-junk").unwrap();
    let files: std::collections::BTreeMap<_, _> = files.into_iter().collect();
    let packs = json!([{ "name": "space-junk", "files": files }]);
    let (status, body) = server.ask(
        "POST",
        "/api/packs/check",
        None,
        &json!({ "packs": packs }).to_string(),
    );
    assert!(status == 200 && body.contains("\"good\":true"), "{body}");
    let room = server.room(&json!({ "game": "moon-bots", "packs": packs, "players": 2 }));
    let names: Vec<&str> = room.about["packs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pack| pack["id"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"space-junk"));
    let cards = server.get(&format!("/api/rooms/{}/cards", room.id));
    assert!(
        cards["cards"]
            .as_array()
            .unwrap()
            .iter()
            .any(|card| card["id"] == "space-junk:tin-hat")
    );
    let wrong = json!([{ "files": { "pack.toml": "id = 3" } }]);
    let (status, body) = server.ask(
        "POST",
        "/api/rooms",
        None,
        &json!({ "game": "moon-bots", "packs": wrong }).to_string(),
    );
    assert!(status == 400 && body.contains("diagnostics"), "{body}");
}

/// Rulebooks are created once per setup, and every game has setups that look alike.
#[test]
fn rooms_of_different_games_with_the_same_setup_have_their_own_rules() {
    let bench = Bench::new("server-alike");
    let server = Server::start(&bench, &[]);
    for round in 0..2 {
        for game in ["robotory", "moon-bots", "robot-empire", "lunar-command"] {
            let room = server.room(&json!({ "game": game, "players": 2 }));
            let about = server.get(&format!("/api/rooms/{}", room.id));
            assert_eq!(about["game"], game, "round {round}");
        }
    }
}

#[test]
fn what_is_not_allowed_is_refused_with_a_reason() {
    let bench = Bench::new("server-refused");
    let server = Server::start(&bench, &[]);
    let kind = |(status, body): (u16, String)| {
        let body: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}"));
        (
            status,
            body["error"]["data"]["kind"]
                .as_str()
                .unwrap_or_default()
                .to_string(),
        )
    };
    let make = |text: &str| kind(server.ask("POST", "/api/rooms", None, text));
    for (text, expected) in [
        ("", (400, "params")),
        ("{\"game\":\"moon-bots\",\"seed\":1}", (400, "params")),
        ("{\"game\":\"chess\"}", (400, "setup")),
        ("{\"game\":\"moon-bots\",\"players\":9}", (400, "setup")),
        (
            "{\"game\":\"robotory\",\"seats\":[\"human\",\"robby\"]}",
            (400, "setup"),
        ),
        (
            "{\"game\":\"robotory\",\"clock\":{\"seconds\":0}}",
            (400, "params"),
        ),
        (
            "{\"game\":\"robotory\",\"position\":\"turn = 99\"}",
            (400, "position"),
        ),
    ] {
        assert_eq!(make(text), (expected.0, expected.1.to_string()), "{text}");
    }
    let room = server.room(&json!({ "game": "robotory", "spectators": false }));
    let path = |end: &str| format!("/api/rooms/{}{end}", room.id);
    let view = r#"{"jsonrpc":"2.0","id":1,"method":"match/view"}"#;
    assert_eq!(
        kind(server.ask("POST", &path("/rpc"), None, view)),
        (401, "no-seat".into()),
        "no spectators here"
    );
    assert_eq!(
        kind(server.ask("POST", &path("/rpc"), Some("0123"), view)),
        (401, "no-seat".into())
    );
    assert_eq!(
        kind(server.ask("GET", "/api/rooms/r0", None, "")),
        (404, "no-match".into())
    );
    assert_eq!(
        kind(server.ask("GET", &path("/cards"), None, "")),
        (404, "no-match".into()),
        "it has no cards"
    );
    assert_eq!(
        kind(server.ask("DELETE", &path(""), Some(room.token(1)), "")),
        (401, "no-seat".into())
    );
    let error = |method: &str, params: Value| {
        let error = server.call(&room, Some(2), method, params).unwrap_err();
        error["data"]["kind"].as_str().unwrap().to_string()
    };
    assert_eq!(
        error("match/play", json!({ "action": "place white a1" })),
        "not-asked"
    );
    assert_eq!(error("match/view", json!({ "seat": 1 })), "no-seat");
    assert_eq!(error("match/view", json!({ "seat": "host" })), "no-seat");
    assert_eq!(error("match/view", json!({ "match": "m1" })), "no-match");
    for method in [
        "match/undo",
        "match/new",
        "match/load",
        "match/close",
        "simulate/run",
        "pack/check",
        "pack/mutate",
        "judge/write",
        "shutdown",
    ] {
        assert_eq!(error(method, json!({})), "no-method", "{method}");
    }
    assert_eq!(
        server
            .ask(
                "POST",
                &path("/rpc"),
                Some(room.token(1)),
                &"x".repeat(70_000)
            )
            .0,
        413
    );
    // A guest claims the seat.
    let (status, body) = server.ask("POST", &path("/token"), Some(room.token(2)), "");
    let new = serde_json::from_str::<Value>(&body).unwrap()["token"]
        .as_str()
        .unwrap()
        .to_string();
    assert_eq!(status, 200);
    assert_eq!(
        kind(server.ask("POST", &path("/rpc"), Some(room.token(2)), view)),
        (401, "no-seat".into())
    );
    assert_eq!(server.ask("POST", &path("/rpc"), Some(&new), view).0, 200);
    assert_eq!(server.ask("DELETE", &path(""), Some(&room.host), "").0, 204);
    assert_eq!(
        kind(server.ask("GET", &path(""), None, "")),
        (404, "no-match".into())
    );
}

#[test]
fn a_client_that_asks_too_much_is_told_to_wait() {
    let bench = Bench::new("server-limits");
    let server = Server::start(
        &bench,
        &["--rate", "2", "--rooms-an-hour", "2", "--connections", "1"],
    );
    let head = format!(
        "Host: {}\r\nContent-Type: application/json\r\n",
        server.address
    );
    let wait = |head: &str| -> Option<u64> {
        let line = head
            .lines()
            .find_map(|line| line.strip_prefix("retry-after: "))?;
        line.parse().ok()
    };
    let make = || server.send("POST", "/api/rooms", &head, "{\"game\":\"robotory\"}");
    assert_eq!([make().0, make().0], [201, 201]);
    let (status, told, _) = make();
    assert!(
        status == 429 && wait(&told).is_some_and(|wait| (1_000..=1_800).contains(&wait)),
        "{told}"
    );
    // Eight at once, and two a second: sequential requests are slowed down, and too many at once are refused.
    let asked: Vec<_> = std::thread::scope(|scope| {
        let ask = || server.send("GET", "/api/rooms/none", &head, "");
        let all: Vec<_> = (0..24).map(|_| scope.spawn(ask)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let refused: Vec<_> = asked.iter().filter(|(status, ..)| *status == 429).collect();
    let limited = 1 + refused.len();
    assert!(!refused.is_empty() && refused.len() < 24, "{asked:?}");
    for (_, told, body) in refused {
        let wait = wait(told).unwrap();
        assert!((1..=30).contains(&wait), "{told}");
        assert!(body.contains(&format!("\"retry_after\":{wait}")), "{body}");
    }
    std::thread::sleep(std::time::Duration::from_secs(4));
    let begun = std::time::Instant::now();
    let one_by_one: Vec<u16> = (0..6)
        .map(|_| server.ask("GET", "/api/rooms/none", None, "").0)
        .collect();
    assert_eq!(one_by_one, [404; 6], "after {:?}", begun.elapsed());
    let figures = server.ask("GET", "/metrics", None, "").1;
    assert!(
        figures.contains(&format!("cardwright_limited_total {limited}\n")),
        "{limited} were refused: {figures}"
    );
}

/// The client of the page with the usual limits, one game after another.
#[test]
fn a_client_that_plays_as_fast_as_it_can_is_not_refused() {
    let bench = Bench::new("server-fast");
    let server = Server::start(&bench, &[]);
    for game in ["moon-bots", "robotory"] {
        let room = server.room(&json!({ "game": game, "players": 2 }));
        let mut actor = room.about["actor"].clone();
        let mut answers = 0;
        while let Some(seat) = asked(&actor) {
            let seat = Some(seat);
            let question = server
                .call(&room, seat, "match/question", json!({}))
                .unwrap();
            let choices = question["choices"].as_array().unwrap();
            let action = &choices[(answers * 7) % choices.len()]["action"];
            let played = server
                .call(&room, seat, "match/play", json!({ "action": action }))
                .unwrap();
            actor = played["actor"].clone();
            answers += 1;
        }
        assert!(answers > 10, "{game}");
    }
}

#[test]
fn files_for_browsers_are_given_and_none_beside_them() {
    let bench = Bench::new("server-web");
    bench.write("web/index.html", "<p>table</p>");
    bench.write("secret.txt", "secret");
    let server = Server::start(&bench, &["--web", "web"]);
    assert_eq!(
        server.ask("GET", "/", None, ""),
        (200, "<p>table</p>".into())
    );
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/nothing.js",
    ] {
        let (status, body) = server.ask("GET", path, None, "");
        assert!(
            status >= 400 && !body.contains("secret"),
            "{path}: {status} {body}"
        );
    }
}

/// The lowercase lines before the body.
fn headers(server: &Server, path: &str) -> String {
    let mut stream = std::net::TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut told = Vec::new();
    stream.read_to_end(&mut told).unwrap();
    String::from_utf8_lossy(&told)
        .split("\r\n\r\n")
        .next()
        .unwrap()
        .to_ascii_lowercase()
}

/// Files whose names change with their content may be cached forever; all others may not.
#[test]
fn browsers_keep_assets_and_nothing_else() {
    let bench = Bench::new("server-assets");
    for file in [
        "web/index.html",
        "web/assets/index-D4MuCvzs.js",
        "web/assetsnot.js",
        "web/offline.js",
    ] {
        bench.write(file, "0");
    }
    let server = Server::start(&bench, &["--web", "web"]);
    let kept = |path: &str| {
        headers(&server, path).contains("cache-control: public, max-age=31536000, immutable")
    };
    assert!(kept("/assets/index-D4MuCvzs.js"));
    // A missing file may exist after the next build. `..` leads to a file with another name.
    for path in [
        "/",
        "/offline.js",
        "/assetsnot.js",
        "/assets/gone.js",
        "/assets/../offline.js",
        "/api/games",
    ] {
        assert!(!kept(path), "{path}");
    }
    let without = Server::start(&bench, &[]);
    assert!(!headers(&without, "/assets/index-D4MuCvzs.js").contains("immutable"));
}

#[test]
fn a_server_that_cannot_be_says_why() {
    let bench = Bench::new("server-cannot");
    for args in [
        &["serve", "--http", "nowhere"][..],
        &["serve", "--stdio", "--http", "127.0.0.1:0"],
        &["serve", "--http", "127.0.0.1:0", "--web", "nowhere"],
        &[
            "serve",
            "--http",
            "127.0.0.1:0",
            "--db",
            "no/such/folder/rooms.db",
        ],
        &["serve", "--stdio", "--db", "rooms.db"],
    ] {
        let output = bench.output(args, "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && told.starts_with("error: "),
            "{args:?}: {told}"
        );
    }
    let _held = Server::start(&bench, &["--db", "rooms.db"]);
    let output = bench.output(&["serve", "--http", "127.0.0.1:0", "--db", "rooms.db"], "");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("locked"),
        "{output:?}"
    );
}
