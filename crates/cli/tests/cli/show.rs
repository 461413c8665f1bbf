//! Written positions: shown as text and as pictures, played, simulated and counted from; and impossible positions.

use crate::bench::Bench;
use insta::assert_snapshot;

/// A small board with a station, a door, a UFO on a head and every kind of piece.
const MOON: &str = r#"# A house rule and a table.
face = "yellow-grey"
turn = 12
score = { green = 2, orange = 1 }
straight = ["3,2 across", "2,3 up", "3,7 across"]
square = ["7,1", "7,7"]
dome = { orange = ["1,7"] }
airlock = { green = ["7,3 up"] }
antenna = { orange = ["3,0"] }
robots = ["8,4", "9,6"]
astronauts = ["4,4", "5,10"]
ufos = ["5,10 green", "10,6"]

[options]
board = "12x12"
green = "1,1 10,10"
orange = "10,1 1,10"
robots = ["5,5", "6,6", "9,3", "9,4", "8,9"]
astronauts = ["3,4", "5,10"]
ufos = ["10,6", "8,11"]
abduction = "yes"
covers_overlap = "yes"
"#;

const ROBOTS: &str = r#"to_move = "dark"
turn = 20
discs = { white = ["a1", "a3", "b4", "c3", "d4", "e2"], black = ["b2", "c5", "c2", "d5", "e3"] }
light = { white = 1, black = 1 }
dark = { white = 0, black = 2 }
reserve = { white = 3, black = 2 }
"#;

/// Four impossible things at once.
const HOUSE: &str = r#"# Our house rules.
[options]
board = "12x12"
green = ["1,1", "9,9"]
orange = ["1,1", "9,1"]
robots = ["9,9", "5,5"]
astronauts = ["3,6"]
ufos = ["6,8", "7,8"]
die = ""
"#;

fn bench(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write("moon.toml", MOON);
    bench.write("robots.toml", ROBOTS);
    bench
}

#[test]
fn a_position_is_shown_as_text() {
    let bench = bench("show-text");
    assert_snapshot!(bench.run(&["show", "moon.toml"], ""));
    assert_snapshot!(bench.run(&["show", "robots.toml"], ""));
    let shown = bench.json(&["show", "moon.toml", "--format", "json"]);
    assert_eq!(shown["table"]["game"], "lunar-command");
    assert_eq!(shown["table"]["view"]["score"], serde_json::json!([2, 1]));
    assert_eq!(shown["drawing"]["items"][0]["marks"][0]["shape"], "text");
}

#[test]
fn a_board_is_shown_as_a_picture() {
    let bench = bench("show-svg");
    assert_snapshot!(bench.ok(&["show", "moon.toml", "--svg"]));
    assert_snapshot!(bench.ok(&["show", "robots.toml", "--svg"]));
}

#[test]
fn saves_and_games_without_a_picture_are_shown_too() {
    let bench = bench("show-save");
    let begun = [
        "play",
        "robotory",
        "--seats",
        "human,random",
        "--seed",
        "5",
        "--save",
        "match.json",
    ];
    bench.run(&begun, "place white a1\nquit\n");
    assert!(bench.ok(&["show", "match.json"]).contains("(a1)o"));
    assert!(
        bench
            .ok(&["show", "match.json", "--svg"])
            .contains("<title>white disc</title>")
    );
    bench.write("cards.toml", "turn = 3\n");
    assert_snapshot!(bench.run(&["show", "cards.toml", "--game", "moon-bots", "--svg"], ""));
}

