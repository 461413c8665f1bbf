//! What web pages may do to a server: much for its own pages, nothing for others unless they are allowed.

use super::client::Server;
use crate::bench::Bench;
use serde_json::json;
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest;

const ROOM: &str = "{\"game\":\"robotory\"}";

/// The status and headers of a request that creates a room.
fn make(server: &Server, host: &str, origin: Option<&str>, kind: &str) -> (u16, String) {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let head = format!("Host: {host}\r\n{origin}Content-Type: {kind}\r\n");
    let (status, head, _) = server.send("POST", "/api/rooms", &head, ROOM);
    (status, head)
}

/// Whether a page of an origin may open a WebSocket; otherwise the status.
fn open(server: &Server, path: &str, host: &str, origin: &str) -> Result<(), u16> {
    let mut request = format!("ws://{}{path}", server.address)
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("origin", origin.parse().unwrap());
    headers.insert("host", host.parse().unwrap());
    let line = TcpStream::connect(&server.address).unwrap();
    match tungstenite::client(request, line) {
        Ok(_) => Ok(()),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(told))) => {
            Err(told.status().as_u16())
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_page_of_another_origin_cannot_drive_a_server() {
    let bench = Bench::new("origins-evil");
    let server = Server::start(&bench, &["--services"]);
    let own = server.address.clone();
    let port = own.rsplit(':').next().unwrap();
    let json = "application/json";
    let evil = Some("https://evil.example");
    assert_eq!(make(&server, &own, None, json).0, 201, "a program");
    assert_eq!(
        make(&server, &own, Some(&format!("http://{own}")), json).0,
        201,
        "its own page"
    );
    let local = format!("localhost:{port}");
    assert_eq!(
        make(
            &server,
            &local,
            Some(&format!("http://{local}")),
            "application/json; charset=utf-8"
        )
        .0,
        201
    );
    assert_eq!(make(&server, &own, evil, json).0, 403);
    assert_eq!(make(&server, &own, Some("null"), json).0, 403);
    // The page's own host name points to our address.
    assert_eq!(
        make(&server, "evil.example", Some("http://evil.example"), json).0,
        421
    );
    assert_eq!(make(&server, "evil.example", None, json).0, 421);
    // What forms and scripts of other pages may send without a preflight.
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "",
        "text/plain; application/json",
    ] {
        assert_eq!(make(&server, &own, None, kind).0, 415, "{kind}");
    }
    let room = server.room(&json!({ "game": "robotory" }));
    let socket = format!("/api/rooms/{}/ws", room.id);
    for path in [&*socket, "/rpc"] {
        assert_eq!(
            open(&server, path, &own, "https://evil.example"),
            Err(403),
            "{path}"
        );
        assert_eq!(
            open(&server, path, "evil.example", "http://evil.example"),
            Err(421),
            "{path}"
        );
        assert_eq!(
            open(&server, path, &own, &format!("http://{own}")),
            Ok(()),
            "{path}"
        );
    }
    for path in ["/", "/healthz", "/metrics", "/api/games", "/nothing"] {
        let (status, ..) = server.send("GET", path, "Host: evil.example\r\n", "");
        assert_eq!(status, 421, "{path}");
        let (_, head, _) = server.send("GET", path, &format!("Host: {own}\r\n"), "");
        assert!(
            head.contains("cross-origin-resource-policy: same-origin"),
            "{path}: {head}"
        );
        assert!(!head.contains("access-control-allow"), "{path}: {head}");
    }
}

