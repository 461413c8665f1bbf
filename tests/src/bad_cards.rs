//! Bad packs: each folder of `tests/bad_cards/` is one, with the diagnostics that its author gets beside it. A folder of
//! folders with a `pack.toml` each is several packs, which are loaded with the official one.

use crate::packs::{folder, pack};
use cardwright_cards::{CODES, PackSource, Severity, check};
use cardwright_games::moon_bots;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folders_in(path: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

/// The pack in a folder, or the packs in its folders.
fn packs_in(path: &Path) -> Vec<PackSource> {
    let several: Vec<PathBuf> =
        folders_in(path).into_iter().filter(|inner| inner.join("pack.toml").exists()).collect();
    if path.join("pack.toml").exists() || several.is_empty() {
        return vec![pack(path)];
    }
    let named = |inner: &PathBuf| {
        let name = inner.file_name().unwrap().to_string_lossy().into_owned();
        PackSource { name, ..pack(inner) }
    };
    let official = PackSource { name: "official".into(), ..pack(&folder("cards/moon-bots")) };
    several.iter().map(named).chain([official]).collect()
}

#[test]
fn every_mistake_is_told_with_its_place() {
    for path in folders_in(&folder("tests/bad_cards")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut packs = packs_in(&path);
        let (cards, found) = check(&packs, &moon_bots::lexicon::LEXICON);
        assert!(cards.is_none() || found.list.iter().all(|one| one.severity == Severity::Warning), "{name}");
        assert!(!found.list.is_empty(), "{name} is a bad pack");
        packs.reverse();
        packs.iter_mut().for_each(|pack| pack.files.reverse());
        assert_eq!(check(&packs, &moon_bots::lexicon::LEXICON).1, found, "{name} in another order");
        insta::with_settings!({ snapshot_path => &path, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("diagnostics", found.render());
        });
    }
}

/// Codes that no pack of Moon-Bots can bring forth, with what they need; each has a test below.
const ELSEWHERE: [&str; 1] = [
    // A kind of card without a script: Moon-Bots has none.
    "CW0307",
];

/// A code that no pack brings forth is one that nobody has tried, or that cannot occur.
#[test]
fn every_code_is_told_of_some_pack() {
    let told: BTreeSet<String> = folders_in(&folder("tests/bad_cards"))
        .iter()
        .map(|path| std::fs::read_to_string(path.join("diagnostics.snap")).unwrap())
        .flat_map(|text| {
            let codes =
                text.split("[CW").skip(1).filter_map(|rest| rest.get(..4)).map(|code| format!("CW{code}"));
            codes.collect::<Vec<_>>()
        })
        .collect();
    let never: Vec<&str> = CODES.iter().map(|code| code.id).filter(|id| !told.contains(*id)).collect();
    assert_eq!(never, ELSEWHERE, "put a pack that shows the code into tests/bad_cards");
    let known = |code: &String| CODES.iter().any(|known| known.id == code);
    assert!(told.iter().all(known), "{told:?}");
}

#[test]
fn a_card_of_a_kind_without_moments_has_no_script() {
    let mut kinds = moon_bots::lexicon::LEXICON.kinds.to_vec();
    kinds.iter_mut().for_each(|kind| kind.hooks = &[]);
    let lexicon = cardwright_effects::Lexicon { kinds: kinds.leak(), ..moon_bots::lexicon::LEXICON.clone() };
    let found = check(&[pack(&folder("cards/moon-bots"))], &lexicon).1;
    assert!(found.list.iter().any(|one| one.code == "CW0307"), "{}", found.render_short());
}
