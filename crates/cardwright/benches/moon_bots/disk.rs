//! Packs read from their folders.

use cardwright_cards::PackSource;
use std::fs;
use std::path::Path;

/// Where the packs lie.
const CARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards");

/// The pack in a folder of `cards/`, every file read again.
pub(crate) fn pack(folder: &str) -> PackSource {
    let root = Path::new(CARDS).join(folder);
    let mut files = Vec::new();
    gather(&root, &root, &mut files);
    PackSource {
        name: folder.into(),
        files,
    }
}

fn gather(root: &Path, inside: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(inside).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            gather(root, &path, files);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "toml" || ending == "rhai")
        {
            let name = path
                .strip_prefix(root)
                .expect("it lies in the folder")
                .to_string_lossy();
            files.push((
                name.replace('\\', "/"),
                fs::read(&path).expect("the file can be read"),
            ));
        }
    }
}
