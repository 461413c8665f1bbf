//! One play of a game, for whoever embeds the library.

use crate::judge::Reached;
use crate::{SeatCopy, Setup, SetupError, rulebook};
use cardwright_kernel::{DynGame, DynMatch, Replay, ReplayError, Seat, TextError, Viewer};
use serde::Serialize;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use thiserror::Error;

/// One play of a game with its rulebook. Everything a [`DynMatch`] can do it can do.
///
/// ```
/// use cardwright::{Match, Setup, Viewer};
///
/// let mut play = Match::new("moon-bots", &Setup::players(3), 7)?;
/// assert_eq!(play.question().choices[0].action, "buy nothing");
/// let before = play.clone();
/// play.play("buy nothing")?;
/// assert!(play.answered() > before.answered());
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
    /// A new match; the seed decides dice and draws.
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

    /// A new match under a rulebook that many matches may share. Without a seed a person answers for chance.
    pub fn start(book: Arc<dyn DynGame>, seed: Option<u64>) -> Self {
        Match {
            play: book.start(seed),
            book,
        }
    }

    /// A match from a written position (TOML) under a rulebook that many matches may share.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
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

    /// A match that starts from a written position (TOML). Without a seed a person answers for chance.
    ///
    /// # Errors
    /// When the game cannot be set up so, or every reason why the text is not a possible position.
    pub fn from_position(
        game: &str,
        setup: &Setup,
        position: &str,
        seed: Option<u64>,
    ) -> Result<Self, PositionError> {
        Match::start_from(rulebook(game, setup)?, position, seed)
    }

    /// A match continued from its record, with the cards the record carries.
    ///
    /// # Errors
    /// When its cards or options make no rulebook, or its actions do not lead where it says.
    pub fn resume(replay: &Replay) -> Result<Self, LoadError> {
        let book = rulebook(&replay.game, &Setup::of(replay))?;
        Match::resume_with(book, replay)
    }

    /// A match continued from its record under a rulebook of the caller's choice.
    ///
    /// # Errors
    /// When the rulebook is not the one of the record, or the record's actions do not lead where it says.
    pub fn resume_with(book: Arc<dyn DynGame>, replay: &Replay) -> Result<Self, LoadError> {
        Ok(Match {
            play: book.resume(replay)?,
            book,
        })
    }

    /// A match continued from the text that [`Match::save`] wrote.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn load(text: &str) -> Result<Self, LoadError> {
        Match::resume(&read_replay(text)?)
    }

    /// The match as text, to be kept and loaded again. `seats` says who sits where, as the caller wants it
    /// remembered; it may be empty.
    pub fn save(&self, seats: Vec<String>) -> String {
        write_replay(&self.play.replay(seats))
    }

    /// A match that goes on from a state which the seat cannot tell from this one, to try actions in: hidden cards lie
    /// somehow, and the dice are its own. Another `luck` gives another one. It has no past, so it cannot be saved.
    #[must_use]
    pub fn world(&self, seat: Seat, luck: u64) -> Match {
        Match {
            book: self.book.clone(),
            play: self.play.determinize(seat, luck),
        }
    }

    /// The copy of a match that a viewer may have: no dealer, no hidden card. See [`SeatCopy`].
    pub fn copy_for(&self, viewer: Viewer) -> SeatCopy {
        SeatCopy::of(&*self.book, &*self.play, viewer)
    }

    /// The rulebook.
    pub fn rulebook(&self) -> &Arc<dyn DynGame> {
        &self.book
    }
}

impl From<Reached> for Match {
    /// The match that a ruling, a file or a copy of a seat has led to.
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

/// What is played and how far it has come; nothing that is hidden.
impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.play.fmt(f)
    }
}

/// Why no match starts from a position.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PositionError {
    /// The game cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The position is not possible: every reason.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    TextErrors(Vec<TextError>),
}

/// Why a saved match cannot be taken up again.
#[derive(Clone, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LoadError {
    /// The text is not a saved match; the reason names line and column.
    #[error("this is not a whole saved match: {0}")]
    Text(#[serde(serialize_with = "crate::shown::shown")] Arc<serde_json::Error>),
    /// Its cards or options make no rulebook.
    #[error("the saved match has no rulebook here: {0}")]
    Setup(#[from] SetupError),
    /// It does not belong to this rulebook, or comes out differently.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A replay as text: one line an action.
pub fn write_replay(replay: &Replay) -> String {
    // Numbers, text and lists: there is nothing in a replay that JSON cannot say.
    serde_json::to_string_pretty(replay).unwrap_or_default() + "\n"
}

/// A replay from its text. A replay of another format says so, even where that format has other fields.
///
/// # Errors
/// Where the text is not a replay.
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
