//! `referee`: games at a real table, entered line by line.

use crate::bench::Bench;
use insta::assert_snapshot;

/// Late in a game: three players with little energy left.
const EVENING: &str = r#"active = "1"
step = "buy"
turn = 31
round = 11
market = { bottom-left = "left-claw", bottom-right = "weapon", middle-left = "strong-fist", middle-right = "weapon", top-left = "plus-die", top-right = "re-roll" }
pile = { right-claw = 1, fist-protection = 1 }
pile_weapons = 2

[[robot]]
energy = 1
parts = ["left-hammer"]

[[robot]]
energy = 2
parts = ["chest-launcher"]
weapons = ["rest"]

[[robot]]
energy = 2
"#;

/// A complete game from there. Two weapons are bought that only their owners have seen, and both are shown later.
const GAME: &str = "\
1: buy bottom-right; get ?
activate; roll 1
use base-punch 1; left 1 right 0
draw weapon
2: buy bottom-right; get ?
activate; roll 6
use base-rocket 6; left 0 right 1
1: play dodge
draw fist-protection
3: buy left-claw
activate; roll 2
use left-arm 2; left 0 right 1
2: play shock-absorber
draw weapon
1: buy nothing; activate; roll 1
use base-punch 1; left 1 right 0
3: buy nothing; activate; roll 2
use left-arm 2
";

const FROM_EVENING: [&str; 6] = [
    "referee",
    "moon-bots",
    "--players",
    "3",
    "--position",
    "evening.toml",
];

fn evening(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write("evening.toml", EVENING);
    bench
}

#[test]
fn a_whole_game_with_weapons_that_are_shown_later() {
    let bench = evening("referee-whole");
    let whole = [&FROM_EVENING[..], &["--save", "evening.json"]].concat();
    assert_snapshot!(bench.run(&whole, &format!("{GAME}ruling evening.md\n")));
    let saved = bench.read("evening.json");
    assert_snapshot!(saved.split("\"packs\"").next().unwrap());
    assert_snapshot!(bench.read("evening.md"));
    assert!(
        bench
            .ok(&["judge", "evening.md"])
            .contains("1 ruling: 1 hold")
    );
    assert_snapshot!(bench.run(
        &["rejudge", "evening.json", "--option", "max_rounds=11"],
        ""
    ));
    assert_snapshot!(bench.run(
        &["referee", "--resume", "evening.json"],
        "undo 2\nwhy 3: buy right-claw\n"
    ));
}

#[test]
fn a_session_goes_on_where_it_was_left() {
    let bench = evening("referee-resume");
    let (first, second) = GAME.split_at(GAME.find("1: play dodge").unwrap());
    bench.run(
        &[&FROM_EVENING[..], &["--save", "half.json"]].concat(),
        first,
    );
    bench.run(
        &[&FROM_EVENING[..], &["--save", "whole.json"]].concat(),
        GAME,
    );
    bench.run(&["referee", "--resume", "half.json"], second);
    assert_eq!(bench.read("half.json"), bench.read("whole.json"));
}

#[test]
fn what_is_refused_leaves_the_session_as_it_was() {
    let bench = evening("referee-refused");
    let opening = GAME
        .lines()
        .take(7)
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    let input = "2: play dodge\n3: play dodge\n1: play trick\nroll 3\n5: pass\n1:\nget ?\ndraw spy\n;\nfly\nwhy 1: play dodge\n\
                 1: play dodge\n1: play dodge\n2: play dodge\ndraw fist-protection; buy top-left; buy top-left\nlog\nundo 99\nundo\n\
                 save nowhere/x.json\nsave evening.toml\nruling evening.toml\nsave\n";
    let told = bench.run(&FROM_EVENING, &format!("{opening}{input}"));
    let (_, told) = told.split_once("> 2: play dodge").unwrap();
    assert_snapshot!(told);
}

#[test]
fn a_game_from_the_start_is_laid_out_by_hand() {
    let bench = Bench::new("referee-start");
    let input = "draw left-claw weapon left-hammer strong-fist plus-die weapon\n1: buy top-right; get bad-luck\nactivate; roll 4\n\
                 ?\ntable\n2: buy bottom-right; get spy\nundo\nruling start.md\nquit\n";
    let start = [
        "referee",
        "moon-bots",
        "--players",
        "3",
        "--option",
        "slide=one-row",
    ];
    assert_snapshot!(bench.run(&start, input));
    assert_snapshot!(bench.read("start.md"));
    bench.ok(&["judge", "start.md"]);
    assert_snapshot!(bench.short(&[&start[..], &["--format", "json"]].concat(), input));
}

