use super::{RpcError, base64, with_texts};
use crate::rpc::Service;
use serde_json::{Value, json};

fn called(method: &str, params: &Value) -> Value {
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let replies = Service::new(1).handle(line.to_string().as_bytes());
    serde_json::from_str(&replies[0]).unwrap()
}

#[test]
#[cfg(all(feature = "texts", feature = "moon-bots", feature = "robotory"))]
fn questions_are_answered_and_clauses_explained() {
    let asked = json!({ "question": "can i doge a misile", "game": "moon-bots" });
    let found = called("rules/ask", &asked)["result"].clone();
    let found = found["found"].as_array().unwrap();
    assert_eq!(
        (found.len(), &found[0]["entry"]["id"]),
        (3, &json!("MB-8.2"))
    );
    let more = json!({ "question": "energy", "limit": 7 });
    let more = called("rules/ask", &more);
    assert_eq!(more["result"]["found"].as_array().unwrap().len(), 7);
    let chess = called(
        "rules/ask",
        &json!({ "question": "energy", "game": "chess" }),
    );
    assert_eq!(chess["error"]["data"]["kind"], "setup", "{chess}");
    let dodge = called("rules/explain", &json!({ "name": "mb-8.2" }));
    assert_eq!(dodge["result"]["entry"]["title"], "Dodge");
    let with = |files: Value| {
        let packs = json!([{ "name": "p", "files": files }]);
        called("rules/explain", &json!({ "name": "dodge", "packs": packs }))
    };
    let files = json!({ "pack.toml": "id = \"p\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"P\"\ncards = []\n", "rulings/a.md": "" });
    let unread = with(files)["result"]["unread"].clone();
    assert!(
        unread[0]
            .as_str()
            .unwrap()
            .starts_with("p/rulings/a.md:1:1: "),
        "{unread}"
    );
    let broken = with(json!({ "pack.toml": "x" }));
    assert!(
        broken["error"]["data"]["diagnostics"].is_array(),
        "{broken}"
    );
    let wrong = called("rules/explain", &json!({ "name": "RB-3.33" }));
    let reason = wrong["error"]["data"]["reason"].as_str().unwrap();
    assert!(reason.ends_with("did you mean `RB-3.3`?"), "{reason}");
    let far = called("rules/explain", &json!({ "name": "Does anybody know?" }));
    let reason = far["error"]["data"]["reason"].as_str().unwrap();
    assert!(reason.ends_with("; search with `rules/ask`"), "{reason}");
    // A build with texts keeps its own.
    let kept = called("rules/texts", &json!({ "files": { "robotory.md": "" } }));
    assert!(kept["result"]["entries"].as_u64().unwrap() > 1000, "{kept}");
}

/// Only a build without texts that was given none refuses questions about the rules.
#[test]
fn the_rules_are_known_or_asked_for() {
    let work = || Ok(json!(7));
    assert_eq!(with_texts(true, work), Ok(json!(7)));
    let never = || panic!("there is nothing to read");
    assert_eq!(with_texts(false, never), Err(RpcError::no_texts()));
    let why = RpcError::no_texts();
    assert_eq!(
        (why.code, &why.data["kind"]),
        (crate::rpc::codes::TEXTS, &json!("texts"))
    );
}

