//! Saved matches on disk.

use crate::stop::Stop;
use cardwright::Replay;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The largest saved match that is read: the longest game with the largest pack is below it.
const MOST_BYTES: u64 = 128 << 20;

/// Reads a saved match.
///
/// # Errors
/// When there is no such file, it is too large, or it is not a saved match.
pub(crate) fn read(path: &Path) -> Result<Replay, Stop> {
    let text = text(path)?;
    cardwright::read_replay(&text).map_err(|error| Stop::from(error).about(path))
}

/// The text of a file of the user's, up to a bound.
///
/// # Errors
/// When there is no such file, it is too large, or it is not text.
pub(crate) fn text(path: &Path) -> Result<String, Stop> {
    let fault = |error: io::Error| Stop::file(path, "read", &error);
    let file = File::open(path).map_err(fault)?;
    if file.metadata().map_err(fault)?.is_dir() {
        return Err(fault(io::ErrorKind::IsADirectory.into()));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > MOST_BYTES {
        let what =
            format!("{} is larger than a saved match can be ({} MB)", path.display(), MOST_BYTES >> 20);
        return Err(Stop::usage(what, "give a file that `cardwright play --save` wrote"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        let what = format!("{} is not text: byte {place} is not UTF-8", path.display());
        Stop::usage(what, "give a file that `cardwright play --save` wrote")
    })
}

/// Writes a saved match so that at every moment the file is whole, the old one or the new one. A file that is
/// there already is replaced only if it is a saved match itself.
///
/// # Errors
/// When something else is there, or the system does not let us write.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Stop> {
    if path.exists() {
        own(path)?;
    }
    replace(path, text)
}

/// The same for a session of the referee, which replaces nothing but another.
///
/// # Errors
/// When something else is there, or the system does not let us write.
pub(crate) fn write_session(path: &Path, text: &str) -> Result<(), Stop> {
    if path.exists() && !self::text(path).is_ok_and(|old| cardwright::is_session(&old)) {
        let what = format!("{} is there already and is not a session of the referee", path.display());
        return Err(Stop::usage(what, "choose another name"));
    }
    replace(path, text)
}

fn replace(path: &Path, text: &str) -> Result<(), Stop> {
    let beside = beside(path);
    let written = write_whole(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // Half a file beside the real one helps nobody; if it cannot be taken away either, it stays.
        let _ = fs::remove_file(&beside);
        Stop::file(path, "save", &error)
    })
}

/// Whether a file that is there is one of ours, to be written over.
///
/// # Errors
/// When it is something else.
pub(crate) fn own(path: &Path) -> Result<(), Stop> {
    match read(path) {
        Ok(_) => Ok(()),
        Err(_) => {
            let what = format!("{} is there already and is not a saved match", path.display());
            Err(Stop::usage(what, "choose another name"))
        }
    }
}

/// A name in the same folder, so that the last step is a renaming.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
