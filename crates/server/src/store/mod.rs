//! Where rooms are kept: what a store promises, whatever keeps it.

mod kept;
mod sqlite;
mod writer;

pub use kept::{Kept, Store, StoreError, Write};
pub use sqlite::Sqlite;
pub(crate) use writer::Writer;

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
