//! The rulings of the official cards notice every change of a number or condition.

use cardwright::judge::{Ruling, read};
use cardwright::mutate::Mutants;
use cardwright::official_packs;
use std::fs;
use std::path::Path;

/// Changes that nobody can notice, because the card does the same after them.
const SAME: [(&str, &str); 3] = [
    // With no missile aimed, no robot was attacked with one: there is nobody to choose.
    ("strong-missile", "on_attack: the condition is left out"),
    // Of two courses, who does not take the first takes the second.
    ("deflection", "play: the condition is left out"),
    // While the game goes on, there is an opponent in play.
    ("spy", "can: always yes"),
];

fn rulings(folder: &Path) -> Vec<Ruling> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            // Rulings in a pack's folder are about its own cards.
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
