//! The server is killed at random moments, and no confirmed action is lost.

use super::client::{Room, Server, asked};
use crate::bench::Bench;
use serde_json::{Value, json};
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// The number of rooms in play at once.
const ROOMS: usize = 4;

pub(super) fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// What a player of a room learned last.
#[derive(Default)]
struct Told {
    answered: u64,
    actor: Value,
}

/// Plays in a room until the server is gone.
fn play(server: &Server, room: &Room, told: &mut Told) {
    let path = format!("/api/rooms/{}/rpc", room.id);
    let ask = |seat: usize, method: &str, params: Value| -> Option<Value> {
        let message =
            json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string();
        let (status, body) = server
            .try_ask("POST", &path, Some(room.token(seat)), &message)
            .ok()?;
        let reply: Value = serde_json::from_str(&body).ok().filter(|_| status == 200)?;
        Some(reply["result"].clone())
    };
    while let Some(seat) = asked(&told.actor) {
        let Some(question) = ask(seat, "match/question", json!({})) else {
            return;
        };
        let choices = question["choices"].as_array().unwrap();
        let action = &choices[random() as usize % choices.len()]["action"];
        let Some(played) = ask(seat, "match/play", json!({ "action": action })) else {
            return;
        };
        // From here on, this is confirmed.
        *told = Told {
            answered: played["actions_played"].as_u64().unwrap(),
            actor: played["actor"].clone(),
        };
    }
}

/// Kills the server this often. Returns the total number of confirmed actions. `also` runs just before each kill, while
/// people play, and `then` after it.
pub(super) fn kill(
    times: usize,
    name: &str,
    db: &str,
    also: impl Fn(usize),
    then: impl Fn(usize),
) -> u64 {
    let bench = Bench::new(name);
    let args = ["--db", db, "--rate", "100000", "--rooms-an-hour", "100000"];
    let mut rooms: Vec<(Room, Told)> = Vec::new();
    let mut confirmed = 0;
    for round in 0..times {
        let mut server = Server::start(&bench, &args);
        for (room, told) in &mut rooms {
            let about = server.get(&format!("/api/rooms/{}", room.id));
            let answered = about["actions_played"].as_u64().unwrap();
            assert!(
                answered >= told.answered,
                "round {round}: {answered} of {} answers are left",
                told.answered
            );
            confirmed += answered - told.answered;
            *told = Told {
                answered,
                actor: about["actor"].clone(),
            };
        }
        rooms.retain(|(_, told)| asked(&told.actor).is_some());
        while rooms.len() < ROOMS {
            let game = ["moon-bots", "robotory", "lunar-command"][rooms.len() % 3];
            let room = server.room(&json!({ "game": game, "players": 2 }));
            let told = Told {
                answered: room.about["actions_played"].as_u64().unwrap(),
                actor: room.about["actor"].clone(),
            };
            rooms.push((room, told));
        }
        let before: u64 = rooms.iter().map(|(_, told)| told.answered).sum();
        std::thread::scope(|scope| {
            for (room, told) in &mut rooms {
                let server = &server;
                scope.spawn(move || play(server, room, told));
            }
            std::thread::sleep(Duration::from_millis(20 + random() % 400));
            also(round);
            let id = server.id();
            assert!(
                std::process::Command::new("kill")
                    .args(["-9", &id])
                    .status()
                    .unwrap()
                    .success()
            );
        });
        confirmed += rooms.iter().map(|(_, told)| told.answered).sum::<u64>() - before;
        server.kill();
        then(round);
    }
    confirmed
}

#[cfg(unix)]
#[test]
fn no_confirmed_answer_is_lost() {
    assert!(kill(6, "server-kills", "rooms.db", |_| (), |_| ()) > 0);
}

#[cfg(unix)]
#[test]
#[ignore = "takes minutes: a hundred kills"]
fn no_confirmed_answer_is_lost_in_a_hundred_kills() {
    let confirmed = kill(100, "server-hundred-kills", "rooms.db", |_| (), |_| ());
    println!("100 kills, {confirmed} confirmed answers, none lost");
    assert!(confirmed > 100);
}
