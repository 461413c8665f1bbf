//! The rulings of the official cards notice every change of a number or condition.

use cardwright::judge::{Ruling, read};
use cardwright::mutate::Mutants;
use cardwright::official_packs;
use std::fs;
use std::path::Path;

/// Changes that cannot be noticed, because the card has the same effect after them.
const SAME: [(&str, &str); 3] = [
    // If no missile was aimed, no robot was attacked with one, so there is nobody to choose.
    ("strong-missile", "on_attack: the condition is left out"),
    // A choice between two modes: not choosing the first means choosing the second.
    ("deflection", "play: the condition is left out"),
    // While the game continues, some opponent is in play.
    ("spy", "can: always yes"),
];

fn rulings(folder: &Path) -> Vec<Ruling> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            // Rulings in a pack's folder are about the pack's cards.
            true if path.join("pack.toml").is_file() => {}
            true => all.extend(rulings(&path)),
            false => all.push(read(&fs::read_to_string(&path).unwrap()).unwrap()),
        }
    }
    all
}

#[test]
fn every_change_of_an_official_card_is_noticed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/moon-bots");
    let rulings = rulings(&folder);
    let mutants = Mutants::new("moon-bots", &official_packs("moon-bots"), &[]).unwrap();
    assert_eq!(mutants.fails(&rulings), None);
    let unnoticed =
        (0..mutants.all().len()).filter(|place| mutants.noticed(*place, &rulings).is_none());
    let unnoticed = unnoticed.map(|place| &mutants.all()[place]);
    let told: Vec<_> = unnoticed
        .map(|mutant| (mutant.card.as_str(), mutant.change.as_str()))
        .collect();
    assert_eq!(
        told, SAME,
        "write a ruling for what is not there yet; `cardwright mutate` says where it stands"
    );
}
