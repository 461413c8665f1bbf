//! No message to a client contains anything that it may not know: the test checks every byte.

use super::client::{Room, Server, Socket, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every string in a value.
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
    /// What each viewer's table shows; the spectator is last.
    fn views(&mut self) -> Vec<BTreeSet<String>> {
        let cards = &self.cards;
        self.sockets
            .iter_mut()
            .map(|socket| shown(&socket.ask("match/view", json!({})).unwrap(), cards))
            .collect()
    }

    /// Sends every request that a viewer can send. The player who is asked also asks about its action, which the others
    /// do not know.
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

/// A viewer's notifications contain the same as its requested lines.
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

/// Plays a game with people only. Returns the number of hidden cards, added up over all actions and viewers.
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
        // What one viewer sees and another does not is in no message to the other.
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
                // The complete lines also name cards that were public earlier.
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
    // Only the file of rooms contains the seed.
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
    // The system chooses the seeds of rooms, and in some games little is hidden.
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
