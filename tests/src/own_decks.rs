//! Decks that players bring: which ones are accepted, and every reason to refuse one.

use crate::packs::pack;
use cardwright::{Setup, SetupError, rulebook};
use std::path::Path;

fn reasons(players: u8, options: &[(&str, &str)]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/robot-empire/ours");
    let setup = Setup::players(players).pack(pack(&folder));
    let setup = options
        .iter()
        .fold(setup, |setup, (name, value)| setup.option(*name, *value));
    match rulebook("robot-empire", &setup) {
        Ok(_) => Vec::new(),
        Err(SetupError::Options(reasons)) => reasons,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn decks_that_keep_the_rules_are_taken() {
    for decks in [
        "raiders",
        "miners",
        "machines",
        "raiders,miners",
        "machines+machines",
    ] {
        assert_eq!(reasons(2, &[("decks", decks)]), [""; 0], "{decks}");
    }
    assert_eq!(reasons(3, &[("decks", "raiders,miners,machines")]), [""; 0]);
    assert_eq!(
        reasons(3, &[("decks", "machines"), ("moons", "no"), ("mega", "no")]),
        [""; 0]
    );
}

#[test]
fn every_reason_against_a_deck_is_told() {
    let told = reasons(2, &[("decks", "heavy+light")]);
    assert_eq!(
        told,
        [
            "decks/heavy.toml, line 1: the deck `heavy` of player 1 has 72 cards; 50 to 70 are allowed (RE-12.1)",
            "decks/light.toml, line 1: the deck `light` of player 2 has 49 cards; 50 to 70 are allowed (RE-12.1)",
            "decks/light.toml, line 1: the deck `light` of player 2 has 5 of Glass; at most 4 (RE-12.2)",
        ]
    );
    let told = reasons(2, &[("decks", "setup")]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("holds Battery, which is a card of the set-up (RE-12.1)"),
        "{told:?}"
    );
    let told = reasons(2, &[("decks", "raiders,nobody")]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("no pack has a deck `nobody`") && told[0].contains("raiders"),
        "{told:?}"
    );
    let told = reasons(3, &[("decks", "raiders,miners")]);
    assert!(told[0].contains("names 2 decks for 3 players"), "{told:?}");
    let told = reasons(2, &[("decks", "raiders"), ("deck", "thin")]);
    assert!(told[0].contains("leave out one of the two"), "{told:?}");
}
