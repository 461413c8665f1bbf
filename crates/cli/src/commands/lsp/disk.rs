//! Packs on disk, for the language server.

use crate::packs;
use crate::stop::Failure;
use cardwright::PackSource;
use cardwright_lsp::Files;
use std::path::{Path, PathBuf};

/// The maximum number of packs searched for in a workspace; others are read once you open one of their files.
const PACKS: usize = 64;
/// The maximum number of folders searched in a workspace.
const FOLDERS: usize = 2_000;
/// The maximum depth of a pack in a workspace to be found before it is opened.
const DEPTH: usize = 4;

/// Packs on disk, with the same size limits as in every command.
pub(super) struct Disk;

impl Files for Disk {
    fn pack(&self, folder: &Path) -> Result<PackSource, String> {
        packs::read(folder).map_err(|stop| Failure::from(stop).what)
    }

    fn is_pack(&self, folder: &Path) -> bool {
        folder.join("pack.toml").is_file()
    }

    fn packs_in(&self, root: &Path) -> Vec<PathBuf> {
        let (mut found, mut left) = (Vec::new(), FOLDERS);
        // The root may be inside a pack.
        found.extend(
            root.ancestors()
                .skip(1)
                .find(|folder| self.is_pack(folder))
                .map(Path::to_path_buf),
        );
        self.look(root, 0, &mut left, &mut found);
        found
    }
}

impl Disk {
    fn look(&self, folder: &Path, depth: usize, left: &mut usize, found: &mut Vec<PathBuf>) {
        if *left == 0 || found.len() >= PACKS {
            return;
        }
        *left -= 1;
        if self.is_pack(folder) {
            found.push(folder.to_path_buf());
            return;
        }
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        let hidden = |path: &Path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with('.'))
        };
        let folders = entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let mut folders: Vec<PathBuf> = folders
            .map(|entry| entry.path())
            .filter(|path| !hidden(path))
            .collect();
        folders.sort();
        for inner in folders.into_iter().filter(|_| depth < DEPTH) {
            self.look(&inner, depth + 1, left, found);
        }
    }
}
