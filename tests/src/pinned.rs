//! Pins the official cards: copies, decks, facts, names and texts in every language.

use crate::packs::{folder, pack};
use cardwright::{Setup, cards_under, games, rulebook};
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
