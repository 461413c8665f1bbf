//! Documents that no method of the protocol returns, because the program writes them; and that documents are written as the
//! values of the library are.

#![cfg(all(feature = "moon-bots", feature = "robotory", feature = "lunar-command"))]

use crate::packs::diagnostics;
use crate::play::{Why, line};
use crate::saves::copy;
use crate::verdicts::{Account, Verdict};
use crate::{
    Analysis, CardCost, Costs, Number, Report, Version, accounts, codes, mutations, reading,
    readings, rejudged, ruling_reading, ruling_readings, shown, standings, verdicts,
};
use cardwright::judge::{Judge, is_ruling};
use cardwright::mutate::Mutants;
use cardwright::odds::{self, Attack, Robot, Work, attack_odds, card_odds, robot_odds};
use cardwright::{
    Analysed, Analyst, Match, PackSource, Seat, Session, Setup, Viewer, cards, check_packs,
    decisions, games, rejudge, rulebook, starter,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Debug;

/// A game in which both players take their first action.
fn played(actions: usize) -> Match {
    let mut play = Match::new("robotory", &Setup::players(2), 1).unwrap();
    for _ in 0..actions {
        let first = play.question().choices[0].action.clone();
        play.play(&first).unwrap();
    }
    play
}

#[test]
fn an_analysis_names_turns_and_what_was_missed() {
    let play = played(3);
    let all = decisions(&play);
    let missed = |share, better_share| {
        Some(cardwright::Missed {
            better: "place black b2".into(),
            share,
            better_share,
            error: 0.125,
        })
    };
    let found: Vec<Analysed> = [
        (Some(vec![0.25, 0.75]), missed(0.5, 0.75)),
        (None, None),
        (Some(vec![1.0, 0.0]), missed(0.25, 0.875)),
    ]
    .into_iter()
    .zip(&all)
    .map(|((chances, missed), decision)| Analysed {
        decision: decision.clone(),
        chances,
        missed,
    })
    .collect();
    let analyst = Analyst {
        adviser: "search",
        player: "greedy",
        games: 40,
    };
    let told = json!(Analysis::new(&play, &analyst, &found));
    assert_eq!(
        (
            &told["game"],
            &told["players"],
            &told["adviser"],
            &told["bot"],
            &told["games"],
            &told["decisions"]
        ),
        (
            &json!("robotory"),
            &json!(2),
            &json!("search"),
            &json!("greedy"),
            &json!(40),
            &json!(3)
        )
    );
    let turn =
        |nth: usize| json!({ "turn": all[nth].turn, "at": nth, "chances": found[nth].chances });
    assert_eq!(told["turns"], json!([turn(0), turn(2)]));
    // What lost most comes first.
    for (at, (nth, chance, better)) in [(2, 0.25, 0.875), (0, 0.5, 0.75)].into_iter().enumerate() {
        let (missed, decision) = (&told["missed"][at], &all[nth]);
        let [player, text, better_text] = decision.texts("place black b2");
        let expected = json!({
            "turn": decision.turn, "at": nth, "seat": decision.seat.0 + 1, "player": player, "action": decision.action,
            "text": text, "chance": chance, "better": "place black b2", "better_text": better_text,
            "better_chance": better, "error": 0.125,
        });
        assert_eq!(*missed, expected);
    }
    let read: Analysis = serde_json::from_value(told).unwrap();
    assert_eq!(
        [read.missed[0].lost(), read.missed[1].lost()],
        [0.625, 0.25]
    );
}

#[test]
fn the_cost_of_a_card_is_a_share_of_all() {
    let cost = |steps, all, games| {
        let cost = CardCost::new("a".into(), "A".into(), steps, all, games);
        assert_eq!((&*cost.card, &*cost.name, cost.steps), ("a", "A", steps));
        (cost.share, cost.steps_per_game)
    };
    assert_eq!(cost(6, 8, 4), (0.75, 1.5));
    assert_eq!(cost(6, 8, 1), (0.75, 6.0));
    assert_eq!(cost(1, 1, 2), (1.0, 0.5));
    assert_eq!(cost(0, 0, 0), (0.0, 0.0));
    let book = rulebook("moon-bots", &Setup::players(3)).unwrap();
    let card = CardCost::new("a".into(), "A".into(), 6, 8, 4);
    let costs = Costs::new(&*book, "greedy", (5, 4), 8, vec![card.clone()]);
    let expected = json!({
        "version": Version, "game": "moon-bots", "players": 3, "packs": ["moon-bots"], "bot": "greedy", "seed": 5,
        "games": 4, "steps": 8, "cards": [card],
    });
    assert_eq!(json!(costs), expected);
}

#[test]
fn large_numbers_are_texts() {
    for (value, small) in [
        (0, true),
        (-7, true),
        ((1 << 53) - 1, true),
        (1 - (1 << 53), true),
        (1 << 53, false),
        (-(1 << 53), false),
        (i128::MAX, false),
    ] {
        let expected = match small {
            true => Number::Small(value.try_into().unwrap()),
            false => Number::Large(value.to_string()),
        };
        assert_eq!(Number::from(value), expected);
    }
}

/// A report has the setup, the seeds and the results. Sides are named only if there are teams.
#[test]
fn a_report_says_what_was_simulated() {
    for (game, setup, sides) in [
        ("robotory", Setup::players(2), json!(null)),
        ("lunar-command", Setup::players(2), json!(null)),
        ("lunar-command", Setup::players(4), json!([0, 1, 0, 1])),
        (
            "moon-bots",
            Setup::players(3).option("max_rounds", "9"),
            json!(null),
        ),
    ] {
        let book = rulebook(game, &setup).unwrap();
        let tally = book.simulate("random", 5..7).unwrap();
        let told = json!(Report::of(&*book, "random", (5, 7), &tally));
        let own: Vec<u8> = (0..setup.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let expected = if sides.is_null() {
            None
        } else {
            Some(json!(own))
        };
        assert_eq!(told.get("sides").cloned(), expected, "{game}");
        assert_eq!(
            (
                &told["game"],
                &told["players"],
                &told["bot"],
                &told["games"],
                &told["seed"],
                &told["seeds"]
            ),
            (
                &json!(game),
                &json!(setup.players),
                &json!("random"),
                &json!(2),
                &json!(5),
                &json!(["5..7"])
            )
        );
        assert_eq!(told["digest"], format!("{:016x}", tally.digest));
        assert_eq!(
            (&told["decisions"], &told["wins"]),
            (&json!(tally.decisions), &json!(tally.wins))
        );
        let option = json!("max_rounds=9");
        assert_eq!(
            told["options"].as_array().unwrap().contains(&option),
            game == "moon-bots"
        );
        let packs = told["packs"].as_array().unwrap();
        assert!(
            packs
                .iter()
                .all(|pack| pack.as_str().unwrap().starts_with(&format!("{game} ")))
        );
        assert_eq!(packs.is_empty(), game != "moon-bots");
    }
}

/// An answer is the same under another edition if nothing differs and it is an answer at all.
#[test]
fn readings_are_the_same_if_nothing_differs() {
    let session =
        Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
    let why = session.why("place white a1", Viewer::Referee).unwrap();
    let ruling = "# R-1: x\n\n- id: x\n- game: robotory\n- players: 2\n- status: house\n- source: an example\n\n## Play\n\
                  ```text\n1: place white a1\n```\n\n## Outcome\n```text\n```\n";
    let verdict = Judge::new().judge(ruling);
    let edition = || Some(("edition".to_owned(), "fr".to_owned()));
    let option = || Some(("size".to_owned(), "big".to_owned()));
    let mut all = Vec::new();
    for (under, name) in [(edition(), "fr"), (option(), "size=big"), (None, "")] {
        for (lines, works) in [(0, true), (1, true), (0, false), (1, false)] {
            let differences = vec!["x".to_owned(); lines];
            let answer = reading(
                under.clone(),
                if works { Ok(&why) } else { Err("why") },
                differences.clone(),
            );
            let outcome = ruling_reading(
                under.clone(),
                if works { Ok(&verdict) } else { Err("why") },
                differences.clone(),
            );
            let [answer, outcome] = [answer, outcome].map(Result::unwrap);
            for one in [&answer, &outcome] {
                assert_eq!(
                    (one.same, one.name()),
                    (lines == 0 && works, name.to_owned())
                );
                assert_eq!(
                    (&*one.error, &one.differences),
                    (if works { "" } else { "why" }, &differences)
                );
                assert_eq!(one.under, under);
            }
            assert_eq!(
                (answer.why.is_some(), answer.verdict.is_some()),
                (works, false)
            );
            assert_eq!(
                (outcome.why.is_some(), outcome.verdict.is_some()),
                (false, works)
            );
            all.push(answer);
        }
    }
    let (same, other) = (all[0].clone(), all[1].clone());
    for (list, expected) in [
        (vec![], true),
        (vec![same.clone(), same.clone()], true),
        (vec![same.clone(), other.clone()], false),
        (vec![other.clone(), same.clone()], false),
    ] {
        let told = readings(list.clone());
        assert_eq!((told.same, told.readings.len()), (expected, list.len()));
        let told = ruling_readings(vec![
            ("a".into(), list.clone()),
            ("b".into(), vec![same.clone()]),
        ]);
        assert_eq!(
            (told.same, told.rulings[0].same, told.rulings[1].same),
            (expected, expected, true)
        );
        assert_eq!((&*told.rulings[0].name, &*told.rulings[1].name), ("a", "b"));
        assert_eq!(told.rulings[0].readings, list);
    }
    // All rulings must hold, wherever one that does not is in the list.
    let held = Judge::new().judge(&cardwright::judge::accept(ruling, &verdict));
    assert!(held.holds() && !verdict.holds());
    let mut judge = Judge::new();
    let good = judge.account(
        &cardwright::judge::accept(ruling, &verdict),
        Viewer::Spectator,
    );
    let bad = judge.account("nonsense", Viewer::Spectator);
    assert!(good.holds() && !bad.holds());
    for (list, expected) in [
        (vec![], true),
        (vec![1], true),
        (vec![1, 0], false),
        (vec![0, 1], false),
    ] {
        let named = |nth: &i32| format!("ruling {nth}");
        let of_all: Vec<_> = list
            .iter()
            .map(|one| {
                (
                    named(one),
                    if *one == 1 {
                        held.clone()
                    } else {
                        verdict.clone()
                    },
                )
            })
            .collect();
        let told = verdicts(&of_all).unwrap();
        assert_eq!((told.good, told.verdicts.len()), (expected, list.len()));
        assert!(
            told.verdicts
                .iter()
                .zip(&list)
                .all(|(one, nth)| one.name == named(nth))
        );
        let of_all: Vec<_> = list
            .iter()
            .map(|one| {
                (
                    named(one),
                    if *one == 1 { good.clone() } else { bad.clone() },
                )
            })
            .collect();
        let told = accounts(&of_all).unwrap();
        assert_eq!((told.good, told.accounts.len()), (expected, list.len()));
        assert!(
            told.accounts
                .iter()
                .zip(&list)
                .all(|(one, nth)| one.name == named(nth))
        );
    }
}

#[test]
fn changes_that_rulings_notice_are_counted() {
    let files = cardwright::starter("moon-bots", "space-junk").unwrap();
    let pack = PackSource::from_texts("mine", files);
    let game = cardwright::check_packs(std::slice::from_ref(&pack))
        .unwrap()
        .game;
    let mutants = Mutants::new(game, &[pack], &[]).unwrap();
    let all = mutants.all();
    assert!(all.len() > 4);
    let by = |nth: usize| (nth < 3).then_some("a-ruling");
    let told = mutations(
        all.iter()
            .enumerate()
            .map(|(nth, mutant)| (mutant, by(nth))),
    );
    assert_eq!(
        (told.noticed, told.unnoticed, told.changes.len()),
        (3, all.len() - 3, all.len())
    );
    for (nth, (change, mutant)) in told.changes.iter().zip(all).enumerate() {
        assert_eq!(
            (
                &change.card,
                &change.file,
                change.line,
                change.column,
                &change.change,
                change.noticed_by.as_deref()
            ),
            (
                &mutant.card,
                &mutant.file,
                mutant.line,
                mutant.column,
                &mutant.change,
                by(nth)
            )
        );
    }
}

#[test]
fn other_documents_repeat_what_the_library_says() {
    let explained = cardwright::Code {
        id: "E1",
        title: "Title",
        text: "Text",
    };
    let expected = json!({ "version": Version, "codes": [{ "code": "E1", "title": "Title", "text": "Text" }] });
    assert_eq!(json!(codes([&explained])), expected);
    let play = played(2);
    let viewer = Viewer::Seat(Seat(1));
    let told = shown(&play, viewer).unwrap();
    assert_eq!(told.table, crate::table(&play, viewer).unwrap());
    assert_eq!(told.question, crate::question(&play, viewer).unwrap());
    assert_eq!(told.drawing, crate::scene(&play, viewer).unwrap().drawing);
    assert!(told.drawing.is_some());
    let replay = play.replay(vec!["human".into(); 2]);
    let found = rejudge(&replay, &Setup::players(2)).unwrap();
    let told = json!(rejudged([("a".to_owned(), &found), ("b".to_owned(), &found)]).unwrap());
    assert_eq!(told["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&told["games"][1]["name"], &told["games"][1]["same"]),
        (&json!("b"), &json!(true))
    );
    assert_eq!(told["games"][0]["actions_played"], 2);
    let standing = cardwright::Standing {
        place: 1,
        player: "A".into(),
        points: 2,
        opponents: 3,
        direct: 4,
        games: 5,
        won: 6,
        shared: 7,
        lot: true,
    };
    let expected = json!({
        "version": Version, "games": 9, "lot": 8, "players": [{ "place": 1, "player": "A", "points": 2, "opponents": 3,
        "direct": 4, "games": 5, "won": 6, "shared": 7, "lot": true }],
    });
    assert_eq!(json!(standings(9, Some(8), &[standing])), expected);
    let version: Result<Version, _> = serde_json::from_value(json!(crate::VERSION + 1));
    assert_eq!(
        version.unwrap_err().to_string(),
        "version 3; this library reads version 2"
    );
    assert_eq!(
        serde_json::from_value::<Version>(json!(crate::VERSION)).unwrap(),
        Version
    );
    let page = crate::rpc::errors_page();
    for (code, kind, says) in crate::rpc::codes::ALL {
        assert!(
            page.contains(&format!("\n| {code} | `{kind}` | {says} |\n")),
            "{kind}"
        );
    }
}

/// Adds every reference in a schema.
#[cfg(feature = "schema")]
fn references<'v>(value: &'v Value, all: &mut Vec<&'v str>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| references(one, all)),
        Value::Object(map) => {
            all.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|one| references(one, all));
        }
        _ => {}
    }
}

