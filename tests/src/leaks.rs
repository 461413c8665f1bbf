//! Hostile lines at a seat's entry point and at a service. Whatever a client sends, it gets the same answer in two
//! worlds that its seat cannot tell apart, so no answer contains anything hidden.

use cardwright::{Actor, Seat, Session, Setup, Viewer};
use cardwright_wire::rpc::{METHODS, SEAT_METHODS, SeatEndpoint, Service, codes};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The match's name in requests to the entry points.
const NAME: &str = "m1";
/// The number of lines sent to each pair of worlds.
const LINES: usize = 60;

/// A random number generator for lines; any will do.
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A request that asks for too much, for another match, or for nonsense. `actions` are actions that somebody might
/// play.
fn request(methods: &[&str], actions: &[String], own: &Value, luck: &mut Luck) -> Value {
    let seats = [
        own.clone(),
        own.clone(),
        json!(1),
        json!(2),
        json!(3),
        json!("spectator"),
        json!("host"),
        json!(0),
        json!(-1),
        json!(99),
        json!("1"),
        json!([1, 2]),
        json!(null),
    ];
    let mut params = json!({ "match": luck.one(&[NAME, NAME, NAME, NAME, "m2", "", "M1"]) });
    params["seat"] = luck.one(&seats).clone();
    let method = *luck.one(methods);
    if matches!(method, "match/play" | "match/why") {
        let address = *luck.one(&["", "", "", "1: ", "2: ", "3: ", "chance: ", "host: "]);
        params["action"] = json!(format!("{address}{}", luck.one(actions)));
    }
    if method == "match/lines" {
        params["from"] = luck
            .one(&[json!(0), json!(3), json!(u64::MAX), json!(-1)])
            .clone();
    }
    if luck.below(12) == 0 {
        let more = [
            "state", "seed", "viewer", "referee", "luck", "from", "action",
        ];
        params[*luck.one(&more)] = json!("host");
    }
    json!({ "jsonrpc": "2.0", "id": luck.below(9), "method": method, "params": params })
}

/// The request as a line: alone, in a batch, or damaged.
fn line(requests: &[Value], luck: &mut Luck) -> Vec<u8> {
    let mut line = match luck.below(8) {
        0 => json!(requests).to_string(),
        _ => requests[0].to_string(),
    }
    .into_bytes();
    if luck.below(4) == 0 {
        for _ in 0..=luck.below(3) {
            let at = luck.below(line.len());
            match luck.below(3) {
                0 => line[at] = luck.below(256) as u8,
                1 => line.truncate(at.max(1)),
                _ => line.insert(at, *luck.one(b"\"{}[],:0129")),
            }
        }
    }
    line
}

/// Actions that somebody at the table might play now, and some that nobody can.
fn actions(session: &Session) -> Vec<String> {
    let mut actions: Vec<String> = session
        .question()
        .choices
        .into_iter()
        .map(|one| one.action)
        .collect();
    let other = [
        "pass",
        "play dodge",
        "play spy 2L",
        "play sniper",
        "show hacker",
        "draw sniper",
        "roll 3",
        "",
    ];
    actions.extend(other.map(String::from));
    actions
}

/// The number of answers by kind; `taken` counts results.
fn count(replies: &[String], kinds: &mut BTreeMap<String, usize>) {
    for reply in replies {
        let reply: Value = serde_json::from_str(reply).unwrap();
        for one in reply.as_array().unwrap_or(&vec![reply.clone()]) {
            assert_ne!(one["error"]["code"], codes::INTERNAL, "{one}");
            let kind = one["error"]["data"]["kind"]
                .as_str()
                .unwrap_or("taken")
                .to_string();
            *kinds.entry(kind).or_default() += 1;
        }
    }
}