/// A request has at most so many packs; all cards of a pack are described, or those that were asked for.
#[test]
#[cfg(feature = "moon-bots")]
fn packs_and_cards_are_counted() {
    let pack = json!({ "name": "x", "files": {} });
    for (many, expected) in [(super::PACKS, ""), (super::PACKS + 1, "limit")] {
        let packs = json!({ "packs": vec![pack.clone(); many] });
        assert_eq!(kind(&called("pack/check", &packs)), expected, "{many}");
    }
    let texts = |cards: Value| {
        let reply = called("pack/text", &json!({ "game": "moon-bots", "cards": cards }));
        let cards = reply["result"]["cards"].as_array().cloned();
        let ids = cards.map(|cards| {
            cards
                .iter()
                .map(|card| card["id"].clone())
                .collect::<Vec<_>>()
        });
        ids.ok_or(reply["error"]["data"]["reason"].clone())
    };
    let all = texts(Value::Null).unwrap();
    assert!(all.len() > 20);
    let two = json!([all[3], all[1]]);
    assert_eq!(
        texts(two),
        Ok(vec![all[1].clone(), all[3].clone()]),
        "in the pack's order"
    );
    assert_eq!(texts(json!([])), Ok(vec![]));
    assert_eq!(
        texts(json!([all[0], "nosuch"])),
        Err("there is no card `nosuch`".into())
    );
}

#[test]
fn a_pack_becomes_the_file_that_the_program_writes() {
    let files = json!({ "pack.toml": "id = \"p\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\ncards = []\n" });
    let made = called(
        "pack/archive",
        &json!({ "pack": { "name": "p", "files": files } }),
    );
    let text = made["result"]["base64"].as_str().unwrap();
    let head = files["pack.toml"].as_str().unwrap();
    let pack = cardwright::PackSource::from_texts("p", [("pack.toml", head)]);
    assert_eq!(text, base64(&cardwright::write_archive(&pack).unwrap()));
    let wrong = called(
        "pack/archive",
        &json!({ "pack": { "name": "p", "files": {} } }),
    );
    let data = &wrong["error"]["data"];
    assert_eq!(data["kind"], "params", "{wrong}");
    assert!(!data["help"].as_str().unwrap().is_empty(), "{wrong}");
}

#[test]
fn bytes_are_written_as_base64() {
    let known = [
        "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
    ];
    for (length, text) in known.into_iter().enumerate() {
        assert_eq!(base64(&b"foobar"[..length]), text);
    }
    assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
}

fn kind(reply: &Value) -> &str {
    reply["error"]["data"]["kind"].as_str().unwrap_or_default()
}

/// What is asked for, and the goal or value, reaches the library; what does not go together is refused.
#[test]
#[cfg(all(feature = "moon-bots", feature = "robot-empire"))]
fn odds_are_of_what_was_asked_for() {
    use cardwright::odds::{Attack, Goal, Robot, Value as Worth, Work, attack_odds, robot_odds};
    let (empire, moon) = ("robot-empire", "moon-bots");
    let setup = cardwright::Setup::players;
    let cards = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let attack = Attack::Cards {
        attackers: cards(&["dice-drive"]),
        against: cards(&["acid-slug"]),
    };
    for (goal, sought) in [
        (json!("battery"), Goal::Battery),
        (json!("cards"), Goal::Cards),
        (json!("both"), Goal::Both),
        (Value::Null, Goal::Both),
    ] {
        let asked = json!({ "game": empire, "attack": ["dice-drive"], "against": ["acid-slug"], "goal": goal });
        let found = attack_odds(empire, &attack, sought, &setup(2), &mut Work::default()).unwrap();
        let expected = json!(crate::reports::attack_odds(&found).unwrap());
        assert_eq!(called("pack/odds", &asked)["result"], expected, "{goal}");
    }
    let robot = Robot::Cards(cards(&["left-claw", "plus-die"]));
    for (value, worth) in [
        (json!("damage"), Worth::Damage),
        (json!("energy"), Worth::Energy),
        (json!("both"), Worth::Both),
        (Value::Null, Worth::Both),
    ] {
        let asked = json!({ "game": moon, "robot": ["left-claw", "plus-die"], "value": value, "players": 2 });
        let found = robot_odds(moon, &robot, worth, &setup(2), &mut Work::default()).unwrap();
        let expected = json!(crate::reports::robot_odds(&found).unwrap());
        assert_eq!(called("pack/odds", &asked)["result"], expected, "{value}");
    }
    let (position, one) = ("active = 1", ["left-claw"]);
    for (asked, path) in [
        (
            json!({ "game": empire, "against": ["acid-slug"] }),
            "against",
        ),
        (
            json!({ "game": empire, "attack": ["dice-drive"], "position": position, "players": 2 }),
            "position",
        ),
        (json!({ "game": empire, "goal": "cards" }), "goal"),
        (
            json!({ "game": empire, "attack": ["dice-drive"], "cards": one }),
            "attack",
        ),
        (
            json!({ "game": empire, "attack": ["dice-drive"], "robot": one }),
            "attack",
        ),
        (
            json!({ "game": empire, "attack": ["dice-drive"], "value": "both" }),
            "attack",
        ),
        (
            json!({ "game": moon, "robot": one, "position": position, "players": 2 }),
            "position",
        ),
        (json!({ "game": moon, "robot": one, "cards": one }), "cards"),
    ] {
        let reply = called("pack/odds", &asked);
        assert_eq!(
            (kind(&reply), &reply["error"]["data"]["path"]),
            ("params", &json!(path)),
            "{asked}"
        );
    }
    let reply = called(
        "pack/odds",
        &json!({ "game": moon, "position": "active = 7" }),
    );
    assert_eq!(kind(&reply), "position");
    let reply = called("pack/odds", &json!({ "game": "robotory", "cards": ["x"] }));
    assert_eq!(kind(&reply), "odds");
    let of_cards = called("pack/odds", &json!({ "game": moon, "cards": one }));
    assert_eq!(
        of_cards["result"]["cards"].as_array().map(Vec::len),
        Some(1),
        "{of_cards}"
    );
}

