//! What each viewer learns: `why`, `replay` and seats' copies.

use crate::bench::Bench;

/// A match of one person against bots, left before its first roll.
fn left(bench: &Bench) {
    let play = [
        "play",
        "moon-bots",
        "--seats",
        "human,greedy,greedy,greedy",
        "--seed",
        "7",
        "--save",
        "s.json",
    ];
    bench.run(
        &play,
        "buy nothing\nsave two.json --as 2\nsave all.json --as host\nquit\n",
    );
}

#[test]
fn a_saved_match_tells_no_roll_and_no_hand() {
    let bench = Bench::new("audience");
    left(&bench);
    for who in [
        &[][..],
        &["--as", "host"],
        &["--as", "spectator"],
        &["--as", "1"],
    ] {
        let told = bench.run(&[&["why", "s.json", "1: activate"], who].concat(), "");
        assert!(
            told.contains("allowed: robot 1: activate") && !told.contains("has rolled"),
            "{told}"
        );
    }
    let told = bench.run(&["why", "s.json", "1: activate", "--as", "5"], "");
    assert!(
        told.contains("there is no player 5 at a table of 4"),
        "{told}"
    );
    let told = bench.run(&["replay", "s.json"], "");
    assert!(
        told.contains("dice and draws by a dealer") && !told.contains("seed 7"),
        "{told}"
    );
    assert!(
        bench
            .run(&["replay", "s.json", "--as", "host"], "")
            .contains("seed 7")
    );
    assert!(
        bench
            .read("s.json")
            .contains("\"holds\": \"the host's file: the dealer and every hidden card")
    );
}

#[test]
fn whether_somebody_holds_a_weapon_is_told_to_nobody_else() {
    let bench = Bench::new("hands");
    let position = |hand: &str| {
        format!(
            "active = \"1\"\nstep = \"turn-start\"\n[[robot]]\n[[robot]]\n[[robot]]\nweapons = [\"{hand}\"]\n[[robot]]\n"
        )
    };
    bench.write("a.toml", &position("spy"));
    bench.write("b.toml", &position("trick"));
    for (who, alike) in [
        ("1", true),
        ("2", true),
        ("spectator", true),
        ("3", false),
        ("host", false),
    ] {
        for format in ["text", "json"] {
            let ask = |file: &str| {
                let args = [
                    "why",
                    file,
                    "3: play spy",
                    "--players",
                    "4",
                    "--as",
                    who,
                    "--format",
                    format,
                ];
                bench.run(&args, "").replace(file, "FILE")
            };
            assert_eq!(
                ask("a.toml") == ask("b.toml"),
                alike,
                "{who}: {}",
                ask("a.toml")
            );
        }
    }
}

#[test]
fn a_copy_of_a_seat_is_shown_and_asked_and_not_played() {
    let bench = Bench::new("copies");
    left(&bench);
    let copy = bench.read("two.json");
    assert!(
        copy.contains("\"viewer\": \"2\"")
            && !copy.contains("\"seed\"")
            && !copy.contains("\"actions\"")
    );
    assert!(
        !bench.path("all.json").exists(),
        "the host's copy is the save itself"
    );
    assert!(
        bench
            .run(&["replay", "two.json"], "")
            .contains("Robot 1's turn.")
    );
    assert!(
        bench
            .run(&["why", "two.json", "1: activate"], "")
            .contains("as far as robot 2 may know")
    );
    let refused = bench.run(&["play", "--load", "two.json"], "");
    assert!(
        refused.contains("is the copy of a seat: it has no dealer and no hidden cards"),
        "{refused}"
    );
    let other = bench.run(&["why", "two.json", "1: activate", "--as", "host"], "");
    assert!(other.contains("is the copy of player 2"), "{other}");
    // The same copy from the save.
    bench.ok(&["replay", "s.json", "--as", "2", "--copy", "again.json"]);
    assert_eq!(bench.read("again.json"), copy);
    for more in [&["--as", "1"][..], &["--as", "2", "--copy", "third.json"]] {
        let again = bench.run(&[&["replay", "two.json"], more].concat(), "");
        assert!(
            again.contains("is already a copy") && again.contains("\n= 2\n"),
            "{again}"
        );
        assert!(!bench.path("third.json").exists());
    }
    let over = bench.run(&["replay", "s.json", "--as", "2", "--copy", "s.json"], "");
    assert!(over.contains("is not the copy of a seat"), "{over}");
}

