//! The files for matches without a named file: in the folder `cardwright` of the user's state directory
//! (`$XDG_STATE_HOME` or `~/.local/state`; on macOS and Windows, the directory for local data of programs).

use super::Kind;
use super::write::{free_name, is_locked};
use crate::stop::CommandError;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The maximum number of matches saved there, and of sessions: about 20 MB. Above it, the oldest is deleted.
const MAX_AUTOSAVES: usize = 100;

/// A file for a match without a named file; its folder is created.
///
/// # Errors
/// When the user has no such directory, or it cannot be written to.
pub(crate) fn autosave(kind: Kind, name: &str) -> Result<PathBuf, CommandError> {
    let folder = folder(kind).ok_or_else(|| {
        CommandError::usage(
            "there is no folder to save matches in",
            "set HOME, or name a file with --save",
        )
    })?;
    fs::create_dir_all(&folder)
        .map_err(|error| CommandError::file(&folder, "make the folder", &error))?;
    prune(&folder);
    Ok(free_name(&folder.join(format!("{name}.json"))))
}

/// The saved match of a game that was left last, and the number of older ones.
pub(crate) fn offered(kind: Kind, game: &str) -> Option<(PathBuf, usize)> {
    let of_game = |path: &PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        name.starts_with(&format!("{game}-")) && !is_locked(path)
    };
    let mut kept: Vec<_> = by_age(&folder(kind)?).into_iter().filter(of_game).collect();
    let last = kept.pop()?;
    Some((last, kept.len()))
}

fn folder(kind: Kind) -> Option<PathBuf> {
    let state = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(state.join("cardwright").join(if kind == Kind::Session {
        "sessions"
    } else {
        "matches"
    }))
}

/// The saved files, oldest first.
fn by_age(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let ours = |path: &Path| path.extension().is_some_and(|ending| ending == "json");
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|entry| {
            ours(&entry.path()) && !entry.file_name().to_string_lossy().starts_with('.')
        })
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// Deletes the oldest files if there are too many.
fn prune(folder: &Path) {
    let files = by_age(folder);
    let surplus = (files.len() + 1).saturating_sub(MAX_AUTOSAVES);
    for path in files.iter().filter(|path| !is_locked(path)).take(surplus) {
        // One file too many does no harm.
        let _ = fs::remove_file(path);
    }
}
