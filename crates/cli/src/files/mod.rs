//! Reads and writes users' files.
//!
//! Only ordinary files are read, up to a size that depends on their kind; a pipe or a device is refused before
//! anything is read from it. A file is written as a second file in the same folder that then replaces the first, so
//! that at every moment the file has either all of its old or all of its new content.

mod keeper;
mod read;
mod state;
mod write;

pub(crate) use keeper::Keeper;
pub(crate) use read::{Kind, bytes, read};
pub(crate) use state::{autosave, offered};
pub(crate) use write::{create, create_bytes, create_open, free_name, replace};

use crate::stop::CommandError;
use cardwright::Replay;
use std::path::Path;

/// Reads a saved match.
///
/// # Errors
/// When there is no such file, it is too large, or it is not a saved match.
pub(crate) fn saved_match(path: &Path) -> Result<Replay, CommandError> {
    match_of(path, &read(path, Kind::Save)?)
}

/// Parses a saved match from the text of a file.
///
/// # Errors
/// When the text is not a saved match.
pub(crate) fn match_of(path: &Path, text: &str) -> Result<Replay, CommandError> {
    if cardwright::is_copy(text) {
        let what = format!(
            "{} is the copy of a seat: it has no dealer and no hidden cards",
            path.display()
        );
        let help = "the host's file resumes the match; `cardwright replay` shows a copy, and `cardwright why` answers questions about it";
        return Err(CommandError::usage(what, help));
    }
    cardwright::read_replay(text).map_err(|error| match cardwright::is_session(text) {
        true => CommandError::usage(
            format!(
                "{} is a session of the referee, not a saved match",
                path.display()
            ),
            format!(
                "`cardwright referee --load {}` resumes it; type `table`, `log` or `why …` there",
                path.display()
            ),
        ),
        false => CommandError::from(error).about(path),
    })
}

/// Writes a viewer's copy; it overwrites only another copy.
///
/// # Errors
/// When something else exists there, or the system refuses.
pub(crate) fn write_copy(path: &Path, copy: &cardwright::SeatCopy) -> Result<(), CommandError> {
    let text = copy.save();
    if !path.exists() {
        return create(path, &text).map(drop);
    }
    if !read(path, Kind::Save).is_ok_and(|old| cardwright::is_copy(&old)) {
        let what = format!(
            "{} already exists and is not the copy of a seat",
            path.display()
        );
        return Err(CommandError::usage(what, "choose another name"));
    }
    replace(path, &text).map(drop)
}
