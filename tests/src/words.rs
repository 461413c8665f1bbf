//! Words that packs declare follow the same rules as the game's own words.

use crate::packs::{folder, pack};
use cardwright::{PackSource, Setup, rulebook};
use cardwright_cards::{check, load};
use cardwright_games::moon_bots::lexicon::LEXICON;
use proptest::prelude::*;

fn official() -> PackSource {
    pack(&folder("cards/moon-bots"))
}

fn declared_words() -> PackSource {
    pack(&folder("tests/packs/declared-words"))
}

/// A pack that declares words and has no cards.
fn declaring(id: &str, words: &str) -> PackSource {
    let manifest = format!(
        "id = '{id}'\nversion = '1.0.0'\napi = 1\ngame = 'moon-bots'\nname = 'P'\ncards = []\n{words}"
    );
    PackSource {
        name: id.into(),
        files: vec![("pack.toml".into(), manifest.into_bytes())],
    }
}

fn snapshot(name: &str, text: &str) {
    let beside = folder("tests/packs/declared-words");
    insta::with_settings!({ snapshot_path => beside, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn cards_are_said_with_the_words_of_their_pack() {
    let set = load(&[official(), declared_words()], &LEXICON).unwrap();
    let own = set
        .cards
        .iter()
        .filter(|card| card.id.starts_with("declared-words:"));
    let shown: Vec<String> = own
        .map(|card| format!("{}: {}", card.id, card.text))
        .collect();
    snapshot("cards", &shown.join("\n"));
}

#[test]
fn numbers_do_not_depend_on_the_order_of_packs() {
    let more = declaring("a", "[[keyword]]\nid = 'heavy'\n");
    let words = |packs: &[PackSource]| load(packs, &LEXICON).unwrap().declared;
    let one = words(&[official(), declared_words(), more.clone()]);
    assert_eq!(one, words(&[official(), more, declared_words()]));
    let numbered: Vec<_> = one
        .iter()
        .map(|word| (word.name.as_str(), word.value))
        .collect();
    assert_eq!(
        numbered,
        [
            ("heavy", 0),
            ("acid_rain", 2),
            ("armoured", 1),
            ("laser", 3),
            ("light", 2)
        ]
    );
}

#[test]
fn two_packs_do_not_declare_the_same_word() {
    let (set, found) = check(
        &[
            official(),
            declared_words(),
            declaring("a", "[[keyword]]\nid = 'armoured'\n"),
        ],
        &LEXICON,
    );
    assert!(set.is_none());
    snapshot("same-word", &found.render());
}

#[test]
fn the_limit_holds_for_all_packs_together() {
    let (set, found) = check(
        &[
            official(),
            declared_words(),
            declaring("a", "[[damage]]\nid = 'frost'\n"),
        ],
        &LEXICON,
    );
    assert!(set.is_none());
    snapshot("limit", &found.render());
}

#[test]
fn a_pack_may_use_a_word_of_another_for_a_variable() {
    // The official scripts have variables `foe` and `die`.
    let words = "[[damage]]\nid = 'foe'\n[[keyword]]\nid = 'die'\n";
    load(&[official(), declaring("a", words)], &LEXICON).unwrap();
}

/// Robot 1 shares out two types. Robot 2's Mirror stops as many points as its two armoured cards allow.
#[test]
fn a_match_speaks_of_declared_types() {
    let setup = Setup {
        packs: vec![declared_words()],
        ..Setup::players(4)
    };
    let position = r#"
active = "1"
step = "parts"
dice = [2, 2]
[[robot]]
parts = ["declared-words:sprinkler"]
upgrades = ["plus-die", "declared-words:lens"]
[[robot]]
parts = ["declared-words:sprinkler"]
upgrades = ["declared-words:mirror"]
"#;
    let mut game = rulebook("moon-bots", &setup)
        .unwrap()
        .start_from(position, Some(1))
        .unwrap();
    game.play("use head 2 2").unwrap();
    let refused = game.play("left 1 laser 2 missile").unwrap_err();
    let misspelt = game.play("left 1 lasr 0 missile").unwrap_err();
    game.play("left 1 laser 0 missile 1 acid_rain").unwrap();
    game.play("choose robot 2").unwrap();
    let lines = game.lines(cardwright::Viewer::Referee, 0);
    let told: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {:?}", line.text, line.cites))
        .collect();
    snapshot(
        "match",
        &format!("{refused}\n{misspelt}\n{}", told.join("\n")),
    );
}

/// In this game, two robots get a prism each. The pack has four.
#[test]
fn equal_weapons_in_two_hands_make_a_position() {
    let book = rulebook(
        "moon-bots",
        &Setup {
            packs: vec![declared_words()],
            ..Setup::players(3)
        },
    )
    .unwrap();
    assert_eq!(book.check_laws(2605389279627145085), Ok(()));
}

proptest! {
    #![proptest_config(crate::cases(12))]

    #[test]
    fn games_with_new_words_obey_the_laws(seed in any::<u64>(), players in 2u8..=4) {
        let book = rulebook("moon-bots", &Setup { packs: vec![declared_words()], ..Setup::players(players) }).unwrap();
        if let Err(broken) = book.check_laws(seed) {
            panic!("{players} players, seed {seed}: {broken}");
        }
    }
}
