//! What a client is sent says nothing of what it may not know: every byte is looked at.

use super::client::{Room, Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every text in a value.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|one| texts(one, found)),
        Value::Object(map) => map.values().for_each(|one| texts(one, found)),
        _ => {}
    }
}

/// The ids of cards that a viewer's table shows.
fn shown(view: &Value, cards: &BTreeSet<String>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    texts(&view["view"], &mut all);
    all.intersection(cards).cloned().collect()
}

struct Table<'a> {
    server: &'a Server,
    room: &'a Room,
    /// The ids of all cards.
    cards: BTreeSet<String>,
    sockets: Vec<Socket>,
}

impl Table<'_> {
    /// What each viewer's table shows, the spectator's last.
    fn views(&mut self) -> Vec<BTreeSet<String>> {
        let cards = &self.cards;
        self.sockets
            .iter_mut()
            .map(|socket| shown(&socket.ask("match/view", json!({})).unwrap(), cards))
            .collect()
    }

    /// Asks everything that a viewer can ask. Who is asked asks about its answer, too; the others do not know it.
    fn ask_all(&mut self, seat: usize, action: &Value) {
        for (viewer, socket) in self.sockets.iter_mut().enumerate() {
            for method in ["question", "view", "scene", "lines", "position", "save"] {
                let _ = socket.ask(&format!("match/{method}"), json!({}));
            }
            let own = json!("pass");
            let action = if viewer + 1 == seat { action } else { &own };
            let _ = socket.ask("match/why", json!({ "action": action }));
            let _ = socket.ask("match/play", json!({ "action": "nonsense" }));
        }
    }
}

/// What a viewer was told as news is what it reads when it asks for its lines.
fn news_are_the_lines_of_each(sockets: &mut [Socket]) {
    let mut compared = 0;
    for socket in sockets {
        let lines = socket.ask("match/lines", json!({})).unwrap()["lines"].clone();
        let news = socket
            .heard
            .iter()
            .filter_map(|text| serde_json::from_str::<Value>(text).ok());
        for news in news.filter(|told| told["method"] == "match/news") {
            let from = news["params"]["from"].as_u64().unwrap() as usize;
            for (nth, line) in news["params"]["lines"]
                .as_array()
                .unwrap()
                .iter()
                .enumerate()
            {
                assert_eq!(*line, lines[from + nth]);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "only {compared} lines were news");
}

/// Plays a game with people alone; gives how many cards were hidden from somebody, added up over the answers.
fn play(game: &str, players: usize) -> usize {
    let bench = Bench::new(&format!("server-hidden-{game}"));
    let mut server = Server::start(&bench, &["--db", "rooms.db", "--rate", "100000"]);
    let room = server.room(&json!({ "game": game, "players": players }));
    let cards = server.get(&format!("/api/rooms/{}/cards", room.id));
    let cards = cards["cards"].as_array().unwrap().iter();
    let cards: BTreeSet<String> = cards
        .map(|card| card["id"].as_str().unwrap().to_string())
        .collect();
    let enter = |seat: usize| {
        let mut socket = server.socket(&room.id);
        socket
            .enter((seat <= players).then(|| room.token(seat)), 0)
            .unwrap();
        socket
    };
    let sockets = (1..=players + 1).map(enter).collect();
    let mut table = Table {
        server: &server,
        room: &room,
        cards,
        sockets,
    };
    let mut hidden = 0;
    let mut actor = room.about["actor"].clone();
    for step in 0..60 {
        let Some(seat) = asked(&actor) else { break };
        let views = table.views();
        let from: Vec<usize> = table
            .sockets
            .iter()
            .map(|socket| socket.heard.len())
            .collect();
        let question = table.sockets[seat - 1]
            .ask("match/question", json!({}))
            .unwrap();
        let choices = question["choices"].as_array().unwrap();
        let action = choices[(step * 3 + 1) % choices.len()]["action"].clone();
        table.ask_all(seat, &action);
        // What one sees and another does not stands in nothing that the other is sent meanwhile.
        for (viewer, own) in views.iter().enumerate() {
            let secret: BTreeSet<&String> = views
                .iter()
                .flatten()
                .filter(|card| !own.contains(*card))
                .collect();
            hidden += secret.len();
            let told = &table.sockets[viewer].heard[from[viewer]..];
            for card in secret {
                let name = format!("\"{card}\"");
                let tells =
                    |text: &&String| text.contains(&name) || text.contains(&format!(" {card}"));
                // The lines from the beginning tell also of cards that were open once.
                let before = &table.sockets[viewer].heard[..from[viewer]];
                let past = before.iter().any(|text| text.contains(card.as_str()));
                let leak = told.iter().find(tells).filter(|_| !past);
                assert_eq!(
                    leak, None,
                    "viewer {viewer} is told of {card} in answer {step}"
                );
            }
        }
        actor = table.sockets[seat - 1]
            .ask("match/play", json!({ "action": action }))
            .unwrap()["actor"]
            .clone();
    }
    news_are_the_lines_of_each(&mut table.sockets);
    let sent: String = table
        .sockets
        .iter()
        .map(|socket| socket.heard.concat())
        .collect();
    let info = table
        .server
        .ask("GET", &format!("/api/rooms/{}", table.room.id), None, "")
        .1;
    for seat in 1..=players {
        assert!(
            !sent.contains(room.token(seat)) && !info.contains(room.token(seat)),
            "a token is told"
        );
    }
    drop(table);
    // The seed stands in the file of rooms alone.
    server.kill();
    let mut kept = std::fs::read(bench.path("rooms.db")).unwrap();
    kept.extend(std::fs::read(bench.path("rooms.db-wal")).unwrap_or_default());
    let kept = String::from_utf8_lossy(&kept).into_owned();
    let seed = kept.split("\"seed\": ").nth(1).unwrap();
    let seed: String = seed.chars().take_while(char::is_ascii_digit).collect();
    assert!(seed.len() > 8, "{seed}");
    assert!(!sent.contains(&seed) && !info.contains(&seed));
    assert!(!sent.contains("\"seed\"") && !sent.contains("fingerprint"));
    for seat in 1..=players {
        assert!(
            !kept.contains(room.token(seat)),
            "the file of rooms has no token"
        );
    }
    hidden
}

#[test]
fn no_seat_is_sent_what_another_hides() {
    // The seeds of rooms are the system's: in some games little is hidden.
    for (game, players) in [("moon-bots", 3), ("robot-empire", 2)] {
        let hidden = (0..8).try_fold(0, |hidden, _| {
            let hidden = hidden + play(game, players);
            if hidden > 20 { Err(hidden) } else { Ok(hidden) }
        });
        assert!(
            hidden.is_err(),
            "{game}: only {hidden:?} cards were hidden in eight games"
        );
    }
}
