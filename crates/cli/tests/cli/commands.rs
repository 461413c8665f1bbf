//! Every command with valid and invalid input.

use crate::bench::{Bench, words};
use insta::assert_snapshot;

#[test]
fn games_are_listed() {
    let bench = Bench::new("games");
    assert_snapshot!(bench.run(&["games"], ""));
    assert_snapshot!(bench.run(&["games", "--format", "json"], ""));
}

#[test]
fn help_says_what_there_is() {
    let bench = Bench::new("help");
    assert_snapshot!(bench.run(&["--help"], ""));
    for command in [
        "games", "cards", "new", "check", "explain", "text", "test", "play", "simulate", "arena",
        "merge", "replay", "perft",
    ] {
        bench.ok(&[command, "--help"]);
    }
}

#[test]
fn bots_play_a_whole_game() {
    let bench = Bench::new("bots");
    let play = [
        "play",
        "robotory",
        "--seats",
        "greedy,random",
        "--seed",
        "3",
    ];
    assert_snapshot!(bench.run(&play, ""));
    assert_snapshot!(bench.run(&[&play[..], &["--cite"]].concat(), ""));
    assert_snapshot!(bench.run(&[&play[..], &["--format", "json"]].concat(), ""));
}

#[test]
fn without_a_terminal_bots_play_and_the_seed_is_told() {
    let told = Bench::new("default").ok(&["play", "robotory"]);
    // The seed is not shown before the end.
    let (play, seed) = told.trim_end().rsplit_once("\n# the seed was ").unwrap();
    assert!(
        play.starts_with("# robotory, 2 players: greedy, greedy; dice and draws by a dealer\n"),
        "{play}"
    );
    assert!(!play.contains(seed), "{play}");
    let again = Bench::new("default").ok(&["play", "robotory", "--seed", seed]);
    let moves = |text: &str| text.trim_end().split_once('\n').unwrap().1.to_string();
    assert_eq!(moves(play), moves(&again));
    assert!(
        again.starts_with(&format!(
            "# robotory, 2 players: greedy, greedy; seed {seed}\n"
        )),
        "{again}"
    );
    // A seed is one of 2^64. The chance that it fits in 20 bits is one in 2^44.
    assert!(seed.parse::<u64>().unwrap() >> 20 > 0, "{seed}");
}

#[test]
fn a_player_is_not_told_the_seed_before_the_end() {
    for format in ["text", "json"] {
        let bench = Bench::new("seed-kept");
        let play = [
            "play",
            "moon-bots",
            "--seats",
            "human,greedy,greedy",
            "--format",
            format,
        ];
        let told = bench.run(
            &play,
            "1\nwhy 1\ntable\nlog\nsave here.json\nsave mine.json --as 1\nundo\nquit\n",
        );
        let host: serde_json::Value = serde_json::from_str(&bench.read("here.json")).unwrap();
        let seed = host["seed"].as_u64().unwrap().to_string();
        assert!(!told.contains(&seed), "{told}");
        assert!(!bench.read("mine.json").contains(&seed));
        let kept = crate::saves::names(&bench, "state/cardwright/matches");
        assert!(kept.iter().all(|name| !name.contains(&seed)), "{kept:?}");
        let again = bench.run(
            &["play", "--load", "here.json", "--format", format],
            "quit\n",
        );
        assert!(!again.contains(&seed), "{again}");
    }
}

#[test]
fn undo_brings_no_dice_back_unless_the_table_allows_it() {
    let play = [
        "play",
        "moon-bots",
        "--seats",
        "human,greedy,greedy",
        "--seed",
        "11",
        "--players",
        "3",
    ];
    let typed = "buy nothing\nactivate\nundo\nquit\n";
    let strict = Bench::new("undo-strict").run(&play, typed);
    assert!(
        strict.contains(
            "! you cannot undo your last action: there has been a roll or a draw since; a table played with `--free-undo`"
        ),
        "{strict}"
    );
    let free = Bench::new("undo-free").run(&[&play[..], &["--free-undo"]].concat(), typed);
    assert!(free.contains("! taken back"), "{free}");
}

