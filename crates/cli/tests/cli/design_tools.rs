//! Commands for authors of packs: fixes, a pack as one file, comparing versions, several packs, missing texts.

use crate::bench::Bench;
use std::fs;

const OLD: [(&str, &str); 2] = [
    ("play_in = ", "play = "),
    ("fn before_damage(", "fn on_struck("),
];

fn new(bench: &Bench, name: &str) {
    bench.ok(&["new", name, "--game", "moon-bots"]);
}

/// Puts old words into the files of a new pack, and returns the original files.
fn age(bench: &Bench) -> Vec<(&'static str, String)> {
    let files = ["mine/cards.toml", "mine/scripts/rubber-skin.rhai"];
    let before = files.map(|file| (file, bench.read(file)));
    for (file, text) in &before {
        let old = OLD
            .iter()
            .fold(text.clone(), |text, (new, old)| text.replace(new, old));
        assert_ne!(*text, old);
        bench.write(file, &old);
    }
    before.to_vec()
}

#[test]
fn fixes_bring_old_words_up_to_date_once() {
    let bench = Bench::new("check-fix");
    new(&bench, "mine");
    let before = age(&bench);
    assert!(
        bench
            .ok(&["check", "mine"])
            .contains("`on_struck` is now called `before_damage`")
    );
    let json = bench.json(&["check", "mine", "--fix", "--format", "json"]);
    let made = json["fixed"].as_array().unwrap();
    assert!(
        made.len() >= 2 && made.iter().all(|one| one["code"] == "CW0109"),
        "{json}"
    );
    for (file, text) in before {
        assert_eq!(bench.read(file), text, "{file}");
    }
    assert!(
        bench
            .ok(&["check", "mine", "--fix"])
            .starts_with("nothing to fix")
    );
}

#[test]
fn a_pack_as_one_file_is_used_like_its_folder() {
    let bench = Bench::new("cwpack");
    new(&bench, "mine");
    bench.ok(&["pack", "mine", "-o", "mine.cwpack"]);
    assert!(bench.ok(&["check", "mine.cwpack"]).contains("good"));
    let test = |pack: &str| bench.ok(&["test", pack]).replace("mine.cwpack", "mine");
    assert_eq!(test("mine.cwpack"), test("mine"));
    let cards = |pack: &str| bench.ok(&["cards", "moon-bots", "--pack", pack]);
    assert_eq!(cards("mine.cwpack"), cards("mine"));
    assert!(bench.ok(&["text", "mine.cwpack"]).contains("mine:tin-hat"));
    assert!(
        bench
            .ok(&["diff", "mine", "mine.cwpack"])
            .contains("the packs are the same")
    );
    // Nothing is overwritten, and nothing in it is fixed.
    for refused in [
        ["pack", "mine", "-o", "mine.cwpack"],
        ["check", "mine.cwpack", "--fix", "--format=text"],
    ] {
        assert!(bench.run(&refused, "").contains("error"), "{refused:?}");
    }
    fs::write(bench.path("bad.cwpack"), b"PK nothing").unwrap();
    assert!(
        bench
            .run(&["check", "bad.cwpack"], "")
            .contains("is no pack: this is not a zip file")
    );
}

#[test]
fn two_versions_differ_in_what_was_changed() {
    let bench = Bench::new("diff");
    new(&bench, "mine");
    bench.ok(&["pack", "mine", "-o", "old.cwpack"]);
    let cards = bench.read("mine/cards.toml");
    let id = "id = \"tin-hat\"";
    assert!(cards.contains(id));
    bench.write(
        "mine/cards.toml",
        &cards.replacen("copies = 1", "copies = 3", 1),
    );
    let told = bench.run(&["diff", "old.cwpack", "mine"], "");
    assert!(
        told.contains("changed: tin-hat") && told.contains("copies: 1 -> 3"),
        "{told}"
    );
}

/// A ruling that no longer holds is named with what it did before.
#[test]
fn rulings_of_two_versions_differ() {
    let bench = Bench::new("diff-rulings");
    new(&bench, "mine");
    bench.ok(&["pack", "mine", "-o", "old.cwpack"]);
    let script = bench.read("mine/scripts/tug-of-war.rhai");
    let changed = script.replace("lose(foe, 1)", "lose(foe, 2)");
    assert_ne!(script, changed);
    bench.write("mine/scripts/tug-of-war.rhai", &changed);
    let told = bench.run(&["diff", "old.cwpack", "mine"], "");
    insta::assert_snapshot!(told);
}

#[test]
fn packs_are_compared_for_what_meets() {
    let bench = Bench::new("compat");
    new(&bench, "mine");
    new(&bench, "yours");
    let told = bench.ok(&["compat", "mine", "yours", "--games", "3"]);
    assert!(
        told.contains("before_damage") && told.contains("mine:rubber-skin, yours:rubber-skin"),
        "{told}"
    );
    assert!(
        told.contains("several cards are called \"tin hat\""),
        "{told}"
    );
}

#[test]
fn missing_texts_are_listed() {
    let bench = Bench::new("text-missing");
    new(&bench, "mine");
    let told = bench.run(&["text", "mine", "--missing", "--lang", "fr"], "");
    assert!(told.contains("mine:tin-hat has no name in fr"), "{told}");
    assert!(told.ends_with("= 1\n\n"), "{told}");
    // In its own language, nothing is missing.
    let told = bench.ok(&["text", "mine", "--missing"]);
    assert!(told.starts_with("0 missing in "), "{told}");
}

#[test]
fn all_odds_are_one_table() {
    let bench = Bench::new("odds-all");
    let told = bench.ok(&["odds", "moon-bots", "--all"]);
    assert!(told.lines().count() > 24, "{told}");
}