/// Sends the same lines to two worlds that a viewer cannot tell apart (for a spectator, two that the first seat
/// cannot). It stops when an action is accepted, because the worlds may differ from there on.
fn same_at_seat_endpoints(
    session: &Session,
    viewer: Viewer,
    luck: &mut Luck,
    kinds: &mut BTreeMap<String, usize>,
) {
    let seat = if let Viewer::Seat(seat) = viewer {
        seat
    } else {
        Seat(0)
    };
    let people = vec!["human".to_string(); session.seats().len()];
    let world = |luck: u64| Session::new(session.world(seat, luck), people.clone()).unwrap();
    let mut worlds = [world(1), world(luck.below(1000) as u64 + 2)];
    let actions = actions(session);
    let own = json!(cardwright_wire::Viewer(viewer));
    for _ in 0..LINES {
        let requests: Vec<Value> = (0..3)
            .map(|_| request(&SEAT_METHODS, &actions, &own, luck))
            .collect();
        let line = line(&requests, luck);
        let before = worlds.each_ref().map(|world| world.actions_played());
        let told = worlds
            .each_mut()
            .map(|world| SeatEndpoint::new(world, viewer, NAME).handle(&line));
        let after = worlds.each_ref().map(|world| world.actions_played());
        if before != after {
            assert_eq!(
                after[0] > before[0],
                after[1] > before[1],
                "{viewer}: {}",
                String::from_utf8_lossy(&line)
            );
            return;
        }
        assert_eq!(
            told[0],
            told[1],
            "{viewer}: {}",
            String::from_utf8_lossy(&line)
        );
        count(&told[0], kinds);
    }
}

#[test]
fn hostile_lines_at_a_seat_endpoint_are_told_nothing_hidden() {
    let (mut luck, mut kinds, mut differ) = (Luck(5), BTreeMap::new(), 0);
    for (game, players) in [
        ("moon-bots", 2),
        ("moon-bots", 3),
        ("moon-bots", 4),
        ("robot-empire", 2),
        ("robot-empire", 3),
    ] {
        for seed in 0..3 {
            let people = vec!["human".to_string(); usize::from(players)];
            let mut session = Session::begin(game, &Setup::players(players), seed, people).unwrap();
            for turn in 0..120 {
                let Actor::Seat(_) = session.actor() else {
                    break;
                };
                if turn % 12 == 11 {
                    for viewer in (0..players)
                        .map(|seat| Viewer::Seat(Seat(seat)))
                        .chain([Viewer::Spectator])
                    {
                        same_at_seat_endpoints(&session, viewer, &mut luck, &mut kinds);
                        let Viewer::Seat(seat) = viewer else { continue };
                        differ += usize::from(
                            session.world(seat, 1).fingerprint()
                                != session.world(seat, 2).fingerprint(),
                        );
                    }
                }
                let answer = session.ask_bot("random").unwrap();
                session.play(&answer).unwrap();
            }
        }
    }
    assert!(
        differ > 60,
        "the worlds hid too little to say anything: {differ}"
    );
    for kind in [
        "taken",
        "no-seat",
        "no-match",
        "params",
        "parse",
        "unreadable",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|number| *number > 20),
            "{kind}: {kinds:?}"
        );
    }
    assert!(kinds["taken"] > 1_000, "{kinds:?}");
}

/// Every line at an entry point counts as sent by the owner of that entry point, never by the host.
#[test]
fn lines_at_a_seat_endpoint_are_those_of_its_viewer() {
    let mut fewer = 0;
    for (game, players) in [("moon-bots", 3u8), ("robot-empire", 2)] {
        let people = vec!["human".to_string(); usize::from(players)];
        let mut session = Session::begin(game, &Setup::players(players), 3, people).unwrap();
        for _ in 0..80 {
            let Some(answer) = session.ask_bot("random") else {
                break;
            };
            session.play(&answer).unwrap();
        }
        let all = session.lines(Viewer::Referee, 0);
        for viewer in (0..players)
            .map(|seat| Viewer::Seat(Seat(seat)))
            .chain([Viewer::Spectator])
        {
            let lines = session.lines(viewer, 0);
            let sent = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/lines", "params": { "from": 0 } });
            let told =
                SeatEndpoint::new(&mut session, viewer, NAME).handle(sent.to_string().as_bytes());
            let told: Value = serde_json::from_str(&told[0]).unwrap();
            let told: Vec<&str> = told["result"]["lines"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line["text"].as_str().unwrap())
                .collect();
            assert_eq!(
                told,
                lines
                    .iter()
                    .map(|line| line.text.as_str())
                    .collect::<Vec<_>>(),
                "{game}, {viewer}"
            );
            fewer += usize::from(
                lines.len() < all.len()
                    || lines
                        .iter()
                        .zip(&all)
                        .any(|(own, all)| own.text != all.text),
            );
        }
    }
    assert!(fewer >= 5, "nothing was hidden: {fewer}");
}

