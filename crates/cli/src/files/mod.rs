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
pub(crate) use write::{create, free_name, replace};

use crate::stop::Stop;
use cardwright::Replay;
use std::path::Path;

/// Reads a saved match.
///
/// # Errors
/// When there is no such file, it is too large, or it is not a saved match.
pub(crate) fn saved_match(path: &Path) -> Result<Replay, Stop> {
    let text = read(path, Kind::Save)?;
    cardwright::read_replay(&text).map_err(|error| Stop::from(error).about(path))
}
