//! The copy of a match for one seat, or for a spectator: what that viewer may know, and nothing else.
//!
//! The host keeps the saved match, which holds the dealer and every hidden card. A copy holds what happened as its viewer
//! was told it, the table as it sees it, what is asked, and the position with `?` for the cards that it does not see. It
//! can be looked at and asked "may I?", and its position goes on at a real table ([`crate::Referee`]); the match itself
//! goes on with the host.

use crate::judge::Reached;
use crate::referee::fill;
use crate::{Setup, SetupError, packs, rulebook};
use cardwright_kernel::PackUse;
use cardwright_kernel::{Choice, DynGame, DynMatch, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use thiserror::Error;

/// The version of the format this library writes and reads.
pub const COPY_FORMAT: u32 = 1;

/// What a copy says of itself.
const HOLDS: &str = "what this viewer may know: no dealer and no hidden card; the match goes on with the host's file";

/// What a viewer may know of a match, written down.
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
    /// [`COPY_FORMAT`]; the key says what the file is.
    pub seat_copy: u32,
    /// The version of Cardwright that wrote it.
    pub written_by: String,
    /// What the file holds, for people.
    pub holds: String,
    /// For whom it is: a player's number or `spectator`.
    pub viewer: String,
    /// The game's id.
    pub game: String,
    /// How many seats play.
    pub players: u8,
    /// Name and value of each option in force.
    pub options: Vec<(String, String)>,
    /// What is asked.
    pub question: String,
    /// The actions that the viewer may know, in notation, each with a phrase.
    pub answers: Vec<(String, String)>,
    /// What happened, with what decided it, as the viewer was told.
    pub lines: Vec<(String, Vec<String>)>,
    /// The table as the viewer sees it, as text.
    pub table: String,
    /// The table as the viewer sees it, as data.
    pub view: Value,
    /// The position as far as the viewer knows it, with `?` for cards that it does not see; none in the middle of
    /// something that no position can say.
    pub position: Option<String>,
    /// The packs in play; those of the library without their files.
    pub packs: Vec<PackUse>,
}

/// Why a copy cannot be read or asked.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CopyError {
    /// The text is not a copy; the reason names line and column.
    #[error("this is not a whole copy of a seat: {0}")]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// It is of another format.
    #[error("the copy has format {found}; this version reads format {COPY_FORMAT}")]
    Format {
        /// What the file says.
        found: u32,
    },
    /// It names no viewer of its match.
    #[error("`{0}` is nobody for whom a copy is made")]
    Viewer(String),
    /// Its cards or options make no rulebook.
    #[error("the copy has no rulebook here: {0}")]
    Setup(#[from] SetupError),
    /// It holds no position.
    #[error("the copy was made in the middle of something that no position can say")]
    NoPosition,
    /// Its position is not possible.
    #[error("the position of the copy is not possible: {0}")]
    Position(String),
}

impl SeatCopy {
    /// What a viewer may know of a match.
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
            packs: about.packs,
        }
    }

    /// The copy as text.
    pub fn save(&self) -> String {
        // Numbers, text and lists: there is nothing in a copy that JSON cannot say.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// A copy from its text.
    ///
    /// # Errors
    /// Where the text is no copy, and of which format it is.
    pub fn load(text: &str) -> Result<SeatCopy, CopyError> {
        let copy: SeatCopy =
            serde_json::from_str(text).map_err(|error| CopyError::Text(Arc::new(error)))?;
        match copy.seat_copy {
            COPY_FORMAT => Ok(copy),
            found => Err(CopyError::Format { found }),
        }
    }

    /// For whom it is.
    ///
    /// # Errors
    /// When it names nobody at its table.
    pub fn viewer(&self) -> Result<Viewer, CopyError> {
        match Viewer::named(&self.viewer) {
            Some(Viewer::Seat(seat)) if seat.0 >= self.players => {
                Err(CopyError::Viewer(self.viewer.clone()))
            }
            Some(viewer) => Ok(viewer),
            None => Err(CopyError::Viewer(self.viewer.clone())),
        }
    }

    /// The rulebook and the match where the copy stands, to ask what is allowed ([`crate::judge::why_for`], with
    /// [`SeatCopy::viewer`]). In the place of every card that is left open stands one that it may be, and a person
    /// answers for chance.
    ///
    /// # Errors
    /// When it has no rulebook here, or holds no position that is possible.
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

/// Whether a text is meant as a copy of a seat, whole or not.
pub fn is_copy(text: &str) -> bool {
    text.get(..200.min(text.len()))
        .unwrap_or(text)
        .contains("\"seat_copy\"")
}

/// The word that names a viewer.
fn word(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".into(),
        Viewer::Referee => "host".into(),
    }
}
