//! `rejudge`: stored games under other cards and options.

use crate::bench::Bench;
use insta::assert_snapshot;
use std::fs;
use std::path::Path;

/// A folder with two stored games.
fn stored(name: &str) -> Bench {
    let bench = Bench::new(name);
    fs::create_dir_all(bench.path("games")).unwrap();
    for (seed, file) in [("1", "games/a.json"), ("2", "games/b.json")] {
        let play = [
            "play",
            "moon-bots",
            "--seats",
            "greedy,random,greedy,random",
            "--seed",
            seed,
        ];
        bench.ok(&[&play[..], &["--save", file]].concat());
    }
    bench
}

/// The official cards with one changed number.
fn strong_punch(bench: &Bench) {
    let official = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/moon-bots");
    copy(&official, &bench.path("strong"));
    let base = bench.read("strong/base.toml");
    bench.write(
        "strong/base.toml",
        &base.replacen("fist = 1", "fist = 2", 1),
    );
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (
            entry.as_ref().unwrap().path(),
            to.join(entry.as_ref().unwrap().file_name()),
        );
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

#[test]
fn games_under_another_edition_name_their_first_different_decision() {
    let bench = stored("rejudge-edition");
    assert_snapshot!(bench.run(&["rejudge", "games", "--edition", "de"], ""));
    assert_snapshot!(bench.run(&["rejudge", "games", "--option", "slide=one-row"], ""));
    bench.write("house.toml", "[options]\nmax_rounds = 2\n");
    assert_snapshot!(bench.run(&["rejudge", "games/a.json", "--options", "house.toml"], ""));
    let json = bench.json(&["rejudge", "games", "--edition", "de", "--format", "json"]);
    let first = &json["games"][0];
    assert_eq!(
        (&first["name"], &first["same"]),
        (&"games/a.json".into(), &false.into())
    );
    assert_eq!(first["difference"]["kind"], "refused");
    assert!(
        first["difference"]["decision"]
            .as_u64()
            .is_some_and(|decision| decision > 1)
    );
}

#[test]
fn games_with_a_changed_card_show_what_followed_and_what_follows() {
    let bench = stored("rejudge-pack");
    strong_punch(&bench);
    assert_snapshot!(bench.run(&["rejudge", "games", "--pack", "strong"], ""));
}

#[test]
fn the_same_cards_give_the_same_game() {
    let bench = stored("rejudge-same");
    let official = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/moon-bots");
    let told = bench.ok(&["rejudge", "games", "--pack", official.to_str().unwrap()]);
    assert!(
        told.ends_with("2 games: 2 the same, 0 different\n"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_rejudged_is_refused() {
    let bench = stored("rejudge-bad");
    assert_snapshot!(bench.run(&["rejudge", "games"], ""));
    assert_snapshot!(bench.run(&["rejudge", "games", "--option", "slyde=one-row"], ""));
    assert_snapshot!(bench.run(&["rejudge", "nowhere.json", "--edition", "de"], ""));
    fs::create_dir_all(bench.path("empty")).unwrap();
    assert_snapshot!(bench.run(&["rejudge", "empty", "--edition", "de"], ""));
    let cut = bench
        .read("games/a.json")
        .replacen("\"buy nothing\"", "\"activate\"", 1);
    bench.write("cut.json", &cut);
    assert_snapshot!(bench.run(&["rejudge", "cut.json", "--edition", "de"], ""));
}

/// A bot that looks no further than its own action against one that looks further: the analysis names what it missed.
#[test]
fn an_analysis_says_where_the_win_was_lost() {
    let bench = Bench::new("analysis");
    let play = [
        "play",
        "robotory",
        "--seats",
        "random,search:2",
        "--seed",
        "4",
    ];
    bench.ok(&[&play[..], &["--save", "over.json"]].concat());
    let analyse = [
        "analyse",
        "over.json",
        "--adviser",
        "search:2",
        "--games",
        "60",
    ];
    assert_snapshot!(bench.ok(&analyse));
    let json =
        |threads| bench.json(&[&analyse[..], &["--format", "json", "--threads", threads]].concat());
    let found = json("1");
    assert_eq!(found, json("3"));
    let missed = found["missed"].as_array().unwrap();
    let lost = |one: &serde_json::Value| {
        one["better_chance"].as_f64().unwrap() - one["chance"].as_f64().unwrap()
    };
    assert!(!missed.is_empty());
    for pair in missed.windows(2) {
        assert!(lost(&pair[0]) >= lost(&pair[1]), "{pair:?}");
    }
    for one in missed {
        assert!(lost(one) > one["error"].as_f64().unwrap(), "{one}");
        assert_ne!(one["action"], one["better"]);
    }
}

#[test]
fn a_match_that_goes_on_is_not_analysed() {
    let bench = Bench::new("analysis-early");
    let play = ["play", "robotory", "--seats", "human,random", "--seed", "4"];
    bench.run(&[&play[..], &["--save", "open.json"]].concat(), "quit\n");
    assert_snapshot!(bench.run(&["analyse", "open.json"], ""));
    bench.ok(&[
        "play",
        "robotory",
        "--seats",
        "random,random",
        "--seed",
        "4",
        "--save",
        "over.json",
    ]);
    assert_snapshot!(bench.run(&["analyse", "over.json", "--bot", "genius"], ""));
}
