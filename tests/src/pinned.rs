//! Pins the official cards: copies, decks, facts, names and texts in every language. The digest of a pack depends on
//! every byte that changes play or text.

use crate::packs::{folder, pack};
use cardwright::{PackSource, Setup, cards_under, games, rulebook};
use cardwright_games::moon_bots::lexicon::LEXICON;
use std::fmt::Write;

/// Every card under some options, with one line for each of its properties.
fn list(game: &str, options: &[(String, String)]) -> String {
    let mut out = String::new();
    for card in cards_under(game, &[], options).unwrap() {
        writeln!(
            out,
            "{} ({}, {} of them, {})",
            card.id, card.kind, card.copies, card.file
        )
        .unwrap();
        if !card.reconstructed {
            out.push_str("  as printed\n");
        }
        for (language, name) in &card.names {
            writeln!(out, "  {language}: {name}").unwrap();
        }
        for (key, value) in &card.facts {
            writeln!(out, "  {key} = {value}").unwrap();
        }
        writeln!(out, "  does: {}", card.text).unwrap();
        for (language, text) in &card.texts {
            writeln!(out, "  {language}: {text}").unwrap();
        }
    }
    out
}

#[test]
fn the_official_cards_are_these() {
    let beside = folder("tests/cards");
    insta::with_settings!({ snapshot_path => beside, prepend_module_to_snapshot => false, omit_expression => true }, {
        for game in games().iter().filter(|game| game.cards) {
            insta::assert_snapshot!(format!("all-of-{}", game.id), list(game.id, &[]));
        }
    });
}

/// The number of copies of each card in a deck, as in the draw pile of a new game.
#[test]
fn the_decks_are_these() {
    let mut out = String::new();
    for deck in ["standard", "more-dice"] {
        let setup = Setup::players(4).option("deck", deck);
        let book = rulebook("moon-bots", &setup).unwrap();
        for copies in book.start(None).question().choices {
            writeln!(out, "{deck}: {} {}", copies.action, copies.text).unwrap();
        }
        // Marks and copies show in the odds of the first draw and in the state.
        let state = book.start(None).state();
        writeln!(
            out,
            "{deck}: pile {} {}",
            state["pile"], state["pile_weapons"]
        )
        .unwrap();
    }
    let beside = folder("tests/cards");
    insta::with_settings!({ snapshot_path => beside, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("decks-of-moon-bots", out);
    });
}

/// The digest of a pack among the official ones.
fn digest(pack: &PackSource) -> Option<String> {
    let set = cardwright_cards::load(std::slice::from_ref(pack), &LEXICON).ok()?;
    Some(set.packs[0].digest.clone())
}

#[test]
fn every_byte_of_a_pack_that_says_something_changes_its_digest() {
    for path in [
        "cards/moon-bots",
        "cards/examples/overclock",
        "tests/rulings/moon-bots/words",
    ] {
        let whole = pack(&folder(path));
        let packs = |changed: &PackSource| match path {
            "cards/moon-bots" => digest(changed),
            _ => {
                let both = [pack(&folder("cards/moon-bots")), changed.clone()];
                let set = cardwright_cards::load(&both, &LEXICON).ok()?;
                set.packs
                    .iter()
                    .find(|pack| pack.id != "moon-bots")
                    .map(|pack| pack.digest.clone())
            }
        };
        let first = packs(&whole).unwrap();
        let mut changed = 0;
        for (at, (name, bytes)) in whole.files.iter().enumerate() {
            let says = name.ends_with(".toml") || name.ends_with(".rhai");
            let begins = bytes.iter().position(|byte| *byte == b'#' || *byte == b'/');
            // One letter of a comment: the smallest change with which the pack still loads.
            let Some(letter) = begins
                .map(|begins| begins + 2)
                .filter(|letter| bytes[*letter].is_ascii_alphabetic())
            else {
                continue;
            };
            let mut other = whole.clone();
            other.files[at].1[letter] ^= 0x20;
            assert_eq!(
                packs(&other).as_ref() != Some(&first),
                says,
                "{path}/{name}"
            );
            let mut longer = whole.clone();
            longer.files[at].1.extend(b"\n");
            assert_eq!(
                packs(&longer).as_ref() != Some(&first),
                says,
                "{path}/{name}"
            );
            changed += usize::from(says);
        }
        assert!(changed >= 1, "{path}: {changed}");
    }
}

/// A match contains the digest of every pack and refuses other packs.
#[test]
fn a_save_is_resumed_with_the_cards_it_was_played_with_and_no_others() {
    let setup = Setup::players(2).pack(pack(&folder("cards/examples/overclock")));
    let mut play = cardwright::Match::new("moon-bots", &setup, 5).unwrap();
    for _ in 0..12 {
        let answer = play.ask_bot("random").unwrap();
        play.play(&answer).unwrap();
    }
    let saved = play.save(Vec::new());
    assert!(cardwright::Match::load(&saved).is_ok());
    let replay = cardwright::read_replay(&saved).unwrap();
    assert_eq!(replay.packs.len(), 2);
    for at in 0..replay.packs.len() {
        let digest = &replay.packs[at].digest;
        assert!(
            cardwright::Match::load(&saved.replace(digest.as_str(), &"0".repeat(digest.len())))
                .is_err()
        );
        for file in 0..replay.packs[at].files.len() {
            let mut other = replay.clone();
            other.packs[at].files[file].1.push_str("\n# more\n");
            assert!(
                cardwright::Match::resume(&other).is_err(),
                "{}",
                other.packs[at].files[file].0
            );
        }
    }
    let mut later = replay.clone();
    later.format += 1;
    assert!(cardwright::Match::resume(&later).is_err());
}