#[test]
fn a_person_plays_by_lines() {
    let bench = Bench::new("lines");
    let input = "# a remark\n\nhelp\nwhy 1\nplace green c1\n99\n0\nplace white z9\nmove red d3-d3\nwhy move red d3-d4\n\
                 place white a1\nundo\nundo\nplace white a2\nlog\ntable\nsave other.json\nsave nowhere/x.json\nquit\n";
    let play = [
        "play",
        "robotory",
        "--seats",
        "human,greedy",
        "--seed",
        "3",
        "--save",
        "match.json",
    ];
    assert_snapshot!(bench.short(&play, input));
    let json = [&play[..6], &["--format", "json"]].concat();
    assert_snapshot!(bench.short(
        &json,
        "why 1\nplace green c1\n99\nmove red d3-d4\nplace white a1\n"
    ));
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let bench = Bench::new("resume");
    bench.run(
        &[
            "play",
            "robotory",
            "--seats",
            "human,random",
            "--seed",
            "5",
            "--save",
            "a.json",
        ],
        "1\n2\n",
    );
    let whole = [
        "play",
        "robotory",
        "--seats",
        "human,random",
        "--seed",
        "5",
        "--save",
        "b.json",
    ];
    bench.run(&whole, "1\n2\n3\n4\nquit\n");
    bench.run(&["play", "--load", "a.json"], "3\n4\n");
    assert_eq!(bench.read("a.json"), bench.read("b.json"));
    assert_snapshot!(bench.run(&["replay", "a.json", "--cite"], ""));
    assert_snapshot!(bench.run(&["replay", "a.json", "--format", "json"], ""));
    bench.ok(&[
        "play",
        "--load",
        "a.json",
        "--seats",
        "greedy,random",
        "--save",
        "c.json",
    ]);
    assert!(bench.ok(&["replay", "c.json"]).contains("# over after"));
}

#[test]
fn a_whole_match_is_replayed_as_it_was_played() {
    let bench = Bench::new("replay");
    let played = bench.ok(&[
        "play", "robotory", "--seed", "8", "--cite", "--save", "a.json",
    ]);
    let replayed = bench.ok(&["replay", "a.json", "--cite"]);
    assert_eq!(
        played
            .lines()
            .filter(|line| !line.starts_with("# saved"))
            .collect::<Vec<_>>()
            .join("\n"),
        replayed.trim_end()
    );
}

