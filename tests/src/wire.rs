//! Data formats: every document is of its type and valid by its schema, recorded conversations give the same bytes, and
//! no line stops the service.

use crate::packs::folder;
use cardwright::{Actor, Match, Seat, Setup, Viewer, games};
use cardwright_wire::rpc::{BATCH, LINE_BYTES, METHODS, Service, codes, openrpc};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A conversation: its name, and each line with its answers.
pub(crate) type Conversation = (String, Vec<(String, Vec<String>)>);

/// The recorded conversations.
pub(crate) fn kit() -> &'static Vec<Conversation> {
    static KIT: OnceLock<Vec<Conversation>> = OnceLock::new();
    KIT.get_or_init(|| {
        let files = std::fs::read_dir(folder("conformance"))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .filter(|path| path.extension().is_some_and(|end| end == "txt"))
            .collect();
        files.sort();
        let read = |path: std::path::PathBuf| {
            let mut talk: Vec<(String, Vec<String>)> = Vec::new();
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                match line.split_at_checked(2) {
                    Some(("> ", sent)) => talk.push((sent.into(), Vec::new())),
                    Some(("< ", reply)) => talk.last_mut().unwrap().1.push(reply.into()),
                    _ => assert!(line.starts_with('#'), "{}: {line}", path.display()),
                }
            }
            (
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                talk,
            )
        };
        files.into_iter().map(read).collect()
    })
}

pub(crate) fn answers(service: &mut Service, line: &str) -> Vec<String> {
    let mut replies = service.handle(line.as_bytes());
    while service.is_busy() {
        replies.extend(service.work());
    }
    replies
}

#[test]
fn the_library_repeats_every_recorded_conversation() {
    assert!(kit().len() >= 60, "{} conversations", kit().len());
    for (name, talk) in kit() {
        let mut service = Service::new(1);
        for (number, (sent, expected)) in talk.iter().enumerate() {
            let found = answers(&mut service, sent);
            assert_eq!(
                found,
                *expected,
                "{name}, line {} sent: {sent:.300}",
                number + 1
            );
        }
    }
}

/// Some of them take so little time that they can be repeated after every small change.
#[test]
fn the_library_repeats_the_short_conversations() {
    let short = |name: &str| {
        let of_one_game = name.starts_with("robotory-2") || name.starts_with("robot-empire-2");
        let kind = [
            "-refusals",
            "-by-numbers",
            "-save-and-resume",
            "-from-a-position",
            "-against-bots",
        ];
        let alone = ["messages", "rulings", "packs-with-mistakes", "initialize"];
        alone.contains(&name) || (of_one_game && kind.iter().any(|end| name.ends_with(end)))
    };
    let all = kit().iter().filter(|(name, _)| short(name));
    let mut repeated = 0;
    for (name, talk) in all {
        let mut service = Service::new(1);
        for (sent, expected) in talk {
            assert_eq!(
                answers(&mut service, sent),
                *expected,
                "{name}: {sent:.300}"
            );
        }
        repeated += 1;
    }
    assert_eq!(repeated, 14);
}

#[test]
fn the_kit_holds_every_game_method_and_error() {
    let mut methods = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for (sent, replies) in kit().iter().flat_map(|(_, talk)| talk) {
        let sent: Value = serde_json::from_str(sent).unwrap_or_default();
        methods.extend(sent["method"].as_str().map(String::from));
        for reply in replies {
            let reply: Value = serde_json::from_str(reply).unwrap();
            kinds.extend(reply["error"]["data"]["kind"].as_str().map(String::from));
        }
    }
    for method in METHODS {
        assert!(methods.contains(method), "{method}");
    }
    // A simulation is cancelled only while lines come in; that the library is at fault nobody can record; this build has
    // the texts of the rules.
    let others = ["cancelled", "internal", "texts"];
    for (_, kind, _) in codes::ALL
        .iter()
        .filter(|(_, kind, _)| !others.contains(kind))
    {
        assert!(kinds.contains(*kind), "{kind}");
    }
}

