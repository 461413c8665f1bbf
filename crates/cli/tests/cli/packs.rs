//! Commands that read packs of cards: the official one, edited copies of it, custom packs, and broken ones.

use crate::bench::Bench;
use insta::assert_snapshot;
use std::fs;
use std::path::{Path, PathBuf};

/// A custom pack with a part and a secret weapon.
const MANIFEST: &str = r#"id = "scrap"
version = "0.1.0"
api = 1
game = "moon-bots"
name = { en = "Scrap" }
cards = ["cards.toml"]
"#;
const CARDS: &str = r#"[[card]]
id = "tin-hat"
kind = "part"
name = { en = "Tin Hat", fr = "Casque" }
slot = "head"
activate = { any = [1, 6] }
effect = [{ energy = 2 }]

[[card]]
id = "nap"
kind = "weapon"
name = { en = "Nap" }
play_in = "turn-start"
script = "nap.rhai"
"#;
const SCRIPT: &str = "fn play(me) {\n    gain(me, 1);\n}\n";

fn official() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/moon-bots")
}

/// A copy of the official pack in the bench's folder.
fn copy(bench: &Bench, from: &Path, to: &str) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{to}/{}", path.file_name().unwrap().to_str().unwrap());
        match path.is_dir() {
            true => copy(bench, &path, &name),
            false => bench.write_bytes(&name, &fs::read(&path).unwrap()),
        }
    }
}

fn scrap(bench: &Bench) {
    bench.write("scrap/pack.toml", MANIFEST);
    bench.write("scrap/cards.toml", CARDS);
    bench.write("scrap/nap.rhai", SCRIPT);
}

/// Replaces a text, which must exist.
fn edit(bench: &Bench, file: &str, from: &str, to: &str) {
    let text = bench.read(file);
    assert!(text.contains(from), "{file} has no `{from}`");
    bench.write(file, &text.replacen(from, to, 1));
}

#[test]
fn the_cards_of_the_box_are_listed() {
    let bench = Bench::new("cards");
    let told = bench.ok(&["cards", "moon-bots"]);
    assert_eq!(
        told.lines().last().unwrap().split(';').next(),
        Some("65 cards: 24 parts, 24 upgrades, 17 weapons")
    );
    let json = bench.json(&["cards", "moon-bots", "--format", "json"])["cards"]
        .as_array()
        .unwrap()
        .clone();
    let of = |kind: &'static str| json.iter().filter(move |card| card["kind"] == kind);
    let copies = |kind| {
        of(kind)
            .map(|card| card["copies"].as_u64().unwrap())
            .sum::<u64>()
    };
    for (kind, count) in [("part", 24), ("upgrade", 24), ("weapon", 17)] {
        assert_eq!(copies(kind), count, "{kind}");
    }
    for card in &json {
        for key in [
            "id",
            "kind",
            "copies",
            "names",
            "reconstructed",
            "facts",
            "text",
            "file",
            "line",
        ] {
            assert!(!card[key].is_null(), "{} has no {key}", card["id"]);
        }
        assert!(
            card["names"]["en"].is_string() && card["names"]["fr"].is_string(),
            "{}",
            card["id"]
        );
    }
    assert!(
        bench
            .ok(&["cards", "moon-bots", "--lang", "fr"])
            .contains("Esquive")
    );
}

#[test]
fn a_game_without_cards_has_none() {
    let bench = Bench::new("no-cards");
    assert_eq!(
        bench.ok(&["cards", "robotory"]),
        "robotory is played without cards\n"
    );
    let json = bench.json(&["cards", "robotory", "--format", "json"]);
    assert_eq!(
        json,
        serde_json::json!({ "version": 2, "game": "robotory", "cards": [] })
    );
}

