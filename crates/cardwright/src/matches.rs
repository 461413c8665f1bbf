//! One play of a game, for whoever embeds the library.

use crate::{DynGame, DynMatch, Flaw, Replay, ReplayError, Setup, SetupError, rulebook};
use crate::{SeatCopy, Viewer};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use thiserror::Error;

/// One play of a game with its rulebook. Everything a [`DynMatch`] can do it can do.
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
        Ok(Match { play: book.start(Some(seed)), book })
    }

    /// A match that starts from a written position, under a rulebook of the caller's choice; the seed decides what is
    /// rolled and drawn from there on.
    ///
    /// # Errors
    /// Every reason why the text is not a possible position.
    pub fn from_position(book: Arc<dyn DynGame>, position: &str, seed: u64) -> Result<Self, Vec<Flaw>> {
        Ok(Match { play: book.start_from(position, Some(seed))?, book })
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
        Ok(Match { play: book.resume(replay)?, book })
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

    /// The copy of a match that a viewer may have: no dealer, no hidden card. See [`SeatCopy`].
    pub fn copy_for(&self, viewer: Viewer) -> SeatCopy {
        SeatCopy::of(&*self.book, &*self.play, viewer)
    }

    /// The rulebook.
    pub fn rulebook(&self) -> &Arc<dyn DynGame> {
        &self.book
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

/// Why a saved match cannot be taken up again.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The text is not a saved match; the reason names line and column.
    #[error("this is not a whole saved match: {0}")]
    Text(#[from] serde_json::Error),
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
        Ok(Head { format }) if format != crate::REPLAY_FORMAT => ReplayError::Format { found: format }.into(),
        _ => LoadError::Text(error),
    })
}
