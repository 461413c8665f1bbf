//! Saves a match, or a session of the referee, in a file while it is played.

use super::write::{Lock, free_name, is_held, is_locked, replace, target};
use super::{Kind, create, read};
use crate::stop::CommandError;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Saves a match: writes its file again whenever its content has changed.
///
/// No data is lost: if the file contains another match, that one is moved to another file first. A file that
/// somebody else has changed in the meantime is left unchanged. Two programs never write to the same file.
pub(crate) struct Keeper {
    kind: Kind,
    path: PathBuf,
    /// The content of the file, as far as known; `None` before the first write.
    held: Option<String>,
    /// The locked file: other programs see that it is in use.
    lock: Option<Lock>,
}

/// The result of saving.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kept {
    /// Whether something new was written.
    pub(crate) new: bool,
    /// Messages for the user: another match was moved, or the match is now saved in another file.
    pub(crate) notes: Vec<String>,
}

impl Keeper {
    /// Saves a new match in a file.
    pub(crate) fn new(kind: Kind, path: PathBuf) -> Self {
        Keeper {
            kind,
            path,
            held: None,
            lock: None,
        }
    }

    /// Continues to save a match in the file from which it was read.
    ///
    /// # Errors
    /// When another program is saving a match in it.
    pub(crate) fn of(kind: Kind, path: PathBuf, held: String) -> Result<Self, CommandError> {
        let file = File::open(&path).ok();
        if file.as_ref().is_some_and(is_held) {
            return Err(in_use(&path));
        }
        Ok(Keeper {
            kind,
            path,
            held: Some(held),
            lock: file.map(Lock),
        })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the match, unless the file already contains it.
    ///
    /// # Errors
    /// When the file is in use, is not a save, or cannot be written. Then its content is unchanged.
    pub(crate) fn keep(&mut self, text: &str) -> Result<Kept, CommandError> {
        let mut kept = Kept::default();
        if fs::symlink_metadata(target(&self.path)).is_ok() {
            match &self.held {
                Some(held) => match read(&self.path, self.kind) {
                    Ok(there) if there == text => return Ok(kept),
                    Ok(there) if there == *held => {}
                    _ => self.go_elsewhere(&mut kept),
                },
                None => self.make_room(text, &mut kept)?,
            }
        }
        // The old lock is released only when the new file, which is locked from its first byte, is in place.
        self.lock = Some(replace(&self.path, text)?);
        self.held = Some(text.into());
        kept.new = true;
        Ok(kept)
    }

    /// Deletes the file, because its match is saved elsewhere or not wanted.
    pub(crate) fn discard(self) {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(&self.path);
    }

    /// Saves in another file from now on, because somebody else has changed this one.
    fn go_elsewhere(&mut self, kept: &mut Kept) {
        let next = free_name(&self.path);
        let left = std::mem::replace(&mut self.path, next);
        self.lock = None;
        let (left, path) = (left.display(), self.path.display());
        kept.notes.push(format!(
            "{left} was changed by another program; from now on the file is {path}"
        ));
    }

    /// Before the first write, moves another match that is in the file.
    fn make_room(&self, text: &str, kept: &mut Kept) -> Result<(), CommandError> {
        if is_locked(&self.path) {
            return Err(in_use(&self.path));
        }
        let there = self.own()?;
        if !is_earlier(&there, text, self.kind) {
            let aside = free_name(&self.path);
            create(&aside, &there)?;
            let (path, aside) = (self.path.display(), aside.display());
            kept.notes.push(format!(
                "{path} had another match in it, which is now in {aside}"
            ));
        }
        Ok(())
    }

    /// The content of the file, if it is a save.
    fn own(&self) -> Result<String, CommandError> {
        let not_ours = || {
            let what = format!(
                "{} already exists and is not {}",
                self.path.display(),
                self.kind.name()
            );
            CommandError::usage(what, "choose another name")
        };
        let text = read(&self.path, self.kind).map_err(|_| not_ours())?;
        let ours = match self.kind {
            Kind::Session => cardwright::is_session(&text),
            _ => cardwright::read_replay(&text).is_ok(),
        };
        if ours { Ok(text) } else { Err(not_ours()) }
    }
}

fn in_use(path: &Path) -> CommandError {
    let what = format!(
        "another cardwright program is saving its match to {}",
        path.display()
    );
    CommandError::usage(
        what,
        "stop that program first, or name another file with --save",
    )
}

/// Whether writing `new` over `old` loses nothing: `old` is an earlier moment of the same match, has no actions
/// yet, or was played by bots alone and can be repeated from its seed.
fn is_earlier(old: &str, new: &str, kind: Kind) -> bool {
    let (Ok(old), Ok(new)) = (
        serde_json::from_str::<Value>(old),
        serde_json::from_str::<Value>(new),
    ) else {
        return false;
    };
    let steps = if kind == Kind::Session {
        "lines"
    } else {
        "actions"
    };
    let list = |value: &Value| {
        value
            .get(steps)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let (before, after) = (list(&old), list(&new));
    let seats = old.get("seats").and_then(Value::as_array);
    let bots =
        seats.is_some_and(|seats| !seats.is_empty() && seats.iter().all(|who| who != "human"));
    bots || before.is_empty() || (after.starts_with(&before) && same_table(&old, &new, steps))
}

/// Whether two saves differ only in their number of steps and in who plays the seats.
fn same_table(old: &Value, new: &Value, steps: &str) -> bool {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return false;
    };
    let moves = [steps, "fingerprints", "written_by", "seats"];
    let rest = |key: &&String| !moves.contains(&key.as_str());
    old.keys()
        .chain(new.keys())
        .filter(rest)
        .all(|key| old.get(key) == new.get(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Match, Setup};

    /// A save of a match between a person and a bot after these actions.
    fn text(seed: u64, answers: &[&str]) -> String {
        let mut play = Match::new("robotory", &Setup::players(2), seed).unwrap();
        answers.iter().for_each(|answer| play.play(answer).unwrap());
        play.save(vec!["human".into(), "random".into()])
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn what_is_the_same_length_and_something_else_is_written() {
        let folder = folder();
        let mut keeper = Keeper::new(Kind::Save, folder.path().join("a.json"));
        assert!(keeper.keep(&text(1, &["place white a1"])).unwrap().new);
        assert!(!keeper.keep(&text(1, &["place white a1"])).unwrap().new);
        let other = text(1, &["place white a2"]);
        assert_eq!(
            keeper.keep(&other).unwrap(),
            Kept {
                new: true,
                notes: vec![]
            }
        );
        assert_eq!(fs::read_to_string(keeper.path()).unwrap(), other);
    }

    #[test]
    fn another_match_is_set_aside_and_an_earlier_moment_of_the_same_is_not() {
        let folder = folder();
        let path = folder.path().join("a.json");
        let old = text(1, &["place white a1"]);
        Keeper::new(Kind::Save, path.clone()).keep(&old).unwrap();
        let later = text(1, &["place white a1", "place white a2"]);
        assert_eq!(
            Keeper::new(Kind::Save, path.clone())
                .keep(&later)
                .unwrap()
                .notes,
            [""; 0]
        );
        let kept = Keeper::new(Kind::Save, path.clone())
            .keep(&text(2, &[]))
            .unwrap();
        assert_eq!(kept.notes.len(), 1, "{kept:?}");
        assert_eq!(
            fs::read_to_string(folder.path().join("a-2.json")).unwrap(),
            later
        );
    }

    #[test]
    fn another_match_that_began_alike_is_not_written_over() {
        let played = ["place white a1", "place white a2"];
        let later = text(1, &played);
        assert!(is_earlier(&text(1, &played[..1]), &later, Kind::Save));
        assert!(
            !is_earlier(&text(2, &played[..1]), &later, Kind::Save),
            "another dealer"
        );
        let other = text(1, &played[..1]).replace("\"players\": 2", "\"players\": 3");
        assert!(
            other.contains("\"players\": 3") && !is_earlier(&other, &later, Kind::Save),
            "another table"
        );
    }

    #[test]
    fn two_writers_are_noticed_and_the_second_is_told() {
        let folder = folder();
        let path = folder.path().join("a.json");
        let mut first = Keeper::new(Kind::Save, path.clone());
        first.keep(&text(1, &[])).unwrap();
        let told = |stop: CommandError| match stop {
            CommandError::Usage(failure) => failure.what,
            other => panic!("{other:?}"),
        };
        let expected = format!(
            "another cardwright program is saving its match to {}",
            path.display()
        );
        assert_eq!(
            told(
                Keeper::new(Kind::Save, path.clone())
                    .keep(&text(2, &[]))
                    .unwrap_err()
            ),
            expected
        );
        assert_eq!(
            told(
                Keeper::of(Kind::Save, path.clone(), text(1, &[]))
                    .err()
                    .unwrap()
            ),
            expected
        );
        first.keep(&text(1, &["place white a1"])).unwrap();
        assert_eq!(
            told(
                Keeper::new(Kind::Save, path.clone())
                    .keep(&text(2, &[]))
                    .unwrap_err()
            ),
            expected
        );
        drop(first);
        assert!(Keeper::new(Kind::Save, path).keep(&text(2, &[])).is_ok());
    }

    #[test]
    fn a_file_that_somebody_else_changed_is_left_to_them() {
        let folder = folder();
        let path = folder.path().join("a.json");
        let mut keeper = Keeper::new(Kind::Save, path.clone());
        keeper.keep(&text(1, &[])).unwrap();
        let theirs = text(3, &["place white b1"]);
        fs::write(&path, &theirs).unwrap();
        let ours = text(1, &["place white a1"]);
        let kept = keeper.keep(&ours).unwrap();
        assert_eq!(kept.notes.len(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
        assert_eq!(
            fs::read_to_string(folder.path().join("a-2.json")).unwrap(),
            ours
        );
        assert_eq!(keeper.path(), folder.path().join("a-2.json"));
    }

    #[test]
    fn a_file_that_went_away_is_written_again() {
        let folder = folder();
        let mut keeper = Keeper::new(Kind::Save, folder.path().join("a.json"));
        keeper.keep(&text(1, &[])).unwrap();
        fs::remove_file(keeper.path()).unwrap();
        assert!(keeper.keep(&text(1, &[])).unwrap().new);
        assert!(keeper.path().exists());
    }

    #[test]
    fn what_is_no_save_is_never_written_over() {
        let folder = folder();
        let path = folder.path().join("a.json");
        let whole = text(1, &["place white a1"]);
        for other in ["", "a text", "{}", &whole[..whole.len() / 2]] {
            fs::write(&path, other).unwrap();
            assert!(Keeper::new(Kind::Save, path.clone()).keep(&whole).is_err());
            assert!(
                Keeper::new(Kind::Session, path.clone())
                    .keep(&whole)
                    .is_err()
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }
}
