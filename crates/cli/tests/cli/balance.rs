//! `balance` and `learn`.

use crate::bench::{Bench, words};

const MANIFEST: &str = "id = \"trial\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Trial\" }\n\
                        authors = [\"me\"]\nlicense = \"CC0-1.0\"\ncards = [\"cards.toml\"]\n";
/// Cards that are much too strong, useless, strong for players who look ahead, and fair.
const CARDS: &str = r#"
[[card]]
id = "doom-fist"
kind = "part"
name = { en = "Doom Fist" }
slot = "left-arm"
activate = { any = [1, 2, 3, 4, 5, 6] }
effect = [{ fist = 4 }]
copies = 2

[[card]]
id = "rust-helmet"
kind = "part"
name = { en = "Rust Helmet" }
slot = "head"
activate = { exact = 6 }
effect = [{ loss = 2 }]
copies = 2

[[card]]
id = "honest-arm"
kind = "part"
name = { en = "Honest Arm" }
slot = "right-arm"
activate = { any = [4, 5, 6] }
effect = [{ missile = 1 }]
copies = 4

[[card]]
id = "riddle-box"
kind = "upgrade"
name = { en = "Riddle Box" }
script = "riddle-box.rhai"
copies = 4
"#;
/// `greedy` always chooses the largest number, and gains nothing.
const RIDDLE: &str = "fn on_turn_start(me) {\n    choose n from 0 to 9 {\n        when n == 0 {\n            \
                      aim(missile, 6);\n            strike();\n        }\n    }\n}\n";

fn pack(name: &str, cards: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write("trial/pack.toml", MANIFEST);
    bench.write("trial/cards.toml", cards);
    bench.write("trial/riddle-box.rhai", RIDDLE);
    bench
}

/// The complete output and the exit code.
fn ends(bench: &Bench, args: &[&str]) -> (String, i32) {
    let output = bench.output(args, "");
    let text = [output.stdout, output.stderr].concat();
    (
        String::from_utf8(text).unwrap(),
        output.status.code().unwrap(),
    )
}

fn verdict(document: &serde_json::Value, card: &str) -> String {
    let cards = document["cards"].as_array().unwrap();
    let one = cards.iter().find(|one| one["card"] == card).unwrap();
    one["verdict"].as_str().unwrap().to_string()
}

#[test]
fn a_card_too_strong_a_dead_one_one_for_good_players_and_a_fair_one_are_told_apart() {
    let bench = pack("balance", CARDS);
    let document = bench.json(&words(
        "balance trial --panel greedy,search:20 --games 400,96 --csv numbers.csv --report page.html --format json",
    ));
    for (card, expected) in [
        ("trial:doom-fist", "too-strong"),
        ("trial:rust-helmet", "dead"),
        ("trial:riddle-box", "strong-for-good-players"),
        ("trial:honest-arm", "fair"),
    ] {
        assert_eq!(verdict(&document, card), expected, "{document:#}");
    }
    let csv = bench.read("numbers.csv");
    assert!(
        csv.lines()
            .any(|line| line.starts_with("greedy,trial:doom-fist,too strong,"))
    );
    let page = bench.read("page.html");
    for part in [
        "<td>trial:doom-fist</td><td>too strong</td>",
        ">greedy: 400 games</text>",
        ">search:20: 96 games</text>",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    // One row for each card and bot.
    assert_eq!(page.matches("<circle").count(), 2 * 4, "{page}");
}

#[test]
fn a_run_that_was_stopped_resumes_to_the_same_numbers() {
    let bench = pack("balance-resume", CARDS);
    let run = |rest: &str| {
        let line = format!("balance trial --panel greedy --format json {rest}");
        let mut document = bench.json(&words(&line));
        document["seconds"] = 0.into();
        document
    };
    let whole = run("--games 200 --threads 1");
    run("--games 70 --file kept.json");
    assert_eq!(run("--games 200 --file kept.json --threads 3"), whole);
    assert!(bench.read("kept.json").contains("\"games\": 200"));
    // Nothing has changed since these results, and no game is played again.
    let same = run("--games 200 --file kept.json --against kept.json");
    let shifts = same["shifts"].as_array().unwrap();
    assert!(!shifts.is_empty());
    for shift in shifts {
        assert!(
            shift["before"] == shift["now"] && shift["sure"] == false,
            "{shift}"
        );
    }
    let (text, code) = ends(
        &bench,
        &words("balance trial --panel random --file kept.json"),
    );
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("the bots are others"), "{text}");
}

#[test]
fn a_changed_card_is_a_shift_and_an_unchanged_pack_is_none() {
    let bench = pack("balance-shift", CARDS);
    for (file, text) in [
        ("old/pack.toml", MANIFEST),
        ("old/cards.toml", &CARDS.replace("fist = 4", "fist = 1")),
        ("old/riddle-box.rhai", RIDDLE),
    ] {
        bench.write(file, text);
    }
    let line = "balance trial --panel greedy --games 300 --fail-if-shift 3% --against";
    let (text, code) = ends(&bench, &words(&format!("{line} old")));
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("greedy  trial:doom-fist"), "{text}");
    let (text, code) = ends(&bench, &words(&format!("{line} trial")));
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("sure changes against the pack before:\nnone"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let bench = pack("balance-wrong", CARDS);
    for (line, said) in [
        (
            "balance trial --card trial:doom-fits",
            "the packs have no card `trial:doom-fits`",
        ),
        ("balance trial --panel greedy,greedy", "named twice"),
        ("balance trial --panel gredy", "has no bot `gredy`"),
        ("balance nowhere", "nowhere"),
        ("balance trial --fail-if-shift 3%", "--against"),
        ("learn robotory", "has no value that is learned"),
        (
            "arena robotory --bots search,greedy --time 50ms",
            "--time is for a bot named `search`",
        ),
    ] {
        let (text, code) = ends(&bench, &words(line));
        assert_eq!(code, 2, "{line}: {text}");
        assert!(text.contains(said), "{line}: {text}");
    }
}

/// The same seed and games give the same weights. A position with more energy has a higher value.
#[test]
fn what_is_learned_is_the_same_again() {
    let bench = Bench::new("learn");
    let learn = || bench.json(&words("learn moon-bots --games 300 --format json"));
    let (one, other) = (learn(), learn());
    assert_eq!(one, other);
    assert!(one["weights"][4].as_f64().unwrap() > 0.0, "{one}");
    assert_eq!(one["curve"].as_array().unwrap().len(), 10);
}