/// The name of the document that a method returns.
fn document(method: &str) -> Option<&'static str> {
    Some(match method {
        "judge/run" | "pack/test" => "verdicts",
        "judge/write" => "written",
        "match/actions" => "actions",
        "match/hint" => "hint",
        "match/lines" => "lines",
        "match/play" => "played",
        "match/position" => "position",
        "match/question" => "question",
        "match/save" => "saved",
        "match/scene" => "scene",
        "match/view" => "table",
        "match/why" => "why",
        "pack/check" => "checked",
        "pack/mutate" => "mutations",
        "pack/new" => "starter",
        "pack/odds" => "odds",
        "pack/text" => "texts",
        "rules/ask" => "found",
        "rules/explain" => "explained",
        "simulate/run" => "report",
        _ => return None,
    })
}

pub(crate) fn validators() -> Validators {
    let schemas = cardwright_wire::schemas().into_iter();
    schemas
        .map(|(name, schema)| (name, jsonschema::validator_for(&schema).unwrap()))
        .collect()
}

pub(crate) fn assert_valid(validators: &Validators, name: &str, document: &Value, place: &str) {
    let wrong: Vec<String> = validators[name]
        .iter_errors(document)
        .map(|error| format!("{}: {error:.300}", error.instance_path))
        .collect();
    assert!(wrong.is_empty(), "{place}: no {name}: {wrong:?}");
}

#[test]
fn every_recorded_document_is_valid_by_its_schema() {
    let validators = validators();
    let mut seen = BTreeSet::new();
    for (name, talk) in kit() {
        for (sent, replies) in talk {
            let sent: Value = serde_json::from_str(sent).unwrap_or_default();
            for reply in replies {
                let reply: Value = serde_json::from_str(reply).unwrap();
                let refusal = &reply["error"]["data"]["refusal"];
                if !refusal.is_null() {
                    assert_valid(&validators, "refusal", refusal, name);
                }
                let (Some(document), Some(result)) = (
                    sent["method"].as_str().and_then(document),
                    reply.get("result"),
                ) else {
                    continue;
                };
                assert_valid(&validators, document, result, name);
                seen.insert(document);
            }
        }
    }
    assert_eq!(seen.len(), 20, "{seen:?}");
}

#[test]
fn the_examples_of_the_book_are_valid_by_their_schemas() {
    let page = std::fs::read_to_string(folder("docs/reference/wire.md")).unwrap();
    let validators = validators();
    let mut shown = 0;
    for section in page.split("\n## `").skip(1) {
        let name = section.split('`').next().unwrap();
        let text = section
            .split("```json\n")
            .nth(1)
            .unwrap()
            .split("\n```")
            .next()
            .unwrap();
        let example: Value = serde_json::from_str(text).unwrap();
        assert_eq!(example["version"], 2, "{name}");
        assert_valid(&validators, name, &example, "the book");
        shown += 1;
    }
    assert_eq!(shown, validators.len());
}

#[test]
fn a_schema_refuses_what_is_no_document() {
    let validators = validators();
    for (name, validator) in &validators {
        for wrong in [
            json!(null),
            json!([]),
            json!({}),
            json!({ "version": 1 }),
            json!({ "version": 3 }),
        ] {
            assert!(!validator.is_valid(&wrong), "{name} takes {wrong}");
        }
    }
}

