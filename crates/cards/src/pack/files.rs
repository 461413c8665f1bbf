//! The files of a pack as they are given.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Source, Span};
use crate::fields::short;
use crate::{limits, near};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The file name of a pack's manifest.
pub(crate) use crate::limits::MANIFEST;

/// The files of a pack, read by the caller; this crate does no file access.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackSource {
    /// The location shown in messages, such as the folder's path; may be empty.
    pub name: String,
    /// The files: path relative to the pack's folder, with `/`, and content.
    pub files: Vec<(String, Vec<u8>)>,
}

impl PackSource {
    /// A pack from paths and texts in memory.
    pub fn from_texts<P: Into<String>, T: Into<String>>(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (P, T)>,
    ) -> Self {
        let bytes = |(path, text): (P, T)| (path.into(), text.into().into_bytes());
        PackSource {
            name: name.into(),
            files: files.into_iter().map(bytes).collect(),
        }
    }
}

/// The files of one pack by path, each with its number among all files of the load.
pub(crate) struct Files<'p> {
    by_path: BTreeMap<&'p str, (u16, &'p [u8])>,
    /// Files that are not read; one of them may have been meant.
    others: Vec<&'p str>,
    /// Files that were probably meant where a different name is written.
    meant: RefCell<BTreeSet<&'p str>>,
    texts: BTreeMap<&'p str, Arc<str>>,
}

impl<'p> Files<'p> {
    /// Numbers the pack's files in order of path, so that their original order does not matter.
    pub(crate) fn of(pack: &'p PackSource, report: &mut Report) -> Files<'p> {
        let mut files = Files {
            by_path: BTreeMap::new(),
            others: Vec::new(),
            meant: RefCell::default(),
            texts: BTreeMap::new(),
        };
        let others = pack
            .files
            .iter()
            .map(|(path, _)| path.as_str())
            .filter(|path| !is_ours(path));
        files.others = others.take(limits::CANDIDATES).collect();
        files.others.sort_unstable();
        let mut sorted: Vec<_> = pack
            .files
            .iter()
            .filter(|(path, _)| is_ours(path))
            .collect();
        sorted.sort();
        if sorted.len() > limits::FILES {
            let message = format!(
                "the pack has {} files, but at most {} are allowed",
                sorted.len(),
                limits::FILES
            );
            report.add(Diagnostic::error(codes::TOO_BIG, None, message));
        }
        let bytes: usize = sorted.iter().map(|(_, bytes)| bytes.len()).sum();
        if bytes > limits::PACK_BYTES {
            let message = format!(
                "the pack's files have {bytes} bytes in all, but at most {} are allowed",
                limits::PACK_BYTES
            );
            report.add(
                Diagnostic::error(codes::TOO_BIG, None, message).help("split it into two packs"),
            );
            sorted.clear();
        }
        let left = limits::ALL_FILES.saturating_sub(report.found.sources.len());
        if sorted.len() > left {
            let message = format!(
                "the packs have more than {} files in all",
                limits::ALL_FILES
            );
            report.add(
                Diagnostic::error(codes::TOO_BIG, None, message).help("merge some of their files"),
            );
        }
        for (path, bytes) in sorted.into_iter().take(limits::FILES.min(left)) {
            files.add(pack, path, bytes, report);
        }
        files
    }

    fn add(&mut self, pack: &PackSource, path: &'p str, bytes: &'p [u8], report: &mut Report) {
        let number = report.found.sources.len() as u16;
        let good = std::str::from_utf8(bytes)
            .ok()
            .filter(|text| text.len() <= most(path));
        let text: Arc<str> = good
            .unwrap_or_default()
            .trim_start_matches('\u{feff}')
            .into();
        let shown = if pack.name.is_empty() {
            path.to_owned()
        } else {
            format!("{}/{path}", pack.name)
        };
        let shown = shown
            .chars()
            .map(|letter| if letter.is_control() { '?' } else { letter })
            .collect();
        report.found.sources.push(Source::new(shown, text.clone()));
        let span = Span {
            file: number,
            start: 0,
            end: 0,
        };
        if bytes.len() > most(path) {
            let message = format!(
                "the file has {} bytes, but at most {} are allowed",
                bytes.len(),
                most(path)
            );
            report.add(
                Diagnostic::error(codes::TOO_BIG, span, message)
                    .help("split it into several files"),
            );
        } else if std::str::from_utf8(bytes).is_err() {
            report.add(
                Diagnostic::error(codes::NOT_TEXT, span, "the file is not UTF-8 text")
                    .help("save it as UTF-8; in many editors, `Save as` offers this"),
            );
        }
        if self.by_path.insert(path, (number, bytes)).is_some() {
            report.add(Diagnostic::error(
                codes::SAME_PACK,
                span,
                format!("the file `{}` is given twice", short(path)),
            ));
        }
        if good.is_some() {
            self.texts.insert(path, text);
        }
    }

    /// The number and text of a file; `None` if it was refused.
    pub(crate) fn text(&self, path: &str) -> Option<(u16, Arc<str>)> {
        let (number, _) = self.by_path.get(path)?;
        Some((*number, self.texts.get(path)?.clone()))
    }

    /// The path and number of every file.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'p str, u16)> {
        self.by_path
            .iter()
            .map(|(path, (number, _))| (*path, *number))
    }

