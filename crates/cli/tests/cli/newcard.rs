//! `new card`: a card from options, and from questions at a terminal.

use crate::bench::Bench;

fn pack(name: &str, game: &str) -> Bench {
    let bench = Bench::new(name);
    bench.ok(&["new", "junk", "--game", game]);
    bench
}

#[test]
fn options_make_a_card_that_passes_every_check() {
    let bench = pack("new-card-options", "moon-bots");
    let made = bench.ok(&[
        "new",
        "card",
        "junk",
        "--kind",
        "upgrade",
        "--name",
        "Grudge Cell",
        "--text",
        "When you are hit, gain 1 energy.",
        "--when",
        "on_damage_taken",
        "--do",
        "gain(me, 1);",
    ]);
    assert!(
        made.contains("junk:grudge-cell is in cards.toml, scripts/grudge-cell.rhai"),
        "{made}"
    );
    assert!(
        made.contains("When an attack has damaged you: you gain 1 energy."),
        "{made}"
    );
    assert_eq!(
        bench.read("junk/scripts/grudge-cell.rhai"),
        "fn on_damage_taken(me, foe, points) {\n    gain(me, 1);\n}\n"
    );
    // The same name again makes another card. Keys are checked, and words of a list need no quotation marks.
    let part = [
        "new",
        "card",
        "junk",
        "--kind",
        "part",
        "--name",
        "Grudge Cell",
        "--set",
        "slot=left-arm",
        "--set",
        "activate={ any = [2, 4] }",
        "--set",
        "effect=[{ fist = 2 }]",
        "--format",
        "json",
    ];
    let made: serde_json::Value = serde_json::from_str(&bench.ok(&part)).unwrap();
    assert_eq!(
        (&made["card"], &made["good"]),
        (&"junk:grudge-cell-2".into(), &true.into())
    );
    assert!(
        bench
            .read("junk/cards.toml")
            .contains("slot = \"left-arm\"")
    );
    assert!(bench.ok(&["check", "junk"]).contains("junk: good"));
}

#[test]
fn what_is_not_said_is_asked_for_by_its_option() {
    let bench = pack("new-card-missing", "robot-empire");
    let card = |more: &str| {
        let words = format!("new card junk {more}");
        bench.run(&words.split_whitespace().collect::<Vec<_>>(), "")
    };
    let agent = "--kind agent --name A";
    let said = [
        card(""),
        card("--kind agnt --name A"),
        card("--kind agent"),
        card("--kind agent --name !"),
        card(agent),
        card(&format!("{agent} --set cost")),
        card(&format!("{agent} --set cots=1")),
        card(&format!("{agent} --set cost=1 --when play")),
        card(&format!(
            "{agent} --set cost=1 --when plai --do gain(me,1);"
        )),
        card(&format!("{agent} --set cost=1 --do gain(me,1);")),
        bench.run(&["new", "card", "nowhere"], ""),
    ];
    insta::assert_snapshot!(said.concat());
    assert!(
        !bench
            .read("junk/cards.toml")
            .contains("name = { en = \"A\" }"),
        "nothing was written"
    );
}
