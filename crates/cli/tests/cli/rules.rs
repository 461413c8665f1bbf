//! The rules to read and to ask: `ask`, `explain`, and one question under every edition.

use crate::bench::Bench;
use insta::assert_snapshot;
use serde_json::Value;

/// Robot 1 gains energy in its turn, and robot 4 holds Energy Pump. The edition `nl` limits gains in other turns too.
const GAIN: &str = r#"# R-1: a gain in another player's turn

- id: gain
- game: moon-bots
- players: 4
- status: house
- source: a test

## Position

```toml
active = "1"
step = "parts"
dice = [2]
[[robot]]
parts = ["right-claw"]
[[robot]]
[[robot]]
[[robot]]
energy = 11
weapons = ["energy-pump"]
```

## Play

```text
1: use right-arm 2
1: left 0 right 1
```
"#;

/// The same, with the weapon played and an action that is refused.
fn whole() -> String {
    GAIN.replace("right 1\n", "right 1\n! 2: play spy\n4: play energy-pump\n")
}

#[test]
fn a_question_with_typing_errors_is_answered() {
    let bench = Bench::new("ask");
    let told = bench.ok(&[
        "ask",
        "can",
        "i",
        "doge",
        "a",
        "misile",
        "--game",
        "moon-bots",
    ]);
    assert!(told.contains("\nMB-8.2: Dodge (moon-bots"), "{told}");
    let found = bench.json(&[
        "ask",
        "can i doge a misile",
        "--format",
        "json",
        "--most",
        "5",
    ]);
    let found = found["found"].as_array().unwrap();
    assert_eq!(found.len(), 5);
    for one in found {
        let (says, title) = (&one["says"], &one["entry"]["title"]);
        let says = says.as_str().unwrap();
        assert!(
            says.len() > title.as_str().unwrap().len(),
            "no answer: {one}"
        );
        // A ruling answers with its situation and with what it decides.
        if let Some(by) = one.get("by").filter(|by| by.get("date").is_some()) {
            assert!(says.ends_with(by["says"].as_str().unwrap()), "{one}");
            assert!(says.len() > by["says"].as_str().unwrap().len(), "{one}");
        }
    }
    assert!(found.iter().any(|one| one["entry"]["id"] == "MB-8.2"));
    // The answer is not printed twice where the clause says no more.
    let told = bench.ok(&["ask", "may I pass", "--game", "robotory", "--most", "1"]);
    assert_eq!(told.matches("You may not pass").count(), 1, "{told}");
    let told = bench.run(&["ask", "xyzzy", "--game", "robotory"], "");
    assert!(
        told.contains("no clause has a word of this question"),
        "{told}"
    );
    assert!(told.ends_with("= 1\n\n"), "{told}");
    let told = bench.run(&["ask", "may I pass", "--game", "chess"], "");
    assert!(told.contains("error: there is no game `chess`"), "{told}");
}

#[test]
fn clauses_cards_questions_and_rulings_are_explained() {
    let bench = Bench::new("explain-rules");
    let clause = bench.ok(&["explain", "mb-8.2"]);
    for part in [
        "MB-8.2: Dodge\n",
        "clause: printed, with a house ruling, moon-bots",
        "Stop all damage about to hit your robot",
        "source: ",
        "rulings:\n",
        "R-MB-33",
    ] {
        assert!(clause.contains(part), "`{part}` is missing:\n{clause}");
    }
    let card = bench.ok(&["explain", "Dodge"]);
    assert!(
        card.contains("card, moon-bots") && card.contains("MB-8.2: Dodge"),
        "{card}"
    );
    assert!(card.contains("file: cards/moon-bots/"), "{card}");
    let question = bench.ok(&["explain", "Q-MB-2"]);
    assert!(question.contains("open question, moon-bots"), "{question}");
    assert!(
        question.contains("(ours)") && question.contains("Why ours: "),
        "{question}"
    );
    let ruling = bench.ok(&["explain", "R-MB-33"]);
    assert!(
        ruling.contains("ruling, moon-bots") && ruling.contains("MB-8.2"),
        "{ruling}"
    );
    let data = bench.json(&["explain", "Q-MB-2", "--format", "json"]);
    assert_eq!(
        (&data["entry"]["kind"], &data["entry"]["id"]),
        (&"question".into(), &"Q-MB-2".into())
    );
    assert!(!data["clauses"].as_array().unwrap().is_empty());
    let unknown = bench.run(&["explain", "MB-8.22"], "");
    assert!(unknown.contains("did you mean MB-8."), "{unknown}");
}