#[test]
fn simulations_are_the_same_for_any_number_of_threads_and_shares() {
    let bench = Bench::new("simulate");
    let simulate =
        |more: &[&str]| bench.ok(&[&["simulate", "robotory", "--bot", "random"], more].concat());
    assert_snapshot!(simulate(&[
        "--games",
        "300",
        "--seed",
        "7",
        "--threads",
        "1"
    ]));
    let json = simulate(&[
        "--games",
        "300",
        "--seed",
        "7",
        "--threads",
        "1",
        "--format",
        "json",
    ]);
    assert_snapshot!(json);
    let two = simulate(&[
        "--games",
        "300",
        "--seed",
        "7",
        "--threads",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!(json.replace("\"threads\": 1", "\"threads\": 2"), two);
    for (name, seeds) in [("a", "207..307"), ("b", "7..100"), ("c", "100..207")] {
        bench.write(
            name,
            &bench.raw(&[
                "simulate",
                "robotory",
                "--seeds",
                seeds,
                "--threads",
                "1",
                "--format",
                "json",
            ]),
        );
    }
    assert_eq!(
        bench.ok(&["merge", "a", "b", "c", "--format", "json"]),
        json
    );
    assert_snapshot!(bench.run(&["merge", "a", "b"], ""));
}

/// If players share a side, a report names it. It is left out if each plays alone.
#[test]
fn a_report_says_who_plays_together() {
    let bench = Bench::new("sides");
    let sides = |game: &str, players: &str| {
        let words = [
            "simulate",
            game,
            "--players",
            players,
            "--games",
            "2",
            "--format",
            "json",
        ];
        let report: serde_json::Value = serde_json::from_str(&bench.raw(&words)).unwrap();
        report.get("sides").cloned()
    };
    assert_eq!(
        sides("lunar-command", "4"),
        Some(serde_json::json!([0, 0, 1, 1]))
    );
    assert_eq!(sides("lunar-command", "2"), None);
    assert_eq!(sides("moon-bots", "3"), None);
}

#[test]
fn shares_that_do_not_belong_together_are_not_merged() {
    let bench = Bench::new("merge");
    let share =
        |more: &[&str]| bench.raw(&[&["simulate", "robotory", "--format", "json"], more].concat());
    bench.write("a", &share(&["--seeds", "0..10"]));
    bench.write("overlap", &share(&["--seeds", "9..12"]));
    bench.write("greedy", &share(&["--seeds", "10..12", "--bot", "greedy"]));
    bench.write(
        "option",
        &share(&["--seeds", "10..12", "--option", "supply=6"]),
    );
    bench.write(
        "edited",
        &bench.read("a").replace("\"games\": 10", "\"games\": 11"),
    );
    bench.write(
        "digest",
        &bench.read("a").replace("\"digest\": \"", "\"digest\": \"x"),
    );
    bench.write("rest", &share(&["--seeds", "10..12"]));
    bench.write(
        "large",
        &bench
            .read("rest")
            .replace("\"decisions\": ", "\"decisions\": 1844674407370955"),
    );
    bench.write("broken", "{");
    let each = [
        "overlap", "greedy", "option", "edited", "digest", "large", "broken", "missing",
    ];
    let told: Vec<String> = each
        .iter()
        .map(|other| bench.run(&["merge", "a", other], ""))
        .collect();
    assert_snapshot!(told.concat());
}

/// The results do not depend on threads. A resumed run gives the same as one run, except for the time.
#[test]
fn bots_meet_in_the_arena() {
    let bench = Bench::new("arena");
    let run = |more: &[&str]| {
        let words = [
            &["arena", "robotory", "--bots", "search:1,greedy"],
            more,
            &["--format", "json"],
        ]
        .concat();
        let mut found: serde_json::Value = serde_json::from_str(&bench.raw(&words)).unwrap();
        found["seconds"] = 0.into();
        found
    };
    let whole = run(&["--games", "80", "--threads", "1", "--svg", "chart.svg"]);
    assert!(
        bench
            .read("chart.svg")
            .contains(">search:1 against greedy</text>")
    );
    assert_eq!(whole["seeds"], 40);
    assert_eq!(whole["pairings"][0]["games"], 80);
    run(&["--games", "32", "--file", "kept.json"]);
    let resumed = run(&["--games", "80", "--threads", "3", "--file", "kept.json"]);
    assert_eq!(resumed, whole);
    assert_eq!(run(&["--games", "80", "--file", "kept.json"]), whole);
    let decided = run(&["--games", "4000", "--test", "0..100"]);
    assert_eq!(decided["test"]["accepted"], "high");
    assert!(decided["seeds"].as_u64().unwrap() < 2000);
    let edited = bench
        .read("kept.json")
        .replace("\"games\": 80", "\"games\": 81");
    bench.write("edited.json", &edited);
    for (line, code) in [
        ("--bots greedy,search:1 --games 400 --test 0..100", 1),
        ("--bots search:2,greedy --games 80 --file kept.json", 1),
        ("--bots search:1,greedy --games 80 --file edited.json", 1),
        ("--bots greedy", 2),
        ("--bots greedy,greedy", 2),
        ("--bots greedy,clever", 2),
        ("--bots greedy,random,search:1 --test 0..9", 2),
        ("--bots greedy,random --test 9..0", 2),
        ("--bots greedy,random --test 0..9 --error 0.7", 2),
        ("--bots greedy,random --error 0.1", 2),
    ] {
        let line = format!("arena robotory {line}");
        let found = bench.output(&words(&line), "").status.code();
        assert_eq!(found, Some(code), "{line}");
    }
}

#[test]
fn a_hint_says_how_often_its_action_won() {
    let bench = Bench::new("hint");
    let play = [
        "play",
        "moon-bots",
        "--seats",
        "human,greedy",
        "--seed",
        "4",
    ];
    let told = bench.run(&play, "hint\nquit\n");
    let hint = told.lines().find(|line| line.contains("hint: ")).unwrap();
    assert!(
        hint.contains("(it won ") && hint.contains("games; "),
        "{told}"
    );
    let told = bench.run(&[&play[..], &["--format", "json"]].concat(), "hint\nquit\n");
    let line = told.lines().find(|line| line.contains("\"hint\"")).unwrap();
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    let weighed = json["weighed"].as_array().unwrap();
    assert!(
        weighed.iter().any(|one| one["action"] == json["hint"]),
        "{json}"
    );
    assert!(weighed[0]["games"].as_u64() >= weighed[1]["games"].as_u64());
}

#[test]
fn lines_of_play_are_counted() {
    let bench = Bench::new("perft");
    assert_snapshot!(bench.run(&["perft", "robotory", "--depth", "3"], ""));
    assert_snapshot!(bench.run(
        &[
            "perft",
            "robotory",
            "--depth",
            "3",
            "--no-bulk",
            "--format",
            "json"
        ],
        ""
    ));
    assert_snapshot!(bench.run(&["perft", "robotory", "--depth", "0"], ""));
}

#[test]
fn a_command_that_makes_no_sense_is_refused() {
    let bench = Bench::new("usage");
    let commands = [
        "",
        "paly robotory",
        "games --colour",
        "games --format xml",
        "play",
        "play chess",
        "play robotery",
        "play robotory --players 3",
        "play robotory --players 0",
        "play robotory --players 300",
        "play robotory --players many",
        "play robotory --seats greedy",
        "play robotory --seats greedy,greedy,greedy --players 2",
        "play robotory --seats greedy,gredy",
        "play robotory --seats ,",
        "play robotory --seed -1",
        "play robotory --option supply",
        "play robotory --option suply=4",
        "play robotory --option supply=three",
        "play robotory --pack .",
        "play robotory --load x.json --seed 3",
        "simulate robotory --games 0",
        "simulate robotory --games -1",
        "simulate robotory --threads 0",
        "simulate robotory --bot clever",
        "simulate robotory --seeds 5..5",
        "simulate robotory --seeds 5-9",
        "simulate robotory --seeds 5..9 --games 4",
        "simulate robotory --seed 18446744073709551615 --games 2",
        "perft robotory",
        "perft robotory --depth 101",
        "cards chess",
        "merge",
    ];
    let told: Vec<String> = commands
        .iter()
        .map(|line| bench.run(&words(line), ""))
        .collect();
    assert_snapshot!(told.concat());
    assert_snapshot!(bench.run(&["play", "chess", "--format", "json"], ""));
}

#[test]
fn files_that_are_no_saved_matches_are_refused() {
    let bench = Bench::new("files");
    bench.ok(&["play", "robotory", "--seed", "4", "--save", "good.json"]);
    let good = bench.read("good.json");
    bench.write("empty.json", "");
    bench.write("cut.json", &good[..good.len() / 2]);
    bench.write("list.json", "[]");
    bench.write("other.json", "{\"name\": \"something else\"}");
    bench.write("text.json", "a text\n");
    bench.write_bytes("bytes.json", b"{\"a\": \"\xff\"}");
    bench.write("newer.json", "{\"format\": 99, \"more\": true}");
    bench.write("field.json", &good.replace("\"seed\"", "\"sead\""));
    bench.write("game.json", &good.replace("robotory", "chess"));
    bench.write(
        "players.json",
        &good.replace("\"players\": 2", "\"players\": 3"),
    );
    bench.write("option.json", &good.replace("end_rule", "start_rule"));
    bench.write(
        "seed.json",
        &good.replace("\"seed\": 4", "\"seed\": 4, \"position\": \"nonsense\""),
    );
    bench.write("action.json", &good.replacen("place", "pluck", 1));
    bench.write(
        "print.json",
        &good.replacen(
            "    [\n      25,\n      \"",
            "    [\n      25,\n      \"0",
            1,
        ),
    );
    std::fs::create_dir(bench.path("folder.json")).unwrap();
    let files = [
        "missing", "folder", "empty", "cut", "list", "other", "text", "bytes", "newer", "field",
        "game", "players", "option", "seed", "action", "print",
    ];
    let replay = |name: &&str| bench.run(&["replay", &format!("{name}.json")], "");
    assert_snapshot!(files.iter().map(replay).collect::<Vec<_>>().concat());
    // Every command that reads a saved match says the same.
    for file in ["empty.json", "bytes.json"] {
        let said = |line: &str| bench.output(&words(&line.replace("FILE", file)), "").stderr;
        for line in [
            "play --load FILE",
            "show FILE",
            "why FILE pass",
            "analyse FILE",
            "rejudge FILE --option supply=6",
        ] {
            let (found, expected) = (said(line), said("replay FILE"));
            assert_eq!(
                String::from_utf8_lossy(&found),
                String::from_utf8_lossy(&expected),
                "{line}, {file}"
            );
        }
    }
    assert_snapshot!(bench.run(&["play", "--load", "cut.json"], ""));
    assert_snapshot!(bench.run(&["play", "moon-bots", "--load", "good.json"], ""));
    assert_snapshot!(bench.run(&["play", "robotory", "--save", "text.json"], ""));
    assert_eq!(
        bench.read("text.json"),
        "a text\n",
        "a file of somebody else's is left alone"
    );
    assert_snapshot!(bench.run(&["play", "robotory", "--save", "nowhere/a.json"], ""));
}

#[test]
fn a_reader_who_leaves_ends_the_program_quietly() {
    let bench = Bench::new("pipe");
    assert_eq!(
        bench
            .first_line(&["play", "robotory", "--seats", "random,random"])
            .1,
        ""
    );
}

/// A report whose numbers do not add up is not merged, whichever number is wrong.
#[test]
fn a_report_that_does_not_add_up_is_not_merged() {
    let bench = Bench::new("adds-up");
    let line = [
        "simulate",
        "moon-bots",
        "--players",
        "3",
        "--games",
        "40",
        "--seed",
        "3",
        "--format",
        "json",
    ];
    let report: serde_json::Value = bench.json(&line);
    let code = |report: &serde_json::Value| {
        bench.write("a.json", &report.to_string());
        bench.output(&["merge", "a.json"], "").status.code()
    };
    assert_eq!(code(&report), Some(0), "{report}");
    let wins = report["wins"].as_array().unwrap().len();
    for at in 0..wins {
        let mut other = report.clone();
        other["wins"][at] = (other["wins"][at].as_u64().unwrap() + 1).into();
        assert_ne!(code(&other), Some(0), "a win more for {at}");
        let mut other = report.clone();
        other["wins"].as_array_mut().unwrap().remove(at);
        assert_ne!(code(&other), Some(0), "no wins of {at}");
    }
    let mut other = report.clone();
    other["wins"].as_array_mut().unwrap().push(0.into());
    assert_ne!(code(&other), Some(0), "wins of a fourth player");
    for key in ["games", "players", "draws"] {
        let mut other = report.clone();
        other[key] = (other[key].as_u64().unwrap() + 1).into();
        assert_ne!(code(&other), Some(0), "{key}");
        other.as_object_mut().unwrap().remove(key);
        assert_ne!(code(&other), Some(0), "without {key}");
    }
}

/// `cardwright check BAD | true` has the exit code of `cardwright check BAD`: a reader that closes the pipe changes
/// nothing.
#[test]
fn a_reader_who_leaves_changes_no_verdict() {
    let bench = Bench::new("leaves");
    let root = |path: &str| format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let (bad, good) = (root("tests/bad_cards/bad-dice"), root("cards/moon-bots"));
    bench.write("r.md", "# A ruling without a ruling\n");
    let lines: [&[&str]; 7] = [
        &["check", &bad],
        &["check", &bad, "--format", "json"],
        &["check", &good],
        &["check", "nowhere"],
        &["judge", "r.md"],
        &["games"],
        &["play", "chess"],
    ];
    for line in lines {
        let usual = bench.output(line, "").status.code();
        let mut child = bench.start(line);
        drop((child.stdin.take(), child.stdout.take()));
        let mut told = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), usual, "{line:?}: {told}");
        assert!(
            !told.contains("panicked") && !told.contains("Broken pipe"),
            "{line:?}: {told}"
        );
    }
}