    /// Checks that a path names a file of the pack with this ending, and reports the reason otherwise.
    pub(crate) fn check_path(
        &self,
        path: &str,
        ending: &str,
        span: Span,
        report: &mut Report,
    ) -> bool {
        if self.by_path.contains_key(path) {
            if !path.ends_with(ending) {
                let message = format!("`{}` does not end with `{ending}`", short(path));
                let help = "card files and translations end in `.toml`, scripts in `.rhai`";
                report.add(Diagnostic::error(codes::BAD_PATH, span, message).help(help));
            }
            return path.ends_with(ending);
        }
        if path.trim().is_empty() {
            let empty =
                Diagnostic::error(codes::UNKNOWN_FILE, span, "the file name is missing here");
            report.add(empty.help(format!(
                "write the name of a file that ends with `{ending}`, or remove the quotes"
            )));
            return false;
        }
        let outside = path.starts_with('/')
            || path.contains('\\')
            || path.contains(':')
            || path.split('/').any(|part| part == "..");
        if outside {
            let message = format!(
                "the path `{}` could lead out of the pack's folder",
                short(path)
            );
            let help = "write the path from the pack's folder, with `/` and without `..`";
            report.add(Diagnostic::error(codes::BAD_PATH, span, message).help(help));
            return false;
        }
        let missing = Diagnostic::error(
            codes::UNKNOWN_FILE,
            span,
            format!("the pack has no file `{}`", short(path)),
        );
        report.add(missing.help(self.meant(path, ending)));
        false
    }

    /// A hint for a path without a file.
    fn meant(&self, path: &str, ending: &str) -> String {
        if let Some(other) = self.named_like(path) {
            let hidden = "; your system may hide the ending of file names";
            self.meant.borrow_mut().insert(other);
            let hidden = if self.others.contains(&other) {
                hidden
            } else {
                ""
            };
            return format!(
                "rename the file `{}` to `{}`{hidden}",
                short(other),
                short(path)
            );
        }
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let wanted = name(path);
        let elsewhere = self
            .by_path
            .keys()
            .find(|known| name(known) == wanted && known.ends_with(ending));
        let all = self
            .by_path
            .keys()
            .copied()
            .filter(|path| path.ends_with(ending));
        match elsewhere.copied().or_else(|| near::near(path, all)) {
            Some(close) => {
                self.meant.borrow_mut().insert(close);
                format!("did you mean `{close}`?")
            }
            None if !path.ends_with(ending) => format!("the name must end with `{ending}`"),
            None => "paths are written from the pack's folder, with `/`".into(),
        }
    }

    /// Whether a file was probably meant where a different name is written.
    pub(crate) fn is_meant(&self, path: &str) -> bool {
        self.meant.borrow().contains(path)
    }

    /// A file whose name differs from a path only in case or by an additional ending: `a.rhai.txt`.
    pub(crate) fn named_like(&self, path: &str) -> Option<&'p str> {
        let alike = |other: &str| {
            let behind = other.get(path.len()..).filter(|_| {
                other
                    .get(..path.len())
                    .is_some_and(|begin| begin.eq_ignore_ascii_case(path))
            });
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'))
        };
        self.by_path
            .keys()
            .chain(&self.others)
            .copied()
            .find(|other| *other != path && alike(other))
    }

    /// The digest of the paths and contents of the pack's files, in order of path.
    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, (_, bytes)) in &self.by_path {
            for part in [path.as_bytes(), bytes] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The path and text of every file, in order of path.
    pub(crate) fn contents(&self) -> Vec<(String, String)> {
        self.texts
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.to_string()))
            .collect()
    }
}

/// Whether a file determines what cards do. Other files (texts, pictures, rulings, editor definitions) may change
/// without changing the pack's digest.
fn is_ours(path: &str) -> bool {
    // Hidden files and folders are for editors and other tools.
    if path.split('/').any(|part| part.starts_with('.')) {
        return false;
    }
    path.ends_with(".toml") || (path.ends_with(".rhai") && !path.ends_with(".d.rhai"))
}

fn most(path: &str) -> usize {
    if path == MANIFEST {
        limits::MANIFEST_BYTES
    } else if path.ends_with(".rhai") {
        limits::SCRIPT_BYTES
    } else {
        limits::TOML_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(pack: &PackSource) -> String {
        Files::of(pack, &mut Report::default()).digest()
    }

    #[test]
    fn the_digest_depends_on_every_byte_that_changes_what_cards_do() {
        let ours = ["pack.toml", "cards/a.toml", "cards/a.rhai"];
        let others = ["README.md", "cards/a.d.rhai", ".x/a.toml", "a.toml.txt"];
        let all = ours.iter().chain(&others);
        let pack = PackSource::from_texts("", all.map(|path| (*path, "# one\n# two\n")));
        for (at, (path, bytes)) in pack.files.iter().enumerate() {
            let matters = ours.contains(&path.as_str());
            let mut changes = vec![pack.clone(); bytes.len() + 2];
            for (byte, change) in changes.iter_mut().enumerate() {
                let file = &mut change.files[at];
                match file.1.get_mut(byte) {
                    Some(byte) => *byte ^= 1,
                    None if byte == bytes.len() => file.1.push(b'\n'),
                    None => file.0.insert_str(0, "b/"),
                }
            }
            for change in &changes {
                assert_ne!(change, &pack);
                assert_eq!(digest(change) != digest(&pack), matters, "{path}");
            }
        }
        let mut moved = pack.clone();
        moved.files.reverse();
        assert_eq!(digest(&moved), digest(&pack));
        // Bytes that move from one file to the next are a change.
        let two =
            |one: &str, two: &str| PackSource::from_texts("", [("a.toml", one), ("b.toml", two)]);
        assert_ne!(digest(&two("ab", "c")), digest(&two("a", "bc")));
    }
}
