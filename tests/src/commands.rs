//! `--format json` of every command prints a document of the wire format if there is one, valid by its schema. The
//! program is built together with this test (`cargo test --workspace`).

use crate::wire::{assert_valid, validators};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program; `None` if only this test was built.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().unwrap();
    let program = here
        .parent()?
        .parent()?
        .join("cardwright")
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        eprintln!(
            "skipped: {} is not built; `cargo build --package cardwright-cli` builds it",
            program.display()
        );
        return None;
    }
    Some(program)
}

fn said(program: &Path, folder: &Path, words: &[&str], input: &str) -> String {
    let mut child = Command::new(program)
        .args(words)
        .args(["--format", "json"])
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn commands_print_documents_of_the_wire() {
    let Some(program) = program() else { return };
    let validators = validators();
    let folder = std::env::temp_dir().join(format!("cardwright-commands-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let position =
        "active = \"1\"\n[[robot]]\nparts = [\"left-claw\"]\n[[robot]]\n[[robot]]\n[[robot]]\n";
    std::fs::write(folder.join("position.toml"), position).unwrap();
    said(
        &program,
        &folder,
        &["new", "space-junk", "--game", "moon-bots"],
        "",
    );
    let bots = [
        "play",
        "moon-bots",
        "--seats",
        "random,random,random,random",
        "--seed",
        "3",
    ];
    said(
        &program,
        &folder,
        &[&bots[..], &["--save", "played.json"]].concat(),
        "",
    );
    let board = "to_move = \"dark\"\nturn = 2\ndiscs = { white = [\"a1\"], black = [] }\n\
                 light = { white = 1, black = 2 }\ndark = { white = 2, black = 2 }\nreserve = { white = 10, black = 10 }\n";
    std::fs::write(folder.join("board.toml"), board).unwrap();
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
        (
            "odds",
            "odds moon-bots --robot position.toml --value damage",
        ),
        ("why", "why position.toml 1:pass"),
        ("report", "simulate robotory --games 4"),
        (
            "report",
            "simulate moon-bots --games 4 --seats greedy,random,random,random --position position.toml",
        ),
        ("arena", "arena robotory --bots greedy,random --games 4"),
        (
            "arena",
            "arena robotory --bots greedy,random,search:1 --games 4",
        ),
        (
            "arena",
            "arena robotory --bots search:1,random --games 64 --test 0..200",
        ),
        ("learned", "learn moon-bots --games 4"),
        ("perft", "perft robotory --depth 2"),
        ("codes", "explain CW0102"),
        ("codes", "explain"),
        ("accounts", "judge space-junk/rulings --as 2"),
        ("mutations", "mutate space-junk"),
        ("shown", "show position.toml"),
        ("shown", "show board.toml"),
        ("rejudged", "rejudge played.json --option slide=one-row"),
        ("rejudged", "rejudge played.json --option ask=when-holding"),
    ] {
        let text = said(&program, &folder, &line.split(' ').collect::<Vec<_>>(), "");
        let document: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"));
        assert_valid(&validators, name, &document, line);
        assert_eq!(document["version"], 2, "{line}");
    }
    let play = [
        "play",
        "moon-bots",
        "--players",
        "2",
        "--seats",
        "human,random",
        "--seed",
        "3",
    ];
    let told = said(
        &program,
        &folder,
        &play,
        "table\nwhy 1\nfly\nuse left-arm 3\n1\nquit\n",
    );
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
                assert_valid(&validators, document, found, key);
                seen.push(key);
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    for key in ["question", "table", "why", "refused", "unreadable"] {
        assert!(seen.contains(&key), "{key}: {told}");
    }
}
