//! Reads packs from the repository.

use cardwright_cards::PackSource;
use std::path::{Path, PathBuf};

/// A folder of the repository.
pub(crate) fn folder(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path)
}

/// The pack in a folder. Its name is empty, so that messages show paths from its root.
pub(crate) fn pack(root: &Path) -> PackSource {
    let mut pack = PackSource::default();
    read(root, root, &mut pack);
    pack
}

fn read(folder: &Path, root: &Path, pack: &mut PackSource) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, root, pack);
        } else {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            pack.files.push((name, std::fs::read(&path).unwrap()));
        }
    }
}