#[test]
fn the_description_of_the_protocol_names_every_method() {
    let document = openrpc();
    let named: Vec<&str> = document["methods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|method| method["name"].as_str().unwrap())
        .collect();
    assert_eq!(named, METHODS);
    let text = document.to_string();
    for place in text
        .split("\"$ref\":\"#")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
    {
        assert!(document.pointer(place).is_some(), "{place} leads nowhere");
    }
}

/// Random games of every game: views and actions match the game's schema and the library.
#[test]
fn the_wire_has_words_for_everything() {
    let validators = validators();
    for info in games() {
        for players in info.players() {
            for seed in 0..3 {
                let mut play = Match::new(info.id, &Setup::players(players), seed).unwrap();
                while let Actor::Seat(seat) = play.actor() {
                    // Long lists are checked now and then.
                    if info.cards || play.actions_played().is_multiple_of(9) {
                        look(&validators, &play, players, seat);
                    }
                    let answer = play.ask_bot("random").unwrap();
                    play.play(&answer).unwrap();
                }
                look(&validators, &play, players, Seat(0));
                cardwright_wire::lines(play.lines(Viewer::Referee, 0)).unwrap();
            }
        }
    }
}

pub(crate) type Validators = BTreeMap<&'static str, jsonschema::Validator>;

fn look(validators: &Validators, play: &Match, players: u8, asked: Seat) {
    for viewer in (0..players)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator, Viewer::Referee])
    {
        let table = cardwright_wire::table(play, viewer).unwrap();
        let place = format!(
            "{} for {players} after {}",
            table.game,
            play.actions_played()
        );
        assert_valid(
            validators,
            "table",
            &serde_json::to_value(&table).unwrap(),
            &place,
        );
        let question = cardwright_wire::question(play, viewer).unwrap();
        assert_valid(
            validators,
            "question",
            &serde_json::to_value(&question).unwrap(),
            &place,
        );
        if viewer == Viewer::Seat(asked) {
            let listed: Vec<_> = play
                .question()
                .choices
                .into_iter()
                .map(|choice| choice.action)
                .collect();
            let typed: Vec<_> = question
                .choices
                .iter()
                .map(|choice| choice.action.clone())
                .collect();
            assert_eq!(typed, listed);
            let numbers: BTreeSet<_> = question
                .choices
                .iter()
                .map(|choice| (choice.step, choice.rank))
                .collect();
            assert_eq!(numbers.len(), listed.len(), "two answers have one number");
        }
    }
}

/// The cards of a hand are only in the owner's view, and a seat gets no seed, no state and no record.
#[test]
fn a_seat_is_told_nothing_of_other_hands() {
    let mut hidden = 0;
    for seed in 0..6 {
        let mut service = Service::new(1);
        let new = json!({ "game": "moon-bots", "players": 3, "seed": 987_650_000 + seed });
        ask(&mut service, "match/new", new);
        for _ in 0..60 {
            let question = ask(&mut service, "match/question", json!({ "match": "m1" }));
            let Some(choices) = question["choices"].as_array().filter(|all| !all.is_empty()) else {
                break;
            };
            let action = &choices[(seed as usize + choices.len() / 2) % choices.len()]["action"];
            let all =
                ask(&mut service, "match/view", json!({ "match": "m1" }))["view"]["robots"].clone();
            for seat in 1..=3usize {
                let mut told = String::new();
                for method in [
                    "match/view",
                    "match/save",
                    "match/position",
                    "match/question",
                    "match/lines",
                ] {
                    let reply = ask(&mut service, method, json!({ "match": "m1", "seat": seat }));
                    if method == "match/view" {
                        for other in (1..=3).filter(|other| *other != seat) {
                            let seen = reply["view"]["robots"][other - 1]["known_weapons"]
                                .as_array()
                                .unwrap();
                            let held = all[other - 1]["known_weapons"].as_array().unwrap();
                            hidden += held.len() - seen.len();
                        }
                    }
                    told += &reply.to_string();
                }
                assert!(!told.contains("98765000"), "the seed is told");
                assert!(!told.contains("fingerprint"), "a fingerprint is told");
            }
            ask(
                &mut service,
                "match/play",
                json!({ "match": "m1", "action": action }),
            );
        }
    }
    assert!(
        hidden > 50,
        "the games hid too little to say anything: {hidden}"
    );
}

fn ask(service: &mut Service, method: &str, params: Value) -> Value {
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let reply: Value = serde_json::from_str(&answers(service, &line)[0]).unwrap();
    reply["result"].clone()
}

