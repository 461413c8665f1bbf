use super::*;
use crate::Limits;
use crate::entry_points::{HOST, ROOM, SEATS, app_of, runtime, talk};
use crate::limits::{SEATS as SEATS_MOST, UPLOADS};
use tokio::sync::watch;

#[test]
fn a_room_of_several_people_asks_everybody_who_holds_a_card() {
    let options = |room: &str| {
        let (new, _) =
            prepare(&Bytes::copy_from_slice(room.as_bytes())).unwrap_or_else(|_| panic!("{room}"));
        new.setup.options
    };
    let ask = |value: &str| vec![("ask".to_string(), value.to_string())];
    let everybody = r#"{"game": "moon-bots"}"#;
    assert_eq!(options(everybody), ask("when-holding"));
    let alone = r#"{"game": "robot-empire", "seats": ["human", "random"]}"#;
    assert_eq!(options(alone), []);
    let wanted = r#"{"game": "moon-bots", "options": {"ask": "when-playable"}}"#;
    assert_eq!(options(wanted), ask("when-playable"));
}

struct Reply {
    status: u16,
    head: String,
    body: Value,
}

/// Sends a request to a server; the body is JSON unless `kind` says otherwise.
async fn ask(app: &Arc<App>, line: &str, token: Option<&str>, kind: &str, body: &str) -> Reply {
    let token = token.map_or(String::new(), |token| format!("Authorization: {token}\r\n"));
    let host = if line.contains("://") {
        ""
    } else {
        "Host: localhost\r\n"
    };
    let length = body.len();
    let bytes = format!(
        "{line} HTTP/1.1\r\n{host}{token}Content-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    let told = talk(app, bytes.as_bytes()).await;
    let told = String::from_utf8(told).unwrap();
    let (head, body) = told.split_once("\r\n\r\n").unwrap();
    Reply {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_lowercase(),
        body: serde_json::from_str(body).unwrap_or_default(),
    }
}

const JSON: &str = "application/json";

fn bearer_of(token: &str) -> String {
    format!("Bearer {token}")
}

/// A server with few limits, except for rooms.
async fn server(rooms_an_hour: u32) -> Arc<App> {
    let (told, stop) = watch::channel(());
    std::mem::forget(told);
    let limits = Limits {
        rate: 1_000_000,
        rooms_an_hour,
        ..Limits::default()
    };
    app_of(limits, stop, Vec::new()).await
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    runtime().unwrap().block_on(work)
}

/// Requests to one room, in this order: each with its status, and the kind of its error.
#[test]
fn every_request_about_a_room_has_its_status_and_error() {
    block_on(async {
        let app = server(9).await;
        let [one, two] = SEATS.map(bearer_of);
        let (host, nobody) = (bearer_of(HOST), bearer_of("nobody"));
        let question = r#"{"jsonrpc": "2.0", "id": 1, "method": "match/question"}"#;
        let note = r#"{"jsonrpc": "2.0", "method": "match/question"}"#;
        let (none, open) = (None::<&str>, r#"{"spectators": true}"#);
        let rows: &[(&str, Option<&str>, &str, u16, &str)] = &[
            ("GET /healthz", none, "", 200, ""),
            ("GET /metrics", none, "", 200, ""),
            ("GET /api/games", none, "", 200, ""),
            ("GET /api/games", none, "", 200, ""),
            ("GET /nowhere", none, "", 404, ""),
            ("GET /rpc", none, "", 400, ""),
            ("GET /api/rooms/ROOM", none, "", 200, ""),
            ("GET /api/rooms/r1", none, "", 404, "no-match"),
            ("GET /api/rooms/ROOM/cards", none, "", 404, "no-match"),
            ("POST /api/rooms/ROOM/rpc", none, question, 200, ""),
            ("POST /api/rooms/ROOM/rpc", none, note, 204, ""),
            ("POST /api/rooms/ROOM/rpc", Some(&one), question, 200, ""),
            (
                "POST /api/rooms/ROOM/rpc",
                Some(&nobody),
                question,
                401,
                "no-seat",
            ),
            (
                "POST /api/rooms/ROOM/rpc",
                Some(&host),
                question,
                401,
                "no-seat",
            ),
            (
                "POST /api/rooms/ROOM/rpc",
                Some("Basic eDp5"),
                question,
                401,
                "no-seat",
            ),
            (
                "POST /api/rooms/ROOM/rpc",
                Some("Bearer  "),
                question,
                401,
                "no-seat",
            ),
            (
                "POST /api/rooms/r1/rpc",
                Some(&one),
                question,
                404,
                "no-match",
            ),
            ("POST /api/rooms/ROOM/token", none, "", 401, "no-seat"),
            (
                "POST /api/rooms/ROOM/token",
                Some(&host),
                "",
                401,
                "no-seat",
            ),
            ("PATCH /api/rooms/ROOM", Some(&host), "{}", 400, "params"),
            ("PATCH /api/rooms/ROOM", Some(&host), "{", 400, "params"),
            (
                "PATCH /api/rooms/ROOM",
                Some(&host),
                r#"{"spectators": true, "x": 1}"#,
                400,
                "params",
            ),
            ("PATCH /api/rooms/ROOM", Some(&one), open, 401, "no-seat"),
            ("PATCH /api/rooms/ROOM", none, open, 401, "no-seat"),
            ("PATCH /api/rooms/ROOM", Some(&host), open, 204, ""),
            (
                "PATCH /api/rooms/ROOM",
                Some(&host),
                r#"{"spectators": false}"#,
                204,
                "",
            ),
            ("POST /api/rooms/ROOM/rpc", none, question, 401, "no-seat"),
            ("POST /api/rooms/ROOM/rpc", Some(&one), question, 200, ""),
            ("PATCH /api/rooms/ROOM", Some(&host), open, 204, ""),
            ("POST /api/rooms/ROOM/rpc", none, question, 200, ""),
            (
                "DELETE /api/rooms/ROOM/seats/0",
                Some(&host),
                "",
                404,
                "no-seat",
            ),
            (
                "DELETE /api/rooms/ROOM/seats/x",
                Some(&host),
                "",
                404,
                "no-seat",
            ),
            (
                "DELETE /api/rooms/ROOM/seats/3",
                Some(&host),
                "",
                404,
                "no-seat",
            ),
            ("DELETE /api/rooms/ROOM/seats/2", none, "", 401, "no-seat"),
            (
                "DELETE /api/rooms/ROOM/seats/2",
                Some(&one),
                "",
                401,
                "no-seat",
            ),
            ("DELETE /api/rooms/ROOM/seats/2", Some(&two), "", 204, ""),
            (
                "DELETE /api/rooms/ROOM/seats/2",
                Some(&two),
                "",
                401,
                "no-seat",
            ),
            (
                "DELETE /api/rooms/ROOM/seats/2",
                Some(&host),
                "",
                404,
                "no-seat",
            ),
            (
                "POST /api/rooms/ROOM/rpc",
                Some(&two),
                question,
                401,
                "no-seat",
            ),
            ("DELETE /api/rooms/ROOM", Some(&one), "", 401, "no-seat"),
            ("DELETE /api/rooms/ROOM", none, "", 401, "no-seat"),
            ("DELETE /api/rooms/ROOM", Some(&host), "", 204, ""),
            ("GET /api/rooms/ROOM", none, "", 404, "no-match"),
            ("GET http://evil.example/healthz", none, "", 421, "request"),
        ];
        for (nth, (line, token, body, status, kind)) in rows.iter().enumerate() {
            let reply = ask(&app, &line.replace("ROOM", ROOM), *token, JSON, body).await;
            let error = reply.body["error"]["data"]["kind"]
                .as_str()
                .unwrap_or_default();
            assert_eq!(
                (reply.status, error),
                (*status, *kind),
                "{nth}: {line} {body}"
            );
            for header in [
                "x-content-type-options: nosniff",
                "referrer-policy: no-referrer",
                "x-frame-options: sameorigin",
                "cross-origin-resource-policy: same-origin",
            ] {
                assert!(reply.head.contains(header), "{nth}: {}", reply.head);
            }
        }
        let health = ask(&app, "GET /healthz", None, JSON, "").await.body;
        assert_eq!(
            (&health["ok"], &health["rooms"]),
            (&json!(true), &json!(0)),
            "{health}"
        );
        let games = ask(&app, "GET /api/games", None, JSON, "").await;
        assert!(
            games.body["games"]
                .as_array()
                .is_some_and(|games| games.len() >= 4)
        );
        assert!(games.head.contains("content-type: application/json"));
        // Each of them is a message, except for the one that is meant for another server.
        let all = rows.len() as u64 + 1;
        assert_eq!(app.metrics.messages.get(), all);
        assert!(
            app.metrics
                .text()
                .contains(&format!("message_seconds_count {all}"))
        );
        assert_eq!(app.metrics.limited.get(), 0);
    });
}

#[test]
fn a_renewed_token_is_valid_and_the_old_one_is_not() {
    block_on(async {
        let app = server(9).await;
        let of = |end: &str| format!("POST /api/rooms/{ROOM}/{end}");
        let old = bearer_of(SEATS[0]);
        let new = ask(&app, &of("token"), Some(&old), JSON, "").await;
        let new = bearer_of(new.body["token"].as_str().unwrap());
        let question = r#"{"jsonrpc": "2.0", "id": 1, "method": "match/question"}"#;
        for (token, status) in [(&old, 401), (&new, 200), (&bearer_of(SEATS[1]), 200)] {
            let reply = ask(&app, &of("rpc"), Some(token), JSON, question).await;
            assert_eq!(reply.status, status);
        }
    });
}

/// Requests for new rooms, each with its status and the kind of its error.
#[test]
fn a_room_is_made_as_asked_for_or_refused() {
    block_on(async {
        let app = server(100).await;
        let pack = json!({ "name": "x", "files": {} });
        let seats = |many: usize| json!({ "game": "robotory", "seats": vec![HUMAN; many] });
        let packs = |many: usize| json!({ "game": "moon-bots", "packs": vec![pack.clone(); many] });
        let clock = |seconds: u32| json!({ "game": "robotory", "clock": { "seconds": seconds } });
        for (asked, status, kind) in [
            (json!({}), 400, "params"),
            (json!({ "game": "chess" }), 400, "setup"),
            (json!({ "game": "robotory", "seed": 1 }), 400, "params"),
            (json!({ "game": "robotory", "players": 9 }), 400, "setup"),
            (
                json!({ "game": "robotory", "position": "x" }),
                400,
                "position",
            ),
            (
                json!({ "game": "robotory", "seats": ["human", "nobody"] }),
                400,
                "setup",
            ),
            (seats(SEATS_MOST), 400, "setup"),
            (seats(SEATS_MOST + 1), 400, "params"),
            (packs(PACKS), 400, "setup"),
            (packs(PACKS + 1), 429, "limit"),
            (clock(0), 400, "params"),
            (clock(1), 201, ""),
        ] {
            let reply = ask(&app, "POST /api/rooms", None, JSON, &asked.to_string()).await;
            let error = reply.body["error"]["data"]["kind"]
                .as_str()
                .unwrap_or_default();
            assert_eq!(
                (reply.status, error),
                (status, kind),
                "{asked} {}",
                reply.body
            );
        }
        let asked = json!({ "game": "moon-bots", "seats": ["human", "random", "human"] });
        let made = ask(&app, "POST /api/rooms", None, JSON, &asked.to_string())
            .await
            .body;
        assert_eq!(
            (&made["players"], &made["spectators"]),
            (&json!(3), &json!(true)),
            "{made}"
        );
        let (id, host) = (
            made["room"].as_str().unwrap(),
            made["host"].as_str().unwrap(),
        );
        let tokens: Vec<_> = (0..3)
            .map(|seat| made["seats"][seat]["token"].as_str())
            .collect();
        assert!(tokens[0].is_some() && tokens[1].is_none() && tokens[2].is_some());
        let link = format!("/#room={id}&token={}", tokens[2].unwrap());
        assert_eq!(made["seats"][2]["link"], link);
        assert!(made["seats"][1].get("link").is_none());
        // The tokens are told once.
        let info = ask(&app, &format!("GET /api/rooms/{id}"), None, JSON, "")
            .await
            .body
            .to_string();
        assert!(!info.contains(host) && tokens.iter().flatten().all(|token| !info.contains(token)));
        let close = ask(
            &app,
            &format!("DELETE /api/rooms/{id}"),
            Some(&bearer_of(host)),
            JSON,
            "",
        )
        .await;
        assert_eq!(close.status, 204);
        // A game with cards shows them.
        let made = ask(
            &app,
            "POST /api/rooms",
            None,
            JSON,
            r#"{"game": "moon-bots"}"#,
        )
        .await
        .body;
        let cards = format!("GET /api/rooms/{}/cards", made["room"].as_str().unwrap());
        let cards = ask(&app, &cards, None, JSON, "").await;
        assert_eq!(cards.status, 200);
        assert!(
            cards.body["cards"]
                .as_array()
                .is_some_and(|all| all.len() > 20)
        );
        assert!(app.metrics.limited.get() == 0);
    });
}

#[test]
fn rooms_of_a_client_and_packs_to_check_are_limited() {
    block_on(async {
        let app = server(2).await;
        let made = async || {
            ask(
                &app,
                "POST /api/rooms",
                None,
                JSON,
                r#"{"game": "robotory"}"#,
            )
            .await
        };
        assert_eq!([made().await.status, made().await.status], [201, 201]);
        let third = made().await;
        assert_eq!((third.status, app.metrics.limited.get()), (429, 1));
        let error = &third.body["error"];
        assert_eq!(error["message"], "this client has made too many rooms");
        assert_eq!(
            error["data"]["help"],
            "wait for the seconds in `retry_after`"
        );
        let wait = error["data"]["retry_after"].as_u64().unwrap();
        assert!((1_700..=1_800).contains(&wait), "half an hour: {wait}");
        assert!(third.head.contains(&format!("retry-after: {wait}")));
        for (asked, status) in [
            (json!({ "packs": [] }), 200),
            (json!({ "packs": [], "game": "x" }), 400),
            (
                json!({ "packs": vec![json!({ "name": "x", "files": {} }); PACKS + 1] }),
                429,
            ),
        ] {
            let reply = ask(
                &app,
                "POST /api/packs/check",
                None,
                JSON,
                &asked.to_string(),
            )
            .await;
            assert_eq!(reply.status, status, "{asked}");
            match status {
                200 => assert_eq!(reply.body["good"], true, "{}", reply.body),
                429 => {
                    let error = &reply.body["error"];
                    assert_eq!(
                        error["message"],
                        format!("a request has at most {PACKS} packs")
                    );
                    assert_eq!(error["data"]["help"], "make one of several");
                }
                _ => {}
            }
        }
    });
}

/// A full server makes no further room.
#[test]
fn a_full_server_makes_no_room() {
    block_on(async {
        let (told, stop) = watch::channel(());
        std::mem::forget(told);
        let limits = |rooms| Limits {
            rooms,
            ..Limits::default()
        };
        for (rooms, status) in [(1, 429), (2, 201)] {
            let app = app_of(limits(rooms), stop.clone(), Vec::new()).await;
            let made = ask(
                &app,
                "POST /api/rooms",
                None,
                JSON,
                r#"{"game": "robotory"}"#,
            )
            .await;
            assert_eq!(made.status, status, "{}", made.body);
        }
    });
}

/// A body has its kind and its size, declared or not; too many large ones at once are refused.
#[test]
fn bodies_are_json_and_have_a_greatest_size() {
    block_on(async {
        let app = server(9).await;
        let rpc = format!("POST /api/rooms/{ROOM}/rpc");
        let question = r#"{"jsonrpc": "2.0", "id": 1, "method": "match/question"}"#;
        let padded = |bytes: usize| format!("{question}{}", " ".repeat(bytes - question.len()));
        for (kind, status) in [
            (JSON, 200),
            ("Application/JSON; charset=utf-8", 200),
            ("text/plain", 415),
            ("application/jsonp", 415),
            ("application/json\r\nContent-Type: application/json", 415),
        ] {
            assert_eq!(
                ask(&app, &rpc, None, kind, question).await.status,
                status,
                "{kind}"
            );
        }
        assert_eq!(
            ask(&app, &rpc, None, JSON, &padded(MESSAGE_BYTES))
                .await
                .status,
            200
        );
        assert_eq!(
            ask(&app, &rpc, None, JSON, &padded(MESSAGE_BYTES + 1))
                .await
                .status,
            413
        );
        // The length is not declared, so it may be large.
        let chunked = format!("{JSON}\r\nTransfer-Encoding: chunked");
        let bytes = format!(
            "{rpc} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {chunked}\r\nConnection: close\r\n\r\n\
             2\r\n{{}}\r\n0\r\n\r\n"
        );
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        for (uploads, status) in [(1, 200), (2, 429)] {
            let _taken: Vec<_> = (0..uploads)
                .map(|_| app.clients.take(client, Thing::Upload))
                .collect();
            let told = String::from_utf8(talk(&app, bytes.as_bytes()).await).unwrap();
            assert!(told.starts_with(&format!("HTTP/1.1 {status}")), "{told}");
            if status == 429 {
                assert!(
                    told.contains(
                        "\"message\":\"too many requests are being sent at the same time\""
                    )
                );
                assert!(told.contains("\"help\":\"try again\""), "{told}");
            }
        }
        // The client closes its sending side too early.
        let cut = format!(
            "{rpc} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: 9\r\n\r\n{{}}"
        );
        let told = String::from_utf8(talk(&app, cut.as_bytes()).await).unwrap();
        assert!(
            told.starts_with("HTTP/1.1 400") && told.contains("the request was incomplete"),
            "{told}"
        );
        for (more, status) in [(0, 200), (1, 413)] {
            let body = padded(MESSAGE_BYTES + more);
            let chunk = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
            let chunked = format!("{JSON}\r\nTransfer-Encoding: chunked");
            let bytes = format!(
                "{rpc} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {chunked}\r\nConnection: close\r\n\r\n{chunk}"
            );
            let told = talk(&app, bytes.as_bytes()).await;
            let told = String::from_utf8(told).unwrap();
            assert!(
                told.starts_with(&format!("HTTP/1.1 {status}")),
                "{told:.200}"
            );
        }
        let check = "POST /api/packs/check";
        let packs = |bytes: usize| format!("{{\"packs\": []}}{}", " ".repeat(bytes - 13));
        let all: Vec<_> = std::iter::from_fn(|| app.clients.take(client, Thing::Upload)).collect();
        assert_eq!(
            ask(&app, check, None, JSON, &packs(MESSAGE_BYTES))
                .await
                .status,
            200
        );
        assert_eq!(app.metrics.limited.get(), 1);
        assert_eq!(
            ask(&app, check, None, JSON, &packs(MESSAGE_BYTES + 1))
                .await
                .status,
            429
        );
        assert_eq!(app.metrics.limited.get(), 2);
        drop(all);
        assert_eq!(
            ask(&app, check, None, JSON, &packs(MESSAGE_BYTES + 1))
                .await
                .status,
            200
        );
        let _places = app
            .uploads
            .clone()
            .acquire_many_owned(UPLOADS as u32)
            .await
            .unwrap();
        assert_eq!(
            ask(&app, check, None, JSON, &packs(MESSAGE_BYTES + 1))
                .await
                .status,
            429
        );
        // Only the declared length of a body counts here.
        let large = format!("{JSON}\r\nX: ");
        let bytes = format!(
            "{check} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {large}\r\nContent-Length: {}\r\n\r\n",
            BODY_BYTES + 1
        );
        let told = talk(&app, bytes.as_bytes()).await;
        assert!(String::from_utf8(told).unwrap().starts_with("HTTP/1.1 413"));
    });
}

/// Messages of a batch count as many requests; a client with a token can go on where its address is used up.
#[test]
fn batches_count_and_seats_go_on() {
    block_on(async {
        let (told, stop) = watch::channel(());
        std::mem::forget(told);
        let app = app_of(
            Limits {
                rate: 1,
                ..Limits::default()
            },
            stop,
            Vec::new(),
        )
        .await;
        let rpc = format!("POST /api/rooms/{ROOM}/rpc");
        let one = r#"{"jsonrpc": "2.0", "id": 1, "method": "match/view"}"#;
        let batch = |many: usize| format!("[{}]", vec![one; many].join(","));
        let token = bearer_of(SEATS[0]);
        assert_eq!(
            ask(&app, &rpc, Some(&token), JSON, &batch(2)).await.status,
            200
        );
        let refused = ask(&app, &rpc, None, JSON, &batch(9)).await;
        assert_eq!((refused.status, app.metrics.limited.get()), (429, 1));
        // The address has nothing left, but the seat has shown its token.
        assert_eq!(
            ask(&app, &rpc, Some(&token), JSON, &batch(9)).await.status,
            200
        );
        assert_eq!(app.metrics.limited.get(), 1);
        // Each message of a batch counts once: a seat has a hundred at once.
        let other = digest(SEATS[1]);
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        app.clients.meet(client, other, Instant::now());
        while app.clients.ask(client, None, 1, Instant::now()).is_ok() {}
        let (token, most) = (
            bearer_of(SEATS[1]),
            format!("[{}]", vec!["1"; 100].join(",")),
        );
        let reply = ask(&app, &rpc, Some(&token), JSON, &most).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    });
}
