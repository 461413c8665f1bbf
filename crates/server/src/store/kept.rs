//! Stored rooms, and the interface of stores.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A room as stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The id of the room.
    pub id: String,
    /// The match at its start, as a save without actions (JSON). Anyone who has it knows all hidden information.
    pub start: String,
    /// The settings of the room: digests of tokens, clocks, whether spectators are allowed (JSON).
    pub about: String,
    /// All confirmed actions in order.
    pub actions: Vec<String>,
    /// State fingerprints, each with the number of actions played before it.
    pub fingerprints: Vec<(usize, u64)>,
    /// How many times the room was written since it was created.
    pub writes: u64,
}

/// A change to be stored.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// Creates a room.
    Room {
        /// The id of the room.
        id: String,
        /// See [`Kept::start`].
        start: String,
        /// See [`Kept::about`].
        about: String,
        /// Actions that bots took right at the start.
        actions: Vec<String>,
        /// The state's fingerprint after these actions.
        fingerprint: u64,
    },
    /// Appends actions to a room. They must follow directly: a gap or a second action with the same number is refused.
    Actions {
        /// The id of the room.
        room: String,
        /// The expected number of earlier writes; if it differs, somebody else has written in the meantime, and the
        /// change is refused.
        after: u64,
        /// The number of actions in the room before.
        from: usize,
        /// The actions to append.
        actions: Vec<String>,
        /// The state's fingerprint after the actions.
        fingerprint: u64,
        /// The new settings of the room; `None` if they do not change.
        about: Option<String>,
    },
    /// Changes the settings of a room.
    About {
        /// The id of the room.
        room: String,
        /// The expected number of earlier writes, as in [`Write::Actions`].
        after: u64,
        /// See [`Kept::about`].
        about: String,
    },
    /// Closes and deletes a room.
    Close {
        /// The id of the room.
        room: String,
    },
    /// Deletes a room if it is stale; otherwise does nothing.
    Expire {
        /// The id of the room.
        room: String,
        /// The limits that define a stale room.
        until: Stale,
    },
}

/// Times of last use, in seconds since 1970, before which a room is stale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stale {
    /// For rooms without any confirmed action except by bots at the start.
    pub unplayed: i64,
    /// For all other rooms.
    pub played: i64,
}

/// Why a store operation failed.
#[derive(Debug, Error)]
#[error("{what}: {why}")]
pub struct StoreError {
    /// The operation that failed.
    pub what: &'static str,
    /// The reason.
    pub why: String,
    /// Whether the result is unknown because the store cannot be reached: the change may have been stored anyway.
    /// Retrying at once is not useful.
    pub lost: bool,
}

impl StoreError {
    pub(crate) fn new(what: &'static str, why: impl ToString) -> Self {
        StoreError {
            what,
            why: why.to_string(),
            lost: false,
        }
    }

    pub(crate) fn lost(what: &'static str, why: impl ToString) -> Self {
        StoreError {
            lost: true,
            ..StoreError::new(what, why)
        }
    }
}

/// Stores rooms. When [`Store::write`] has returned, the data is on disk and survives a crash of the program or
/// machine.
pub trait Store: Send {
    /// Stores either all of these changes or none. `now`, in seconds since 1970, becomes the time of last use of the
    /// rooms.
    ///
    /// # Errors
    /// Why nothing was stored. If the connection was lost, the changes may have been stored; reading the rooms again
    /// shows it.
    fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError>;

    /// Up to `most` of the stale rooms, least recently used first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError>;

    /// A room with its confirmed actions; `None` if it does not exist.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn room(&mut self, id: &str) -> Result<Option<Kept>, StoreError>;

    /// The number of stored rooms.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn rooms(&mut self) -> Result<u64, StoreError>;

    /// How many times a room was written since it was created; `None` if it does not exist.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError>;

    /// Whether other servers may use the store at the same time.
    fn is_shared(&self) -> bool;
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn room(id: &str) -> Write {
        let (start, about) = ("{\"start\": 1}".to_owned(), "{}".to_owned());
        Write::Room {
            id: id.into(),
            start,
            about,
            actions: vec!["a".into()],
            fingerprint: u64::MAX,
        }
    }

    pub(crate) fn actions(
        room: &str,
        after: u64,
        from: usize,
        actions: &[&str],
        fingerprint: u64,
    ) -> Write {
        let actions = actions.iter().map(|action| (*action).to_owned()).collect();
        Write::Actions {
            room: room.into(),
            after,
            from,
            actions,
            fingerprint,
            about: None,
        }
    }

    fn about(room: &str, after: u64, about: &str) -> Write {
        Write::About {
            room: room.into(),
            after,
            about: about.into(),
        }
    }