/// Files for editors are part of a new pack only if they are asked for.
#[test]
#[cfg(feature = "moon-bots")]
fn a_new_pack_has_the_files_that_were_asked_for() {
    let files = |more: Value| {
        let mut asked = json!({ "game": "moon-bots", "name": "Space Junk" });
        asked
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let made = called("pack/new", &asked)["result"].clone();
        assert_eq!(made["game"], "moon-bots");
        made["files"].as_object().unwrap().clone()
    };
    let whole = files(json!({ "editor": true }));
    for plain in [files(json!({})), files(json!({ "editor": false }))] {
        assert!(plain.contains_key("pack.toml") && plain.len() < whole.len());
        let others = whole.iter().filter(|(path, _)| !plain.contains_key(*path));
        assert!(
            others
                .into_iter()
                .all(|(path, _)| path.starts_with("editor/"))
        );
        assert!(plain.keys().all(|path| !path.starts_with("editor/")));
    }
    let wrong = called("pack/new", &json!({ "game": "moon-bots", "name": "" }));
    assert!(
        kind(&wrong) == "setup" && !wrong["error"]["data"]["help"].as_str().unwrap().is_empty()
    );
}

/// All rulings must hold, wherever one that does not is in the list; written ones hold.
#[test]
#[cfg(feature = "robotory")]
fn rulings_are_good_if_all_of_them_hold() {
    let text = "# R-1: a disc is placed\n\n- id: a-disc\n- game: robotory\n- players: 2\n- status: house\n\
                - source: an example\n\n## Play\n```text\n1: place white a1\n```\n\n## Outcome\n```text\n```\n";
    let one = |text: &str| json!({ "name": "one", "text": text });
    let written = called(
        "judge/write",
        &json!({ "rulings": [one(text), one("nonsense")] }),
    );
    let written = written["result"]["rulings"].as_array().unwrap().clone();
    assert_eq!(
        (&written[0]["changed"], &written[1]["changed"]),
        (&json!(true), &json!(false))
    );
    let (good, bad) = (written[0].clone()["text"].clone(), json!("nonsense"));
    let good = good.as_str().unwrap();
    let again = called("judge/write", &json!({ "rulings": [one(good)] }));
    assert_eq!(again["result"]["rulings"][0]["changed"], false);
    for (texts, expected) in [
        (vec![], true),
        (vec![good], true),
        (vec![good, good], true),
        (vec![good, "nonsense"], false),
        (vec!["nonsense", good], false),
        (vec![text], false),
    ] {
        let rulings: Vec<Value> = texts.iter().map(|text| one(text)).collect();
        let found = called("judge/run", &json!({ "rulings": rulings }))["result"].clone();
        assert_eq!(found["good"], expected, "{texts:?}");
        let verdicts = found["verdicts"].as_array().unwrap();
        assert!(verdicts.len() == texts.len() && verdicts.iter().all(|one| one["name"] == "one"));
        let holds: Vec<bool> = verdicts
            .iter()
            .map(|one| one["finding"] == "holds")
            .collect();
        let expected: Vec<bool> = texts.iter().map(|text| *text == good).collect();
        assert_eq!(holds, expected);
    }
    assert_eq!(bad, "nonsense");
    for (many, expected) in [(super::RULINGS, ""), (super::RULINGS + 1, "limit")] {
        let many = json!({ "rulings": vec![one("x"); many] });
        assert_eq!(kind(&called("judge/run", &many)), expected);
    }
    // A pack is tested with the rulings in its folder.
    let files = json!({ "rulings/a.md": good, "rulings/README.md": "x", "rulings/a.txt": "x", "a.md": "x" });
    let pack = json!({ "packs": [{ "name": "p", "files": files }] });
    let tested = called("pack/test", &pack)["result"]["verdicts"].clone();
    assert_eq!(tested.as_array().map(Vec::len), Some(1), "{tested}");
    assert_eq!(tested[0]["name"], "rulings/a.md");
}

