//! Several packs together give the same cards, whatever the order of the packs and of their files.

use crate::packs::{folder, pack};
use cardwright_cards::{PackSource, digest, load};
use cardwright_games::moon_bots::lexicon::LEXICON;
use proptest::prelude::*;

fn file(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

/// The official pack, two packs of which one needs the other, and a translation of all of them.
fn packs() -> Vec<PackSource> {
    let head = |id: &str, more: &str| {
        let text = format!(
            "id = '{id}'\nversion = '1.2.3'\napi = 1\ngame = 'moon-bots'\nname = '{id}'\n{more}"
        );
        file("pack.toml", &text)
    };
    let card = |id: &str, kind: &str, more: &str| {
        format!("[[card]]\nid = '{id}'\nkind = '{kind}'\nname = '{id} card'\n{more}\n")
    };
    let hat = "slot = 'head'\nactivate = { pair = true }\neffect = [{ energy = 2 }]";
    let tin = vec![
        head(
            "tin",
            "cards = ['hats.toml', 'naps.toml']\n[decks.tin]\nhat = { copies = 3 }",
        ),
        file("hats.toml", &card("hat", "part", hat)),
        file(
            "naps.toml",
            &card("nap", "weapon", "play = 'turn-start'\nscript = 'nap.rhai'"),
        ),
        file("nap.rhai", "fn play(me) { gain(me, 1); }"),
    ];
    let zinc = vec![
        head(
            "alloy",
            "cards = ['caps.toml']\n[depends]\ntin = '^1.2'\nmoon-bots = '*'\n[decks.alloy]\n'tin:hat' = { copies = 0 }\ncap = { copies = 4 }",
        ),
        file("caps.toml", &card("cap", "part", hat)),
    ];
    let french = vec![
        head(
            "french",
            "translations = ['lang/pt-br.toml', 'lang/fr.toml']\ndepends = { tin = '>=1, <2', alloy = '=1.2.3' }",
        ),
        file(
            "lang/fr.toml",
            "['tin:hat']\nname = 'Chapeau'\n['alloy:cap']\nname = 'Casquette'\ntext = 'Deux.'",
        ),
        file(
            "lang/pt-br.toml",
            "['tin:hat']\nname = 'Chap\u{e9}u'\n['moon-bots:dodge']\nname = 'Esquiva'",
        ),
    ];
    let named = [("tin", tin), ("zinc", zinc), ("french", french)];
    let mut packs = vec![pack(&folder("cards/moon-bots"))];
    packs.extend(named.map(|(name, files)| PackSource {
        name: name.into(),
        files,
    }));
    packs
}

proptest! {
    #![proptest_config(crate::cases(24))]

    #[test]
    fn no_order_matters(order in Just(packs()).prop_shuffle(), shift in 0..7usize) {
        let mut order = order;
        for (at, pack) in order.iter_mut().enumerate() {
            let by = (shift * (at + 1)) % pack.files.len();
            pack.files.rotate_left(by);
            if (shift + at) % 2 == 1 {
                pack.files.reverse();
            }
        }
        let first = load(&packs(), &LEXICON).unwrap();
        let other = load(&order, &LEXICON).unwrap();
        prop_assert_eq!(digest(&first), digest(&other));
        prop_assert_eq!(first, other);
    }
}

#[test]
fn the_digest_follows_every_pack() {
    let all = load(&packs(), &LEXICON).unwrap();
    let fewer = load(&packs()[..2], &LEXICON).unwrap();
    assert_ne!(digest(&all), digest(&fewer));
    let ids: Vec<&str> = all.packs.iter().map(|pack| pack.id.as_str()).collect();
    assert_eq!(
        ids,
        ["moon-bots", "alloy", "french", "tin"],
        "the official one first, then by id"
    );
}

#[test]
fn a_translation_speaks_of_the_cards_of_others() {
    let set = load(&packs(), &LEXICON).unwrap();
    let name = |id: &str, language: &str| {
        set.cards
            .iter()
            .find(|card| card.id == id)
            .map(|card| card.name(language).to_owned())
            .unwrap()
    };
    assert_eq!(name("tin:hat", "fr"), "Chapeau");
    assert_eq!(name("tin:hat", "pt-br"), "Chap\u{e9}u");
    assert_eq!(name("dodge", "pt-br"), "Esquiva");
    assert_eq!(name("dodge", "en"), "Dodge");
    let deck = set.decks.iter().find(|deck| deck.name == "alloy").unwrap();
    let changed: Vec<(&str, u8)> = deck
        .changes
        .iter()
        .map(|(card, copies, _)| (set.cards[*card].id.as_str(), *copies))
        .collect();
    assert_eq!(changed, [("alloy:cap", 4), ("tin:hat", 0)]);
}
