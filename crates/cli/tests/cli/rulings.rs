//! `judge` and `why`.

use crate::bench::Bench;
use insta::assert_snapshot;

const RULING: &str = r#"# R-1: Dodge

- id: dodge
- game: moon-bots
- players: 4
- status: house
- source: a test

## Position

```toml
step = "parts"
dice = [1]
[[robot]]
[[robot]]
weapons = ["dodge"]
```

## Play

```text
1: use base-punch 1
1: left 1 right 0
! 2: play spy
2: play dodge
```

## Outcome

```text
Robot 1 uses Punch with 1. [MB-5.6]
Robot 1 attacks robot 2: 1 fist. [MB-6.2]
refused: robot 2 does not hold Spy [MB-7.5]
Robot 2 plays Dodge. [MB-7.5, MB-8.2]
1 fist at robot 2 stopped. [weapons/dodge.rhai:5:5, MB-8.2, MB-6.6]
```
"#;

const POSITION: &str = "step = \"buy\"\nmarket = { top-left = \"left-claw\", middle-left = \"weapon\" }\n\
                        [[robot]]\nenergy = 2\nparts = [\"left-hammer\"]\n[[robot]]\n[[robot]]\n[[robot]]\n";

#[test]
fn a_ruling_that_holds() {
    let bench = Bench::new("judge");
    bench.write("dodge.md", RULING);
    assert_snapshot!(bench.run(&["judge", "dodge.md", "--explain"], ""));
    assert_eq!(
        bench.json(&["judge", "dodge.md", "--format", "json"])["verdicts"][0]["finding"],
        "holds"
    );
}

#[test]
fn what_tells_about_a_folder_is_no_ruling() {
    let bench = Bench::new("judge-folder");
    bench.write("rulings/dodge.md", RULING);
    bench.write("rulings/README.md", "# What these rulings are about\n");
    let judged = bench.ok(&["judge", "rulings"]);
    assert!(judged.contains("1 ruling: 1 hold"), "{judged}");
}

#[test]
fn a_wrong_number_is_shown_and_accepted() {
    let bench = Bench::new("judge-wrong");
    bench.write(
        "dodge.md",
        &RULING.replace("attacks robot 2: 1", "attacks robot 2: 2"),
    );
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
    bench.ok(&["judge", "dodge.md", "--write"]);
    assert_eq!(bench.read("dodge.md"), RULING);
    bench.ok(&["judge", "dodge.md"]);
}

#[test]
fn a_faulty_ruling_says_everything_that_is_wrong() {
    let bench = Bench::new("judge-faulty");
    let faulty = RULING
        .replace("players: 4", "playrs: 4")
        .replace("! 2: play spy", "2 play spy");
    bench.write("dodge.md", &faulty.replace("## Outcome", "## Outcom"));
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
    bench.write(
        "dodge.md",
        &RULING.replace("2: play dodge", "chance: roll 3"),
    );
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
    let impossible = RULING
        .replace("dice = [", "colour = 1\ndice = [7, ")
        .replace("2: play dodge", "2: play dogde");
    bench.write("dodge.md", &impossible);
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
}

#[test]
fn why_says_what_decides() {
    let bench = Bench::new("why");
    bench.write("position.toml", POSITION);
    bench.write("dodge.md", RULING);
    assert_snapshot!(bench.run(&["why", "position.toml", "1: buy top-left"], ""));
    assert_snapshot!(bench.run(&["why", "position.toml", "1: buy middle-left"], ""));
    assert_snapshot!(bench.run(&["why", "position.toml", "2: pass"], ""));
    assert_snapshot!(bench.run(&["why", "position.toml", "1: by middle-left"], ""));
    assert_snapshot!(bench.run(&["why", "dodge.md", "chance: draw dodge"], ""));
    assert_eq!(
        bench.json(&["why", "position.toml", "1: buy nothing", "--format", "json"])["legal"],
        true
    );
}