const RULING: &str = "# What robot 3 holds

- id: held
- game: moon-bots
- players: 4
- status: house
- source: a test
- options: ask = when-holding

## Position

```toml
active = \"1\"
step = \"turn-start\"
[[robot]]
[[robot]]
[[robot]]
weapons = [\"HAND\"]
[[robot]]
```

## Play

```text
! 3: play spy
```
";

#[test]
fn judge_and_referee_tell_a_viewer_no_more_than_it_may_know() {
    let bench = Bench::new("eyes");
    let position = |hand: &str| {
        let text = RULING.replace("HAND", hand);
        text.split("```toml\n")
            .nth(1)
            .unwrap()
            .split("```")
            .next()
            .unwrap()
            .to_string()
    };
    for (name, hand) in [("a", "spy"), ("b", "trick")] {
        bench.write(&format!("{name}.md"), &RULING.replace("HAND", hand));
        bench.write(&format!("{name}.toml"), &position(hand));
        let lines = "3: pass\nsave host.json\nquit\n".replace("host", name);
        let toml = format!("{name}.toml");
        bench.run(
            &[
                "referee",
                "moon-bots",
                "--players",
                "4",
                "--position",
                &toml,
            ],
            &lines,
        );
    }
    let typed =
        "table\nlog\n?\nwhy 3: play spy\nwhy 3: play trick\n3: play spy\nundo\nsave\nruling x.md\n";
    for (who, alike) in [
        ("1", true),
        ("spectator", true),
        ("3", false),
        ("host", false),
    ] {
        for format in ["text", "json"] {
            let judge =
                |file: &str| bench.run(&["judge", file, "--as", who, "--format", format], "");
            let sit = |file: &str| {
                let args = ["referee", "--load", file, "--as", who, "--format", format];
                // The host's session changes its file.
                let before = bench.read(file);
                let told = bench.run(&args, typed);
                assert!(
                    matches!(who, "host" | "3") || bench.read(file) == before,
                    "{who} wrote the host's file"
                );
                bench.write(file, &before);
                told
            };
            let same =
                |one: String, other: String| one.replace("a.", "X.") == other.replace("b.", "X.");
            assert_eq!(
                same(judge("a.md"), judge("b.md")),
                alike,
                "{who}: {}",
                judge("a.md")
            );
            assert_eq!(
                same(sit("a.json"), sit("b.json")),
                alike,
                "{who}: {}",
                sit("a.json")
            );
        }
    }
    let told = bench.run(&["judge", "a.md", "--as", "1"], "");
    assert!(
        told.contains("as far as player 1 may know") && told.contains("hidden: "),
        "{told}"
    );
    let told = bench.run(
        &["referee", "--load", "a.json", "--as", "1"],
        "3: play spy\nsave mine.json\n",
    );
    assert!(
        told.contains("this session holds cards that player 1 may not see"),
        "{told}"
    );
    assert!(bench.read("mine.json").contains("\"viewer\": \"1\""));
    let told = bench.run(&["judge", "a.md", "--as", "2", "--write"], "");
    assert!(
        told.contains("--write would write more than a player may know"),
        "{told}"
    );
    assert!(
        bench
            .run(&["judge", "a.md", "--as", "5"], "")
            .contains("there is no player 5")
    );
    assert!(
        bench
            .run(&["referee", "moon-bots", "--as", "5"], "")
            .contains("there is no player 5")
    );
}