#[test]
fn a_bot_for_each_seat_is_simulated_with_intervals() {
    let bench = Bench::new("simulate-seats");
    let simulate = |more: &[&str]| {
        let line = ["simulate", "moon-bots", "--games", "200", "--seed", "3"];
        bench.run(&[&line, more].concat(), "")
    };
    assert_snapshot!(simulate(&[
        "--seats",
        "greedy,random,random,random",
        "--threads",
        "1"
    ]));
    let json = |threads| {
        simulate(&[
            "--seats",
            "greedy,random,greedy",
            "--format",
            "json",
            "--threads",
            threads,
        ])
        .lines()
        .filter(|line| {
            !["seconds", "per_", "threads"]
                .iter()
                .any(|word| line.contains(word))
        })
        .collect::<Vec<_>>()
        .join("\n")
    };
    assert_eq!(json("1"), json("2"));
    let told: Vec<String> = [
        &["--seats", "greedy,clever,random"][..],
        &["--seats", "greedy"],
        &["--seats", "greedy,random", "--players", "4"],
        &["--seats", "greedy,random", "--bot", "greedy"],
        &["--seats", "human,random"],
    ]
    .iter()
    .map(|more| simulate(more))
    .collect();
    assert_snapshot!(told.concat());
}

/// Random play shows the game's advantage for each seat. Equal greedy bots must not add to it.
#[test]
fn four_like_greedy_bots_are_no_further_apart_than_random_play() {
    let bench = Bench::new("fair");
    let gap = |bot: &str| {
        let line = [
            "simulate",
            "moon-bots",
            "--games",
            "2000",
            "--bot",
            bot,
            "--format",
            "json",
        ];
        let report = bench.json(&line);
        let wins: Vec<u64> = report["wins"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap())
            .collect();
        wins.iter().max().unwrap() - wins.iter().min().unwrap()
    };
    let (greedy, random) = (gap("greedy"), gap("random"));
    assert!(
        greedy <= random,
        "of 2000 games: {greedy} apart, random play {random}"
    );
}