#[test]
fn why_says_more_than_that_others_are_asked() {
    let bench = Bench::new("why-unasked");
    let weapons = "[[robot]]\nweapons = [\"trick\"]\n[[robot]]\nweapons = [\"dodge\", \"adjustment\"]\n[[robot]]\n[[robot]]\n";
    for (step, answer) in [
        ("rolled", "2: play dodge"),
        ("rolled", "2: play adjustment"),
        ("parts", "2: play dodge"),
    ] {
        bench.write(
            "table.toml",
            &format!("step = \"{step}\"\ndice = [1]\n{weapons}"),
        );
        assert_snapshot!(bench.run(&["why", "table.toml", answer], ""));
    }
}

/// Player 3 has forbidden player 2 to play weapons, and all other players are in a window.
const JAMMED: &str = "# Jammed\n\n- id: jammed\n- game: moon-bots\n- players: 4\n- status: house\n- source: a test\n\n\
    ## Position\n\n```toml\nactive = \"1\"\nstep = \"rolled\"\ndice = [6]\n[[robot]]\nweapons = [\"adjustment\"]\n\
    [[robot]]\nweapons = [\"dodge\"]\n[[robot]]\nweapons = [\"p:jammer\"]\n```\n\n\
    ## Play\n\n```text\n3: play p:jammer\n3: choose robot 2\n```\n";

#[test]
fn why_says_that_a_card_forbids_to_play_weapons() {
    let bench = Bench::new("why-forbidden");
    bench.write(
        "p/pack.toml",
        "id = \"p\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"P\"\ncards = [\"p.toml\"]\n",
    );
    let card = "[[card]]\nid = \"jammer\"\nkind = \"weapon\"\nname = \"Jammer\"\nplay_in = \"any\"\nscript = \"p.rhai\"\n";
    bench.write("p/p.toml", card);
    bench.write(
        "p/p.rhai",
        "fn play(me) { choose foe in opponents(me) { forbid_weapons(foe.player); } }\n",
    );
    bench.write("p/rulings/jammed.md", JAMMED);
    assert_snapshot!(bench.run(&["why", "p/rulings/jammed.md", "2: play dodge"], ""));
    assert_snapshot!(bench.run(&["why", "p/rulings/jammed.md", "2: play rest"], ""));
}

/// The final state of [`RULING`], with every value wrong.
const WRONG: &str = r#"
## After

```toml
asked = "2"
dice = [1]
market = { top-left = "weapon" }
pile = {}
winners = [1]

[robot.2]
energy = 15
weapons = ["dodge", "spy"]
```

## Offered

```text
asked: player 2
not offered: draw left-claw
offered: roll 3
nothing else
```

## Seen by player 3

```text
Robot 1 uses Punch with 2. [MB-5.6]
```

```toml
[robot.2]
weapons = ["?"]
```

## Why 2: play dodge

```toml
allowed = true
message = "robot 3 does not hold Dodge"
cites = ["MB-7.6"]
facts = ["robot 2 holds: dodge"]
help = ""
```
"#;

#[test]
fn what_is_otherwise_in_the_end_is_shown_and_accepted() {
    let bench = Bench::new("judge-after");
    let wrong = RULING.to_string() + WRONG;
    bench.write("dodge.md", &wrong);
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
    assert_snapshot!(bench.run(&["judge", "dodge.md", "--format", "short"], ""));
    let told = bench.json(&["judge", "dodge.md", "--format", "json"]);
    let differences = told["verdicts"][0]["cases"][0]["differences"]
        .as_array()
        .unwrap();
    let of = |field: &str| {
        differences
            .iter()
            .find(|one| one["field"] == field)
            .unwrap()
    };
    let (expected, found, line) = (
        &of("robot.2.energy")["expected"],
        &of("robot.2.energy")["found"],
        &of("robot.2.energy")["line"],
    );
    assert_eq!((expected.as_u64(), found.as_u64()), (Some(15), Some(16)));
    assert_eq!(
        wrong.lines().nth(line.as_u64().unwrap() as usize - 1),
        Some("energy = 15")
    );
    assert_eq!(of("allowed")["section"], "Why 2: play dodge");
    let end = &told["verdicts"][0]["cases"][0]["end"];
    assert_eq!(end["after"]["robot"]["2"]["energy"], 16);
    assert_eq!(
        (&end["seen"][0]["eyes"]["player"], &end["why"][0]["legal"]),
        (&3.into(), &false.into())
    );
    assert!(
        end["offered"]
            .as_array()
            .unwrap()
            .contains(&"draw left-claw".into())
    );
    bench.ok(&["judge", "dodge.md", "--write"]);
    bench.ok(&["judge", "dodge.md"]);
}