    /// Rooms are deleted when their time is over, and not a second earlier. Leaves the store empty.
    fn forgets_what_nobody_uses(store: &mut dyn Store) {
        let until = |unplayed, played| Stale { unplayed, played };
        store
            .write(&[room("new"), room("played"), room("renewed")], 100)
            .unwrap();
        store
            .write(&[actions("played", 0, 1, &["b"], 1)], 200)
            .unwrap();
        store.write(&[about("renewed", 0, "{}")], 150).unwrap();
        for (stale, expected) in [
            (until(99, 199), vec![]),
            (until(100, 199), vec!["new"]),
            (until(149, 0), vec!["new"]),
            (until(150, 0), vec!["new", "renewed"]),
            (until(0, 199), vec![]),
            (until(0, 200), vec!["played"]),
            (until(200, 200), vec!["new", "renewed", "played"]),
        ] {
            assert_eq!(store.stale(stale, 9).unwrap(), expected, "{stale:?}");
        }
        assert_eq!(
            store.stale(until(200, 200), 1).unwrap(),
            ["new"],
            "the oldest first"
        );
        let expire = |room: &str, until| Write::Expire {
            room: room.into(),
            until,
        };
        let spared = [
            ("new", until(99, 200)),
            ("played", until(200, 199)),
            ("none", until(200, 200)),
        ];
        let spared = spared.map(|(room, until)| expire(room, until));
        store.write(&spared, 300).unwrap();
        assert_eq!(
            store.rooms().unwrap(),
            3,
            "looking is not using, and none of them is stale"
        );
        let all = ["new", "played", "renewed"].map(|room| expire(room, until(150, 200)));
        store.write(&all, 300).unwrap();
        assert_eq!(store.rooms().unwrap(), 0);
    }

    /// Checks what every store must do.
    pub(crate) fn keeps_its_promises(store: &mut dyn Store) {
        forgets_what_nobody_uses(store);
        store
            .write(
                &[
                    room("one"),
                    room("two"),
                    actions("one", 0, 1, &["b", "c ä"], 3),
                ],
                1_000,
            )
            .unwrap();
        let kept = store.room("one").unwrap().unwrap();
        assert_eq!(kept.actions, ["a", "b", "c ä"]);
        assert_eq!(kept.fingerprints, [(1, u64::MAX), (3, 3)]);
        assert_eq!(
            (kept.start.as_str(), kept.about.as_str()),
            ("{\"start\": 1}", "{}")
        );
        assert_eq!((kept.writes, store.writes("one").unwrap()), (1, Some(1)));
        assert_eq!(
            (store.room("none").unwrap(), store.writes("none").unwrap()),
            (None, None)
        );
        assert_eq!(store.rooms().unwrap(), 2);
        // Changes are stored completely or not at all: each of these has a gap, a number that is taken, a missing
        // room, an existing room, or a room that was written to in the meantime.
        for wrong in [
            actions("one", 1, 4, &["x"], 0),
            actions("one", 1, 2, &["x"], 0),
            actions("one", 0, 3, &["x"], 0),
            actions("one", 2, 3, &["x"], 0),
            actions("none", 0, 0, &["x"], 0),
            about("none", 0, "{}"),
            about("one", 0, "{}"),
            room("two"),
        ] {
            let refused = store.write(&[actions("two", 0, 1, &["y"], 9), wrong.clone()], 1_000);
            assert!(!refused.expect_err(&format!("{wrong:?}")).lost);
            let two = store.room("two").unwrap().unwrap();
            assert_eq!(
                (two.actions, two.writes),
                (vec!["a".to_owned()], 0),
                "{wrong:?}"
            );
        }
        let close = |room: &str| Write::Close { room: room.into() };
        store
            .write(
                &[about("two", 0, "{\"x\":1}"), close("one"), close("none")],
                1_000,
            )
            .unwrap();
        let two = store.room("two").unwrap().unwrap();
        assert_eq!((two.about.as_str(), two.writes), ("{\"x\":1}", 1));
        assert_eq!(
            (store.room("one").unwrap(), store.rooms().unwrap()),
            (None, 1)
        );
        // Actions may come with new settings, and an empty list of actions is valid.
        let both = Write::Actions {
            room: "two".into(),
            after: 1,
            from: 1,
            actions: vec!["b".into(), String::new()],
            fingerprint: 7,
            about: Some("{}".into()),
        };
        store
            .write(&[both, actions("two", 2, 3, &[], 7)], 1_000)
            .unwrap();
        let two = store.room("two").unwrap().unwrap();
        assert_eq!(
            (two.actions.len(), two.about.as_str(), two.writes),
            (3, "{}", 3)
        );
        assert_eq!(two.fingerprints, [(1, u64::MAX), (3, 7)]);
        store.write(&[], 1_000).unwrap();
    }
}