#[test]
fn names_and_words_are_read_in_any_case_in_every_game() {
    let bench = Bench::new("case");
    for (game, seats, lines, expected) in [
        (
            "robotory",
            "human,random",
            "PLACE WHITE A1\nquit\n",
            "light places white on a1",
        ),
        (
            "lunar-command",
            "human,greedy",
            "Walk 9,5 TO 9,1\nquit\n",
            "green walks the robot on 9,5 to 9,1",
        ),
        (
            "moon-bots",
            "human,random,random,random",
            "Buy MIDDLE-Left\nquit\n",
            "Robot 1 buys Left Claw",
        ),
    ] {
        let told = bench.run(&["play", game, "--seats", seats, "--seed", "3"], lines);
        assert!(told.contains(expected), "{told}");
    }
    // The dice and draws of other players are entered by hand there.
    let told = bench.run(&["referee", "robotory"], "PLACE WHITE A1\n");
    assert!(told.contains("light places white on a1"), "{told}");
}

#[test]
fn a_language_that_no_card_is_in_is_an_error_everywhere() {
    let bench = Bench::new("lang");
    for line in [
        "cards moon-bots --lang xx",
        "text moon-bots --lang xx",
        "play moon-bots --seats random,random --lang xx",
        "referee moon-bots --lang xx",
    ] {
        let told = bench.run(&words(line), "");
        assert!(
            told.contains("no card is in the language `xx`") && told.contains("= 2"),
            "{line}: {told}"
        );
    }
    let line = "play moon-bots --seats human,random,random,random --seed 3 --lang fr";
    let told = bench.run(&words(line), "card left-claw\nquit\n");
    assert!(
        told.contains("(left-claw, part)") && !told.contains("Left Claw (left-claw"),
        "{told}"
    );
}

