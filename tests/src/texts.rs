//! What generated texts make of scripts of every form.

use crate::packs::folder;
use cardwright_cards::{PackSource, load};
use cardwright_games::{moon_bots, robot_empire};

const MANIFEST: &str =
    "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"T\"\ncards = [\"t.toml\"]";
const CARD: &str =
    "[[card]]\nid = \"t\"\nkind = \"weapon\"\nname = \"T\"\nplay = \"damage\"\nscript = \"t.rhai\"";

/// The text of a weapon with this script.
fn text(script: &str) -> String {
    let files = [("pack.toml", MANIFEST), ("t.toml", CARD), ("t.rhai", script)];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).to_vec();
    let pack = PackSource { name: String::new(), files };
    let set = load(&[pack], &moon_bots::lexicon::LEXICON).unwrap_or_else(|found| panic!("{script}\n{found}"));
    set.cards[0].text.clone()
}

#[test]
fn texts_of_scripts_of_every_form() {
    let scripts = std::fs::read_to_string(folder("tests/cards/texts.rhai")).unwrap();
    let shown: Vec<String> =
        scripts.split("\n\n").map(|script| format!("{}\n  {}\n", script.trim(), text(script))).collect();
    insta::with_settings!({ snapshot_path => folder("tests/cards"), prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("texts", shown.join("\n"));
    });
}

/// The text of a card of Robot Empire: its kind and facts, and its script.
fn empire_text(facts: &str, script: &str) -> String {
    let manifest = MANIFEST.replace("moon-bots", "robot-empire");
    let card = format!("[[card]]\nid = \"t\"\nname = \"T\"\nscript = \"t.rhai\"\n{facts}");
    let files = [("pack.toml", manifest), ("t.toml", card), ("t.rhai", script.to_owned())];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes())).collect();
    let pack = PackSource { name: String::new(), files };
    let set =
        load(&[pack], &robot_empire::lexicon::LEXICON).unwrap_or_else(|found| panic!("{facts}\n{found}"));
    set.cards[0].text.clone()
}

#[test]
fn what_is_not_not_so_is_so() {
    let agent = "kind = \"agent\"\ncost = 1\nnames = \"opponents-target\"";
    let of = |condition: &str| {
        let script = format!(
            "fn can_on(me, named) {{ {condition} }}\nfn play_on(me, named) {{ pay(named.owner, 1); }}"
        );
        empire_text(agent, &script)
    };
    for (condition, said) in [
        ("named.ready", "Only if the named is not recharging."),
        ("not(named.ready)", "Only if the named is recharging."),
        ("not(named.is_robot)", "Only if the named is not a Robot."),
        ("not(named.flying)", "Only if it is not so that the named flies."),
    ] {
        let text = of(condition);
        assert!(text.starts_with(said), "{condition}: {text}");
    }
}