/// Whether every reference in a document leads to something in it.
#[cfg(feature = "schema")]
fn is_whole(document: &Value) -> bool {
    let mut all = Vec::new();
    references(document, &mut all);
    all.iter().all(|at| {
        at.strip_prefix('#')
            .is_some_and(|at| document.pointer(at).is_some())
    })
}

/// Each document has a schema, which refers to nothing outside. A table is one of each game's.
#[test]
#[cfg(feature = "schema")]
fn schemas_are_whole_and_tell_games_apart() {
    let all = crate::schemas();
    assert!(all.len() >= 35);
    for (name, schema) in &all {
        assert!(is_whole(schema), "{name}");
        assert!(
            schema["title"].is_string() && schema["$schema"].is_string(),
            "{name}"
        );
        let (fields, each) = (schema["properties"].as_object(), schema["oneOf"].as_array());
        assert!(
            fields.is_some_and(|all| !all.is_empty()) != each.is_some_and(|all| !all.is_empty()),
            "{name}"
        );
    }
    let of = |name: &str| &all.iter().find(|(known, _)| *known == name).unwrap().1;
    let table = of("table");
    for key in ["properties", "required", "type", "additionalProperties"] {
        assert!(table.get(key).is_none(), "{key}");
    }
    let games = cardwright::games();
    let each = table["oneOf"].as_array().unwrap();
    assert_eq!(each.len(), games.len());
    let mut views = std::collections::BTreeSet::new();
    for (one, game) in each.iter().zip(games) {
        assert_eq!(
            (&one["type"], &one["additionalProperties"]),
            (&json!("object"), &json!(false))
        );
        assert_eq!(one["description"], format!("Of {}.", game.title));
        assert_eq!(
            one["properties"]["game"],
            json!({ "const": game.id, "description": "The game's id." })
        );
        let needed = one["required"].as_array().unwrap();
        assert!(needed.contains(&json!("view")) && needed.contains(&json!("game")));
        let view = &one["properties"]["view"];
        assert_eq!(view["description"], "The table as data.");
        assert!(
            views.insert(view["$ref"].as_str().unwrap()),
            "each has its own view"
        );
        assert_eq!(one["properties"]["version"]["$ref"], "#/$defs/Version");
    }
    let version = &table["$defs"]["Version"];
    assert_eq!(version["const"], crate::VERSION);
    let question = of("question");
    for (schema, name) in [(question, "ActionData"), (of("saved"), "View")] {
        let any = schema["$defs"][name]["anyOf"].as_array();
        if let Some(any) = any {
            let told: Vec<Option<&str>> =
                any.iter().map(|one| one["description"].as_str()).collect();
            let expected: Vec<String> = games
                .iter()
                .map(|game| format!("Of {}.", game.title))
                .collect();
            let expected: Vec<Option<&str>> = expected.iter().map(|one| Some(&**one)).collect();
            assert_eq!(told, expected, "{name}");
        }
        assert!(any.is_some() || name == "View", "{name}");
        assert!(schema["$defs"][name]["description"].is_string() || name == "View");
    }
}