/// A random number generator for damaging lines; any will do.
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// Twenty-five thousand damaged lines: each gets the right kind of answer, and none stops the service.
#[test]
fn hostile_lines_are_answered() {
    let sent: Vec<&str> = kit()
        .iter()
        .flat_map(|(_, talk)| talk.iter().map(|(sent, _)| sent.as_str()))
        .filter(|sent| sent.len() < 2_000 && !sent.contains("shutdown"))
        .collect();
    let mut luck = Luck(7);
    let mut service = Service::new(1);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..25_000 {
        let line = mangled(&sent, &mut luck);
        let replies = service.handle(&line);
        assert!(replies.len() <= 1, "line {number}");
        for reply in replies {
            let reply: Value = serde_json::from_str(&reply).unwrap();
            for one in reply.as_array().unwrap_or(&vec![reply.clone()]) {
                assert_eq!(one["jsonrpc"], "2.0");
                let error = &one["error"];
                assert_ne!(
                    error["code"],
                    codes::INTERNAL,
                    "line {number}: {}",
                    String::from_utf8_lossy(&line)
                );
                let kind = error["data"]["kind"]
                    .as_str()
                    .unwrap_or("taken")
                    .to_string();
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }
    for kind in [
        "parse",
        "params",
        "request",
        "no-method",
        "no-match",
        "unreadable",
        "limit",
        "taken",
    ] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
    let held = ask(&mut service, "initialize", json!({}));
    assert_eq!(held["protocol"], 2, "the service is still there");
}

fn mangled(sent: &[&str], luck: &mut Luck) -> Vec<u8> {
    let mut line = sent[luck.below(sent.len())].as_bytes().to_vec();
    for _ in 0..luck.below(5) {
        let at = luck.below(line.len());
        match luck.below(7) {
            0 => drop(line.remove(at.min(line.len() - 1))),
            1 => line.insert(at, luck.below(256) as u8),
            2 => line[at] = luck.below(256) as u8,
            3 => line.truncate(at.max(1)),
            4 => line.splice(at..at, *b"[[[{\"a\":").for_each(drop),
            5 => line.splice(at..at, *b"99999999999999999999").for_each(drop),
            _ => line.extend(sent[luck.below(sent.len())].as_bytes()),
        }
        if line.is_empty() {
            line.push(b' ');
        }
    }
    line
}

#[test]
fn lines_that_are_huge_deep_or_no_text_are_answered() {
    let mut service = Service::new(1);
    let mut check = |line: Vec<u8>, kind: &str| {
        let replies = service.handle(&line);
        let reply: Value = serde_json::from_str(&replies[0]).unwrap();
        assert_eq!(
            reply["error"]["data"]["kind"],
            kind,
            "{:.80}",
            String::from_utf8_lossy(&line)
        );
        assert!(
            replies[0].len() < 2_000,
            "an answer is not as long as what it is about"
        );
    };
    check(vec![b'['; 1 << 20], "parse");
    check("{\"a\":".repeat(200_000).into_bytes(), "parse");
    check(vec![0xff; 100], "parse");
    check(b"\"\\ud800\"".to_vec(), "parse");
    check(vec![b'1'; LINE_BYTES + 1], "limit");
    check(vec![b'1'; 1 << 20], "parse");
    check(
        format!("[{}1]", "1,".repeat(1_000_000)).into_bytes(),
        "limit",
    );
    check(format!("[{}1]", "1,".repeat(BATCH)).into_bytes(), "limit");
    let long = "x".repeat(1 << 20);
    let request = |method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
            .to_string()
            .into_bytes()
    };
    check(request(&long, json!({})), "no-method");
    check(request("match/view", json!({ "match": long })), "no-match");
    check(
        request("match/new", json!({ "game": "robotory", "seed": -1 })),
        "params",
    );
    check(
        request("match/new", json!({ "game": "robotory", "seed": 1.5 })),
        "params",
    );
    check(
        request("match/new", json!({ "game": "robotory", "players": 300 })),
        "params",
    );
}

/// A batch of the maximum size is answered completely.
#[test]
fn a_whole_batch_is_answered() {
    let one =
        |id: usize| json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": {} });
    let batch = Value::from((0..BATCH).map(one).collect::<Vec<_>>()).to_string();
    let replies: Value =
        serde_json::from_str(&Service::new(1).handle(batch.as_bytes())[0]).unwrap();
    let ids: Vec<u64> = replies
        .as_array()
        .unwrap()
        .iter()
        .map(|reply| reply["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (0..BATCH as u64).collect::<Vec<_>>());
}

/// Only a 0 is left out of optional numbers: the start of a page, and the number of choices not listed.
#[test]
fn a_number_that_is_left_out_is_zero() {
    let mut service = Service::new(1);
    let new = json!({ "game": "lunar-command", "players": 2, "seed": 1 });
    ask(&mut service, "match/new", new);
    let mut page = |from: usize| {
        let given = json!({ "match": "m1", "from": from });
        ask(&mut service, "match/question", given)
    };
    let first = page(0);
    assert!(first.get("from").is_none());
    let whole = first["choices"].as_array().unwrap();
    for from in [1, whole.len() / 2, whole.len() - 1] {
        let later = page(from);
        assert_eq!(later["from"], from, "{later:.200}");
        assert_eq!(later["choices"][0], whole[from]);
    }
    let mut all = whole.len();
    let mut next = first["next"].as_u64();
    while let Some(from) = next {
        let later = page(from as usize);
        all += later["choices"].as_array().unwrap().len();
        next = later["next"].as_u64();
    }
    let action = whole[0]["action"].clone();
    let why = ask(
        &mut service,
        "match/why",
        json!({ "match": "m1", "action": action }),
    );
    let listed = why["choices"].as_array().unwrap().len();
    assert_eq!(
        why["more_choices"].as_u64().unwrap_or(0) as usize,
        all - listed
    );
}

/// A notification gets no answer, alone, in its own batch, and among requests.
#[test]
fn what_asks_for_no_answer_gets_none() {
    let note = json!({"jsonrpc": "2.0", "method": "initialize", "params": {}});
    let request = json!({"jsonrpc": "2.0", "id": 4, "method": "initialize", "params": {}});
    let mut service = Service::new(1);
    assert_eq!(
        service.handle(note.to_string().as_bytes()),
        Vec::<String>::new()
    );
    assert_eq!(
        service.handle(json!([note, note]).to_string().as_bytes()),
        Vec::<String>::new()
    );
    let told = service.handle(json!([note, request, note]).to_string().as_bytes());
    let told: Value = serde_json::from_str(&told[0]).unwrap();
    assert_eq!(
        told.as_array()
            .unwrap()
            .iter()
            .map(|reply| &reply["id"])
            .collect::<Vec<_>>(),
        [4]
    );
}

#[test]
fn a_client_holds_only_so_much() {
    let mut service = Service::new(1);
    for _ in 0..cardwright_wire::rpc::MATCHES {
        assert!(ask(&mut service, "match/new", json!({ "game": "robotory" })).is_object());
    }
    assert!(ask(&mut service, "match/new", json!({ "game": "robotory" })).is_null());
    ask(&mut service, "match/close", json!({ "match": "m3" }));
    assert_eq!(
        ask(&mut service, "match/new", json!({ "game": "robotory" }))["match"],
        "m65"
    );
    for id in 0..10 {
        let params = json!({ "game": "robotory", "games": 1000 });
        let line =
            json!({ "jsonrpc": "2.0", "id": id, "method": "simulate/run", "params": params });
        let taken = service.handle(line.to_string().as_bytes()).is_empty();
        assert_eq!(taken, id < cardwright_wire::rpc::JOBS);
    }
}

#[test]
fn a_simulation_is_told_of_and_cancelled() {
    let mut service = Service::new(1);
    let run = |id: u32, games: u32| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "simulate/run",
                "params": { "game": "robotory", "games": games, "seed": 5 } })
        .to_string()
    };
    assert!(service.handle(run(1, 100_000).as_bytes()).is_empty());
    assert!(service.handle(run(2, 60).as_bytes()).is_empty());
    service.work();
    let cancel =
        json!({ "jsonrpc": "2.0", "id": 3, "method": "simulate/cancel", "params": { "id": 1 } })
            .to_string();
    assert!(service.handle(cancel.as_bytes())[0].contains(r#""cancelled":true"#));
    let told = service.work();
    assert!(
        told[0].contains("\"id\":1,\"error\"") && told[0].contains("\"cancelled\""),
        "{told:?}"
    );
    let mut told = Vec::new();
    while service.is_busy() {
        told.extend(service.work());
    }
    assert!(told[0].contains("simulate/progress"), "{told:?}");
    let last: Value = serde_json::from_str(told.last().unwrap()).unwrap();
    let tally = cardwright::rulebook("robotory", &Setup::players(2))
        .unwrap()
        .simulate("random", 5..65)
        .unwrap();
    assert_eq!(last["id"], 2);
    assert_eq!(
        last["result"]["digest"],
        format!("{:016x}", tally.digest),
        "as if it were played in one go"
    );
}

#[test]
fn changes_of_cards_are_tried_one_ruling_at_a_time_and_cancelled() {
    let mut service = Service::new(1);
    let starter = ask(
        &mut service,
        "pack/new",
        json!({ "game": "moon-bots", "name": "Space Junk" }),
    );
    let pack = json!({ "name": "space-junk", "files": starter["files"] });
    let run = |id: u32| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "pack/mutate", "params": { "packs": [pack] } })
            .to_string()
    };
    let batch = service.handle(format!("[{}]", run(9)).as_bytes());
    assert!(batch[0].contains("cannot be part of a batch"), "{batch:?}");
    assert!(
        service.handle(run(1).as_bytes()).is_empty()
            && service.handle(run(2).as_bytes()).is_empty()
    );
    service.work();
    // Cancelling a simulation does not cancel this one.
    let cancel = |method: &str| {
        json!({ "jsonrpc": "2.0", "id": 3, "method": method, "params": { "id": 1 } }).to_string()
    };
    assert!(
        service.handle(cancel("simulate/cancel").as_bytes())[0].contains(r#""cancelled":false"#)
    );
    assert!(service.handle(cancel("pack/cancel").as_bytes())[0].contains(r#""cancelled":true"#));
    assert!(service.handle(cancel("pack/cancel").as_bytes())[0].contains(r#""cancelled":false"#));
    let told = service.work();
    assert!(
        told[0].contains("\"id\":1,\"error\"") && told[0].contains("\"cancelled\""),
        "{told:?}"
    );
    let told: Vec<String> = std::iter::from_fn(|| service.is_busy().then(|| service.work()))
        .flatten()
        .collect();
    let told: Vec<Value> = told
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, progress) = told.split_last().unwrap();
    assert!(
        progress
            .iter()
            .all(|line| line["method"] == "pack/progress" && line["params"]["id"] == 2)
    );
    let files = starter["files"].as_object().unwrap();
    let texts = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str().unwrap()));
    let source = cardwright::PackSource::from_texts("space-junk", texts);
    let mutants = cardwright::mutate::Mutants::new("moon-bots", &[source], &[]).unwrap();
    let text = files["rulings/tug-of-war.md"].as_str().unwrap();
    let rulings = [cardwright::judge::read(text).unwrap()];
    let expected: Vec<Value> = (0..mutants.all().len())
        .map(|at| json!(mutants.noticed(at, &rulings)))
        .collect();
    let found: Vec<Value> = last["result"]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["noticed_by"].clone())
        .collect();
    assert_eq!(found, expected);
    assert_eq!(progress.last().unwrap()["params"]["done"], expected.len());
    assert!(
        last["result"]["noticed"].as_u64().unwrap() > 0
            && last["result"]["unnoticed"].as_u64().unwrap() > 0
    );
}