/// An entry point for the host is a spectator's.
#[test]
fn no_seat_endpoint_is_the_hosts() {
    let mut session =
        Session::begin("moon-bots", &Setup::players(3), 3, vec!["human".into(); 3]).unwrap();
    for _ in 0..80 {
        let answer = session.ask_bot("random").unwrap();
        session.play(&answer).unwrap();
    }
    assert_ne!(
        session.view(Viewer::Referee),
        session.view(Viewer::Spectator),
        "nothing is hidden"
    );
    let mut results = 0;
    for method in SEAT_METHODS {
        let params = match method {
            "match/lines" => json!({ "from": 0 }),
            "match/play" | "match/why" => json!({ "action": "pass" }),
            _ => json!({}),
        };
        let sent =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let told = [Viewer::Referee, Viewer::Spectator]
            .map(|viewer| SeatEndpoint::new(&mut session, viewer, NAME).handle(sent.as_bytes()));
        assert_eq!(told[0], told[1], "{method}");
        results += usize::from(told[0][0].contains("\"result\""));
    }
    assert!(results >= 6, "{results}");
}

/// Two services, each with a match that seat 1 cannot tell from the other.
fn services() -> [Service; 2] {
    let hands = [
        [
            r#""dodge", "spy""#,
            r#""trick""#,
            r#""deflection", "energy-stock""#,
        ],
        [
            r#""trick", "energy-stock""#,
            r#""dodge""#,
            r#""spy", "deflection""#,
        ],
    ];
    hands.map(|[second, third, fourth]| {
        let position = format!(
            "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\nparts = [\"left-claw\"]\nweapons = [\"extra-upgrade\"]\n\
             [[robot]]\nweapons = [{second}]\n[[robot]]\nweapons = [{third}]\n[[robot]]\nweapons = [{fourth}]\n"
        );
        let params = json!({ "game": "moon-bots", "players": 4, "by_hand": true, "position": position });
        let new = json!({ "jsonrpc": "2.0", "id": 0, "method": "match/new", "params": params });
        let mut service = Service::new(1);
        let begun: Value = serde_json::from_str(&service.handle(new.to_string().as_bytes())[0]).unwrap();
        assert_eq!(begun["result"]["match"], NAME, "{begun}");
        service
    })
}

/// At a service, the host sends the lines. If it asks on behalf of a seat, with the seat's number, the answer contains
/// only what the seat knows.
#[test]
fn what_is_asked_for_a_seat_at_a_service_tells_nothing_hidden() {
    let (mut luck, mut kinds, mut services) = (Luck(11), BTreeMap::new(), services());
    let methods: Vec<&str> = METHODS
        .into_iter()
        .filter(|method| SEAT_METHODS.contains(method) && *method != "match/play")
        .collect();
    let actions: Vec<String> = [
        "play extra-upgrade",
        "pass",
        "play dodge",
        "2: play spy 1L",
        "4: play deflection",
        "skip",
        "nonsense",
    ]
    .map(String::from)
    .to_vec();
    for _ in 0..6_000 {
        let request = request(&methods, &actions, &json!(1), &mut luck);
        // Without a seat or with an invalid one, the host gets the answer, or nobody does.
        let seat = &request["params"]["seat"];
        if !(*seat == json!(1) || *seat == json!("spectator")) {
            continue;
        }
        let line = request.to_string().into_bytes();
        let told = services.each_mut().map(|service| service.handle(&line));
        assert_eq!(told[0], told[1], "{request}");
        count(&told[0], &mut kinds);
    }
    assert!(
        kinds["taken"] > 500 && kinds.contains_key("no-match"),
        "{kinds:?}"
    );
}