/// The number of players: as asked for, as the seats say, as a position has tables, or the usual one.
#[test]
#[cfg(all(feature = "moon-bots", feature = "robotory"))]
fn a_match_has_as_many_players_as_were_asked_for() {
    let players = |more: Value| {
        let mut asked = json!({ "game": "moon-bots" });
        asked
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        called("match/new", &asked)
    };
    let robots = |many: usize| format!("active = 1\n{}", "[[robot]]\n".repeat(many));
    for (more, expected) in [
        (
            json!({}),
            u64::from(cardwright::game("moon-bots").unwrap().usual),
        ),
        (json!({ "players": 3 }), 3),
        (json!({ "seats": ["human", "human", "human"] }), 3),
        (json!({ "position": robots(3) }), 3),
    ] {
        let made = players(more.clone());
        let found = made["result"]["players"].as_u64();
        assert_eq!(found, Some(expected), "{more} {made}");
    }
    let none = players(json!({ "position": robots(2) }));
    assert_eq!(
        (kind(&none), &none["error"]["data"]["path"]),
        ("params", &json!("position")),
        "{none}"
    );
}

/// Long work needs an id and is no part of a batch; its progress is told, and it ends in one answer or is cancelled.
#[test]
#[cfg(feature = "robotory")]
fn a_simulation_is_told_of_step_by_step() {
    let mut service = Service::new(1);
    let run = |id: Value, games: u64, more: Value| {
        let mut params = json!({ "game": "robotory", "games": games, "seed": 5 });
        params
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({ "jsonrpc": "2.0", "id": id, "method": "simulate/run", "params": params })
            .to_string()
    };
    let read = |line: &String| -> Value { serde_json::from_str(line).unwrap() };
    let batch = format!("[{}]", run(json!(1), 1, json!({})));
    let refused = read(&service.handle(batch.as_bytes())[0]);
    assert!(kind(&refused[0]) == "params" && refused.to_string().contains("part of a batch"));
    let note = run(json!(1), 1, json!({})).replace("\"id\":1,", "");
    assert!(service.handle(note.as_bytes()).is_empty() && !service.is_busy());
    for (more, expected) in [
        (json!({ "bot": "nobody" }), "setup"),
        (json!({ "players": 9 }), "setup"),
        (json!({ "games": super::GAMES + 1 }), "limit"),
        (json!({ "seed": u64::MAX - 1, "games": 2 }), "limit"),
        (json!({ "seed": u64::MAX }), "limit"),
        (json!({ "game": "chess" }), "setup"),
    ] {
        let reply = read(&service.handle(run(json!(1), 1, more.clone()).as_bytes())[0]);
        assert_eq!(kind(&reply), expected, "{more}");
    }
    assert!(
        service
            .handle(run(json!("a"), 45, json!({})).as_bytes())
            .is_empty()
    );
    assert!(
        service
            .handle(run(json!("b"), 45, json!({})).as_bytes())
            .is_empty()
    );
    let cancel = |service: &mut Service, method: &str, id: &str| {
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": { "id": id } });
        read(&service.handle(line.to_string().as_bytes())[0])["result"]["cancelled"].clone()
    };
    assert_eq!(cancel(&mut service, "pack/cancel", "b"), false);
    assert_eq!(cancel(&mut service, "simulate/cancel", "c"), false);
    assert_eq!(cancel(&mut service, "simulate/cancel", "b"), true);
    assert_eq!(cancel(&mut service, "simulate/cancel", "b"), false);
    let mut told = Vec::new();
    while service.is_busy() {
        told.extend(service.work().iter().map(read));
    }
    let done: Vec<Value> = told[..2].iter().map(|one| one["params"].clone()).collect();
    let progress = |done: u64| json!({ "id": "a", "done": done, "games": 45 });
    assert_eq!(done, [progress(20), progress(40)]);
    assert_eq!(
        (told.len(), &told[2]["id"], &told[3]["id"]),
        (4, &json!("a"), &json!("b"))
    );
    assert_eq!(kind(&told[3]), "cancelled");
    let book = cardwright::rulebook("robotory", &cardwright::Setup::players(2)).unwrap();
    let tally = book.simulate("random", 5..50).unwrap();
    assert_eq!(
        told[2]["result"]["digest"],
        format!("{:016x}", tally.digest)
    );
    let shutdown = called("shutdown", &json!({}));
    assert_eq!(shutdown["result"], json!({}));
    assert!(!service.is_over());
    let line = br#"{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}"#;
    service.handle(line);
    assert!(service.is_over());
}