/// The program prints the session of the guide for its lines.
#[test]
fn the_session_in_the_guide_is_real() {
    let guide = include_str!("../../../../docs/guide/at-the-table.md");
    let (_, rest) = guide.split_once("```text\n").unwrap();
    let (shown, _) = rest.split_once("```").unwrap();
    let typed: String = shown
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    let start = [
        "referee",
        "moon-bots",
        "--players",
        "3",
        "--save",
        "evening.json",
    ];
    let told = Bench::new("referee-guide").run(&start, &typed);
    assert!(
        told.contains(shown),
        "the guide shows\n{shown}\nbut the program prints\n{told}"
    );
}

#[test]
fn robotory_is_refereed_too() {
    let bench = Bench::new("referee-robotory");
    let input = "place white c1\n1: place black a1\nplace black d4\nmove red d3-d4\nmove red d3-d3\ntable\nundo\nsave r.json\nruling r.md\n";
    assert_snapshot!(bench.short(&["referee", "robotory"], input));
    bench.ok(&["judge", "r.md"]);
    bench.ok(&["referee", "--resume", "r.json"]);
}

#[test]
fn a_pack_of_ones_own_is_carried_in_the_session() {
    let bench = Bench::new("referee-pack");
    bench.ok(&["new", "mine", "--game", "moon-bots"]);
    let start = [
        "referee",
        "moon-bots",
        "--players",
        "2",
        "--pack",
        "mine",
        "--save",
        "mine.json",
    ];
    assert!(bench.run(&start, "draw left-claw\n").ends_with("= 0\n\n"));
    std::fs::remove_dir_all(bench.path("mine")).unwrap();
    assert!(
        bench
            .ok(&["referee", "--resume", "mine.json"])
            .contains("1 line loaded")
    );
}

#[test]
fn a_weapon_that_a_position_leaves_open_is_for_referees_alone() {
    let bench = evening("referee-open");
    let open = EVENING.replace("\"rest\"", "\"?\", \"rest\"");
    bench.write("evening.toml", &open.replace("rest\"", "dogde\""));
    assert_snapshot!(bench.run(&FROM_EVENING, ""));
    bench.write(
        "evening.toml",
        &open.replace("step = \"buy\"", "step = \"turn-start\""),
    );
    assert_snapshot!(bench.run(&FROM_EVENING, "2: play trick; choose player 1\ntable\n"));
    assert_snapshot!(bench.run(
        &["why", "evening.toml", "1: buy nothing", "--players", "3"],
        ""
    ));
}

#[test]
fn what_is_no_session_is_refused() {
    let bench = evening("referee-bad");
    bench.run(&[&FROM_EVENING[..], &["--save", "a.json"]].concat(), GAME);
    bench.write(
        "format.json",
        &bench
            .read("a.json")
            .replacen("\"referee\": 1", "\"referee\": 9", 1),
    );
    bench.write(
        "line.json",
        &bench
            .read("a.json")
            .replacen("1: play dodge", "1: play trick", 1),
    );
    bench.write("cut.json", &bench.read("a.json")[..300]);
    let pack = bench
        .read("a.json")
        .replacen("\"digest\": \"", "\"digest\": \"00", 1);
    bench.write("cards.json", &pack);
    for file in [
        "format.json",
        "line.json",
        "cut.json",
        "cards.json",
        "evening.toml",
        "nowhere.json",
    ] {
        assert_snapshot!(bench.run(&["referee", "--resume", file], ""));
    }
    bench.write(
        "impossible.toml",
        &EVENING.replace("energy = 1", "energy = 99"),
    );
    let impossible = [
        "referee",
        "moon-bots",
        "--players",
        "3",
        "--position",
        "impossible.toml",
    ];
    assert_snapshot!(bench.run(&impossible, ""));
    assert_snapshot!(bench.run(&["referee", "moon-bots", "--save", "evening.toml"], ""));
    assert_snapshot!(bench.run(&["referee"], ""));
}

