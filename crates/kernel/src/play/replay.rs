//! Replay files: everything needed to play a match again and to detect differences.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the replay format that this library writes and reads.
pub const REPLAY_FORMAT: u32 = 2;

/// The notice in every replay file: anyone who has it knows everything.
pub const REPLAY_HOLDS: &str =
    "the host's file: the dealer and every hidden card; give a player the copy of that seat";

/// A pack in play, with its files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Pack"))]
#[serde(deny_unknown_fields)]
pub struct PackUse {
    /// The pack's id.
    pub id: String,
    /// The pack's version.
    pub version: String,
    /// The digest of the files (blake3, hexadecimal).
    pub digest: String,
    /// The path and text of each file.
    pub files: Vec<(String, String)>,
}

/// The host's save of a match. Anyone who has it knows all hidden information.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Save"))]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The format of saved matches, 1.
    pub format: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// A description of the content, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub holds: String,
    /// The game's id.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// The seed for dice and draws; null if a person enters them.
    pub seed: Option<u64>,
    /// The position (TOML) from which the match started; null for the normal start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who plays each seat: `human` or the name of a bot.
    pub seats: Vec<String>,
    /// All actions in order, of seats and of chance, in notation.
    pub actions: Vec<String>,
    /// Fingerprints of the state (hexadecimal), each with the number of actions before it.
    pub fingerprints: Vec<(usize, String)>,
    /// The packs in play, with their files.
    pub packs: Vec<PackUse>,
}

/// Why a replay cannot be played again.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReplayError {
    /// The file has an unsupported format version.
    #[error("the replay has format {found}; this version reads format {REPLAY_FORMAT}")]
    Format {
        /// The format version in the file.
        found: u32,
    },
    /// The file is not a replay.
    #[error("this is not a replay file: {0}")]
    Broken(String),
    /// The starting position is not possible.
    #[error("the position that the replay starts from is not possible: {0}")]
    Position(String),
    /// The file belongs to a different rulebook.
    #[error("the replay needs another rulebook: {what} is {theirs} in the file and {ours} here")]
    OtherRulebook {
        /// What differs: game, players, an option or a pack.
        what: String,
        /// The value in the file.
        theirs: String,
        /// The value in this rulebook.
        ours: String,
    },
    /// An action cannot be read.
    #[error("action {number} `{text}`: {why}")]
    Unreadable {
        /// The number of the action, from 1.
        number: usize,
        /// The text of the action.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// An action is not allowed.
    #[error("action {number} `{text}` is not allowed: {why}")]
    Refused {
        /// The number of the action, from 1.
        number: usize,
        /// The text of the action.
        text: String,
        /// Why the action is refused.
        why: String,
    },
    /// The state differs from the one recorded in the file.
    #[error(
        "the game differs after action {number}: the state has the fingerprint {ours}, but the file says {theirs}"
    )]
    Diverged {
        /// The number of actions played when the difference was found.
        number: usize,
        /// The fingerprint in the file.
        theirs: String,
        /// The fingerprint of the replayed state.
        ours: String,
    },
    /// The fingerprints in the file do not match its actions.
    #[error(
        "the replay ends after {actions} actions but its last fingerprint is for {fingerprinted}: the file was cut or edited"
    )]
    Cut {
        /// The number of actions in the file.
        actions: usize,
        /// The number of actions covered by the last fingerprint.
        fingerprinted: usize,
    },
}
