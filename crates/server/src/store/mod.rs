//! Where rooms are kept: what a store promises, whatever keeps it.

mod sqlite;
mod writer;

pub use sqlite::Sqlite;
pub(crate) use writer::Writer;

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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn room(id: &str) -> Write {
        let (start, about) = ("{\"start\": 1}".to_owned(), "{}".to_owned());
        Write::Room { id: id.into(), start, about, actions: vec!["a".into()], fingerprint: u64::MAX }
    }

    fn actions(room: &str, from: usize, actions: &[&str], fingerprint: u64) -> Write {
        let actions = actions.iter().map(|action| (*action).to_owned()).collect();
        Write::Actions { room: room.into(), from, actions, fingerprint, about: None }
    }

    /// What every store must do.
    pub(crate) fn keeps_its_promises(store: &mut dyn Store) {
        store.write(&[room("one"), room("two"), actions("one", 1, &["b", "c ä"], 3)]).unwrap();
        let kept = store.room("one").unwrap().unwrap();
        assert_eq!(kept.actions, ["a", "b", "c ä"]);
        assert_eq!(kept.fingerprints, [(1, u64::MAX), (3, 3)]);
        assert_eq!((kept.start.as_str(), kept.about.as_str()), ("{\"start\": 1}", "{}"));
        assert_eq!(store.room("none").unwrap(), None);
        assert_eq!(store.rooms().unwrap(), 2);
        // All or nothing: a gap, a number that is taken, a room that is not there, a second room of a name.
        for wrong in [
            actions("one", 4, &["x"], 0),
            actions("one", 2, &["x"], 0),
            actions("none", 0, &["x"], 0),
            room("two"),
        ] {
            store.write(&[actions("two", 1, &["y"], 9), wrong.clone()]).expect_err(&format!("{wrong:?}"));
            assert_eq!(store.room("two").unwrap().unwrap().actions, ["a"], "{wrong:?}");
        }
        let about = Write::About { room: "two".into(), about: "{\"x\":1}".into() };
        store.write(&[about, Write::Close { room: "one".into() }]).unwrap();
        assert_eq!(store.room("two").unwrap().unwrap().about, "{\"x\":1}");
        assert_eq!((store.room("one").unwrap(), store.rooms().unwrap()), (None, 1));
    }
}
