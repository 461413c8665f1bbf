//! The official packs: every card's program and generated text, the order of files, the time to load.

use crate::packs::{folder, pack};
use cardwright_cards::{PackSource, check, load};
use cardwright_effects::{Card, CardSet, FactValue, Lexicon, Program};
use cardwright_games::moon_bots;
use std::fmt::Write;

fn moon_bots_cards() -> (PackSource, CardSet) {
    let pack = pack(&folder("cards/moon-bots"));
    let cards = load(std::slice::from_ref(&pack), &moon_bots::lexicon::LEXICON)
        .unwrap_or_else(|found| panic!("{found}"));
    (pack, cards)
}

fn list(out: &mut String, title: &str, program: &Program, lexicon: &Lexicon) {
    writeln!(out, "  {title}").unwrap();
    for (number, (line, at)) in program
        .listing_with(lexicon)
        .iter()
        .zip(&program.places)
        .enumerate()
    {
        writeln!(out, "    {number:2}  {line:44} {}:{}", at.line, at.column).unwrap();
    }
}

fn show(card: &Card, lexicon: &Lexicon) -> String {
    let mut out = format!("{} ({})\n", card.id, card.place.file);
    if !card.text.is_empty() {
        writeln!(out, "  {}", card.text).unwrap();
    }
    for (_, fact) in &card.facts {
        if let FactValue::Symbols(program) = fact {
            list(&mut out, "effect", program, lexicon);
        }
    }
    for handler in &card.handlers {
        list(
            &mut out,
            lexicon.hooks[usize::from(handler.hook)].name,
            &handler.program,
            lexicon,
        );
    }
    out
}

#[test]
fn official_cards_become_these_programs() {
    let (_, set) = moon_bots_cards();
    let shown: Vec<String> = set
        .cards
        .iter()
        .map(|card| show(card, &moon_bots::lexicon::LEXICON))
        .collect();
    let beside = folder("tests/cards");
    insta::with_settings!({ snapshot_path => beside, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("moon-bots", shown.join("\n"));
    });
}

#[test]
fn the_order_of_files_does_not_matter() {
    let (mut pack, set) = moon_bots_cards();
    pack.files.reverse();
    assert_eq!(load(&[pack], &moon_bots::lexicon::LEXICON).unwrap(), set);
}

#[test]
fn the_digest_follows_the_content() {
    let (mut pack, set) = moon_bots_cards();
    pack.files
        .iter_mut()
        .find(|(path, _)| path == "weapons.toml")
        .unwrap()
        .1
        .extend(b"# more\n");
    let changed = load(&[pack.clone()], &moon_bots::lexicon::LEXICON).unwrap();
    assert_ne!(changed.packs[0].digest, set.packs[0].digest);
    pack.files
        .push(("notes.md".into(), b"not part of the cards".to_vec()));
    assert_eq!(
        load(&[pack], &moon_bots::lexicon::LEXICON).unwrap(),
        changed
    );
}

#[test]
fn nothing_is_said_against_the_official_packs() {
    let (pack, _) = moon_bots_cards();
    assert_eq!(check(&[pack], &moon_bots::lexicon::LEXICON).1.render(), "");
}