#[test]
fn house_rules_come_from_a_file() {
    let bench = Bench::new("house-rules");
    bench.write(
        "house.toml",
        "[options]\nend_rule = \"any_colour\"\nsupply = 6\n",
    );
    bench.write(
        "wrong.toml",
        "[options]\nend_rule = true\nsupply = { white = 1 }\n",
    );
    bench.write("nonsense.toml", "end_rule = \"never\"\nsupply = 99\n");
    bench.write("no.toml", "[options\n");
    let simulate = |file: &str| {
        bench.run(
            &[
                "simulate",
                "robotory",
                "--games",
                "3",
                "--seed",
                "1",
                "--options",
                file,
            ],
            "",
        )
    };
    let told: Vec<String> = [
        "house.toml",
        "wrong.toml",
        "nonsense.toml",
        "no.toml",
        "missing.toml",
    ]
    .iter()
    .map(|file| simulate(file))
    .collect();
    assert_snapshot!(told.concat());
    // What an option on the command line replaces has no place in the file.
    let line = "simulate robotory --games 3 --options nonsense.toml --option supply=98";
    let told = bench.run(&words(line), "");
    assert!(
        told.contains("nonsense.toml:1:13: option `end_rule`")
            && told.contains("\noption `supply`: `98`"),
        "{told}"
    );
}