/// The number of games is limited; progress is reported a hundred times at most; bots that search play one game at a
/// time.
#[test]
#[cfg(feature = "robotory")]
fn long_simulations_are_told_of_now_and_then() {
    let mut service = Service::new(1);
    let mut run = |id: u64, bot: &str, games: u64, steps: usize| {
        let params = json!({ "game": "robotory", "bot": bot, "games": games });
        let line =
            json!({ "jsonrpc": "2.0", "id": id, "method": "simulate/run", "params": params });
        assert_eq!(service.handle(line.to_string().as_bytes()), [""; 0]);
        let told: Vec<Value> = (0..steps)
            .flat_map(|_| service.work())
            .map(|line| serde_json::from_str(&line).unwrap())
            .collect();
        let done: Vec<u64> = told
            .iter()
            .map(|one| one["params"]["done"].as_u64().unwrap())
            .collect();
        let cancel = json!({ "jsonrpc": "2.0", "id": 0, "method": "simulate/cancel", "params": { "id": id } });
        assert!(service.handle(cancel.to_string().as_bytes())[0].contains("true"));
        let last: Value = serde_json::from_str(&service.work()[0]).unwrap();
        assert_eq!((kind(&last), &last["id"]), ("cancelled", &json!(id)));
        assert_eq!(last["error"]["message"], "the simulation was cancelled");
        assert!(!service.is_busy());
        done
    };
    let none: Vec<u64> = Vec::new();
    assert_eq!(run(1, "random", 2_000, 2), [20, 40]);
    assert_eq!(run(2, "random", 2_001, 2), [40]);
    assert_eq!(run(3, "random", 4_000, 5), [40, 80]);
    assert_eq!(run(4, "random", super::GAMES, 1), none);
    assert_eq!(run(5, "search:1", 9, 2), [1, 2]);
}

