//! Replay files: everything needed to play a match again, and to notice when it comes out differently.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the replay format this library writes and reads.
pub const REPLAY_FORMAT: u32 = 1;

/// What a replay says of itself: whoever has it knows everything.
pub const REPLAY_HOLDS: &str =
    "the host's file: the dealer and every hidden card; give a player the copy of that seat";

/// A pack whose cards are in play, with its content, so that a replay outlives an edit of the pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackUse {
    /// The pack's id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The digest of its content (blake3, hexadecimal).
    pub digest: String,
    /// Its files, path and text, in order of path.
    pub files: Vec<(String, String)>,
}

/// A match written down: it is saved, resumed and replayed from this.
///
/// No state is stored: a state is what the actions lead to. The fingerprints notice when they lead elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// [`REPLAY_FORMAT`].
    pub format: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// What the file holds, for people: [`REPLAY_HOLDS`]. Empty in files of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub holds: String,
    /// The game's id.
    pub game: String,
    /// How many seats play.
    pub players: u8,
    /// Name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// The seed of the dealer, or none when a person enters dice and draws.
    pub seed: Option<u64>,
    /// The position it starts from, as written, or none for the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who sits where: `human` or a bot's name. Empty when unknown.
    pub seats: Vec<String>,
    /// Every action in order, of seats and chance, in the game's notation.
    pub actions: Vec<String>,
    /// `(n, fingerprint)`: the state's fingerprint, in hexadecimal, after the first `n` actions. The last one is
    /// the end of the file.
    pub fingerprints: Vec<(usize, String)>,
    /// The packs in play.
    pub packs: Vec<PackUse>,
}

/// Why a replay cannot be played again.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReplayError {
    /// The file is of another format.
    #[error("the replay has format {found}; this version reads format {REPLAY_FORMAT}")]
    Format {
        /// What the file says.
        found: u32,
    },
    /// The file is not a replay.
    #[error("this is not a whole replay file: {0}")]
    Broken(String),
    /// The position it starts from is not a possible one.
    #[error("the position the replay starts from is not possible: {0}")]
    Position(String),
    /// The file belongs to another rulebook.
    #[error("the replay is of another rulebook: {what} is {theirs} there and {ours} here")]
    OtherRulebook {
        /// What differs: game, players, an option or a pack.
        what: String,
        /// The file's value.
        theirs: String,
        /// This rulebook's value.
        ours: String,
    },
    /// An action could not be read.
    #[error("action {number} `{text}`: {why}")]
    Unreadable {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// An action is not allowed.
    #[error("action {number} `{text}` is not allowed: {why}")]
    Refused {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// The refusal.
        why: String,
    },
    /// The state differs from what the file says.
    #[error(
        "the game comes out differently after action {number}: the state's fingerprint is {ours}, the file says {theirs}"
    )]
    Diverged {
        /// After how many actions.
        number: usize,
        /// The file's fingerprint.
        theirs: String,
        /// This play's fingerprint.
        ours: String,
    },
    /// The file's fingerprints do not fit its actions.
    #[error(
        "the replay ends after {actions} actions but its last fingerprint is for {fingerprinted}: the file was cut or edited"
    )]
    Cut {
        /// How many actions it holds.
        actions: usize,
        /// What the last fingerprint is for.
        fingerprinted: usize,
    },
}