#[test]
fn cards_and_rulings_of_a_pack_are_explained() {
    let bench = Bench::new("explain-pack");
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../cards/examples/stormfront"
    );
    let told = |name: &str| bench.ok(&["explain", name, "--pack", folder]);
    let card = told("Faraday Cage");
    for part in [
        "stormfront:faraday-cage: Faraday Cage\ncard, moon-bots\n",
        "stormfront/upgrades.toml\n",
        "stormfront-faraday-cage-late: Faraday Cage with an older Lightning Rod",
    ] {
        assert!(card.contains(part), "`{part}` is missing:\n{card}");
    }
    let ruling = told("stormfront-faraday-cage-late");
    for part in [
        "Nothing hits robot 2.",
        "  MB-13.13: ",
        "  stormfront:lightning-rod: Lightning Rod\n",
        "stormfront/rulings/faraday-cage-late.md\n",
    ] {
        assert!(ruling.contains(part), "`{part}` is missing:\n{ruling}");
    }
    assert!(told("MB-13.13").contains("  stormfront-faraday-cage-late: "));
    assert!(told("dodge").contains("MB-8.2: Dodge"));
    let misspelt = bench.run(&["explain", "faraday-kage", "--pack", folder], "");
    assert!(
        misspelt.contains("did you mean stormfront:faraday-cage?"),
        "{misspelt}"
    );
    let without = bench.run(&["explain", "Faraday Cage"], "");
    assert!(without.contains("there is no code, clause"), "{without}");
    bench.ok(&["new", "small", "--game", "moon-bots"]);
    bench.write("small/rulings/README.md", "# What is here\n");
    bench.write("small/rulings/worse.md", "# Worse\n\n- gaem: moon-bots\n");
    let told = bench.ok(&["explain", "dodge", "--pack", "small"]);
    let unread = "\n\nrulings that cannot be read:\n  small/rulings/worse.md:1:1: ";
    assert!(told.contains(unread) && !told.contains("README"), "{told}");
    bench.write("bad/pack.toml", "id = 5\n");
    let bad = bench.run(&["explain", "dodge", "--pack", "bad"], "");
    assert!(
        bad.contains("pack.toml") && bad.ends_with("= 1\n\n"),
        "{bad}"
    );
}

#[test]
fn one_action_under_every_edition() {
    let bench = Bench::new("why-editions");
    bench.write("gain.md", GAIN);
    let asked = ["why", "gain.md", "4: play energy-pump", "--every-edition"];
    assert_snapshot!(bench.run(&asked, ""));
    let data = bench.json(&[&asked[..], &["--format", "json"]].concat());
    check_readings(&data, "why");
}

#[test]
fn one_ruling_under_every_edition() {
    let bench = Bench::new("judge-editions");
    bench.write("gain.md", &whole());
    let asked = ["judge", "gain.md", "--every-edition"];
    assert_snapshot!(bench.run(&asked, ""));
    let data = bench.json(&[&asked[..], &["--format", "json"]].concat());
    assert_eq!(data["rulings"][0]["name"], "gain.md");
    check_readings(&data["rulings"][0], "verdict");
    assert_eq!(data["same"], data["rulings"][0]["same"]);
    let refused = bench.run(&["judge", "gain.md", "--every-edition", "--write"], "");
    assert!(refused.contains("cannot be used with"), "{refused}");
}

/// All eight editions are there after the rules that were asked for; where nothing differs, they are the same.
fn check_readings(data: &Value, answer: &str) {
    let readings = data["readings"].as_array().unwrap();
    assert_eq!(readings.len(), 9, "{data}");
    assert!(readings[0].get("under").is_none());
    for one in readings {
        assert!(one[answer].is_object(), "{one}");
        let differences = one.get("differences").and_then(Value::as_array);
        assert_eq!(one["same"], differences.is_none_or(Vec::is_empty), "{one}");
    }
    let other = readings.iter().filter(|one| one["same"] == false);
    let other: Vec<&Value> = other.map(|one| &one["under"]).collect();
    assert_eq!(other, [&serde_json::json!(["edition", "nl"])]);
    assert_eq!(data["same"], false);
}

