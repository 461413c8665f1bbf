//! What every command prints, in full, and that each of its options changes something.

use crate::bench::{Bench, words};
use std::collections::BTreeSet;
use std::fmt::Write;

const MANIFEST: &str = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Mine\" }\n\
                        authors = [\"me\"]\nlicense = \"CC0-1.0\"\ncards = [\"cards.toml\"]\n";
const CARDS: &str = "[[card]]\nid = \"odd-arm\"\nkind = \"part\"\nname = { en = \"Odd Arm\", de = \"Ungerader Arm\" }\n\
                     slot = \"left-arm\"\nactivate = { exact = 3 }\neffect = [{ missile = 2 }]\ncopies = 4\n\n\
                     [[card]]\nid = \"battery\"\nkind = \"upgrade\"\nname = { en = \"Battery\" }\nscript = \"battery.rhai\"\n\
                     copies = 4\n";
const SCRIPT: &str = "fn on_turn_start(me) { gain(me, 1); }\n";
const RULING: &str = "# M-1: Odd Arm\n\n- id: odd-arm\n- game: moon-bots\n- players: 2\n- status: house\n- source: a test\n\n\
                      ## Position\n\n```toml\nstep = \"parts\"\ndice = [3]\n[[robot]]\nparts = [\"mine:odd-arm\"]\n[[robot]]\n\
                      ```\n\n## Play\n\n```text\n1: use left-arm 3\n```\n\n## Outcome\n\n```text\n```\n";
const POSITION: &str = "step = \"parts\"\ndice = [1]\n[[robot]]\nparts = [\"left-claw\"]\nenergy = 9\n\
                        weapons = [\"dodge\"]\n[[robot]]\n[[robot]]\n[[robot]]\n";
const BOARD: &str = "to_move = \"dark\"\nturn = 2\ndiscs = { white = [\"a1\"], black = [] }\n\
                     light = { white = 1, black = 2 }\ndark = { white = 2, black = 2 }\nreserve = { white = 10, black = 10 }\n";

/// A pack and its earlier version, rulings, positions, matches and a tournament.
fn bench(name: &str) -> Bench {
    let bench = Bench::new(&format!("gallery-{name}"));
    for (pack, cards) in [
        ("mine", CARDS.to_owned()),
        ("old", CARDS.replace("missile = 2", "missile = 1")),
    ] {
        bench.write(&format!("{pack}/pack.toml"), MANIFEST);
        bench.write(&format!("{pack}/cards.toml"), &cards);
        bench.write(&format!("{pack}/battery.rhai"), SCRIPT);
    }
    bench.write("yours/pack.toml", &MANIFEST.replace("mine", "yours"));
    bench.write("yours/cards.toml", CARDS);
    bench.write("yours/battery.rhai", SCRIPT);
    for (pack, script) in [
        ("wrong", SCRIPT.replace("gain(me, 1)", "heal(me, 1)")),
        ("aged", SCRIPT.replace("on_turn_start", "on_struck")),
    ] {
        bench.write(
            &format!("{pack}/pack.toml"),
            &MANIFEST.replace("mine", pack),
        );
        bench.write(&format!("{pack}/cards.toml"), CARDS);
        bench.write(&format!("{pack}/battery.rhai"), &script);
    }
    bench.write("odd-arm.md", RULING);
    bench.write("rulings/odd-arm.md", RULING);
    bench.run(&words("judge rulings --pack mine --write"), "");
    bench.write("position.toml", POSITION);
    bench.write("board.toml", BOARD);
    bench.write("saved/read.me", "");
    bench.write("options.toml", "slide = \"one-row\"\n");
    bench.write("supply.toml", "supply = 6\n");
    for (file, line) in [
        ("m.json", "play moon-bots --seats random,greedy --seed 3"),
        ("r.json", "play robotory --seats greedy,random --seed 3"),
        (
            "saved/own.json",
            "play moon-bots --pack old --seats random,random --seed 3",
        ),
    ] {
        bench.run(&[&words(line)[..], &["--save", file]].concat(), "");
    }
    bench.write(
        "t.toml",
        "[[game]]\nplayers = [\"Ada\", \"Ben\"]\nfile = \"r.json\"\n\n\
         [[game]]\nplayers = [\"Dan\", \"Eve\"]\nwinners = [\"Dan\", \"Eve\"]\n",
    );
    bench
}

