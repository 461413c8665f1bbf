//! Who is told what: `why`, `replay` and copies of seats.

use crate::bench::Bench;

/// A match of one person against bots, left before its first roll.
fn left(bench: &Bench) {
    let play =
        ["play", "moon-bots", "--seats", "human,greedy,greedy,greedy", "--seed", "7", "--save", "s.json"];
    bench.run(&play, "buy nothing\nsave two.json --as 2\nsave all.json --as host\nquit\n");
}

#[test]
fn a_saved_match_tells_no_roll_and_no_hand() {
    let bench = Bench::new("audience");
    left(&bench);
    for who in [&[][..], &["--as", "host"], &["--as", "spectator"], &["--as", "1"]] {
        let told = bench.run(&[&["why", "s.json", "1: activate"], who].concat(), "");
        assert!(told.contains("allowed: player 1: activate") && !told.contains("has rolled"), "{told}");
    }
    let told = bench.run(&["why", "s.json", "1: activate", "--as", "5"], "");
    assert!(told.contains("there is no player 5 at a table of 4"), "{told}");
    let told = bench.run(&["replay", "s.json"], "");
    assert!(told.contains("dice and draws by a dealer") && !told.contains("seed 7"), "{told}");
    assert!(bench.run(&["replay", "s.json", "--as", "host"], "").contains("seed 7"));
    assert!(bench.read("s.json").contains("\"holds\": \"the host's file: the dealer and every hidden card"));
}

#[test]
fn whether_somebody_holds_a_weapon_is_told_to_nobody_else() {
    let bench = Bench::new("hands");
    let position = |hand: &str| {
        format!(
            "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\n[[robot]]\n[[robot]]\nweapons = [\"{hand}\"]\n"
        )
    };
    bench.write("a.toml", &position("spy"));
    bench.write("b.toml", &position("trick"));
    for (who, alike) in [("1", true), ("2", true), ("spectator", true), ("3", false), ("host", false)] {
        for format in ["text", "json"] {
            let ask = |file: &str| {
                let args = ["why", file, "3: play spy", "--players", "4", "--as", who, "--format", format];
                bench.run(&args, "").replace(file, "FILE")
            };
            assert_eq!(ask("a.toml") == ask("b.toml"), alike, "{who}: {}", ask("a.toml"));
        }
    }
}

#[test]
fn a_copy_of_a_seat_is_shown_and_asked_and_not_played() {
    let bench = Bench::new("copies");
    left(&bench);
    let copy = bench.read("two.json");
    assert!(
        copy.contains("\"viewer\": \"2\"") && !copy.contains("\"seed\"") && !copy.contains("\"actions\"")
    );
    assert!(!bench.path("all.json").exists(), "the host's copy is the save itself");
    assert!(bench.run(&["replay", "two.json"], "").contains("Robot 1's turn."));
    assert!(bench.run(&["why", "two.json", "1: activate"], "").contains("as far as player 2 may know"));
    let refused = bench.run(&["play", "--load", "two.json"], "");
    assert!(refused.contains("is the copy of a seat: it holds no dealer and no hidden card"), "{refused}");
    let other = bench.run(&["why", "two.json", "1: activate", "--as", "host"], "");
    assert!(other.contains("is the copy of player 2"), "{other}");
    // The same copy from the save.
    bench.ok(&["replay", "s.json", "--as", "2", "--copy", "again.json"]);
    assert_eq!(bench.read("again.json"), copy);
    let over = bench.run(&["replay", "s.json", "--as", "2", "--copy", "s.json"], "");
    assert!(over.contains("is not the copy of a seat"), "{over}");
}
