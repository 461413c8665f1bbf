//! The commands for designing cards: `new`, `check`, `explain`, `test`.

use crate::bench::Bench;
use insta::assert_snapshot;

/// A bench with a new pack in the folder `junk`.
fn junk(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.ok(&["new", "junk", "--game", "moon-bots"]);
    bench
}

/// Replaces a text, which must exist.
fn edit(bench: &Bench, file: &str, from: &str, to: &str) {
    let text = bench.read(file);
    assert!(text.contains(from), "{file} has no `{from}`");
    bench.write(file, &text.replacen(from, to, 1));
}

/// The same in one step, as editors save.
fn save(bench: &Bench, file: &str, from: &str, to: &str) {
    bench.write("saved", &bench.read(file));
    edit(bench, "saved", from, to);
    std::fs::rename(bench.path("saved"), bench.path(file)).unwrap();
}

#[test]
fn a_new_pack_passes_every_check() {
    let bench = Bench::new("new");
    assert_snapshot!(bench.run(&["new", "Space Junk", "--game", "moon-bots"], ""));
    assert_snapshot!(bench.run(&["check", "Space Junk"], ""));
    assert_snapshot!(bench.run(&["test", "Space Junk"], ""));
    let cards = bench.ok(&["cards", "moon-bots", "--pack", "Space Junk"]);
    assert!(cards.contains("space-junk:tug-of-war"), "{cards}");
    bench.ok(&[
        "simulate",
        "moon-bots",
        "--pack",
        "Space Junk",
        "--games",
        "20",
    ]);
    bench.write("empty/.keep", "");
    std::fs::remove_file(bench.path("empty/.keep")).unwrap();
    let told = bench.json(&["new", "empty", "--game", "moon-bots", "--format", "json"]);
    let files: Vec<&str> = told["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    assert!(
        files.contains(&"pack.toml") && files.contains(&"editor/moon-bots.d.rhai"),
        "{files:?}"
    );
    assert!(
        files
            .iter()
            .all(|file| bench.path("empty").join(file).is_file())
    );
}

#[test]
fn a_schema_named_in_a_file_is_there() {
    let bench = junk("schemas");
    for file in ["pack.toml", "cards.toml"] {
        let text = bench.read(&format!("junk/{file}"));
        let schema = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("#:schema "))
            .unwrap();
        let json: serde_json::Value =
            serde_json::from_str(&bench.read(&format!("junk/{schema}"))).unwrap();
        assert_eq!(json["type"], "object", "{schema}");
    }
}

#[test]
fn a_new_pack_overwrites_nothing() {
    let bench = junk("new-bad");
    bench.write("file", "");
    let pack = |name| bench.run(&["new", name, "--game", "moon-bots"], "");
    let before = bench.read("junk/cards.toml");
    let names = [
        "junk",
        "file",
        "4x",
        "Größe",
        "moon-bots",
        "/",
        "file/inside",
    ];
    let mut told: String = names.map(pack).concat();
    for game in ["robotory", "moonbots", "chess"] {
        told += &bench.run(&["new", "other", "--game", game], "");
    }
    assert_snapshot!(told);
    assert_eq!(bench.read("junk/cards.toml"), before);
    assert!(!bench.path("other").exists());
}

#[test]
fn rulings_of_a_pack_are_played() {
    let bench = junk("test");
    edit(
        &bench,
        "junk/scripts/tug-of-war.rhai",
        "lose(foe, 1)",
        "lose(foe, 2)",
    );
    assert_snapshot!(bench.run(&["test", "junk"], ""));
    let json = bench.json(&["test", "junk", "--format", "json"]);
    assert_eq!(json["verdicts"][0]["finding"], "differs");
    assert_eq!(json["cards_without_ruling"].as_array().unwrap().len(), 3);
    bench.ok(&["test", "junk", "--write"]);
    assert!(
        bench
            .read("junk/rulings/tug-of-war.md")
            .contains("Robot 3 loses 2 energy")
    );
    let told = bench.ok(&["test", "junk", "--explain"]);
    assert!(
        told.contains("line 26: Robot 1 plays Tug of War.") && told.contains("MB-7.5 "),
        "{told}"
    );
}

#[test]
fn a_pack_is_checked_before_it_is_tested() {
    let bench = junk("test-bad");
    edit(
        &bench,
        "junk/scripts/snack.rhai",
        "gain(me, 2)",
        "gian(me, 2)",
    );
    let told = bench.run(&["test", "junk"], "");
    assert!(
        told.contains("error[CW0404]") && told.contains("did you mean `gain`?"),
        "{told}"
    );
    assert!(
        told.ends_with("junk: 1 error, 0 warnings\n= 1\n\n"),
        "{told}"
    );
    assert_eq!(
        bench.json(&["test", "junk", "--format", "json"])["errors"],
        1
    );
    edit(
        &bench,
        "junk/scripts/snack.rhai",
        "gian(me, 2)",
        "gain(me, 2)",
    );
    std::fs::remove_dir_all(bench.path("junk/rulings")).unwrap();
    assert_snapshot!(bench.run(&["test", "junk"], ""));
}

#[test]
fn packs_beside_are_played_with_and_not_tested() {
    let bench = junk("test-beside");
    bench.ok(&["new", "more", "--game", "moon-bots"]);
    edit(
        &bench,
        "more/rulings/tug-of-war.md",
        "more:tug-of-war\"",
        "junk:tug-of-war\"",
    );
    edit(
        &bench,
        "more/rulings/tug-of-war.md",
        "play more:",
        "play junk:",
    );
    let told = bench.run(&["test", "more"], "");
    assert!(
        told.contains("faulty") && told.contains("no secret weapon `junk:tug-of-war`"),
        "{told}"
    );
    let told = bench.ok(&["test", "more", "--pack", "junk"]);
    assert!(
        told.contains("4 cards have no ruling: more:tin-hat"),
        "{told}"
    );
    let told = bench.ok(&["test", "more", "junk"]);
    assert!(
        told.contains("2 rulings: 2 hold") && told.contains("7 cards have no ruling"),
        "{told}"
    );
}

