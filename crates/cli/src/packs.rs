//! Reads packs. A pack may come from anywhere, so nothing outside its folder is read, and all sizes are limited.

use crate::files;
use crate::stop::CommandError;
use cardwright::{MAX_ARCHIVE_BYTES, PackSource};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The files of a pack; other files in its folder are ignored.
const EXTENSIONS: [&str; 4] = ["toml", "rhai", "md", "txt"];
/// The ending of a pack in one file.
pub(crate) const ARCHIVE: &str = "cwpack";
/// The folder of a pack that contains its rulings.
pub(crate) const RULINGS: &str = "rulings";
/// The maximum size of a file: ten thousand cards are about 3 MB of TOML.
const MAX_FILE_BYTES: u64 = 8 << 20;
/// The maximum size of a pack, all files together; it is also stored in every saved match.
const MAX_PACK_BYTES: u64 = 32 << 20;
/// The maximum number of files: enough for ten thousand cards with a script each.
const MAX_FILES: usize = 20_000;
/// The maximum number of entries in its folders, including other files: looking at them takes time too.
const MAX_ENTRIES: usize = 25_000;
/// The maximum depth of nested folders; anything deeper is a mistake or a trap.
const MAX_DEPTH: usize = 8;

/// Reads several packs.
///
/// # Errors
/// See [`read`].
pub(crate) fn read_all(folders: &[PathBuf]) -> Result<Vec<PackSource>, CommandError> {
    folders.iter().map(|folder| read(folder)).collect()
}

/// The folder of the pack that a ruling belongs to: that with the folder `rulings` around it.
pub(crate) fn of_ruling(file: &Path) -> Option<PathBuf> {
    let inside = file
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == RULINGS))?;
    let folder = inside.parent()?;
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    folder
        .join("pack.toml")
        .is_file()
        .then(|| folder.to_path_buf())
}

/// Reads a pack: its files, sorted by path.
///
/// # Errors
/// When the folder or a file cannot be read, is too large, or is outside the folder.
pub(crate) fn read(folder: &Path) -> Result<PackSource, CommandError> {
    let root = fs::canonicalize(folder)
        .map_err(|error| CommandError::file(folder, "read the pack", &error))?;
    if folder.extension().is_some_and(|ending| ending == ARCHIVE) && root.is_file() {
        return read_archive(folder);
    }
    if !root.is_dir() {
        let what = format!("{} is not a folder", folder.display());
        return Err(CommandError::usage(
            what,
            "a pack is a folder with a `pack.toml` in it, or a file that ends in `.cwpack`",
        ));
    }
    let mut reader = Reader {
        folder,
        root,
        files: Vec::new(),
        bytes: 0,
        entries: 0,
    };
    reader.gather()?;
    reader.files.sort();
    let name = folder.display().to_string();
    Ok(PackSource {
        name,
        files: reader.files,
    })
}

/// Reads a pack in one file.
fn read_archive(path: &Path) -> Result<PackSource, CommandError> {
    let bytes = files::bytes(path, MAX_ARCHIVE_BYTES)?
        .ok_or_else(|| too_large(path, "pack", MAX_ARCHIVE_BYTES))?;
    cardwright::read_archive(&path.display().to_string(), &bytes).map_err(|error| {
        let what = format!("{} is no pack: {}", path.display(), error.message);
        CommandError::usage(what, error.help)
    })
}

/// Whether a word names a pack: a folder, or a pack in one file.
pub(crate) fn is_pack(word: &str) -> bool {
    let path = Path::new(word);
    path.is_dir() || path.is_file() && path.extension().is_some_and(|ending| ending == ARCHIVE)
}

/// Reads the files of a pack.
struct Reader<'a> {
    folder: &'a Path,
    root: PathBuf,
    files: Vec<(String, Vec<u8>)>,
    bytes: u64,
    entries: usize,
}

impl Reader<'_> {
    fn gather(&mut self) -> Result<(), CommandError> {
        let mut walk = WalkDir::new(self.folder).min_depth(1).into_iter();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| {
                let folder = error.path().unwrap_or(self.folder).to_path_buf();
                CommandError::file(&folder, "read the folder", &error.into())
            })?;
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                let what = format!(
                    "{} holds more than {MAX_ENTRIES} files and folders",
                    self.folder.display()
                );
                return Err(CommandError::usage(
                    what,
                    "name the pack's folder itself, with the pack alone in it",
                ));
            }
            let (is_folder, is_hidden) = (
                entry.file_type().is_dir(),
                entry.file_name().to_string_lossy().starts_with('.'),
            );
            match (is_hidden, is_folder) {
                (true, true) => walk.skip_current_dir(),
                (true, false) => {}
                (false, true) if entry.depth() > MAX_DEPTH => {
                    let what = format!(
                        "{} is more than {MAX_DEPTH} folders deep",
                        entry.path().display()
                    );
                    return Err(CommandError::usage(
                        what,
                        "keep the files of a pack closer to its `pack.toml`",
                    ));
                }
                (false, true) => {}
                (false, false) => self.add(entry.path())?,
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path) -> Result<(), CommandError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if !extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            return Ok(());
        }
        self.check(path)?;
        let bytes = whole(path)?;
        self.bytes += bytes.len() as u64;
        self.files.push((self.name(path)?, bytes));
        self.bound()
    }

    /// Refuses anything that is not a regular file in the folder, or is too large, before any of it is read.
    fn check(&self, path: &Path) -> Result<(), CommandError> {
        let real =
            fs::canonicalize(path).map_err(|error| CommandError::file(path, "read", &error))?;
        if !real.starts_with(&self.root) {
            let what = format!("{} leads outside the pack's folder", path.display());
            return Err(CommandError::usage(what, "copy the file into the pack"));
        }
        let about =
            fs::metadata(&real).map_err(|error| CommandError::file(path, "read", &error))?;
        if !about.is_file() {
            let what = format!("{} is not an ordinary file", path.display());
            return Err(CommandError::usage(
                what,
                "remove it from the pack's folder",
            ));
        }
        match about.len() > MAX_FILE_BYTES {
            true => Err(too_large(path, "file", MAX_FILE_BYTES)),
            false => Ok(()),
        }
    }

    fn bound(&self) -> Result<(), CommandError> {
        if self.bytes > MAX_PACK_BYTES {
            return Err(too_large(self.folder, "pack", MAX_PACK_BYTES));
        }
        if self.files.len() > MAX_FILES {
            let what = format!(
                "{} holds more than {MAX_FILES} files",
                self.folder.display()
            );
            return Err(CommandError::usage(
                what,
                "put several cards into a file, or make two packs",
            ));
        }
        Ok(())
    }

    /// The file's path in its pack, the same on all systems.
    fn name(&self, path: &Path) -> Result<String, CommandError> {
        let inside = path.strip_prefix(self.folder).unwrap_or(path);
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/")).ok_or_else(|| {
            CommandError::usage(
                format!("the name of {} is not Unicode", path.display()),
                "give the file another name",
            )
        })
    }
}

/// Reads a file, whose size may have changed since it was checked.
fn whole(path: &Path) -> Result<Vec<u8>, CommandError> {
    files::bytes(path, MAX_FILE_BYTES)?.ok_or_else(|| too_large(path, "file", MAX_FILE_BYTES))
}

fn too_large(path: &Path, sort: &str, most: u64) -> CommandError {
    let what = format!(
        "{} is larger than a {sort} may be ({} MB)",
        path.display(),
        most >> 20
    );
    CommandError::usage(what, "make it smaller")
}