/// The description of the protocol has every method with its parameters and its result, and every error.
#[test]
#[cfg(feature = "schema")]
fn the_protocol_is_described() {
    let all = crate::rpc::openrpc();
    assert!(is_whole(&all));
    assert_eq!(all["info"]["version"], crate::rpc::PROTOCOL.to_string());
    let errors = all["components"]["errors"].as_object().unwrap();
    assert_eq!(errors.len(), crate::rpc::codes::ALL.len());
    for (code, kind, says) in crate::rpc::codes::ALL {
        assert_eq!(errors[kind], json!({ "code": code, "message": says }));
    }
    let methods = all["methods"].as_array().unwrap();
    let mut names: Vec<&str> = methods
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, crate::rpc::METHODS);
    let mut results = 0;
    for one in methods {
        let name = &one["name"];
        assert_eq!(one["paramStructure"], "by-name");
        assert!(
            one["summary"]
                .as_str()
                .is_some_and(|text| text.ends_with('.')),
            "{name}"
        );
        let result = &one["result"];
        assert!(
            result["name"] == "result" && result["schema"].is_object(),
            "{name}"
        );
        results += usize::from(result["schema"]["$ref"].is_string());
        for param in one["params"].as_array().unwrap() {
            assert!(
                param["name"].is_string() && param["required"].is_boolean(),
                "{name}"
            );
            assert!(
                param["schema"]
                    .as_object()
                    .is_some_and(|schema| !schema.is_empty()),
                "{name}"
            );
        }
    }
    assert!(results > 15, "{results}");
    let play = methods
        .iter()
        .find(|one| one["name"] == "match/play")
        .unwrap();
    let needed = |param: &Value| (param["name"].clone(), param["required"].clone());
    let mut params: Vec<String> = play["params"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{:?}", needed(one)))
        .collect();
    params.sort_unstable();
    let expected = [("action", true), ("match", true), ("seat", false)];
    assert_eq!(
        params,
        expected.map(|(name, needed)| format!("{:?}", (json!(name), json!(needed))))
    );
    assert_eq!(
        play["result"]["schema"]["$ref"],
        "#/components/schemas/Played"
    );
}