#[test]
fn lines_of_play_are_counted_from_a_position() {
    let bench = bench("perft-position");
    let counted = |file: &str, game: &str| {
        bench.json(&[
            "perft",
            game,
            "--position",
            file,
            "--depth",
            "2",
            "--format",
            "json",
        ])
    };
    // The numbers of `tests/perft`, which the reference implementations confirm.
    assert_eq!(
        counted("robots.toml", "robotory")["depths"][1]["nodes"],
        3155
    );
    let options = "options = { board = '10x10', green = '1,1 7,7', orange = '7,1 1,7', robots = '4,4 5,5', \
                   astronauts = '4,6', ufos = '', target = '3', straight = '6', square = '6', dome = '2', \
                   airlock = '2', antenna = '1' }";
    let position =
        "face = 'white-colour'\nturn = 9\nstraight = ['3,2 across', '2,3 up', '3,7 across']\n";
    bench.write("small.toml", &format!("{options}\n{position}"));
    assert_eq!(
        counted("small.toml", "lunar-command")["depths"][1]["nodes"],
        160
    );
}

#[test]
fn games_begin_from_a_position() {
    let bench = bench("simulate-position");
    let simulate = [
        "simulate",
        "robotory",
        "--position",
        "robots.toml",
        "--games",
        "20",
        "--format",
        "json",
    ];
    let here = bench.json(&simulate);
    assert_eq!(here["position"], ROBOTS);
    let whole = bench.json(&["simulate", "robotory", "--games", "20", "--format", "json"]);
    assert_ne!(here["digest"], whole["digest"]);
    bench.write("here.json", &here.to_string());
    let later = [
        "simulate", "robotory", "--seeds", "20..40", "--format", "json",
    ];
    bench.write("whole.json", &bench.json(&later).to_string());
    assert_snapshot!(bench.run(&["merge", "here.json", "whole.json"], ""));

    let play = [
        "play",
        "lunar-command",
        "--position",
        "moon.toml",
        "--seats",
        "human,random",
        "--seed",
        "3",
    ];
    bench.run(
        &[&play[..], &["--save", "match.json"]].concat(),
        "walk 8,4 to 6,4\nquit\n",
    );
    let shown = bench.ok(&["replay", "match.json"]);
    assert!(
        shown.contains("green walks the robot on 8,4 to 6,4"),
        "{shown}"
    );
}

#[test]
fn a_position_brings_its_own_options() {
    let bench = bench("why-options");
    assert_snapshot!(bench.run(&["why", "moon.toml", "1: abduct 5,10 to 4,5 with 5,10"], ""));
    // An explicit option wins over the file's. Then the text is not a position of that game.
    assert_snapshot!(bench.run(
        &[
            "show",
            "moon.toml",
            "--game",
            "lunar-command",
            "--option",
            "board=13x12"
        ],
        ""
    ));
}

#[test]
fn a_set_up_that_cannot_be_is_refused_with_every_reason_and_its_place() {
    let bench = bench("set-up");
    bench.write("house.toml", HOUSE);
    bench.write("table.toml", &format!("turn = 3\n{HOUSE}"));
    assert_snapshot!(bench.run(&["play", "lunar-command", "--options", "house.toml"], ""));
    assert_snapshot!(bench.run(
        &["simulate", "lunar-command", "--options", "house.toml"],
        ""
    ));
    assert_snapshot!(bench.run(&["show", "table.toml", "--game", "lunar-command"], ""));
    // Command-line options have no line in the file.
    let other = [
        "perft",
        "lunar-command",
        "--depth",
        "1",
        "--options",
        "house.toml",
        "--option",
        "die=blue",
    ];
    assert_snapshot!(bench.run(&other, ""));
}

#[test]
fn answers_are_asked_for_by_their_beginnings() {
    let bench = bench("prefix");
    let play = [
        "play",
        "lunar-command",
        "--position",
        "moon.toml",
        "--seats",
        "human,human",
        "--seed",
        "3",
    ];
    let told = bench.run(&play, "list walk\nlist ufo 10,6 to 0\nlist dome\nquit\n");
    // The question itself lists every action on a separate line.
    let asked = |line: &&str| !line.contains("  (");
    assert_snapshot!(told.lines().filter(asked).collect::<Vec<_>>().join("\n"));
    let json = bench.run(
        &[&play[..], &["--format", "json"]].concat(),
        "list ufo\nquit\n",
    );
    assert!(
        json.contains("\"continued\":{\"prefix\":\"ufo\",\"count\":"),
        "{json}"
    );
}
