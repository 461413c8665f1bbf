//! Bad packs: each folder of `tests/bad_cards/` is one, with the diagnostics that its author gets beside it.

use crate::packs::{folder, pack};
use cardwright_cards::{Severity, check};
use cardwright_games::moon_bots;

#[test]
fn every_mistake_is_told_with_its_place() {
    let mut folders: Vec<_> =
        std::fs::read_dir(folder("tests/bad_cards")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for path in folders.iter().filter(|path| path.is_dir()) {
        let (cards, found) = check(&[pack(path)], &moon_bots::lexicon::LEXICON);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(cards.is_none() || found.list.iter().all(|one| one.severity == Severity::Warning), "{name}");
        assert!(!found.list.is_empty(), "{name} is a bad pack");
        insta::with_settings!({ snapshot_path => path, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("diagnostics", found.render());
        });
    }
}