/// A value of the library, as it is serialized, must read as the wire type.
fn alike<T: DeserializeOwned + PartialEq + Debug>(value: &impl Serialize, wired: &T) {
    let read: T = serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap();
    assert_eq!(read, *wired);
}

fn alike_itself<'v, T: DeserializeOwned + PartialEq + Debug + From<&'v V>, V: Serialize>(
    value: &'v V,
) {
    alike(value, &T::from(value));
}

/// What is written must be read as the same.
fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    alike(value, value);
}

#[test]
fn matches_are_written_alike_here_and_in_the_library() {
    for info in games() {
        let play = Match::new(info.id, &Setup::players(info.usual), 3).unwrap();
        let seats = vec!["random".into(); usize::from(info.usual)];
        let mut session = Session::new(play, seats.clone()).unwrap();
        for _ in 0..40 {
            session.play_bot().unwrap();
        }
        reads_back(&session.replay(seats));
        for viewer in [Viewer::Referee, Viewer::Spectator, Viewer::Seat(Seat(0))] {
            let scene = session.scene(viewer);
            assert_eq!(
                scene.is_some(),
                matches!(info.id, "lunar-command" | "robotory")
            );
            if let Some(scene) = scene {
                reads_back(&scene);
            }
            for told in session.lines(viewer, 0) {
                alike(&told, &line(&told).unwrap());
            }
            let action = session
                .question_for(viewer)
                .0
                .choices
                .first()
                .map(|choice| choice.action.clone());
            let why = session.why(&action.unwrap_or_default(), viewer);
            why.iter().for_each(alike_itself::<Why, _>);
        }
        let theirs = session.seat(Seat(0)).unwrap().copy();
        alike(&theirs, &copy(&theirs).unwrap());
    }
}