#[test]
fn blocks_that_state_nonsense_are_refused_with_their_places() {
    let bench = Bench::new("judge-nonsense");
    let nonsense = "\n## After\n\n```toml\nenergie = 3\nenergy = 3\n[robot.2]\nenrgy = 3\n[robot.9]\nenergy = 1\n```\n\n\
        ## Offered\n\n```text\nofered: pass\noffered: pluck\n```\n\n## Seen by player 7\n\n```toml\n```\n\n\
        ## Why 7: pass\n\n```toml\n```\n\n## Why 2: play dogde\n\n```toml\nalowed = false\n```\n";
    bench.write("dodge.md", &(RULING.to_string() + nonsense));
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
    let headings = "\n## Seen by me\n\n## Why pass\n\n## Why ! 2: pass\n\n## Seen by everybody\n\n## Why 2: pass\n\n\
        ## After\n\n```toml\nasked = \n```\n";
    bench.write("dodge.md", &(RULING.to_string() + headings));
    assert_snapshot!(bench.run(&["judge", "dodge.md"], ""));
}

#[test]
fn a_misspelt_card_in_a_ruling_is_a_fault_and_no_difference() {
    let bench = Bench::new("judge-misspelt");
    for (section, what, near) in [
        (
            "After",
            "[robot.2]\nweapons = [\"spy\", \"dogde\"]",
            "dodge",
        ),
        ("After", "[market]\ntop-left = \"left-clow\"", "left-claw"),
        (
            "After",
            "[robot.1]\nparts = [\"left-hamer\"]",
            "left-hammer",
        ),
        (
            "Seen by player 2",
            "[robot.2]\nweapons = [\"tecnological-advance\"]",
            "technological-advance",
        ),
    ] {
        bench.write(
            "dodge.md",
            &format!("{RULING}\n## {section}\n\n```toml\n{what}\n```\n"),
        );
        let told = bench.run(&["judge", "dodge.md"], "");
        assert!(
            told.contains("dodge.md: faulty") && told.contains("there is no card `"),
            "{told}"
        );
        assert!(told.contains(&format!("did you mean `{near}`?")), "{told}");
        assert!(!told.contains("what is stated (-)"), "{told}");
    }
    // Another card, spelled correctly, is a difference.
    bench.write(
        "dodge.md",
        &format!("{RULING}\n## After\n\n```toml\n[robot.2]\nweapons = [\"spy\", \"spy\"]\n```\n"),
    );
    assert!(
        bench
            .run(&["judge", "dodge.md"], "")
            .contains("dodge.md: differs")
    );
}

#[test]
fn an_action_that_goes_otherwise_than_a_ruling_says_makes_it_differ() {
    let bench = Bench::new("judge-unexpected");
    bench.write(
        "refused.md",
        &RULING.replace("! 2: play spy", "2: play spy"),
    );
    bench.write(
        "allowed.md",
        &RULING.replace("2: play dodge", "! 2: play dodge"),
    );
    assert_snapshot!(bench.run(&["judge", "refused.md"], ""));
    assert_snapshot!(bench.run(&["judge", "allowed.md"], ""));
    let told = bench.json(&["judge", "refused.md", "--format", "json"]);
    let unexpected = &told["verdicts"][0]["cases"][0]["unexpected"][0];
    assert_eq!(
        (&told["verdicts"][0]["finding"], &unexpected["cites"][0]),
        (&"differs".into(), &"MB-7.5".into())
    );
    let before = bench.read("refused.md");
    bench.run(&["judge", "refused.md", "--write"], "");
    assert_eq!(
        bench.read("refused.md"),
        before,
        "nobody is helped to agree with the program"
    );
}
