//! Saved matches, copies for seats, and referee sessions with a changed value, and saves under other rules.

use super::Told;
use cardwright::{
    Match, Referee, ReplayError, Seat, SeatCopy, Setup, Viewer, editions, games, rulebook,
};
use serde_json::{Value, json};

/// The document with one of its values changed, for each value: removed, or of another type.
fn changes(document: &Value) -> Vec<(String, Value)> {
    let mut places = Vec::new();
    find(document, String::new(), &mut places);
    let others = [
        json!(null),
        json!(-1),
        json!(1),
        json!(9),
        json!("nonsense"),
        json!([]),
        json!({}),
        json!(true),
    ];
    let mut all = Vec::new();
    for (nth, place) in places.iter().enumerate() {
        let (parent, key) = place.rsplit_once('/').unwrap();
        for other in [&others[nth % 8], &others[(nth + 3) % 8]] {
            let mut changed = document.clone();
            *changed.pointer_mut(place).unwrap() = other.clone();
            all.push((place.clone(), changed));
        }
        let mut changed = document.clone();
        match changed.pointer_mut(parent).unwrap() {
            Value::Object(map) => drop(map.remove(key)),
            Value::Array(list) => drop(list.remove(key.parse().unwrap())),
            other => panic!("{other} holds nothing"),
        }
        all.push((place.clone(), changed));
    }
    all
}

/// The places of all values. In lists: the first, a middle one and the last.
fn find(value: &Value, at: String, places: &mut Vec<String>) {
    if !at.is_empty() {
        places.push(at.clone());
    }
    match value {
        // The contents of a copy's view are not read.
        _ if at.ends_with("/view") => {}
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| find(value, format!("{at}/{key}"), places)),
        Value::Array(list) => {
            let some = [0, list.len() / 2, list.len().saturating_sub(1)];
            let some = list
                .iter()
                .enumerate()
                .filter(|(nth, _)| some.contains(nth));
            some.for_each(|(nth, value)| find(value, format!("{at}/{nth}"), places));
        }
        _ => {}
    }
}

/// The place of a value without the numbers in lists.
fn kind(sort: &str, place: &str) -> String {
    let keys: Vec<_> = place
        .split('/')
        .filter(|key| key.parse::<usize>().is_err())
        .collect();
    format!("{sort}{}", keys.join("/"))
}

fn played(game: &str, players: u8, answers: usize) -> Match {
    let mut play = Match::new(game, &Setup::players(players), 0xC0FF_EE00_1234).unwrap();
    while play.actions_played() < answers {
        let Some(answer) = play.ask_bot("random") else {
            break;
        };
        play.play(&answer).unwrap();
    }
    play
}

#[test]
fn what_is_told_of_changed_saves_is_pinned() {
    for game in games() {
        let mut told = Told::default();
        let mut note = |sort: &str, place: &str, found: Result<(), String>| {
            told.add(
                &kind(sort, place),
                &found.err().unwrap_or_else(|| "taken".into()),
            );
        };
        let play = played(game.id, game.usual, 12);
        let seats = vec!["human".into(); usize::from(game.usual)];
        let save: Value = serde_json::from_str(&play.save(seats)).unwrap();
        for (place, changed) in changes(&save) {
            let found = Match::load(&changed.to_string());
            note(
                "save",
                &place,
                found.map(drop).map_err(|error| error.to_string()),
            );
        }
        let copy: Value =
            serde_json::from_str(&play.copy_for(Viewer::Seat(Seat(1))).save()).unwrap();
        for (place, changed) in changes(&copy) {
            let found = SeatCopy::load(&changed.to_string());
            let found = found.and_then(|copy| copy.reach().map(drop));
            note("copy", &place, found.map_err(|error| error.to_string()));
        }
        let mut table = Referee::new(game.id, Setup::players(game.least), None).unwrap();
        for nth in 0..12 {
            let Some(choice) = table.asked().question.choices.into_iter().nth(nth % 2) else {
                break;
            };
            table.enter(&choice.action).unwrap();
        }
        let session: Value = serde_json::from_str(&table.save()).unwrap();
        for (place, changed) in changes(&session) {
            let found = Referee::load(&changed.to_string());
            note(
                "session",
                &place,
                found.map(drop).map_err(|error| error.to_string()),
            );
        }
        told.pin(&format!("saves-{}", game.id));
    }
}

/// A save under the rules of every other game, number of players and edition. Each error names what differs.
#[test]
fn a_save_under_other_rules_says_which() {
    let mut told = Told::default();
    for game in games() {
        for players in game.players() {
            let replay = played(game.id, players, 12).replay(Vec::new());
            for other in games() {
                for number in other.players() {
                    let mut setups = vec![("as usual", Setup::players(number))];
                    for edition in editions(other.id) {
                        setups.push((edition, Setup::players(number).option("edition", edition)));
                    }
                    for (edition, setup) in setups {
                        let Ok(book) = rulebook(other.id, &setup) else {
                            continue;
                        };
                        let found = book.resume(&replay).map(drop);
                        let same = book.about().options
                            == played(game.id, players, 0).rulebook().about().options;
                        assert_eq!(
                            found.is_ok(),
                            game.id == other.id && players == number && same,
                            "{} of {players} under {} of {number}, {edition}",
                            game.id,
                            other.id
                        );
                        let what = match &found {
                            Ok(()) => "taken",
                            Err(ReplayError::OtherRulebook { what, .. }) => what,
                            Err(_) => "something else",
                        };
                        told.add(&format!("{} under {}", game.id, other.id), what);
                    }
                }
            }
        }
    }
    told.pin("saves-under-other-rules");
}