/// Every action that a host sees in random games has a number, and few more numbers are needed.
#[test]
fn answers_of_moon_bots_are_numbered_whole() {
    for (players, met, most) in [(4, 150, 300), (2, 180, 350)] {
        let book = cardwright::rulebook("moon-bots", &Setup::players(players)).unwrap();
        let all = book.all_actions().unwrap();
        assert!(all.len() <= most, "{} numbers", all.len());
        let unique: BTreeSet<_> = all.iter().collect();
        assert_eq!(unique.len(), all.len());
        let mut seen = BTreeSet::new();
        for seed in 0..150 {
            let mut play = Match::start(book.clone(), Some(seed));
            while let Actor::Seat(_) = play.actor() {
                seen.extend(
                    play.question()
                        .choices
                        .into_iter()
                        .map(|choice| choice.action),
                );
                let answer = play.ask_bot("random").unwrap();
                play.play(&answer).unwrap();
            }
        }
        assert!(seen.len() >= met, "only {} answers came up", seen.len());
        assert!(seen.iter().all(|answer| unique.contains(answer)));
    }
}

/// A service keeps rulebooks by their complete setup. Two matches whose setups differ in any field have separate rules,
/// and matches with the same setup share them.
#[test]
fn setups_that_differ_in_one_field_share_no_rulebook_at_a_service() {
    let files = |from: &str, to: &str| {
        let files = cardwright::starter("moon-bots", "space-junk").unwrap();
        let files = files
            .into_iter()
            .map(|(path, text)| (path, Value::from(text.replacen(from, to, 1))));
        Value::Object(files.collect())
    };
    let packs = |name: &str, files: Value| json!([{ "name": name, "files": files }]);
    let setups = [
        json!({ "game": "moon-bots", "players": 2 }),
        json!({ "game": "moon-bots", "players": 3 }),
        json!({ "game": "robot-empire", "players": 2 }),
        json!({ "game": "moon-bots", "players": 2, "options": { "max_rounds": "9" } }),
        json!({ "game": "moon-bots", "players": 2, "options": { "max_rounds": "8" } }),
        json!({ "game": "moon-bots", "players": 2, "packs": packs("mine", files("", "")) }),
    ];
    // One field of a pack at a time, each compared with the last of these.
    let more = [
        json!({ "game": "moon-bots", "players": 2, "packs": packs("mine", files("0.1.0", "0.1.1")) }),
        json!({ "game": "moon-bots", "players": 2, "packs": packs("mine", files("Tin Hat", "Tin Cap")) }),
        json!({ "game": "moon-bots", "players": 2, "packs": packs("other", files("", "")) }),
    ];
    let mut tried = 0;
    let mut compare = |setups: &[Value]| {
        let mut service = Service::new(1);
        let mut begin = |setup: &Value| {
            let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/new", "params": setup });
            let reply: Value =
                serde_json::from_str(&service.handle(line.to_string().as_bytes())[0]).unwrap();
            let name = reply["result"]["match"].as_str()?.to_owned();
            Some(service.session_of(&name)?.rulebook().clone())
        };
        let books: Vec<_> = setups.iter().map(&mut begin).collect();
        for (nth, (setup, book)) in setups.iter().zip(&books).enumerate() {
            let Some(book) = book else { continue };
            tried += 1;
            for other in books[..nth].iter().flatten() {
                assert!(!std::sync::Arc::ptr_eq(book, other), "{setup}");
            }
            let again = begin(setup).unwrap();
            assert!(std::sync::Arc::ptr_eq(book, &again), "{setup}");
        }
    };
    compare(&setups);
    compare(&[&setups[5..], &more[..]].concat());
    assert!(tried >= 8, "{tried}");
}
