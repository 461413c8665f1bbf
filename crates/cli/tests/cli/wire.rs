//! `--format json` of every command: a document of the wire where there is one, valid by its schema.

use crate::bench::Bench;
use serde_json::Value;

/// Whether a document is valid by the schema of that name.
fn assert_valid(name: &str, document: &Value, command: &str) {
    let schemas = cardwright_wire::schemas();
    let (_, schema) = schemas.iter().find(|(known, _)| *known == name).unwrap();
    let validator = jsonschema::validator_for(schema).unwrap();
    let wrong: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error:.200}", error.instance_path))
        .collect();
    assert!(wrong.is_empty(), "{command}: no {name}: {wrong:?}");
    assert_eq!(document["version"], 1, "{command}");
}

#[test]
fn commands_print_documents_of_the_wire() {
    let bench = Bench::new("wire");
    bench.ok(&["new", "space-junk", "--game", "moon-bots"]);
    bench.write(
        "position.toml",
        "active = \"1\"\n[[robot]]\nparts = [\"left-claw\"]\n[[robot]]\n[[robot]]\n[[robot]]\n",
    );
    for (name, line) in [
        ("games", "games"),
        ("games", "games -v"),
        ("texts", "cards moon-bots"),
        ("texts", "cards robot-empire"),
        ("texts", "cards robotory"),
        ("texts", "text moon-bots dodge left-claw"),
        ("texts", "text space-junk"),
        ("checked", "check space-junk"),
        ("verdicts", "test space-junk"),
        ("verdicts", "judge space-junk/rulings"),
        ("odds", "odds moon-bots left-claw base-punch"),
        ("odds", "odds moon-bots --robot left-claw"),
        ("odds", "odds moon-bots --robot position.toml --value damage"),
        ("why", "why position.toml pass"),
        ("report", "simulate robotory --games 4"),
        (
            "report",
            "simulate moon-bots --games 4 --seats greedy,random,random,random --position position.toml",
        ),
        ("perft", "perft robotory --depth 2"),
    ] {
        let words: Vec<&str> = line.split(' ').chain(["--format", "json"]).collect();
        let said = String::from_utf8(bench.output(&words, "").stdout).unwrap();
        let document = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{line}: {error}: {said}"));
        assert_valid(name, &document, line);
    }
}

#[test]
fn lines_of_play_hold_documents_of_the_wire() {
    let bench = Bench::new("wire-play");
    let play =
        ["play", "moon-bots", "--players", "2", "--seats", "human,random", "--seed", "3", "--format", "json"];
    let told = bench.run(&play, "table\nwhy 1\nfly\n99\nuse left-arm 3\n1\nquit\n");
    let mut seen = Vec::new();
    for line in told.lines().filter(|line| line.starts_with('{')) {
        let line: Value = serde_json::from_str(line).unwrap();
        for (key, document) in [
            ("question", "question"),
            ("table", "table"),
            ("why", "why"),
            ("refused", "refusal"),
            ("unreadable", "unreadable"),
        ] {
            if let Some(found) = line.get(key) {
                assert_valid(document, found, key);
                seen.push(key);
            }
        }
    }
    for key in ["question", "table", "why", "refused", "unreadable"] {
        assert!(seen.contains(&key), "{key}: {told}");
    }
}