/// A command line, and options that change what it prints.
type Entry = (&'static str, &'static [&'static str]);

const CARDS_AND_RULES: &[Entry] = &[
    ("games", &["--verbose"]),
    ("cards moon-bots", &["--pack mine", "--pack mine --lang de"]),
    ("check mine", &[]),
    ("check wrong", &[]),
    ("check aged", &["--deny-warnings"]),
    ("text mine", &["--missing --lang de"]),
    ("text moon-bots dodge left-claw", &[]),
    ("explain", &[]),
    ("explain CW0102", &[]),
    ("diff old mine", &["--games saved"]),
    ("compat mine yours --games 1 --seed 9", &[]),
    ("mutate mine --rulings rulings", &[]),
    (
        "judge odd-arm.md --pack mine",
        &["--explain", "--as 2", "--every-edition"],
    ),
    ("judge rulings --pack mine", &[]),
    (
        "why position.toml 1:pass",
        &["--every-edition", "--as 2", "--players 3"],
    ),
    ("why position.toml 1:use~left-arm~1", &[]),
    ("standings t.toml", &["--lot 3"]),
];

/// Each of these reads the texts of all rules.
const QUESTIONS: &[Entry] = &[(
    "ask how many cards may I buy",
    &["--game robotory", "--most 2"],
)];

const TABLES: &[Entry] = &[
    ("show position.toml", &["--as 2"]),
    ("show board.toml", &["--svg"]),
    ("show m.json", &[]),
    ("replay r.json", &["--cite"]),
    ("replay m.json", &["--as 2"]),
    (
        "rejudge m.json --option ask=when-holding",
        &["--option slide=one-row"],
    ),
    ("rejudge m.json --option slide=one-row --as 1", &[]),
    (
        "analyse r.json --games 8 --threads 1",
        &["--games 16", "--bot random", "--adviser greedy"],
    ),
    (
        "perft robotory --depth 2 --no-bulk",
        &["--depth 1", "--position board.toml"],
    ),
    (
        "odds moon-bots left-claw base-punch",
        &["--option reroll_dice=two"],
    ),
    ("odds moon-bots --all", &["--pack mine"]),
    (
        "odds moon-bots --robot left-claw,strong-fist",
        &["--value damage", "--value energy"],
    ),
    (
        "odds robot-empire --attack titan-torso+strider-legs,dice-drive",
        &["--against dice-drive", "--against DEFENDERS --goal cards"],
    ),
];

const COUNTS: &[Entry] = &[
    (
        "simulate moon-bots --games 8 --threads 1",
        &[
            "--seed 5",
            "--bot greedy",
            "--seats greedy,random,random,random",
            "--players 2",
        ],
    ),
    (
        "simulate robotory --seeds 3..9 --threads 1",
        &["--position board.toml", "--options supply.toml"],
    ),
    (
        "arena robotory --bots random,greedy --games 16 --threads 1",
        &[
            "--seed 5",
            "--bots random,greedy,search:1",
            "--test 0..100 --error 0.2",
        ],
    ),
    (
        "arena moon-bots --bots random,greedy --games 6 --players 3 --threads 1",
        &[],
    ),
    (
        "balance mine --panel random --games 6 --players 2 --seed 5 --threads 1",
        &["--card mine:odd-arm", "--against old"],
    ),
    (
        "cost mine --games 3 --players 2 --seed 5 --threads 1",
        &["--bot greedy"],
    ),
    ("learn moon-bots --games 20 --seed 5", &["--players 2"]),
];

/// What a command prints, without the arguments and without times; `~` is a blank in an argument.
fn printed(bench: &Bench, line: &str) -> String {
    let words: Vec<String> = words(line)
        .iter()
        .map(|word| word.replace('~', " "))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let told = bench.run(&words, "");
    let (_, told) = told.split_once('\n').unwrap();
    let timeless = |line: &str| match line.strip_prefix("seconds ") {
        Some(rest) => format!("seconds … {}\n", rest.split_once(' ').unwrap_or_default().1),
        None => format!("{line}\n"),
    };
    told.lines().map(timeless).collect()
}

/// A command line with an option, which replaces the same option in it.
fn with(line: &str, option: &str) -> String {
    let mut words = words(line);
    let name = option.split(' ').next().unwrap();
    if let Some(at) = words.iter().position(|word| *word == name) {
        words.drain(at..at + 2);
    }
    format!("{} {option}", words.join(" "))
}

fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The first lines, and a digest of the rest.
fn short(text: &str) -> String {
    const SHOWN: usize = 48;
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(SHOWN..) {
        None | Some([]) => text.to_owned(),
        Some(rest) => format!(
            "{}\n… {} more lines, {:016x}\n\n",
            lines[..SHOWN].join("\n"),
            rest.len(),
            digest(text)
        ),
    }
}

fn gallery(name: &str, entries: &[Entry]) {
    let bench = bench(name);
    let mut out = String::new();
    for (line, options) in entries {
        let plain = printed(&bench, line);
        let json = printed(&bench, &format!("{line} --format json"));
        write!(out, "$ {line}\n{}", short(&plain)).unwrap();
        writeln!(out, "--format json: {:016x}\n", digest(&json)).unwrap();
        for option in *options {
            let line = with(line, option);
            let other = printed(&bench, &line);
            assert_ne!(other, plain, "{line}");
            write!(out, "$ {line}\n{}", short(&other)).unwrap();
        }
    }
    insta::assert_snapshot!(format!("gallery-{name}"), out);
}

#[test]
fn what_commands_about_cards_and_rules_print() {
    gallery("cards", CARDS_AND_RULES);
}

#[test]
fn what_questions_about_the_rules_print() {
    gallery("questions", QUESTIONS);
}

#[test]
fn what_commands_about_tables_print() {
    gallery("tables", TABLES);
}

#[test]
fn what_commands_that_count_print() {
    gallery("counts", COUNTS);
}

/// Commands that other tests run, because they wait for input, write files, or serve.
const ELSEWHERE: &[&str] = &[
    "new",
    "pack",
    "test",
    "merge",
    "play",
    "referee",
    "serve",
    "lsp",
    "completions",
    "man",
    "help",
];
/// Options that change files or time alone, or only belong to a terminal.
const UNPRINTED: &[&str] = &[
    "help",
    "format",
    "color",
    "fix",
    "watch",
    "write",
    "copy",
    "plain",
    "csv",
    "report",
    "svg",
    "file",
    "threads",
    "time",
    "trials",
    "fail-if-shift",
    "options",
    "pack",
    "edition",
    "game",
    "players",
    "option",
    "lang",
];

/// An option that nothing here uses would be left out of the tests above.
#[test]
fn every_option_of_a_command_is_used_here() {
    let bench = Bench::new("gallery-options");
    let long = |text: &str| -> BTreeSet<String> {
        let words = text.split(|sign: char| sign.is_whitespace() || "=`".contains(sign));
        let options = words.filter_map(|word| word.strip_prefix("--"));
        options.map(str::to_owned).collect()
    };
    let entries: Vec<Entry> = [CARDS_AND_RULES, QUESTIONS, TABLES, COUNTS].concat();
    let help = bench.ok(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let commands = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let mut checked = 0;
    for command in commands.map(|line| line.split_whitespace().next().unwrap()) {
        if ELSEWHERE.contains(&command) {
            continue;
        }
        let own = entries
            .iter()
            .filter(|(line, _)| line.split(' ').next() == Some(command));
        let used: BTreeSet<String> = own
            .flat_map(|(line, options)| options.iter().chain([line]))
            .flat_map(|text| long(text))
            .collect();
        let told = bench.ok(&[command, "--help"]);
        let heads = told
            .lines()
            .filter(|line| line.trim_start().starts_with('-'));
        let all: BTreeSet<String> = heads.flat_map(long).collect();
        let left: Vec<&String> = all
            .iter()
            .filter(|option| !used.contains(*option) && !UNPRINTED.contains(&option.as_str()))
            .collect();
        assert!(left.is_empty(), "{command}: {left:?}");
        checked += 1;
    }
    assert!(checked > 15, "{checked}");
}

/// Results that were kept in a file are only added to by the same command, and each difference has its reason.
#[test]
fn what_was_kept_for_another_command_is_refused() {
    let bench = bench("kept");
    let mut out = String::new();
    let runs = [
        (
            "balance mine --panel random --games 6 --players 2 --seed 0 --threads 1",
            &[
                "--games 7",
                "--players 3",
                "--panel greedy",
                "--seed 5",
                "--option slide=one-row",
                "--pack yours",
            ][..],
        ),
        (
            "arena moon-bots --bots random,greedy --games 4 --players 2 --seed 0 --threads 1",
            &[
                "--games 6",
                "--players 3",
                "--bots greedy,search:1",
                "--seed 5",
                "--option slide=one-row",
                "--pack yours",
            ][..],
        ),
    ];
    for (line, options) in runs {
        let file = format!("{}.json", line.split(' ').next().unwrap());
        printed(&bench, &format!("{line} --file {file}"));
        let kept = bench.read(&file);
        for option in options {
            let told = printed(&bench, &format!("{} --file {file}", with(line, option)));
            let same = told.ends_with("= 0\n\n");
            assert_eq!(
                same,
                option.starts_with("--games"),
                "{line} {option}: {told}"
            );
            writeln!(out, "{option}: {}", told.lines().next().unwrap()).unwrap();
            bench.write(&file, &kept);
        }
    }
    let simulate = "simulate moon-bots --players 2 --bot random --threads 1 --format json";
    let own = bench.raw(&words(&format!("{simulate} --seeds 0..2")));
    bench.write("own", &own);
    for option in [
        "--players 3",
        "--bot greedy",
        "--option slide=one-row",
        "--pack mine",
        "--position position.toml",
    ] {
        let line = with(simulate, option).replace("position.toml", "duel.toml");
        bench.write(
            "duel.toml",
            "[[robot]]\nenergy = 9\n[[robot]]\n[[robot]]\n[[robot]]\n",
        );
        let other = bench.output(&words(&format!("{line} --seeds 2..4")), "");
        bench.write_bytes("other", &other.stdout);
        let told = printed(&bench, "merge own other");
        assert!(
            told.ends_with("= 1\n\n") || told.ends_with("= 2\n\n"),
            "{option}: {told}"
        );
        // The lists of options and packs are long.
        let begin: String = told.lines().next().unwrap().chars().take(60).collect();
        writeln!(out, "merge, {option}: {begin}").unwrap();
    }
    insta::assert_snapshot!("gallery-kept", out);
}
