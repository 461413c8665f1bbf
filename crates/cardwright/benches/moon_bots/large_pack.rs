//! A pack of ten thousand cards of every kind that is dealt, each with a script or an effect, none of them in the deck.

use cardwright_cards::PackSource;
use std::fmt::Write;

/// Its cards.
const CARDS: usize = 10_000;
/// Cards in one file: a file holds a megabyte at most.
const IN_A_FILE: usize = 2_500;
/// Scripts; cards share them.
const SCRIPTS: usize = 50;

/// The official packs and the large one.
pub(crate) fn with_official() -> Vec<PackSource> {
    let mut packs = cardwright::official_packs("moon-bots");
    packs.push(pack());
    packs
}

fn pack() -> PackSource {
    let names: Vec<_> = (0..CARDS / IN_A_FILE)
        .map(|file| format!("cards-{file}.toml"))
        .collect();
    let manifest = format!(
        "id = \"large\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = {{ en = \"Large\" }}\n\
         authors = [\"nobody\"]\nlicense = \"MIT\"\ncards = {names:?}\n"
    );
    let mut files = vec![("pack.toml".to_string(), manifest.into_bytes())];
    for (file, name) in names.into_iter().enumerate() {
        let cards: String = (0..IN_A_FILE)
            .map(|card| card_of(file * IN_A_FILE + card))
            .collect();
        files.push((name, cards.into_bytes()));
    }
    for script in 0..SCRIPTS {
        let weapon = format!(
            "fn can(me) {{ me.pending > {script} }}\nfn play(me) {{ prevent(me, 2); gain(me, 1); }}\n"
        );
        let upgrade = format!(
            "fn before_damage(me) {{ when me.pending > {script} {{ reduce(me, fist, 1); }} }}\n"
        );
        files.push((format!("weapon-{script}.rhai"), weapon.into_bytes()));
        files.push((format!("upgrade-{script}.rhai"), upgrade.into_bytes()));
    }
    PackSource {
        name: "large".into(),
        files,
    }
}

fn card_of(number: usize) -> String {
    let mut text = format!(
        "[[card]]\nid = \"card-{number}\"\ncopies = 0\nname = {{ en = \"Card {number}\" }}\n"
    );
    let script = number / 4 % SCRIPTS;
    let facts = match number % 4 {
        0 => format!("kind = \"weapon\"\nplay_in = \"damage\"\nscript = \"weapon-{script}.rhai\"\n"),
        1 => format!("kind = \"upgrade\"\nscript = \"upgrade-{script}.rhai\"\n"),
        2 => "kind = \"part\"\nslot = \"head\"\nactivate = { pair = true }\neffect = [{ fist = 2 }]\n".into(),
        _ => "kind = \"part\"\nslot = \"torso\"\nactivate = { sum = 7 }\neffect = [{ energy = 1 }]\n".into(),
    };
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{facts}");
    text
}