#[test]
fn a_pack_of_ones_own_is_played_with_the_official_one() {
    let bench = Bench::new("own-pack");
    scrap(&bench);
    bench.write("scrap/notes.txt", "not read");
    bench.write("scrap/.git/config.toml", "not read");
    assert_snapshot!(bench.run(&["check", "scrap"], ""));
    let checked = bench.run(&["check", "scrap", "--format", "json"], "");
    let digest = bench.json(&["check", "scrap", "--format", "json"])["digest"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(digest.len(), 64);
    assert_snapshot!(checked.replace(&digest, "…"));
    let cards = bench.ok(&["cards", "moon-bots", "--pack", "scrap"]);
    assert!(
        cards.contains("scrap:tin-hat") && cards.contains("67 cards"),
        "{cards}"
    );
    let play = [
        "play",
        "moon-bots",
        "--pack",
        "scrap",
        "--seed",
        "1",
        "--save",
        "a.json",
    ];
    bench.ok(&play);
    fs::remove_dir_all(bench.path("scrap")).unwrap();
    bench.ok(&["replay", "a.json"]);
}

#[test]
fn an_edited_copy_of_the_official_pack_changes_the_game() {
    let bench = Bench::new("edited-pack");
    copy(&bench, &official(), "mine");
    let simulate = |more: &[&str]| {
        let simulate = ["simulate", "moon-bots", "--games", "50", "--format", "json"];
        bench.json(&[&simulate, more].concat())["digest"].clone()
    };
    assert_eq!(
        simulate(&[]),
        simulate(&["--pack", "mine"]),
        "an unchanged copy changes nothing"
    );
    let printed = bench.ok(&[
        "play",
        "moon-bots",
        "--seed",
        "1",
        "--save",
        "official.json",
    ]);
    assert!(printed.contains("# over after"));
    bench.ok(&["replay", "official.json", "--pack", "mine"]);
    edit(&bench, "mine/parts.toml", "energy = 1", "energy = 2");
    assert_ne!(simulate(&[]), simulate(&["--pack", "mine"]));
    bench.ok(&[
        "play",
        "moon-bots",
        "--pack",
        "mine",
        "--seed",
        "1",
        "--save",
        "mine.json",
    ]);
    bench.ok(&["replay", "mine.json", "--pack", "mine"]);
    bench.ok(&["replay", "mine.json"]);
    for (file, packs) in [
        ("official.json", "mine"),
        ("mine.json", official().to_str().unwrap()),
    ] {
        let told = bench.run(&["replay", file, "--pack", packs], "");
        let digests = told.matches("moon-bots ").count();
        assert!(
            told.contains("the set of packs is moon-bots ")
                && digests >= 2
                && told.contains("\n= 1\n"),
            "{told}"
        );
    }
}

#[test]
fn mistakes_in_a_pack_are_told_with_their_places() {
    let bench = Bench::new("errors");
    scrap(&bench);
    edit(&bench, "scrap/cards.toml", "head", "hed");
    edit(&bench, "scrap/cards.toml", "any = [1, 6]", "any = [1, 7]");
    edit(
        &bench,
        "scrap/nap.rhai",
        "gain(me, 1)",
        "if me.energy > 3 { gian(me, 1) }",
    );
    let places = [
        "scrap/cards.toml:5:9",
        "scrap/cards.toml:6:24",
        "scrap/nap.rhai:2:5",
        "scrap/nap.rhai:2:24",
    ];
    let told = bench.run(&["check", "scrap"], "");
    assert!(places.iter().all(|place| told.contains(place)), "{told}");
    assert!(
        told.ends_with("scrap: 4 errors, 0 warnings\n= 1\n\n"),
        "{told}"
    );
    let json = bench.json(&["check", "scrap", "--format", "json"]);
    assert_eq!(
        (&json["good"], &json["errors"], &json["cards"]),
        (&false.into(), &4.into(), &().into())
    );
    assert_eq!(
        (
            &json["diagnostics"][1]["line"],
            &json["diagnostics"][1]["column"]
        ),
        (&6.into(), &24.into())
    );
    for command in ["play", "simulate", "cards"] {
        let told = bench.run(&[command, "moon-bots", "--pack", "scrap"], "");
        assert!(
            told.contains("scrap/cards.toml:5:9") && told.contains("\n= 1\n"),
            "{told}"
        );
    }
    let json = bench.run(
        &["play", "moon-bots", "--pack", "scrap", "--format", "json"],
        "",
    );
    assert!(
        json.contains("{\"error\":{\"what\":\"the pack has errors\",\"diagnostics\":[{\"code\":"),
        "{json}"
    );
}

#[test]
fn a_deck_that_makes_no_game_is_told() {
    let bench = Bench::new("deck");
    scrap(&bench);
    let many: String = (0..8)
        .map(|n| {
            CARDS
                .replace("tin-hat", &format!("hat-{n}"))
                .replace("nap\"", &format!("nap-{n}\""))
                .replace("kind", "copies = 20\nkind")
        })
        .collect();
    bench.write("scrap/cards.toml", &many);
    assert_snapshot!(bench.run(&["check", "scrap"], ""));
}

#[test]
fn folders_that_are_no_packs_are_refused() {
    let bench = Bench::new("folders");
    bench.write("empty/readme.txt", "nothing here");
    bench.write("file.toml", "a = 1");
    bench.write("syntax/pack.toml", "id = ");
    bench.write("game/pack.toml", &MANIFEST.replace("moon-bots", "chess"));
    bench.write(
        "robotory/pack.toml",
        &MANIFEST.replace("moon-bots", "robotory"),
    );
    bench.write("deep/1/2/3/4/5/6/7/8/9/a.toml", "");
    bench.write_bytes("bytes/pack.toml", b"id = \"\xff\"");
    bench.write("large/pack.toml", &"#".repeat((8 << 20) + 1));
    for (folder, place) in [
        ("empty", "`empty`"),
        ("syntax", ":1:4"),
        ("game", ":4:9"),
        ("bytes", ":1:1"),
    ] {
        let told = bench.run(&["check", folder], "");
        assert!(
            told.contains("error[CW") && told.contains(place) && told.ends_with("\n= 1\n\n"),
            "{told}"
        );
    }
    let folders = ["missing", "file.toml", "robotory", "deep", "large"];
    assert_snapshot!(
        folders
            .iter()
            .map(|folder| bench.run(&["check", folder], ""))
            .collect::<Vec<_>>()
            .concat()
    );
    assert_snapshot!(bench.run(&["play", "moon-bots", "--pack", "missing"], ""));
}

#[cfg(unix)]
#[test]
fn a_pack_reads_nothing_outside_its_folder() {
    use std::os::unix::fs::symlink;
    let bench = Bench::new("outside");
    bench.write("secret.toml", "a = 1");
    for (name, target) in [
        ("file", "../secret.toml"),
        ("folder", ".."),
        ("nothing", "no.toml"),
        ("itself", "."),
    ] {
        scrap(&bench);
        fs::rename(bench.path("scrap"), bench.path(name)).unwrap();
        symlink(target, bench.path(&format!("{name}/link.toml"))).unwrap();
    }
    let folders = ["file", "folder", "nothing", "itself"];
    assert_snapshot!(
        folders
            .iter()
            .map(|folder| bench.run(&["check", folder], ""))
            .collect::<Vec<_>>()
            .concat()
    );
    scrap(&bench);
    symlink("cards.toml", bench.path("scrap/same.toml")).unwrap();
    bench.ok(&["check", "scrap"]);
}

/// Two packs with one id are always an error, which names both places.
#[test]
fn two_packs_of_one_id_are_told_everywhere() {
    let bench = Bench::new("twice");
    scrap(&bench);
    copy(&bench, &bench.path("scrap"), "other");
    edit(&bench, "other/pack.toml", "0.1.0", "0.2.0");
    copy(&bench, &official(), "one");
    copy(&bench, &official(), "two");
    bench.write(
        "case.md",
        include_str!("../../../../tests/rulings/moon-bots/weapons/deflection-then-absorber.md"),
    );
    bench.ok(&["play", "moon-bots", "--seed", "1", "--save", "game.json"]);
    let replay = bench.read("game.json");
    for (one, two) in [
        ("scrap", "other"),
        ("scrap", "scrap"),
        ("scrap", "./scrap"),
        ("one", "two"),
        ("one", "one"),
    ] {
        let both = ["--pack", one, "--pack", two];
        let commands: [(&[&str], bool); 13] = [
            (&["check", one, two], false),
            (&["test", one, two], false),
            (&["mutate", one, two], false),
            (&["text", one, "--pack", two], false),
            (&["play", "moon-bots"], true),
            (&["simulate", "moon-bots", "--games", "1"], true),
            (&["perft", "moon-bots", "--depth", "1"], true),
            (&["cards", "moon-bots"], true),
            (&["odds", "moon-bots", "left-claw"], true),
            (&["referee", "moon-bots"], true),
            (&["judge", "case.md"], true),
            (&["rejudge", "game.json"], true),
            (&["replay", "game.json"], true),
        ];
        for (command, with) in commands {
            let args = if with {
                [command, &both].concat()
            } else {
                command.to_vec()
            };
            let told = bench.run(&args, "");
            let id = if one == "scrap" { "scrap" } else { "moon-bots" };
            let expected = told.contains(&format!("two packs have the id `{id}`"))
                && told.contains("the other one");
            assert!(expected && told.ends_with("= 1\n\n"), "{told}");
        }
    }
    // A saved match that names a pack twice was edited.
    let (head, packs) = replay.split_once("\"packs\": [").unwrap();
    let (pack, end) = packs.rsplit_once("\n  ]").unwrap();
    bench.write(
        "edited.json",
        &format!("{head}\"packs\": [{pack},{pack}\n  ]{end}"),
    );
    let told = bench.run(&["replay", "edited.json"], "");
    assert!(
        told.contains("two packs have the id `moon-bots`") && told.ends_with("= 1\n\n"),
        "{told}"
    );
}

/// A ruling in a pack's folder is played with that pack, unless another version of it is given.
#[test]
fn a_named_pack_wins_over_the_folder_of_a_ruling() {
    let bench = Bench::new("named");
    bench.ok(&["new", "mine", "--game", "moon-bots"]);
    copy(&bench, &bench.path("mine"), "changed");
    for with in ["mine", "./mine", "changed"] {
        bench.ok(&["judge", "mine/rulings", "--pack", with]);
    }
}

#[test]
fn simulate_names_the_cards_that_ended_games_because_they_went_on_without_end() {
    let bench = Bench::new("endless");
    let hostile = official().join("../../tests/rulings/moon-bots/hostile");
    let pack = hostile.to_str().unwrap();
    let games = ["simulate", "moon-bots", "--games", "20", "--seed", "1"];
    let told = bench.ok(&[&games[..], &["--pack", pack]].concat());
    let warned = told.lines().filter(|line| line.starts_with("warning: "));
    assert!(
        warned
            .clone()
            .any(|line| line.contains("hostile:boomerang never ends")),
        "{told}"
    );
    let json = bench.json(&[&games[..], &["--pack", pack, "--format", "json"]].concat());
    assert_eq!(json["endless"].as_array().unwrap().len(), warned.count());
    assert!(!bench.ok(&games).contains("warning"));
}
