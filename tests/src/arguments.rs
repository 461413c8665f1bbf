//! Every optional argument of a request changes some answer: none is read and then ignored.

use crate::packs::folder;
use crate::wire::{answers, kit};
use cardwright_wire::rpc::{Service, openrpc};
use serde_json::{Map, Value, json};

/// A pack in the form of the protocol.
fn pack(path: &str) -> Value {
    let pack = crate::packs::pack(&folder(path));
    let text =
        |(name, bytes): &(String, Vec<u8>)| (name.clone(), json!(String::from_utf8_lossy(bytes)));
    let files: Map<String, Value> = pack.files.iter().map(text).collect();
    json!({ "name": path, "files": files })
}

fn ruling(path: &str) -> Value {
    json!([{ "name": path, "text": std::fs::read_to_string(folder(path)).unwrap() }])
}

/// Requests that the recorded conversations do not contain.
fn others() -> Vec<Vec<(&'static str, Value)>> {
    let overclock = json!([pack("cards/examples/overclock")]);
    let missiles = ruling("tests/rulings/moon-bots/upgrades/strong-missile-with-four.md");
    let homemade = std::fs::read_dir(folder("cards/examples/overclock/rulings"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .min()
        .unwrap();
    let homemade = ruling(&format!("cards/examples/overclock/rulings/{homemade}"));
    let mut unwritten = homemade[0].clone();
    let text = unwritten["text"].as_str().unwrap();
    let (told, _) = text.split_once("## Outcome").unwrap();
    unwritten["text"] = format!("{told}## Outcome\n\n```text\n```\n").into();
    let double = json!({ "missile_boost": "double" });
    let robotory = || ("match/new", json!({ "game": "robotory", "seed": 1 }));
    vec![
        vec![(
            "judge/run",
            json!({ "rulings": missiles, "options": double }),
        )],
        vec![(
            "judge/run",
            json!({ "rulings": homemade, "packs": overclock }),
        )],
        vec![(
            "judge/write",
            json!({ "rulings": missiles, "options": double }),
        )],
        vec![(
            "judge/write",
            json!({ "rulings": [unwritten], "packs": overclock }),
        )],
        vec![
            robotory(),
            ("match/question", json!({ "match": "m1", "from": 1 })),
        ],
        vec![
            robotory(),
            ("match/question", json!({ "match": "m1", "limit": 2 })),
        ],
        vec![
            robotory(),
            ("match/play", json!({ "match": "m1", "action": "1" })),
            ("match/play", json!({ "match": "m1", "action": "1" })),
            ("match/lines", json!({ "match": "m1", "limit": 1 })),
        ],
        vec![(
            "rules/explain",
            json!({ "name": "overclock:turbine-arm", "packs": overclock }),
        )],
        vec![(
            "pack/mutate",
            json!({ "packs": overclock, "beside": [{ "name": "broken", "files": { "pack.toml": "id = 3" } }] }),
        )],
        vec![
            ("match/new", json!({ "game": "moon-bots", "seed": 1 })),
            (
                "match/world",
                json!({ "match": "m1", "seat": 1, "luck": 5 }),
            ),
            ("match/view", json!({ "match": "m2" })),
        ],
        vec![(
            "pack/new",
            json!({ "game": "moon-bots", "name": "Mine", "editor": true }),
        )],
        vec![(
            "pack/odds",
            json!({ "game": "moon-bots", "cards": ["overclock:turbine-arm"], "packs": overclock }),
        )],
        vec![(
            "pack/odds",
            json!({ "game": "moon-bots", "cards": ["right-siege-cannon"], "options": { "sum_below": "difference" } }),
        )],
        vec![(
            "pack/odds",
            json!({ "game": "moon-bots", "robot": ["left-claw"], "players": 9 }),
        )],
        vec![(
            "simulate/run",
            json!({ "game": "moon-bots", "games": 3, "options": { "max_rounds": "2" } }),
        )],
        vec![(
            "simulate/run",
            json!({ "game": "moon-bots", "games": 3, "packs": overclock }),
        )],
    ]
}

/// Conversations as lines to send: the recorded ones and those of this file.
fn conversations() -> Vec<Vec<String>> {
    let line = |(id, (method, params)): (usize, (&str, Value))| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let ours = others()
        .into_iter()
        .map(|talk| talk.into_iter().enumerate().map(line).collect());
    let recorded = kit()
        .iter()
        .map(|(_, talk)| talk.iter().map(|(sent, _)| sent.clone()).collect());
    ours.chain(recorded).collect()
}

/// The answers to a line after some others, and to the next line: starting a world gets the same answer in any case.
fn told(before: &[String], line: &str, next: Option<&String>) -> [Vec<String>; 2] {
    let mut service = Service::new(1);
    for line in before {
        answers(&mut service, line);
    }
    let told = answers(&mut service, line);
    [
        told,
        next.map(|line| answers(&mut service, line))
            .unwrap_or_default(),
    ]
}

/// Whether removing an argument from this line of a conversation changes the answer; `None` if the line does not have
/// it.
fn changes(lines: &[String], at: usize, method: &str, argument: &str) -> Option<bool> {
    let mut sent: Value = serde_json::from_str(&lines[at]).ok()?;
    if sent["method"] != method {
        return None;
    }
    sent.get_mut("params")?.as_object_mut()?.remove(argument)?;
    let told = |line: &str| told(&lines[..at], line, lines.get(at + 1));
    Some(told(&lines[at]) != told(&sent.to_string()))
}

/// The maximum number of requests that are tried for one argument.
const TRIED: usize = 12;

#[test]
fn every_argument_that_may_be_left_out_changes_an_answer() {
    let conversations = conversations();
    let mut ignored = Vec::new();
    for method in openrpc()["methods"].as_array().unwrap() {
        let name = method["name"].as_str().unwrap();
        let optional = method["params"].as_array().unwrap().iter();
        for argument in optional.filter(|param| param["required"] != true) {
            let argument = argument["name"].as_str().unwrap();
            // The client's name is only for logs.
            if (name, argument) == ("initialize", "client") {
                continue;
            }
            let places = conversations.iter().flat_map(|lines| {
                let has = |line: &str| {
                    line.contains(&format!("\"{argument}\":"))
                        && line.contains(&format!("\"{name}\""))
                };
                (0..lines.len())
                    .filter(move |at| has(&lines[*at]))
                    .map(move |at| (lines, at))
            });
            let mut tried = places
                .filter_map(|(lines, at)| changes(lines, at, name, argument))
                .take(TRIED);
            if !tried.any(|changes| changes) {
                ignored.push(format!("{name}: {argument}"));
            }
        }
    }
    assert!(ignored.is_empty(), "no answer hangs on {ignored:#?}");
}
