//! What is kept of rooms, and what whoever keeps it promises.

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
    /// How often it was written to since it was made.
    pub writes: u64,
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
        /// How often it was written to before; another number is refused, as somebody else wrote meanwhile.
        after: u64,
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
        /// As in [`Write::Actions`].
        after: u64,
        /// See [`Kept::about`].
        about: String,
    },
    /// A room is closed, and forgotten.
    Close {
        /// The room.
        room: String,
    },
    /// A room is forgotten if it is stale, and else left alone.
    Expire {
        /// The room.
        room: String,
        /// Until when a room is stale.
        until: Stale,
    },
}

/// Rooms that nobody has used since, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stale {
    /// Those in which no action was ever confirmed, but by bots that began.
    pub unplayed: i64,
    /// All others.
    pub played: i64,
}

/// Why something is not kept.
#[derive(Debug, Error)]
#[error("{what}: {why}")]
pub struct StoreError {
    /// What was wanted.
    pub what: &'static str,
    /// Why not.
    pub why: String,
    /// Whether nobody knows what became of it, as the store is out of reach: it may be kept all the same. Nothing else is
    /// worth trying at once.
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

/// Keeps rooms. What [`Store::write`] has returned from is on the disk: no crash of the program or of the machine loses it.
pub trait Store: Send {
    /// Keeps all of these, or none. `now` is in seconds since 1970: when each of the rooms was used last.
    ///
    /// # Errors
    /// Why nothing of it is kept; where the connection was lost it may be kept, which shows when the rooms are read again.
    fn write(&mut self, writes: &[Write], now: i64) -> Result<(), StoreError>;

    /// Some of the stale rooms, at most `most`, those first that were used longest ago.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn stale(&mut self, until: Stale, most: u32) -> Result<Vec<String>, StoreError>;

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

    /// How often a room was written to since it was made; `None` where there is none.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn writes(&mut self, id: &str) -> Result<Option<u64>, StoreError>;

    /// Whether other servers may use it at the same time.
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

    /// Rooms go when they were not used for as long as they may be, and none a second earlier. Leaves the store empty.
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

    /// What every store must do.
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
        // All or nothing: a gap, a number that is taken, a room that is not there, a second room of a name, a room that was
        // written to meanwhile.
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
        // Answers may come with new facts, and none at all is no answer too many.
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