#[test]
fn which_card_takes_time() {
    let bench = Bench::new("cost");
    bench.ok(&["new", "junk", "--game", "moon-bots"]);
    let asked = ["cost", "junk", "--games", "60", "--format", "json"];
    let data = bench.json(&asked);
    let cards = data["cards"].as_array().unwrap();
    let steps: Vec<u64> = cards
        .iter()
        .map(|one| one["steps"].as_u64().unwrap())
        .collect();
    assert!(
        cards.len() > 10 && steps.is_sorted_by(|one, other| one >= other),
        "{data}"
    );
    assert_eq!(data["steps"], steps.iter().sum::<u64>());
    let shares: f64 = cards.iter().map(|one| one["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    // The same for any number of threads; more games take more steps.
    let threads = |number| bench.json(&[&asked[..], &["--threads", number]].concat());
    assert_eq!(threads("1"), threads("3"));
    let more = bench.json(&["cost", "junk", "--games", "120", "--format", "json"]);
    assert!(more["steps"].as_u64() > data["steps"].as_u64());
    let told = bench.ok(&["cost", "junk", "--games", "60"]);
    let head = "card";
    assert!(
        told.starts_with(head) && told.contains(" steps in 60 games between bots `random`"),
        "{told}"
    );
    let wrong = bench.run(&["cost", "junk", "--bot", "gredy"], "");
    assert!(
        wrong.contains("gredy") && wrong.ends_with("= 2\n\n"),
        "{wrong}"
    );
}

#[test]
fn a_tournament_is_ranked() {
    let bench = Bench::new("standings");
    let play = |file: &str, seed: &str| {
        bench.run(
            &[
                "play",
                "robotory",
                "--seats",
                "greedy,random",
                "--seed",
                seed,
                "--save",
                file,
            ],
            "",
        )
    };
    play("one.json", "3");
    bench.run(
        &["referee", "robotory", "--save", "two.json"],
        "1: place white a1\nconcede 2\nquit\n",
    );
    bench.write(
        "t.toml",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nfile = \"one.json\"\n\n\
         [[game]]\nplayers = [\"Cleo\", \"Ben\"]\nfile = \"two.json\"\n\n\
         [[game]]\nplayers = [\"Dan\", \"Eve\"]\nwinners = [\"Dan\", \"Eve\"]\n",
    );
    assert_snapshot!(bench.run(&["standings", "t.toml"], ""));
    let data = bench.json(&["standings", "t.toml", "--lot", "7", "--format", "json"]);
    let places: Vec<u64> = data["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["place"].as_u64().unwrap())
        .collect();
    assert_eq!(places, [1, 2, 3, 4, 5]);
    assert_eq!((&data["games"], &data["lot"]), (&3.into(), &7.into()));
    bench.run(
        &["referee", "robotory", "--save", "open.json"],
        "1: place white a1\nquit\n",
    );
    let wrong = [
        "",
        "[[game]]\n",
        "[[game]]\nplayers = [\"Ada\"]\n",
        "[[game]]\nplayers = [\"Ada\", \"Ada\"]\nwinners = []\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nwinners = [\"Cleo\"]\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nwinners = []\nfile = \"one.json\"\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\", \"Cleo\"]\nfile = \"one.json\"\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nfile = \"open.json\"\n",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nfile = \"none.json\"\n",
        "[[game]]\nplayers = \"Ada\"\nwinners = []\n",
        "[[match]]\nplayers = []\n",
        "game = 1\n",
        "[[game]\n",
    ];
    let told = wrong.map(|text| {
        bench.write("wrong.toml", text);
        bench.run(&["standings", "wrong.toml"], "")
    });
    assert!(told.iter().all(|one| one.ends_with("= 2\n\n")), "{told:?}");
    assert_snapshot!(told.concat());
}
