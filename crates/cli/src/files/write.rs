//! Writes a file so that it is complete at every moment: a second file in the same folder is written, synced and
//! renamed. Permissions stay the same. For a symbolic link, its target is written.

use crate::stop::CommandError;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The maximum number of symbolic links followed in a row, as on Linux.
const MAX_LINKS: usize = 40;
/// The maximum number of characters of a file's name in the name of its part file, so that systems allow both.
const MAX_NAME: usize = 100;
/// The ending of a file that is still being written.
const PART: &str = ".part";

/// A file that this program has locked, until this value is dropped.
pub(crate) struct Lock(pub(super) File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a program that is being started has a copy of every open file for a moment.
        let _ = self.0.unlock();
    }
}

/// Writes a file, replacing an existing one. Returns its lock.
///
/// # Errors
/// When something other than an ordinary file is there, the file is write-protected, or the system refuses.
pub(crate) fn replace(path: &Path, text: &str) -> Result<Lock, CommandError> {
    sweep(path);
    let target = target(path);
    if let Ok(about) = fs::metadata(&target) {
        if !about.is_file() {
            let what = format!(
                "{} already exists and is not an ordinary file",
                path.display()
            );
            return Err(CommandError::usage(what, "choose another name"));
        }
        if about.permissions().readonly() {
            let what = format!("{} is write-protected", path.display());
            return Err(CommandError::usage(
                what,
                "choose another name, or allow writing",
            ));
        }
    }
    put(&target, text.as_bytes(), true, PRIVATE)
        .map_err(|error| CommandError::file(path, "save", &error))
}

/// Writes a new file that only its owner can read: a match, or a player's copy of one.
///
/// # Errors
/// When the file exists, or the system refuses.
pub(crate) fn create(path: &Path, text: &str) -> Result<Lock, CommandError> {
    put(path, text.as_bytes(), false, PRIVATE)
        .map_err(|error| CommandError::file(path, "write", &error))
}

/// Like [`create`], for a file without secrets, which others may read.
///
/// # Errors
/// See [`create`].
pub(crate) fn create_open(path: &Path, text: &str) -> Result<Lock, CommandError> {
    put(path, text.as_bytes(), false, OPEN)
        .map_err(|error| CommandError::file(path, "write", &error))
}

/// Writes bytes to a new file without secrets.
///
/// # Errors
/// See [`create`].
pub(crate) fn create_bytes(path: &Path, bytes: &[u8]) -> Result<Lock, CommandError> {
    put(path, bytes, false, OPEN).map_err(|error| CommandError::file(path, "write", &error))
}

/// The permissions of a new file with secrets. Anyone who reads a match knows its seed and every hand.
const PRIVATE: u32 = 0o600;
/// The permissions of any other new file; the system removes those that the user's mask forbids.
const OPEN: u32 = 0o666;

fn put(target: &Path, text: &[u8], over: bool, mode: u32) -> io::Result<Lock> {
    put_whole(target, text, over, mode).map_err(without_part)
}

/// Makes sure that the content is on disk.
fn sync_file(file: &File) -> io::Result<()> {
    done("sync");
    file.sync_all()
}

/// Records a step of writing, for the test that checks their order, because no test can cut the power.
fn done(_step: &'static str) {
    #[cfg(test)]
    tests::STEPS.with_borrow_mut(|steps| steps.push(_step));
}

fn put_whole(target: &Path, text: &[u8], over: bool, mode: u32) -> io::Result<Lock> {
    let mut part = part(target, mode)?;
    // While the file is locked, no other program deletes it as left over.
    is_held(part.as_file());
    done("lock");
    part.write_all(text)?;
    done("write");
    if let (true, Ok(old)) = (over, fs::metadata(target)) {
        part.as_file().set_permissions(old.permissions())?;
    }
    sync_file(part.as_file())?;
    let written = if over {
        part.persist(target)
    } else {
        part.persist_noclobber(target)
    };
    let lock = Lock(written.map_err(|error| error.error)?);
    done("rename");
    sync(folder(target));
    Ok(lock)
}

/// The file that a path leads to, even if a link leads to a file that does not exist yet.
pub(super) fn target(path: &Path) -> PathBuf {
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder(&target).join(next),
            Err(_) => break,
        }
    }
    target
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The beginning of the names of a file's part files.
fn part_prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.chars().take(MAX_NAME).collect::<String>())
}

#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "files have no modes there")
)]
fn part(target: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let prefix = part_prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PART);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder.tempfile_in(folder(target))
}

/// The error without the random name of the part file.
fn without_part(error: io::Error) -> io::Error {
    let text = error.to_string();
    let said = text
        .split_once(" at path ")
        .map_or(text.as_str(), |(said, _)| said);
    io::Error::new(error.kind(), said)
}

