//! Saved matches: the host's save, and a viewer's copy. Both have the format of the library's files.

use crate::format::{Broken, Version, object};
use crate::views::View;
pub use cardwright::{PackUse as Pack, Replay as Save};
use cardwright::{Replay, SeatCopy};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A saved match: the host's file, or the copy of one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct Saved {
    /// The version of the format.
    pub version: Version,
    /// The host's save, which resumes the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Save>,
    /// A viewer's copy, which can be viewed and asked about, but not resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<Box<Copy>>,
}

/// A copy of a match with only what one viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Copy {
    /// The format of copies, 1.
    pub seat_copy: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// A description of the content, for people.
    pub holds: String,
    /// The viewer: a player's number or `spectator`.
    pub viewer: String,
    /// The game's id.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// The current question.
    pub question: String,
    /// The legal actions that the viewer may know: notation and phrase.
    pub answers: Vec<(String, String)>,
    /// The log lines that the viewer saw: sentence and citations.
    pub lines: Vec<(String, Vec<String>)>,
    /// The table as text.
    pub table: String,
    /// The table as data.
    pub view: View,
    /// The position (TOML), as far as the viewer knows it.
    pub position: Option<String>,
    /// The packs in play, with their files.
    pub packs: Vec<Pack>,
}

/// Converts the host's saved match to its document.
///
/// # Errors
/// Only if this library has a bug.
pub fn saved(replay: &Replay) -> Result<Saved, Broken> {
    Ok(Saved {
        version: Version,
        save: Some(replay.clone()),
        copy: None,
    })
}

/// Converts a viewer's copy of a match to its document.
///
/// # Errors
/// Only if this library has a bug.
pub fn copied(copy: &SeatCopy) -> Result<Saved, Broken> {
    Ok(Saved {
        version: Version,
        save: None,
        copy: Some(Box::new(self::copy(copy)?)),
    })
}

/// Converts a seat copy to its document.
pub(crate) fn copy(copy: &SeatCopy) -> Result<Copy, Broken> {
    Ok(Copy {
        seat_copy: copy.seat_copy,
        written_by: copy.written_by.clone(),
        holds: copy.holds.clone(),
        viewer: copy.viewer.clone(),
        game: copy.game.clone(),
        players: copy.players,
        options: copy.options.clone(),
        question: copy.question.clone(),
        answers: copy.answers.clone(),
        lines: copy.lines.clone(),
        table: copy.table.clone(),
        view: View(object("a view", &copy.view)?),
        position: copy.position.clone(),
        packs: copy.packs.clone(),
    })
}