#[test]
fn packs_and_rulings_are_written_alike_here_and_in_the_library() {
    for info in games().iter().filter(|game| game.cards) {
        cards(info.id, &[]).unwrap().iter().for_each(reads_back);
        let files = starter(info.id, "My Pack").unwrap();
        let pack = |change: &dyn Fn(&str, &str) -> String| {
            let changed = files
                .iter()
                .map(|(path, text)| (path.clone(), change(path, text)));
            PackSource::from_texts("mine", changed)
        };
        let whole = pack(&|_, text| text.into());
        // Unknown words, broken grammar, and a warning with a second place: both types must be written alike
        // for each.
        for (word, instead) in [
            ("me", "mee"),
            ("}", ""),
            ("fn ", "fn unused() { }\nfn "),
            ("kind", "kinds"),
        ] {
            let broken = pack(&|path, text| match path.ends_with(".md") {
                true => text.into(),
                false => text.replacen(word, instead, 3),
            });
            let checked = check_packs(&[broken]).unwrap();
            assert!(!checked.found.list.is_empty(), "{word}");
            alike(&checked.found, &diagnostics(&checked.found));
        }
        let rulings: Vec<&String> = files
            .iter()
            .filter(|(path, _)| is_ruling(path))
            .map(|(_, text)| text)
            .collect();
        assert!(!rulings.is_empty());
        for text in rulings {
            let mut judge = Judge::new().with_packs(vec![whole.clone()]);
            for text in [
                text.clone(),
                text.replace("asked:", "told:"),
                text.replace("id:", "ID:"),
            ] {
                alike_itself::<Verdict, _>(&judge.judge(&text));
                for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0))] {
                    alike_itself::<Account, _>(&judge.account(&text, viewer));
                }
            }
        }
    }
}

#[test]
fn odds_are_written_alike_here_and_in_the_library() {
    let setup = Setup::players(2);
    let first = cards("moon-bots", &[])
        .unwrap()
        .into_iter()
        .find(|card| card.kind == "part")
        .unwrap()
        .id;
    reads_back(&card_odds("moon-bots", &first, &setup).unwrap());
    for value in [odds::Value::Damage, odds::Value::Energy, odds::Value::Both] {
        let robot = Robot::Cards(vec![first.clone()]);
        reads_back(&robot_odds("moon-bots", &robot, value, &setup, &mut Work::default()).unwrap());
    }
    let attackers = vec!["brax-the-strong permanent".into()];
    for goal in [odds::Goal::Battery, odds::Goal::Cards, odds::Goal::Both] {
        let attack = Attack::Cards {
            attackers: attackers.clone(),
            against: Vec::new(),
        };
        reads_back(
            &attack_odds("robot-empire", &attack, goal, &setup, &mut Work::default()).unwrap(),
        );
    }
}
