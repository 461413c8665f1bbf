//! A match, for programs that embed the library.

use crate::judge::Reached;
use crate::{SeatCopy, Setup, SetupError, rulebook};
use cardwright_kernel::{DynGame, DynMatch, Replay, ReplayError, Seat, TextError, Viewer};
use serde::Serialize;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use thiserror::Error;

/// One play of a game, together with its rulebook. It dereferences to [`DynMatch`].
///
/// ```
/// use cardwright::{Match, Setup, Viewer};
///
/// let mut play = Match::new("moon-bots", &Setup::players(3), 7)?;
/// assert_eq!(play.question().choices[0].action, "buy nothing");
/// let before = play.clone();
/// play.play("buy nothing")?;
/// assert!(play.actions_played() > before.actions_played());
/// let here = Match::from_position("moon-bots", &Setup::players(3), &before.position().unwrap_or_default(), Some(1))?;
/// assert_eq!(here.view(Viewer::Spectator)["market"], before.view(Viewer::Spectator)["market"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Match {
    book: Arc<dyn DynGame>,
    play: Box<dyn DynMatch>,
}

impl Match {
    /// Starts a new match; the seed determines dice and draws.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn new(game: &str, setup: &Setup, seed: u64) -> Result<Self, SetupError> {
        let book = rulebook(game, setup)?;
        Ok(Match {
            play: book.start(Some(seed)),
            book,
        })
    }

    /// Starts a new match under a rulebook that matches can share. Without a seed, a person answers for chance.
    pub fn start(book: Arc<dyn DynGame>, seed: Option<u64>) -> Self {
        Match {
            play: book.start(seed),
            book,
        }
    }

    /// Starts a match from a written position (TOML) under a rulebook that matches can share.
    ///
    /// # Errors
    /// Every reason why the position is not possible.
    pub fn start_from(
        book: Arc<dyn DynGame>,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Self, PositionError> {
        Ok(Match {
            play: book
                .start_from(position, seed)
                .map_err(PositionError::TextErrors)?,
            book,
        })
    }

    /// Starts a match from a written position (TOML). Without a seed, a person answers for chance.
    ///
    /// # Errors
    /// If the setup is not valid for the game, or every reason why the position is not possible.
    pub fn from_position(
        game: &str,
        setup: &Setup,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Self, PositionError> {
        Match::start_from(rulebook(game, setup)?, position, seed)
    }

    /// Resumes a match from its replay, with the cards stored in the replay.
    ///
    /// # Errors
    /// If no rulebook can be made from the stored cards and options, or the actions do not lead to the recorded state.
    pub fn resume(replay: &Replay) -> Result<Self, LoadError> {
        let book = rulebook(&replay.game, &Setup::of(replay))?;
        Match::resume_with(book, replay)
    }

    /// Resumes a match from its replay under a rulebook of the caller's choice.
    ///
    /// # Errors
    /// If the replay belongs to a different rulebook, or its actions do not lead to the recorded state.
    pub fn resume_with(book: Arc<dyn DynGame>, replay: &Replay) -> Result<Self, LoadError> {
        Ok(Match {
            play: book.resume(replay)?,
            book,
        })
    }

    /// Resumes a match from the text that [`Match::save`] wrote.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn load(text: &str) -> Result<Self, LoadError> {
        Match::resume(&read_replay(text)?)
    }

    /// Writes the match as text, for [`Match::load`]. `seats` names the player or bot of each seat; it may be empty.
    pub fn save(&self, seats: Vec<String>) -> String {
        write_replay(&self.play.replay(seats))
    }

    /// A match that continues from a state which the seat cannot distinguish from this one, for trying out actions.
    /// Hidden cards are placed at random, and dice are rolled independently; another `luck` gives another match. It has
    /// no history, so it cannot be saved.
    #[must_use]
    pub fn world(&self, seat: Seat, luck: u64) -> Match {
        Match {
            book: self.book.clone(),
            play: self.play.determinize(seat, luck),
        }
    }

    /// The copy of the match that a viewer may have, without the dealer's state and hidden cards. See [`SeatCopy`].
    pub fn copy_for(&self, viewer: Viewer) -> SeatCopy {
        SeatCopy::of(&*self.book, &*self.play, viewer)
    }

    /// The rulebook the match is played under.
    pub fn rulebook(&self) -> &Arc<dyn DynGame> {
        &self.book
    }
}

impl From<Reached> for Match {
    /// The match reached by a ruling, a file or a seat copy.
    fn from((book, play): Reached) -> Self {
        Match { book, play }
    }
}

impl Deref for Match {
    type Target = dyn DynMatch;

    fn deref(&self) -> &Self::Target {
        &*self.play
    }
}

impl DerefMut for Match {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.play
    }
}

/// Prints the game and its progress, without hidden information.
impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.play.fmt(f)
    }
}

/// Why a match cannot start from a position.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PositionError {
    /// The setup is not valid for the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The position is not possible, for all of these reasons.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    TextErrors(Vec<TextError>),
}

/// Why a saved match cannot be resumed.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LoadError {
    /// The text is not a saved match; the error gives line and column.
    #[error("this is not a saved match: {}", crate::shown::json_fault(.0))]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// No rulebook can be made from the stored cards and options.
    #[error("the rulebook of the saved match cannot be built: {0}")]
    Setup(#[from] SetupError),
    /// The replay belongs to a different rulebook, or plays differently from what it records.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Writes a replay as text, with one line per action.
pub fn write_replay(replay: &Replay) -> String {
    // A replay has only numbers, texts and lists, which JSON can always express.
    serde_json::to_string_pretty(replay).unwrap_or_default() + "\n"
}

/// Reads a replay from its text. A replay in another format version is reported as such, even if its fields differ.
///
/// # Errors
/// If the text is not a replay.
pub fn read_replay(text: &str) -> Result<Replay, LoadError> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: u32,
    }
    serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Head>(text) {
        Ok(Head { format }) if format != cardwright_kernel::REPLAY_FORMAT => {
            ReplayError::Format { found: format }.into()
        }
        _ => LoadError::Text(Arc::new(error)),
    })
}