#[test]
fn games_tell_their_options_editions_and_bots() {
    let bench = Bench::new("verbose");
    let told = bench.ok(&["games", "-v"]);
    assert!(
        told.contains("  bots: random, greedy, search, easy, medium, hard\n"),
        "{told}"
    );
    for game in bench.json(&["games", "-v", "--format", "json"])["games"]
        .as_array()
        .unwrap()
    {
        let id = game["id"].as_str().unwrap();
        for edition in game["editions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
        {
            assert!(told.contains(edition), "{id}: {edition}");
            bench.ok(&["simulate", id, "--games", "1", "--edition", edition]);
        }
        for (name, value) in game["options"].as_object().unwrap() {
            assert!(told.contains(&format!("\n    {name} ")), "{id}: {name}");
            let option = format!("{name}={}", value.as_str().unwrap());
            bench.ok(&["simulate", id, "--games", "1", "--option", &option]);
        }
    }
}

#[test]
fn own_results_are_listed_by_game() {
    let bench = Bench::new("statistics");
    let told = || bench.ok(&["play", "--statistics"]);
    assert_eq!(told(), "You have not finished a match at a terminal yet.\n");
    let records = r#"{"moon-bots": {"played": 1, "won": 0}, "robotory": {"played": 3, "won": 1}}"#;
    bench.write("state/cardwright/statistics.json", records);
    assert_eq!(
        told(),
        "You have won 0 of 1 match of Moon-Bots.\nYou have won 1 of 3 matches of Robotory.\n"
    );
    let json = bench.json(&["play", "--statistics", "--format", "json"]);
    assert_eq!(json["statistics"].to_string(), records.replace(' ', ""));
}

#[test]
fn shells_and_manuals_are_served() {
    let bench = Bench::new("shells");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = bench.ok(&["completions", shell]);
        assert!(
            script.contains("simulate") && script.contains("referee"),
            "{shell}"
        );
    }
    assert!(bench.ok(&["man"]).contains(".TH cardwright 1"));
    assert!(bench.ok(&["man", "play"]).contains("saved match"));
    assert_snapshot!(bench.run(&["man", "paly"], ""));
}

