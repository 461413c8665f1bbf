//! The copy of a match for one seat or for a spectator, which contains only what that viewer may know.
//!
//! The host keeps the saved match, which contains the dealer and all hidden cards. A copy contains the events as its
//! viewer saw them, the viewer's table and question, and the position with `?` for unseen cards. It can be viewed and
//! asked "may I?", and its position can continue at a real table ([`crate::Referee`]). The match itself continues with
//! the host.

use crate::judge::Reached;
use crate::referee::fill;
use crate::{Setup, SetupError, packs, rulebook};
use cardwright_kernel::PackUse;
use cardwright_kernel::{Choice, DynGame, DynMatch, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use thiserror::Error;

/// The version of the file format that this library writes and reads.
pub const COPY_FORMAT: u32 = 2;

/// The description in every copy.
const HOLDS: &str =
    "what this viewer may know: no dealer and no hidden card; the host's file resumes the match";

/// A file with everything that one viewer may know of a match.
///
/// ```
/// use cardwright::{Match, Seat, SeatCopy, Setup, Viewer};
///
/// let play = Match::new("moon-bots", &Setup::players(3), 7)?;
/// let copy = play.copy_for(Viewer::Seat(Seat(1)));
/// assert!(!copy.save().contains("fingerprints"));
/// assert_eq!(SeatCopy::load(&copy.save())?, copy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatCopy {
    /// The format version, [`COPY_FORMAT`]. The key also marks the file as a seat copy.
    pub seat_copy: u32,
    /// The version of Cardwright that wrote the file.
    pub written_by: String,
    /// A description of the file for people who open it.
    pub holds: String,
    /// The viewer the copy was made for: a player's number or `spectator`.
    pub viewer: String,
    /// The id of the game.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// Name and value of each option that applies.
    pub options: Vec<(String, String)>,
    /// The text of the current question.
    pub question: String,
    /// The allowed actions that the viewer may know, each in notation and as a phrase.
    pub answers: Vec<(String, String)>,
    /// The log as the viewer saw it: each event with the clauses that decided it.
    pub lines: Vec<(String, Vec<String>)>,
    /// The table as the viewer sees it, as text.
    pub table: String,
    /// The table as the viewer sees it, as data.
    pub view: Value,
    /// The position as far as the viewer knows it, with `?` for unseen cards; `None` at a moment that a written
    /// position cannot express.
    pub position: Option<String>,
    /// The packs in play; the library's own packs are listed without their files.
    pub packs: Vec<PackUse>,
}

/// Why a copy cannot be read, or questions about it cannot be answered.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CopyError {
    /// The text is not a seat copy; the error gives line and column.
    #[error("this is not the copy of a seat: {}", crate::shown::json_fault(.0))]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// The file has an unsupported format version.
    #[error("the copy has format {found}; this version reads format {COPY_FORMAT}")]
    Format {
        /// The format version in the file.
        found: u32,
    },
    /// The copy names a viewer who is not in the match.
    #[error("no copy can be made for `{0}`")]
    Viewer(String),
    /// No rulebook can be made from the copy's cards and options.
    #[error("the rulebook of the copy cannot be built: {0}")]
    Setup(#[from] SetupError),
    /// The copy contains no position.
    #[error("the copy was made in the middle of a step that no position can describe")]
    NoPosition,
    /// The copy's position is not possible.
    #[error("the position of the copy is not possible: {0}")]
    Position(String),
}

impl SeatCopy {
    /// Makes the copy of a match for one viewer.
    pub fn of(book: &dyn DynGame, play: &dyn DynMatch, viewer: Viewer) -> SeatCopy {
        let about = book.about();
        let (question, _) = play.question_for(viewer);
        let action = |choice: Choice| (choice.action, choice.text);
        SeatCopy {
            seat_copy: COPY_FORMAT,
            written_by: env!("CARGO_PKG_VERSION").into(),
            holds: HOLDS.into(),
            viewer: word(viewer),
            game: about.game,
            players: about.players,
            options: about
                .options
                .into_iter()
                .map(|option| (option.name, option.value))
                .collect(),
            question: question.text,
            answers: question.choices.into_iter().map(action).collect(),
            lines: play
                .lines(viewer, 0)
                .into_iter()
                .map(|line| (line.text, line.cites))
                .collect(),
            table: play.draw(viewer),
            view: play.view(viewer),
            position: play.known_position(viewer),
            packs: about.packs.to_vec(),
        }
    }

    /// Writes the copy as text (JSON).
    pub fn save(&self) -> String {
        // A copy has only numbers, texts and lists, which JSON can always express.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a copy from its text.
    ///
    /// # Errors
    /// If the text is not a copy, or has an unsupported format version.
    pub fn load(text: &str) -> Result<SeatCopy, CopyError> {
        let copy: SeatCopy =
            serde_json::from_str(text).map_err(|error| CopyError::Text(Arc::new(error)))?;
        match copy.seat_copy {
            COPY_FORMAT => Ok(copy),
            found => Err(CopyError::Format { found }),
        }
    }

    /// The viewer the copy was made for.
    ///
    /// # Errors
    /// If the copy names a viewer who is not in the match.
    pub fn viewer(&self) -> Result<Viewer, CopyError> {
        match Viewer::named(&self.viewer) {
            Some(Viewer::Seat(seat)) if seat.0 >= self.players => {
                Err(CopyError::Viewer(self.viewer.clone()))
            }
            Some(viewer) => Ok(viewer),
            None => Err(CopyError::Viewer(self.viewer.clone())),
        }
    }

    /// The rulebook and a match at the copy's position, for asking what is allowed ([`crate::judge::why_for`] with
    /// [`SeatCopy::viewer`]). Each unseen card is replaced by one that it could be, and a person answers for chance.
    ///
    /// # Errors
    /// If no rulebook can be made for the copy, or it contains no possible position.
    pub fn reach(&self) -> Result<Reached, CopyError> {
        let setup = Setup {
            players: self.players,
            options: self.options.clone(),
            packs: self.packs.iter().map(packs::source).collect(),
        };
        let book = rulebook(&self.game, &setup)?;
        let text = self.position.as_deref().ok_or(CopyError::NoPosition)?;
        let told = |flaws: Vec<cardwright_kernel::TextError>| {
            let reasons: Vec<_> = flaws.into_iter().map(|flaw| flaw.message).collect();
            CopyError::Position(reasons.join("; "))
        };
        let filled = fill(&*book, text).map_err(told)?;
        let play = book.start_from(&filled, None).map_err(told)?;
        Ok((book, play))
    }
}

/// Whether a text looks like a seat copy, even an incomplete one.
pub fn is_copy(text: &str) -> bool {
    text.get(..200.min(text.len()))
        .unwrap_or(text)
        .contains("\"seat_copy\"")
}

/// The word for a viewer.
fn word(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".into(),
        Viewer::Referee => "host".into(),
    }
}
