//! The law of `--as`: whatever a file holds, no command that reads it tells a viewer a card that this viewer cannot know: in
//! text and in JSON, in answers, refusals and errors alike.

use crate::bench::{Bench, words};
use cardwright::{DynMatch, Match, Seat, Setup, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;

/// Commands that read no game in progress of somebody else: cards, packs and rules, a player's own match, or nothing.
const OPEN: &[&str] = &[
    "games",
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
    "perft",
    "odds",
    "serve",
    "lsp",
    "completions",
    "man",
    "help",
];

/// Commands that read one, and how they are called with a file.
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

/// What is typed at a session.
const TYPED: &str = "table\nlog\n?\nwhy 3: play dodge\nwhy 1: activate\n1: pass\n4: activate\nundo\nsave\nruling x.md\n";

/// Weapons in hands that player 1 does not see. Each is one of few copies, and no command lists it without a reason.
const HIDDEN: [&str; 3] = ["technological-advance", "computer-virus", "spy"];

/// Weapons that have the name of an option: what is told of a match names them.
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

/// A saved match that is not over, in which seats hold weapons that others have not seen; whether it comes out as saved
/// depends on nothing else.
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

/// The weapons in hands that a viewer does not see and that nobody has shown: as ids.
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

/// Whether a text names a card by its id or by its printed name.
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

/// Runs every way of every command over a file and compares what it prints with what may not be in it.
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
            // The file must stay what it is for the next command.
            bench.write(file, &text);
            if !fits {
                continue;
            }
            ran += 1;
            let told = [told.stdout, told.stderr]
                .map(|text| String::from_utf8(text).unwrap())
                .concat();
            // What somebody asks about is said back.
            let told = told
                .replace(&answer, "")
                .replace(&format!("play {own}"), "");
            // So is what a line of a ruling tries, whoever holds the card, with the clause of that card.
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

/// Whoever adds a command says whether it reads a game in progress; one that does has `--as`, and is run below.
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
        // Lines that are refused, for what somebody holds or does not hold.
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
    // A session of the host, in which cards were bought that others have not seen.
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
        // One that was edited does not come out, and says why to the host alone.
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
