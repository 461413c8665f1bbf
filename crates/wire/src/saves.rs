//! Matches written down: the host's save, and the copy of a seat. Both are files of the library as they are.

use crate::format::{Broken, Version};
use crate::views::View;
use crate::wired::{Wired, fields, object};
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
    /// The format.
    pub version: Version,
    /// The host's file: the match goes on from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Save>,
    /// The copy of a viewer: it can be looked at and asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<Box<Copy>>,
}

/// The host's file of a match. Whoever has it knows everything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Save {
    /// The format of saved matches, 1.
    pub format: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// What the file holds, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub holds: String,
    /// The game's id.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// Name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// The dealer's seed; null where a person enters dice and draws.
    pub seed: Option<u64>,
    /// The position it starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who sits where: `human` or a bot's name.
    pub seats: Vec<String>,
    /// Every answer in order, of seats and chance, in notation.
    pub actions: Vec<String>,
    /// After how many answers the state had which fingerprint (hexadecimal).
    pub fingerprints: Vec<(usize, String)>,
    /// The packs in play, with their files.
    pub packs: Vec<Pack>,
}

/// A pack in play, with its content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Pack {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The digest of its content (blake3, hexadecimal).
    pub digest: String,
    /// Path and text of its files.
    pub files: Vec<(String, String)>,
}

/// What a viewer may know of a match, written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Copy {
    /// The format of copies, 1.
    pub seat_copy: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// What the file holds, for people.
    pub holds: String,
    /// For whom it is: a player's number or `spectator`.
    pub viewer: String,
    /// The game's id.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// Name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// What is asked.
    pub question: String,
    /// The answers that the viewer may know: notation and phrase.
    pub answers: Vec<(String, String)>,
    /// What happened: sentence and citations.
    pub lines: Vec<(String, Vec<String>)>,
    /// The table as text.
    pub table: String,
    /// The table as data.
    pub view: View,
    /// The position as far as the viewer knows it.
    pub position: Option<String>,
    /// The packs in play.
    pub packs: Vec<Pack>,
}

/// The host's file for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn saved(replay: &Replay) -> Result<Saved, Broken> {
    Ok(Saved {
        version: Version,
        save: Some(replay.wired()),
        copy: None,
    })
}

/// The copy of a viewer for the wire.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn copied(copy: &SeatCopy) -> Result<Saved, Broken> {
    Ok(Saved {
        version: Version,
        save: None,
        copy: Some(Box::new(self::copy(copy)?)),
    })
}

fields! {
    cardwright::PackUse => Pack { id, version, digest, files };
    Replay => Save {
        format, written_by, holds, game, players, options, seed, position, seats, actions, fingerprints, packs
    };
}

/// The copy of a seat for the wire.
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
        packs: copy.packs.wired(),
    })
}
