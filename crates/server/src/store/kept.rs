//! What is kept, and what a store promises.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A room as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// The match as it began, a save without answers (JSON). Whoever has it knows everything.
    pub start: String,
    /// The room's own facts: digests of tokens, clocks, whether it takes spectators (JSON).
    pub about: String,
    /// Every confirmed answer, in order.
    pub actions: Vec<String>,
    /// The fingerprint of the state after some of them: how many, and the fingerprint.
    pub fingerprints: Vec<(usize, u64)>,
}

/// Something to be kept.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// A new room.
    Room {
        /// Its id.
        id: String,
        /// See [`Kept::start`].
        start: String,
        /// See [`Kept::about`].
        about: String,
        /// Answers that were given at once, by bots.
        actions: Vec<String>,
        /// The fingerprint after them.
        fingerprint: u64,
    },
    /// Answers in a room. They must be the next: a gap or a second answer of a number is refused.
    Actions {
        /// The room.
        room: String,
        /// How many answers it had before.
        from: usize,
        /// The answers.
        actions: Vec<String>,
        /// The fingerprint of the state after them.
        fingerprint: u64,
        /// The room's facts from now on; none when they stay.
        about: Option<String>,
    },
    /// The facts of a room.
    About {
        /// The room.
        room: String,
        /// See [`Kept::about`].
        about: String,
    },
    /// A room is closed, and forgotten.
    Close {
        /// The room.
        room: String,
    },
}

/// Why something is not kept.
#[derive(Debug, Error)]
#[error("{what}: {why}")]
pub struct StoreError {
    /// What was wanted.
    pub what: &'static str,
    /// Why not.
    pub why: String,
}

impl StoreError {
    pub(crate) fn new(what: &'static str, why: impl ToString) -> Self {
        StoreError { what, why: why.to_string() }
    }
}

/// Keeps rooms. What [`Store::write`] has returned from is on the disk: no crash of the program or of the machine loses it.
pub trait Store: Send {
    /// Keeps all of these, or none.
    ///
    /// # Errors
    /// Why nothing of it is kept.
    fn write(&mut self, writes: &[Write]) -> Result<(), StoreError>;

    /// A room, as far as it is confirmed; `None` where there is none.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn room(&mut self, id: &str) -> Result<Option<Kept>, StoreError>;

    /// How many rooms are kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn rooms(&mut self) -> Result<u64, StoreError>;
}