/// Syncs a folder, so that a renaming survives a power cut. Some file systems do not support this.
fn sync(folder: &Path) {
    done("sync folder");
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Deletes part files of this file that a killed program left behind: they are not locked.
fn sweep(path: &Path) {
    let target = target(path);
    let prefix = part_prefix(&target);
    let Ok(entries) = fs::read_dir(folder(&target)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let ours = name.starts_with(&prefix) && name.ends_with(PART);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) && !is_locked(&entry.path()) {
            // A part file that cannot be deleted does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether another program is writing a file.
pub(super) fn is_locked(path: &Path) -> bool {
    // Opening a pipe would wait until somebody writes to it.
    let ordinary = fs::metadata(path).is_ok_and(|about| about.is_file());
    ordinary && File::open(path).is_ok_and(|file| is_held(&Lock(file).0))
}

/// Tries to lock a file; returns whether another program has locked it. Does nothing on systems where a lock would
/// prevent reading.
pub(super) fn is_held(file: &File) -> bool {
    cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// The first unused name among `stem.ending`, `stem-2.ending`, …
pub(crate) fn free_name(path: &Path) -> PathBuf {
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let ending = path.extension().map_or(String::new(), |ending| {
        format!(".{}", ending.to_string_lossy())
    });
    let numbered = (2..).map(|number| path.with_file_name(format!("{stem}-{number}{ending}")));
    let free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    std::iter::once(path.to_path_buf())
        .chain(numbered)
        .find(free)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        /// The steps of writing on this thread.
        pub(super) static STEPS: std::cell::RefCell<Vec<&'static str>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    /// A file is complete at every moment, even after a power cut: its content is on disk before it gets its name,
    /// and its name is on disk before anything else happens.
    #[test]
    fn a_file_is_written_synced_renamed_and_its_folder_synced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        for _ in 0..2 {
            STEPS.take();
            drop(replace(&path, "one").unwrap());
            assert_eq!(
                STEPS.take(),
                ["lock", "write", "sync", "rename", "sync folder"]
            );
        }
        drop(create(&folder.path().join("b.json"), "two").unwrap());
        assert_eq!(
            STEPS.take(),
            ["lock", "write", "sync", "rename", "sync folder"]
        );
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        create(&path, "one").unwrap();
        assert!(create(&path, "two").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        drop(replace(&path, "two").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    /// Only the owner can read a match or a player's copy; everyone can read a designer's files. Changed
    /// permissions are kept.
    #[cfg(unix)]
    #[test]
    fn nobody_else_on_the_machine_reads_a_save() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
        drop(replace(&path("save"), "one").unwrap());
        drop(create(&path("copy"), "one").unwrap());
        drop(create_open(&path("pack"), "one").unwrap());
        fs::write(path("plain"), "one").unwrap();
        assert_eq!((mode("save"), mode("copy")), (0o600, 0o600));
        assert_eq!(mode("pack"), mode("plain"));
        fs::set_permissions(path("save"), fs::Permissions::from_mode(0o640)).unwrap();
        drop(replace(&path("save"), "two").unwrap());
        assert_eq!(mode("save"), 0o640);
    }

    #[test]
    fn leftover_part_files_are_swept_up_and_those_in_use_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(folder.path().join(".a.json.123456.part"), "half").unwrap();
        fs::write(folder.path().join(".b.json.123456.part"), "of another file").unwrap();
        let used = File::create(folder.path().join(".a.json.used.part")).unwrap();
        used.try_lock().unwrap();
        sweep(&path);
        assert_eq!(
            names(folder.path()),
            [".a.json.used.part", ".b.json.123456.part"]
        );
    }

    #[test]
    fn free_names_are_numbered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        assert_eq!(free_name(&path), path);
        create(&path, "").unwrap();
        create(&folder.path().join("a-2.json"), "").unwrap();
        assert_eq!(free_name(&path), folder.path().join("a-3.json"));
        for number in 3..13 {
            let free = free_name(&path);
            assert_eq!(free, folder.path().join(format!("a-{number}.json")));
            create(&free, "").unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link, loose) = ("real.json", "link.json", "loose.json");
        let at = |name: &str| folder.path().join(name);
        fs::write(at(real), "old").unwrap();
        fs::set_permissions(at(real), PermissionsExt::from_mode(0o640)).unwrap();
        symlink(real, at(link)).unwrap();
        symlink("new.json", at(loose)).unwrap();
        drop(replace(&at(link), "new").unwrap());
        drop(replace(&at(loose), "new").unwrap());
        assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
        assert!(fs::symlink_metadata(at(loose)).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(at(real)).unwrap(), "new");
        assert_eq!(fs::read_to_string(at("new.json")).unwrap(), "new");
        assert_eq!(
            fs::metadata(at(real)).unwrap().permissions().mode() & 0o777,
            0o640
        );
        fs::set_permissions(at(real), PermissionsExt::from_mode(0o440)).unwrap();
        let Err(CommandError::Usage(failure)) = replace(&at(real), "newer") else {
            panic!("written")
        };
        assert!(failure.what.ends_with("is write-protected"));
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_and_folders_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            Path::new("/dev/full"),
            Path::new("/dev/null"),
            folder.path(),
        ] {
            assert!(
                matches!(replace(path, "text"), Err(CommandError::Usage(_))),
                "{path:?}"
            );
        }
        assert!(matches!(
            replace(Path::new("/dev/full/x.json"), "text"),
            Err(CommandError::Usage(_))
        ));
    }
}