/// One action is taken back by default, an unknown game is named, and rulings to be noticed are limited.
#[test]
#[cfg(feature = "robotory")]
fn defaults_and_limits_are_exact() {
    let mut service = Service::new(1);
    let mut ask = |method: &str, params: Value| {
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let reply = service.handle(line.to_string().as_bytes()).remove(0);
        serde_json::from_str::<Value>(&reply).unwrap()
    };
    ask("match/new", json!({ "game": "robotory" }));
    for _ in 0..2 {
        ask("match/play", json!({ "match": "m1", "action": "1" }));
    }
    let undone = ask("match/undo", json!({ "match": "m1" }));
    assert_eq!(
        (
            &undone["result"]["taken"],
            &undone["result"]["actions_played"]
        ),
        (&json!(1), &json!(1))
    );
    let chess = ask("match/new", json!({ "game": "chess" }));
    assert!(
        chess["error"]["message"]
            .as_str()
            .unwrap()
            .contains("chess"),
        "{chess}"
    );
    for (many, limited) in [(super::RULINGS, false), (super::RULINGS + 1, true)] {
        let rulings = vec![json!({ "name": "x", "text": "x" }); many];
        let reply = called("pack/mutate", &json!({ "packs": [], "rulings": rulings }));
        assert_eq!(kind(&reply) == "limit", limited, "{reply}");
    }
}

/// So many simulations may run at once.
#[test]
#[cfg(feature = "robotory")]
fn simulations_at_once_are_limited() {
    let mut service = Service::new(1);
    let mut begin = |id: usize| {
        let params = json!({ "game": "robotory", "games": 9 });
        let line =
            json!({ "jsonrpc": "2.0", "id": id, "method": "simulate/run", "params": params });
        service.handle(line.to_string().as_bytes())
    };
    for id in 0..super::JOBS {
        assert_eq!(begin(id), [""; 0]);
    }
    let refused: Value = serde_json::from_str(&begin(9)[0]).unwrap();
    assert_eq!(
        refused["error"]["message"],
        "a client may run at most 8 simulations at the same time"
    );
    assert_eq!(
        refused["error"]["data"]["help"],
        "wait, or cancel one with `simulate/cancel`"
    );
}

/// What a client is told at first.
#[test]
fn the_service_says_what_it_is_and_has() {
    let about = called(
        "initialize",
        &json!({ "client": "x", "protocol": super::PROTOCOL }),
    )["result"]
        .clone();
    assert_eq!(about["methods"], json!(crate::rpc::METHODS.as_slice()));
    assert_eq!(
        (&about["name"], &about["protocol"]),
        (&json!("cardwright"), &json!(super::PROTOCOL))
    );
    assert_eq!(
        about["limits"].as_object().map(serde_json::Map::len),
        Some(11)
    );
    assert!(
        about["limits"]
            .as_object()
            .unwrap()
            .values()
            .all(|limit| limit.as_u64() > Some(0))
    );
    assert_eq!(about["games"], json!(crate::games().unwrap().games));
    let other = called("initialize", &json!({ "protocol": super::PROTOCOL + 1 }));
    assert_eq!(
        (kind(&other), &other["error"]["data"]["path"]),
        ("params", &json!("protocol"))
    );
    let unknown = called("match/nwe", &json!({}));
    assert_eq!(
        (kind(&unknown), &unknown["error"]["code"]),
        ("no-method", &json!(-32601))
    );
    assert!(
        unknown["error"]["data"]["help"]
            .as_str()
            .unwrap()
            .contains("match/new")
    );
}
