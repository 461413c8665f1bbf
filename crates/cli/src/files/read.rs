//! Reads a user's file.

use crate::stop::CommandError;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The expected kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A saved match.
    Save,
    /// A session of the referee.
    Session,
    /// A ruling.
    Ruling,
    /// A table of options.
    Options,
    /// A position.
    Position,
    /// A report of `simulate`.
    Report,
    /// The results of `arena`.
    Arena,
    /// The results of `balance`.
    Balance,
    /// The games of a tournament.
    Tournament,
    /// The user's settings.
    Settings,
}

impl Kind {
    /// The maximum size in bytes. The longest match with the largest pack is within that of a save; a ruling may be
    /// as large as any file of a pack; the others are a page or two.
    fn most_bytes(self) -> u64 {
        match self {
            Kind::Save | Kind::Session => 128 << 20,
            // Enough for ten thousand cards and three bots.
            Kind::Ruling | Kind::Balance => 8 << 20,
            Kind::Options | Kind::Position | Kind::Report | Kind::Arena | Kind::Tournament => {
                1 << 20
            }
            Kind::Settings => 1 << 16,
        }
    }

    /// Whether an empty file is a mistake; an empty position is the start of a game.
    fn is_never_empty(self) -> bool {
        matches!(
            self,
            Kind::Save
                | Kind::Session
                | Kind::Report
                | Kind::Arena
                | Kind::Balance
                | Kind::Tournament
        )
    }

    /// The name of this kind in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Save => "a saved match",
            Kind::Session => "a session of the referee",
            Kind::Ruling => "a ruling",
            Kind::Options => "a file of options",
            Kind::Position => "a written position",
            Kind::Report => "a report from `simulate`",
            Kind::Arena => "a file from `arena`",
            Kind::Balance => "a file of `balance`",
            Kind::Tournament => "the games of a tournament",
            Kind::Settings => "a file of settings",
        }
    }

    /// How to get such a file.
    fn help(self) -> &'static str {
        match self {
            Kind::Save => "give a file that `cardwright play --save` wrote",
            Kind::Session => "give a file that `cardwright referee --save` wrote",
            Kind::Ruling => "give a ruling as docs/guide/rulings.md describes it",
            Kind::Options => "give a file with a table `[options]` of names and values",
            Kind::Position => "give a position as docs/guide/rulings.md describes it",
            Kind::Report => "give a file that `cardwright simulate --format json` wrote",
            Kind::Arena => "give a file that `cardwright arena --file` wrote, or a new name",
            Kind::Balance => "give a file that `cardwright balance --file` wrote, or a new name",
            Kind::Tournament => {
                "write a table `[[game]]` for each game; see `cardwright standings --help`"
            }
            Kind::Settings => "write settings as docs/guide/play.md describes them",
        }
    }
}

/// Reads the text of a user's file.
///
/// # Errors
/// When the file does not exist, is not an ordinary file, is empty or too large, or is not text.
pub(crate) fn read(path: &Path, kind: Kind) -> Result<String, CommandError> {
    let most = kind.most_bytes();
    let Some(bytes) = bytes(path, most)? else {
        let what = format!(
            "{} is larger than {} may be ({} MB)",
            path.display(),
            kind.name(),
            most >> 20
        );
        return Err(CommandError::usage(what, kind.help()));
    };
    if kind.is_never_empty() && bytes.trim_ascii().is_empty() {
        let what = format!("{}: the file is empty", path.display());
        return Err(CommandError::usage(what, kind.help()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        let what = format!("{} is not text: byte {place} is not UTF-8", path.display());
        CommandError::usage(what, kind.help())
    })
}

/// Reads an ordinary file; `None` if it is larger than `most` bytes.
///
/// # Errors
/// When the file does not exist, or is not an ordinary file.
pub(crate) fn bytes(path: &Path, most: u64) -> Result<Option<Vec<u8>>, CommandError> {
    let fault = |error: io::Error| CommandError::file(path, "read", &error);
    // Checked before it is opened, because opening a pipe waits until somebody writes to it.
    ordinary(path, &fs::metadata(path).map_err(fault)?)?;
    let file = File::open(path).map_err(fault)?;
    ordinary(path, &file.metadata().map_err(fault)?)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(fault)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

fn ordinary(path: &Path, about: &fs::Metadata) -> Result<(), CommandError> {
    match (about.is_file(), about.is_dir()) {
        (true, _) => Ok(()),
        (false, true) => Err(CommandError::file(
            path,
            "read",
            &io::ErrorKind::IsADirectory.into(),
        )),
        (false, false) => {
            let what = format!("{} is not an ordinary file", path.display());
            Err(CommandError::usage(
                what,
                "give a file on disk, not a pipe or a device",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        fs::write(&path, "#".repeat(1 << 20)).unwrap();
        assert_eq!(read(&path, Kind::Options).unwrap().len(), 1 << 20);
        fs::write(&path, "#".repeat((1 << 20) + 1)).unwrap();
        let Err(CommandError::Usage(failure)) = read(&path, Kind::Options) else {
            panic!("read")
        };
        assert!(
            failure
                .what
                .ends_with("a.toml is larger than a file of options may be (1 MB)")
        );
        assert!(read(&path, Kind::Save).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_ordinary_file_is_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for path in [
            pipe.as_path(),
            Path::new("/dev/zero"),
            Path::new("/dev/full"),
        ] {
            let Err(CommandError::Usage(failure)) = read(path, Kind::Save) else {
                panic!("{path:?} was read")
            };
            assert!(
                failure.what.ends_with("is not an ordinary file"),
                "{}",
                failure.what
            );
        }
    }

    /// A message about a file of one kind speaks of no other kind.
    #[test]
    fn each_kind_of_file_has_its_own_name_and_help() {
        let all = [
            Kind::Save,
            Kind::Session,
            Kind::Ruling,
            Kind::Options,
            Kind::Position,
            Kind::Report,
            Kind::Arena,
            Kind::Balance,
            Kind::Tournament,
            Kind::Settings,
        ];
        for (at, one) in all.into_iter().enumerate() {
            for other in &all[..at] {
                assert_ne!(one.name(), other.name());
                assert_ne!(one.help(), other.help());
            }
        }
    }
}