#[test]
fn what_there_is_not_ends_alike_everywhere() {
    let bench = Bench::new("unknown");
    for command in [
        "explain CW9999",
        "cards chess",
        "play chess",
        "text chess",
        "judge missing.md",
        "man paly",
    ] {
        assert!(
            bench.run(&words(command), "").ends_with("= 2\n\n"),
            "{command}"
        );
    }
    for command in ["cards moon-bots --lang tlh", "text moon-bots --lang tlh"] {
        let told = bench.run(&words(command), "");
        assert!(
            told.contains("no card is in the language `tlh`") && told.ends_with("= 2\n\n"),
            "{told}"
        );
    }
    bench.ok(&["cards", "moon-bots", "--lang", "fr"]);
}

#[test]
fn cards_are_counted_by_their_kinds() {
    let bench = Bench::new("counted");
    let told = bench.raw(&["cards", "robot-empire"]);
    let kinds = "119 cards: 24 robots, 6 mega-tops, 6 mega-legs, 24 monsters, 15 equipment, 12 components, 16 agents, \
                 8 super-weapons, 8 moons; 50 different ones";
    assert!(told.contains(kinds), "{told}");
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let bench = Bench::new("colours");
    let play = [
        "play",
        "moon-bots",
        "--seats",
        "greedy,greedy",
        "--seed",
        "3",
    ];
    let plain = bench.raw(&play);
    let coloured = bench.raw(&[&play[..], &["--color", "always"]].concat());
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b["));
    let mut without = String::new();
    for (number, part) in coloured.split('\x1b').enumerate() {
        without += if number == 0 {
            part
        } else {
            part.split_once('m').unwrap().1
        };
    }
    assert_eq!(without, plain, "colours change nothing else");
    bench.write("bad/pack.toml", "id = 3");
    assert!(
        bench
            .run(&["check", "bad", "--color", "always"], "")
            .contains("\x1b[")
    );
    assert!(!bench.run(&["check", "bad"], "").contains('\x1b'));
}

#[test]
fn several_packs_are_told_at_once() {
    let bench = Bench::new("texts");
    bench.ok(&["new", "one", "--game", "moon-bots"]);
    bench.ok(&["new", "two", "--game", "moon-bots"]);
    let both = bench.ok(&["text", "one", "two"]);
    assert!(both.contains("one:") && both.contains("two:"), "{both}");
    let told = bench.run(&["text", "one", "two", "nothing-such"], "");
    assert!(
        told.contains("`one, two` has no card `nothing-such`"),
        "{told}"
    );
}

#[test]
fn commands_at_the_table_are_forgiving_and_say_what_they_want() {
    let bench = Bench::new("forgiving");
    let play = [
        "play",
        "moon-bots",
        "--seats",
        "human,greedy",
        "--seed",
        "3",
    ];
    let told =
        bench.run(&play, "undo 0\nundo 99\ncard\ncard Left Claw\ncard nonsense\nodds Left Claw\nodds dodge\n?\nBUY Nothing\nquit now\n");
    for line in [
        "! write how many actions to undo, from 1: `undo 2`",
        "! there is no action of yours to undo",
        "! name a card: `card left-claw`",
        "! there is no card `nonsense`",
        "Robot 1L buys nothing.",
    ] {
        assert!(
            told.lines()
                .any(|own| own.starts_with(line.trim_end_matches("L buys nothing."))),
            "{line}\n{told}"
        );
    }
    assert!(told.contains("Left Claw (left-claw, part): "), "{told}");
    assert!(
        told.contains("left-claw (Left Claw): chance that it works"),
        "{told}"
    );
    let referee = ["referee", "moon-bots", "--players", "3"];
    let opening = "Draw LEFT CLAW, left-hammer weapon strong-fist plus-die weapon\n";
    let told = bench.run(&referee, &opening.replace(',', ""));
    assert!(
        told.contains("> Draw LEFT CLAW left-hammer weapon")
            && told.contains("Left Claw is dealt to"),
        "{told}"
    );
    let told = bench.run(&referee, "\x1b[2Jpass\x07\n");
    assert!(!told.contains('\x1b') && !told.contains('\x07'), "{told:?}");
}
