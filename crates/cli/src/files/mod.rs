//! Users' files: one way to read them, one way to write them.
//!
//! Reading takes ordinary files up to a size that depends on what they are; a pipe or a device is refused before a
//! byte of it is awaited. Writing goes by a second file in the same folder that takes the place of the first, so that
//! at every moment the file is whole, the old one or the new one.

mod keeper;
mod read;
mod state;
mod write;

pub(crate) use keeper::Keeper;
pub(crate) use read::{Kind, bytes, read};
pub(crate) use state::{autosave, offered};
pub(crate) use write::{create, create_open, free_name, replace};

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

/// A saved match from the text of a file.
///
/// # Errors
/// When it is not a saved match.
pub(crate) fn match_of(path: &Path, text: &str) -> Result<Replay, CommandError> {
    if cardwright::is_copy(text) {
        let what = format!(
            "{} is the copy of a seat: it holds no dealer and no hidden card",
            path.display()
        );
        let help = "the match goes on with the host's file; `cardwright replay` shows a copy, `cardwright why` \
                    answers about it";
        return Err(CommandError::usage(what, help));
    }
    cardwright::read_replay(text).map_err(|error| CommandError::from(error).about(path))
}

/// Writes the copy of a seat; over nothing but another copy.
///
/// # Errors
/// When something else is there, or the system does not let us write.
pub(crate) fn write_copy(path: &Path, copy: &cardwright::SeatCopy) -> Result<(), CommandError> {
    let text = copy.save();
    if !path.exists() {
        return create(path, &text).map(drop);
    }
    if !read(path, Kind::Save).is_ok_and(|old| cardwright::is_copy(&old)) {
        let what = format!(
            "{} is there already and is not the copy of a seat",
            path.display()
        );
        return Err(CommandError::usage(what, "choose another name"));
    }
    replace(path, &text).map(drop)
}