#[test]
fn a_frontend_of_another_origin_is_allowed_by_name() {
    let bench = Bench::new("origins-allowed");
    let play = "https://play.example.org";
    let args = [
        "--allow-origin",
        play,
        "--allow-origin",
        "http://localhost:5173",
        "--allow-host",
        "rooms.example.org",
    ];
    let server = Server::start(&bench, &args);
    let (own, json) = (server.address.clone(), "application/json");
    // A browser sends a preflight first.
    let ask = |origin: &str| {
        let head = format!(
            "Host: {own}\r\nOrigin: {origin}\r\nAccess-Control-Request-Method: POST\r\n\
             Access-Control-Request-Headers: authorization,content-type\r\n"
        );
        let (status, head, _) = server.send("OPTIONS", "/api/rooms", &head, "");
        (status, head)
    };
    let (status, head) = ask(play);
    assert_eq!(status, 200, "{head}");
    assert!(
        head.contains(&format!("access-control-allow-origin: {play}")),
        "{head}"
    );
    for (name, words) in [
        ("methods", ["get", "post", "patch", "delete"].as_slice()),
        ("headers", &["authorization", "content-type"]),
    ] {
        let line = head
            .lines()
            .find(|line| line.starts_with(&format!("access-control-allow-{name}: ")))
            .unwrap();
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    let (status, head) = ask("https://evil.example");
    assert!(
        status == 403 && !head.contains("access-control-allow"),
        "{head}"
    );
    for origin in [play, "http://localhost:5173"] {
        let (status, head) = make(&server, &own, Some(origin), json);
        assert!(
            status == 201 && head.contains(&format!("access-control-allow-origin: {origin}")),
            "{head}"
        );
        assert!(
            head.contains("access-control-expose-headers: retry-after") && head.contains("vary: "),
            "{head}"
        );
    }
    // The page can read errors too.
    let head = format!("Host: {own}\r\nOrigin: {play}\r\n");
    let (status, head, _) = server.send("GET", "/api/rooms/none", &head, "");
    assert!(
        status == 404 && head.contains("access-control-allow-origin"),
        "{head}"
    );
    assert_eq!(
        make(
            &server,
            "rooms.example.org",
            Some("https://rooms.example.org"),
            json
        )
        .0,
        201
    );
    let room = server.room(&json!({ "game": "robotory" }));
    let path = format!("/api/rooms/{}/ws", room.id);
    assert_eq!(open(&server, &path, &own, play), Ok(()));
    assert_eq!(open(&server, &path, &own, "https://evil.example"), Err(403));
}

/// The values of the flags are accepted, or refused before the server starts.
#[test]
fn names_origins_and_proxies_are_checked_when_the_server_starts() {
    let bench = Bench::new("origins-flags");
    for (flag, wrong) in [
        ("--allow-origin", "*"),
        ("--allow-origin", "play.example.org"),
        ("--allow-origin", "https://play.example.org/page"),
        ("--allow-host", "https://play.example.org"),
        ("--trusted-proxy", "everybody"),
        ("--trusted-proxy", "10.0.0.0/33"),
    ] {
        let output = bench.output(&["serve", "--http", "127.0.0.1:0", flag, wrong], "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && told.contains(flag) && told.contains(wrong),
            "{told}"
        );
    }
}

/// Clients behind a named proxy are counted separately. Nobody else can forge an address.
#[test]
fn a_named_proxy_says_who_asks() {
    let bench = Bench::new("origins-proxy");
    let made = |server: &Server, who: &str| {
        let head = format!(
            "Host: {}\r\nContent-Type: application/json\r\nX-Forwarded-For: {who}\r\n",
            server.address
        );
        server.send("POST", "/api/rooms", &head, ROOM).0
    };
    let server = Server::start(
        &bench,
        &["--rooms-an-hour", "1", "--trusted-proxy", "127.0.0.1"],
    );
    let of = |who: &str| made(&server, who);
    assert_eq!(
        [of("1.1.1.1"), of("1.1.1.1"), of("2.2.2.2")],
        [201, 429, 201]
    );
    assert_eq!(
        of("3.3.3.3, 1.1.1.1"),
        429,
        "what the client wrote itself does not count"
    );
    assert_eq!(
        [of("2001:db8::1"), of("2001:db8::2"), of("2001:db8:0:1::1")],
        [201, 429, 201]
    );
    let server = Server::start(&bench, &["--rooms-an-hour", "1"]);
    assert_eq!(
        [made(&server, "1.1.1.1"), made(&server, "2.2.2.2")],
        [201, 429]
    );
}
