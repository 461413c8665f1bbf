//! The law of `--as`: no command that reads a file shows a viewer a card that this viewer cannot know. This holds in
//! text and in JSON, in answers, refusals and errors.

use crate::bench::{Bench, words};
use cardwright::{DynMatch, Match, Seat, Setup, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;

/// Commands that do not read another player's unfinished game: they read cards, packs, rules, the player's own match,
/// or nothing.
const OPEN: &[&str] = &[
    "games",
    "analyse",
    "ask",
    "balance",
    "compat",
    "cost",
    "diff",
    "learn",
    "pack",
    "cards",
    "new",
    "check",
    "explain",
    "text",
    "test",
    "mutate",
    "play",
    "simulate",
    "arena",
    "merge",
    "standings",
    "perft",
    "odds",
    "serve",
    "lsp",
    "completions",
    "man",
    "help",
];

/// Commands that do, with their arguments for a file.
const LOOKING: &[(&str, &[&str])] = &[
    ("show", &["show FILE"]),
    (
        "why",
        &[
            "why FILE ANSWER",
            "why FILE HIDDEN",
            "why FILE ANSWER --option slide=one-row",
        ],
    ),
    (
        "judge",
        &[
            "judge FILE",
            "judge FILE --explain",
            "judge FILE --option slide=one-row",
        ],
    ),
    ("replay", &["replay FILE", "replay FILE --cite"]),
    (
        "rejudge",
        &[
            "rejudge FILE --option slide=one-row",
            "rejudge FILE --option max_rounds=1",
            "rejudge FILE --option pay_to_zero=no",
            "rejudge FILE --edition de",
        ],
    ),
    (
        "referee",
        &["referee --load FILE", "referee moon-bots --position FILE"],
    ),
];

/// The lines entered in a session.
const TYPED: &str = "table\nlog\n?\nwhy 3: play dodge\nwhy 1: activate\n1: pass\n4: activate\nundo\nsave\nruling x.md\n";

/// Weapons in hands that player 1 does not see. Each has few copies, and no command lists it without a reason.
const HIDDEN: [&str; 3] = ["technological-advance", "computer-virus", "spy"];

/// Weapons with the name of an option: reports about a match name them.
const OPTIONS: &[&str] = &[
    "adjustment",
    "deflection",
    "rest",
    "stronger",
    "supermarket",
    "trick",
];

/// Robots 2, 3 and 4 hold one each.
fn position(more: &str) -> String {
    let [second, third, fourth] = HIDDEN;
    format!(
        "active = \"1\"\nstep = \"turn-start\"\nmarket = {{ top-left = \"left-claw\", bottom-left = \"weapon\" }}\n{more}\
         [[robot]]\nweapons = [\"dodge\"]\n[[robot]]\nweapons = [\"{second}\"]\n[[robot]]\nweapons = [\"{third}\"]\n\
         [[robot]]\nweapons = [\"{fourth}\"]\n"
    )
}

fn ruling(position: &str, play: &str) -> String {
    format!(
        "# What robots hold\n\n- id: held\n- game: moon-bots\n- players: 4\n- status: house\n- source: a test\n\n\
         ## Position\n\n```toml\n{position}```\n\n## Play\n\n```text\n{play}```\n\n## Outcome\n\n```text\n```\n"
    )
}

/// A saved, unfinished match in which seats hold weapons that others have not seen. The test needs nothing else of it.
fn saved(seed: u64) -> Match {
    let mut play = Match::new("moon-bots", &Setup::players(4), seed).unwrap();
    for _ in 0..150 {
        let Some(answer) = play.ask_bot("random") else {
            break;
        };
        play.play(&answer).unwrap();
    }
    play
}

/// The ids of the weapons in hands that a viewer does not see and that nobody has shown.
fn unknown(play: &dyn DynMatch, viewer: Viewer) -> BTreeSet<String> {
    let (all, seen) = (play.facts(Viewer::Referee), play.facts(viewer));
    let hands = |facts: &Value, robot: &str| -> Vec<String> {
        let hand = facts["robot"][robot]["weapons"].as_array().unwrap();
        hand.iter()
            .map(|card| card.as_str().unwrap().to_string())
            .collect()
    };
    let known = |id: &String| {
        let shown = seen["shown"].as_array().into_iter().flatten();
        let own = ["1", "2", "3", "4"]
            .iter()
            .flat_map(|robot| hands(&seen, robot));
        shown
            .map(|card| card.as_str().unwrap().to_string())
            .chain(own)
            .any(|other| other == *id)
    };
    ["1", "2", "3", "4"]
        .iter()
        .flat_map(|robot| hands(&all, robot))
        .filter(|id| !known(id) && !OPTIONS.contains(&id.as_str()))
        .collect()
}

/// Whether a text names a card by its id or printed name.
fn names(text: &str, id: &str) -> bool {
    let printed = id.replace('-', " ");
    let text = text.to_lowercase();
    let apart = |at: usize, len: usize| {
        let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
        !part(text[..at].chars().next_back()) && !part(text[at + len..].chars().next())
    };
    [id, &printed].iter().any(|name| {
        text.match_indices(*name)
            .any(|(at, name)| apart(at, name.len()))
    })
}

/// Runs every variant of every command with a file, and searches the output for what it must not contain.
fn check(bench: &Bench, file: &str, viewer: Viewer, hidden: &BTreeSet<String>) -> usize {
    let who = viewer.to_string().replace("player ", "");
    let text = bench.read(file);
    let mut ran = 0;
    for line in LOOKING.iter().flat_map(|(_, lines)| *lines) {
        let fits = match line.split(' ').next().unwrap() {
            "judge" => file.ends_with(".md"),
            "replay" | "rejudge" => file.ends_with(".json"),
            _ if line.contains("--position") => file.ends_with(".toml"),
            "referee" => file.starts_with("session"),
            _ => !file.starts_with("session"),
        };
        for format in ["text", "json"] {
            let own = hidden.first().map_or("dodge", |id| id.as_str());
            let answer = if line.contains("HIDDEN") {
                format!("3: play {own}")
            } else {
                "1: activate".into()
            };
            let args: Vec<String> = words(line)
                .into_iter()
                .map(|word| match word {
                    "FILE" => file.to_string(),
                    "ANSWER" | "HIDDEN" => answer.clone(),
                    word => word.to_string(),
                })
                .collect();
            let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
            args.extend(["--as", &who, "--format", format]);
            let told = bench.output(&args, TYPED);
            // The file must be unchanged for the next command.
            bench.write(file, &text);
            if !fits {
                continue;
            }
            ran += 1;
            let told = [told.stdout, told.stderr]
                .map(|text| String::from_utf8(text).unwrap())
                .concat();
            // The program repeats what the user asks about.
            let told = told
                .replace(&answer, "")
                .replace(&format!("play {own}"), "");
            // It also repeats the actions that a ruling tries, with the clause of the card, whoever holds it.
            let told = match file {
                "contrary.md" => told
                    .replace("`play spy`", "")
                    .replace("\"title\": \"Technological Advance\"", "")
                    .replace("MB-8.14 Technological Advance", ""),
                _ => told,
            };
            for id in hidden {
                let asked = line.contains("HIDDEN") && id == own;
                assert!(
                    asked || !names(&told, id),
                    "`{}` names {id}, which {viewer} cannot know:\n{told}",
                    args.join(" ")
                );
            }
        }
    }
    ran
}

/// A new command must be listed here: either it does not read an unfinished game, or it has `--as` and is run below.
#[test]
fn every_command_that_reads_a_game_in_progress_is_under_the_law() {
    let bench = Bench::new("eyes-commands");
    let help = bench.ok(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let named: BTreeSet<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| words(line)[0])
        .collect();
    let looking = LOOKING.iter().map(|(name, _)| *name);
    let known: BTreeSet<&str> = OPEN.iter().copied().chain(looking).collect();
    assert_eq!(named, known);
    for name in named.iter().filter(|name| **name != "help") {
        let eyes = bench.ok(&[name, "--help"]).contains("--as <WHO>");
        assert_eq!(eyes, !OPEN.contains(name), "{name}");
    }
}

#[test]
fn no_command_names_a_card_that_its_viewer_cannot_know() {
    let bench = Bench::new("eyes-law");
    let hidden: BTreeSet<String> = HIDDEN.map(String::from).into();
    let impossible = position("").replace("\"dodge\"", "\"spy\", \"spy\", \"spy\"");
    let files = [
        ("a.toml", position("")),
        ("impossible.toml", impossible.clone()),
        (
            "held.md",
            ruling(&position(""), "! 1: play trick\n1: pass\n"),
        ),
        // Lines that are refused because of what somebody holds or does not hold.
        ("refused.md", ruling(&position(""), "2: play spy\n")),
        ("later.md", ruling(&position(""), "1: pass\n2: play spy\n")),
        (
            "contrary.md",
            ruling(
                &position(""),
                "! 2: play technological-advance\n! 4: play spy\n",
            ),
        ),
        (
            "nobody.md",
            ruling(&position(""), "3: choose technological-advance\n"),
        ),
        (
            "drawn.md",
            ruling(
                &position("pile = {}\npile_weapons = 4\n"),
                "chance: get spy\n",
            ),
        ),
        ("impossible.md", ruling(&impossible, "1: pass\n")),
        ("unplayed.md", ruling(&impossible, "")),
    ];
    let mut ran = 0;
    for (file, text) in &files {
        bench.write(file, text);
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            ran += check(&bench, file, viewer, &hidden);
        }
    }
    // A session of the host, in which players bought cards that others have not seen.
    bench.write("session.toml", &position("").replace("turn-start", "buy"));
    bench.run(
        &[
            "referee",
            "moon-bots",
            "--position",
            "session.toml",
            "--save",
            "session.json",
        ],
        "1: buy bottom-left; get trick\n",
    );
    let bought: BTreeSet<String> = HIDDEN.map(String::from).into();
    ran += check(&bench, "session.json", Viewer::Seat(Seat(0)), &bought);
    let cut = bench
        .read("session.json")
        .replace("get trick", "get spy; 2: play spy; 2: play spy");
    bench.write("session-cut.json", &cut);
    ran += check(&bench, "session-cut.json", Viewer::Seat(Seat(0)), &bought);
    assert!(ran > 100, "{ran}");
}

#[test]
fn no_command_names_a_drawn_card_of_a_saved_match() {
    let bench = Bench::new("eyes-saves");
    let mut ran = 0;
    for seed in 0..6 {
        let play = saved(seed);
        let text = play.save(vec!["human".into(); 4]);
        bench.write("s.json", &text);
        for viewer in [
            Viewer::Seat(Seat(0)),
            Viewer::Seat(Seat(2)),
            Viewer::Spectator,
        ] {
            let hidden = unknown(&*play, viewer);
            if !hidden.is_empty() {
                ran += check(&bench, "s.json", viewer, &hidden);
            }
        }
        // An edited one is missing from the outcome, and only the host sees the reason.
        let hidden = unknown(&*play, Viewer::Seat(Seat(0)));
        if let Some(id) = hidden.first() {
            bench.write(
                "s.json",
                &text.replacen(&format!("\"get {id}\""), "\"get dodge\"", 1),
            );
            ran += check(&bench, "s.json", Viewer::Seat(Seat(0)), &hidden);
        }
    }
    assert!(ran > 40, "{ran}");
}
