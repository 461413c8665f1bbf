//! Packs with a changed line: every diagnostic, and what the cards do if the pack still loads.

use super::{Changer, Told};
use crate::packs::{folder, pack};
use cardwright::mutate::Mutants;
use cardwright_cards::{PackSource, check};
use cardwright_effects::Lexicon;
use cardwright_games::{moon_bots, robot_empire};
use std::path::PathBuf;

/// The manifest of a pack with one card file.
const PACK: &str = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"T\"\ncards = [\"t.toml\"]";

fn told(packs: &[PackSource], lexicon: &Lexicon, told: &mut Told) {
    let (cards, found) = check(packs, lexicon);
    for one in &found.list {
        told.add(
            one.code,
            &format!(
                "{} / {}",
                one.message,
                one.help.as_deref().unwrap_or_default()
            ),
        );
    }
    if cards.is_some() {
        told.add("pack", "taken");
    }
}

/// The packs of a folder, one at a time.
fn inside(path: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(path))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .filter(|path| path.join("pack.toml").is_file())
        .collect();
    all.sort();
    all
}

/// Packs with the packs that they need, whose files are not changed.
fn pin(name: &str, own: &[PathBuf], beside: &[PackSource], lexicon: &Lexicon, every: usize) {
    let packs: Vec<PackSource> = own.iter().map(|path| pack(path)).collect();
    let is_text = |path: &str| path.ends_with(".toml") || path.ends_with(".rhai");
    let texts = packs
        .iter()
        .flat_map(|pack| &pack.files)
        .filter(|(path, _)| is_text(path));
    let texts = texts.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok());
    let (mut changer, mut all) = (Changer::new(texts, every), Told::default());
    for pack in &packs {
        let mut files: Vec<_> = pack
            .files
            .iter()
            .filter(|(path, _)| is_text(path))
            .collect();
        files.sort();
        for (path, bytes) in files {
            let Ok(text) = std::str::from_utf8(bytes) else {
                continue;
            };
            for change in changer.changes(text) {
                let mut changed = pack.clone();
                let file = changed
                    .files
                    .iter_mut()
                    .find(|(own, _)| own == path)
                    .unwrap();
                file.1 = change.into_bytes();
                let packs: Vec<_> = beside.iter().cloned().chain([changed]).collect();
                told(&packs, lexicon, &mut all);
            }
        }
    }
    all.pin(name);
}

#[test]
fn what_is_told_of_changed_packs_is_pinned() {
    pin(
        "packs-moon-bots",
        &[folder("cards/moon-bots")],
        &[],
        &moon_bots::lexicon::LEXICON,
        11,
    );
    pin(
        "packs-robot-empire",
        &[folder("cards/robot-empire")],
        &[],
        &robot_empire::lexicon::LEXICON,
        31,
    );
    let official = [PackSource {
        name: "official".into(),
        ..pack(&folder("cards/moon-bots"))
    }];
    let mut own = inside("cards/examples");
    own.extend(inside("tests/packs"));
    own.extend(inside("tests/rulings/moon-bots"));
    let is_of = |path: &PathBuf, game: &str| {
        std::fs::read_to_string(path.join("pack.toml"))
            .unwrap()
            .contains(&format!("game = \"{game}\""))
    };
    own.retain(|path| is_of(path, "moon-bots"));
    pin(
        "packs-homebrew",
        &own,
        &official,
        &moon_bots::lexicon::LEXICON,
        13,
    );
    pin(
        "packs-bad",
        &inside("tests/bad_cards"),
        &[],
        &moon_bots::lexicon::LEXICON,
        7,
    );
}

/// A pack with one weapon and its script.
fn weapon(script: &str) -> PackSource {
    let card = "[[card]]\nid = \"t\"\nkind = \"weapon\"\nname = \"T\"\nplay_in = \"damage\"\nscript = \"t.rhai\"";
    let files = [("pack.toml", PACK), ("t.toml", card), ("t.rhai", script)];
    let files = files
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .to_vec();
    PackSource {
        name: String::new(),
        files,
    }
}

/// How many times each line of a script is changed, in a different way each time.
const ROUNDS: usize = 8;

/// Scripts of every form with changed lines: the diagnostics and the card texts.
#[test]
fn what_changed_scripts_say_is_pinned() {
    let scripts = std::fs::read_to_string(folder("tests/cards/texts.rhai")).unwrap();
    let (mut changer, mut all) = (
        Changer::new([scripts.as_str()].into_iter(), 1),
        Told::default(),
    );
    for script in std::iter::repeat_n(scripts.split("\n\n"), ROUNDS).flatten() {
        // There, a whole script is one line. It is split into one statement per line, so that each is changed
        // separately.
        let script = script.replace("; ", ";\n").replace("{ ", "{\n");
        for change in changer.changes(&script) {
            told(&[weapon(&change)], &moon_bots::lexicon::LEXICON, &mut all);
        }
    }
    // More errors than are reported.
    for slips in [1, 199, 200, 201, 400] {
        let script = format!("fn play(me) {{\n{}}}\n", "gain me 1;\n".repeat(slips));
        told(&[weapon(&script)], &moon_bots::lexicon::LEXICON, &mut all);
    }
    all.pin("scripts");
}

/// The changes that `cardwright mutate` makes to the cards of each pack, in order.
#[test]
fn the_changes_of_cards_are_pinned() {
    let mut all = Told::default();
    let own = inside("cards/examples")
        .into_iter()
        .chain(inside("tests/packs"))
        .map(|path| vec![pack(&path)]);
    for packs in std::iter::once(Vec::new()).chain(own) {
        let game = packs
            .first()
            .and_then(|pack| cardwright::pack_head(pack).1)
            .unwrap_or("moon-bots".into());
        let tested = if packs.is_empty() {
            cardwright::official_packs(&game)
        } else {
            packs
        };
        let mutants = Mutants::new(&game, &tested, &[]).unwrap();
        for mutant in mutants.all() {
            all.add(&game, mutant.change.split(':').next().unwrap_or_default());
        }
    }
    all.pin("changes-of-cards");
}