#[test]
fn codes_are_explained() {
    let bench = Bench::new("explain");
    let asked = [
        &["explain", "cw0102"][..],
        &["explain", "CW0120"],
        &["explain", "CW0102", "--format", "json"],
    ];
    assert_snapshot!(asked.map(|args| bench.run(args, "")).concat());
    let all = bench.ok(&["explain"]);
    assert!(
        all.lines().count() > 50 && all.contains("CW0309  unknown card\n"),
        "{all}"
    );
    assert_eq!(
        bench.json(&["explain", "--format", "json"])["codes"][0]["code"],
        "CW0101"
    );
}

#[test]
fn editors_get_a_line_for_each_mistake() {
    let bench = junk("short");
    edit(&bench, "junk/cards.toml", "\"head\"", "\"hed\"");
    edit(
        &bench,
        "junk/scripts/snack.rhai",
        "gain(me, 2)",
        "gian(me, 2)",
    );
    bench.write("junk/more.toml", "");
    assert_snapshot!(bench.run(&["check", "junk", "--format", "short"], ""));
    let told = bench.run(
        &["cards", "moon-bots", "--pack", "junk", "--format", "short"],
        "",
    );
    assert!(
        told.contains("\njunk/cards.toml:12:9: error[CW0106]: "),
        "{told}"
    );
    let bench = junk("short-rulings");
    edit(
        &bench,
        "junk/scripts/snack.rhai",
        "gain(me, 2)",
        "gain(me, 1)",
    );
    edit(
        &bench,
        "junk/rulings/tug-of-war.md",
        "gains 1 energy",
        "gains 2 energy",
    );
    bench.write("junk/rulings/b.md", "# B\n");
    assert_snapshot!(bench.run(&["test", "junk", "--format", "short"], ""));
}

#[test]
fn texts_stand_beside_each_other() {
    let bench = junk("text");
    edit(
        &bench,
        "junk/cards.toml",
        "text = { en = \"Gain 2 energy.\" }\n",
        "",
    );
    assert_snapshot!(bench.run(&["text", "junk"], ""));
    let fist = ["text", "moon-bots", "strong-fist"];
    assert_snapshot!(bench.run(&[&fist[..], &["dodge", "--lang", "fr"]].concat(), ""));
    assert_snapshot!(bench.run(
        &[&fist[..], &["--option", "fist_boost=forced"]].concat(),
        ""
    ));
    assert_snapshot!(bench.run(
        &["text", "junk", "snack", "junk:tin-hat", "--format", "json"],
        ""
    ));
    let all = bench.json(&["text", "moon-bots", "--format", "json"]);
    assert!(
        all["cards"]
            .as_array()
            .unwrap()
            .iter()
            .all(|card| card["text"] != ""),
        "{all}"
    );
}

#[test]
fn texts_of_what_is_not_there_are_refused() {
    let bench = junk("text-bad");
    let none = [
        &["text", "junk", "snak"][..],
        &["text", "junk", "dodge"],
        &["text", "moonbots"],
        &["text", "nothing"],
        &["text", "robotory"],
        &["text", "junk", "--option", "fist_boost=none"],
    ];
    let mut told: String = none.map(|args| bench.run(args, "")).concat();
    edit(&bench, "junk/cards.toml", "\"head\"", "\"hed\"");
    told += &bench.run(&["text", "junk"], "");
    assert_snapshot!(told);
}

#[test]
fn a_watched_pack_is_checked_after_each_save() {
    let bench = junk("watch");
    let mut watched = bench.watched(&["check", "junk", "--watch"]);
    assert!(
        watched
            .up_to("waiting")
            .contains("=== check 1\njunk: good: ")
    );
    // A file that is not part of the pack, or one saved unchanged, has no effect.
    bench.write("junk/notes.txt", "");
    bench.write("junk/cards.toml", &bench.read("junk/cards.toml"));
    save(&bench, "junk/cards.toml", "\"head\"", "\"hed\"");
    let told = watched.up_to("waiting");
    assert!(
        told.contains("=== check 2\n") && told.contains("did you mean `head`?"),
        "{told}"
    );
    save(&bench, "junk/cards.toml", "\"hed\"", "\"head\"");
    let told = watched.up_to("waiting");
    assert!(
        told.contains("=== check 3\n") && told.contains("junk: good: "),
        "{told}"
    );
    save(&bench, "junk/scripts/snack.rhai", "me, 2", "me");
    assert!(watched.up_to("waiting").contains("error[CW0406]"));
    assert_eq!(watched.end(), 1);
}

#[test]
fn a_watch_ends_with_its_input() {
    let bench = junk("watch-end");
    assert!(
        bench
            .ok(&["check", "junk", "--watch"])
            .ends_with("=== waiting for changes; Ctrl-C ends\n\n")
    );
    let json = bench.ok(&["check", "junk", "--watch", "--format", "json"]);
    assert_eq!(
        (json.lines().count(), json.contains("\"good\":true")),
        (1, true),
        "{json}"
    );
    assert!(
        bench
            .run(&["check", "nothing", "--watch"], "")
            .ends_with("\n= 2\n\n")
    );
}