/// Five things go wrong in one game. Each has a remedy and a clause, and the game continues.
#[test]
fn a_table_where_five_things_go_wrong() {
    let bench = evening("referee-wrong");
    let input = "\
1: buy nothing
activate; roll 1
irregular early-roll
use base-punch 1; left 1 right 0
change 4: use base-punch 1; left 0 right 1
irregular card-seen
irregular missed-window
irregular forgotten-duty
irregular wrong-energy
draw weapon
3: drop
lines
log
2: concede
activate
";
    let told = bench.run(
        &[&FROM_EVENING[..], &["--save", "evening.json"]].concat(),
        input,
    );
    for clause in [
        "AT-1.1", "AT-2.1", "AT-2.2", "AT-2.3", "AT-2.4", "AT-2.5", "AT-3.1", "AT-3.2",
    ] {
        assert!(told.contains(&format!("[{clause}]")), "{clause}: {told}");
    }
    // Remarks and corrections stand where they were made.
    let (_, log) = told.split_once("> log\n").unwrap();
    assert_snapshot!(log.split("> 2: concede").next().unwrap());
    assert!(
        told.contains("# Robot 1 wins: nobody else is left at the table. [AT-3.5]"),
        "{told}"
    );
    assert!(
        told.contains("not allowed: `activate`: the game is over"),
        "{told}"
    );
    // The file contains all of it.
    let again = bench.run(&["referee", "--load", "evening.json"], "lines\n");
    assert!(
        again.contains("was: use base-punch 1; left 1 right 0"),
        "{again}"
    );
    let json = bench.run(
        &["referee", "--load", "evening.json", "--format", "json"],
        "undo\nirregular\nchange 1: fly\n",
    );
    assert!(
        json.contains("\"irregularities\"") && json.contains("\"departed\""),
        "{json}"
    );
    assert!(json.contains("\"not-allowed\""), "{json}");
}

/// What was typed wrong is reported with what to type instead.
#[test]
fn a_message_names_what_the_referee_knows() {
    let bench = evening("referee-messages");
    let input =
        "ruling\n2: irregular early-roll\n1: concede\nruling left.md\n3: drop\nagree draw\n";
    let told = bench.run(
        &[&FROM_EVENING[..], &["--save", "evening.json"]].concat(),
        input,
    );
    for message in [
        "! name a file for the ruling: `ruling argument.md`",
        "! Irregularity (robot 2): dice were rolled too early.",
        "! a ruling has only actions of the game: who left, and an end by agreement, are comments in it",
        "! not allowed: `agree draw`: the game is over: Robot 2 wins",
    ] {
        assert!(told.contains(message), "{message}: {told}");
    }
    assert!(
        bench
            .read("left.md")
            .contains("# line 2: Robot 1 concedes. [AT-3.1]")
    );
    bench.ok(&["judge", "left.md"]);
    bench.write(
        "cup.toml",
        "[[game]]\nplayers = [\"A\", \"B\", \"C\"]\nfile = \"evening.json\"\n",
    );
    assert!(bench.ok(&["standings", "cup.toml"]).contains("    1  B"));
    // A loaded session has its irregularities at the same places.
    let log = |told: &str| {
        let log = told.split_once("> log\n").unwrap().1.lines();
        let log: Vec<_> = log
            .take_while(|line| !line.starts_with(['=', '#']))
            .collect();
        log.join("\n")
    };
    let again = bench.run(&["referee", "--load", "evening.json"], "log\n");
    let told = bench.run(&FROM_EVENING, &format!("{input}log\n"));
    assert_eq!(log(&again), log(&told));
    for command in ["why", "show"] {
        let answer: &[&str] = if command == "why" { &["1: pass"] } else { &[] };
        let told = bench.run(&[&[command, "evening.json"], answer].concat(), "");
        assert!(
            told.contains("`cardwright referee --load evening.json` resumes it"),
            "{told}"
        );
    }
    let told = bench.run(&["referee", "moon-bots", "--players", "9"], "");
    assert!(
        told.contains("change --players") && !told.contains("--seats"),
        "{told}"
    );
    // The game of a position that says nothing cannot be told.
    bench.write("turn.toml", "turn = 3\n");
    for told in [
        bench.run(&["show", "turn.toml"], ""),
        bench.run(&["why", "turn.toml", "pass"], ""),
    ] {
        assert!(told.contains("help: name the game with --game"), "{told}");
    }
    // Without a player, `why` answers for the one who is asked.
    let why = |line| bench.ok(&["why", "evening.toml", line, "--players", "3"]);
    assert_eq!(why("buy nothing"), why("1: buy nothing"));
}
