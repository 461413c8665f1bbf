//! A pack as one file: a zip archive without compression, whose first entry is the digest of the others.
//!
//! The same pack gives the same bytes on every system. An archive may come from anywhere, so this module refuses
//! anything that it would not write itself.

use crate::PackSource;
use std::collections::BTreeSet;

/// The size limit of a pack archive, in bytes; larger files are rejected.
pub const MAX_ARCHIVE_BYTES: u64 = 40 << 20;
/// The maximum number of files in an archive: enough for ten thousand cards with a script each.
const MAX_FILES: usize = 20_000;
/// The maximum size of a file in a pack, in bytes.
const MAX_FILE_BYTES: usize = 8 << 20;
/// The name of the archive entry with the digest.
const DIGEST: &str = "cwpack.digest";
/// The file name endings allowed in packs.
const ENDINGS: [&str; 4] = [".toml", ".rhai", ".md", ".txt"];

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const LOCAL_BYTES: usize = 30;
const CENTRAL_BYTES: usize = 46;
const END_BYTES: usize = 22;
/// 1 January 1980, the first date that a zip file can express. The bytes of an archive must not depend on the clock.
const DATE: u16 = 0x21;
/// The bits of a file's mode that give its type.
const MODE: u32 = 0xf000;
/// The file type of a symbolic link.
const LINK: u32 = 0xa000;

/// Why a file could not be read or written as a pack archive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ArchiveError {
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: &'static str,
}

fn refuse<T>(message: impl Into<String>, help: &'static str) -> Result<T, ArchiveError> {
    let message = message.into();
    Err(ArchiveError { message, help })
}

const DAMAGED: &str = "the file is damaged or incomplete: get it again";
const OTHERS: &str = "make the file with `cardwright pack DIR -o FILE.cwpack`";

/// Packs all files of a pack into one archive file.
///
/// # Errors
/// If the pack has no `pack.toml`, or contains files that do not belong in a pack.
pub fn write_archive(pack: &PackSource) -> Result<Vec<u8>, ArchiveError> {
    let mut files: Vec<(&str, &[u8])> = pack
        .files
        .iter()
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
        .collect();
    files.sort_unstable();
    check_files(&files)?;
    let digest = format!("{}\n", digest(&files));
    files.insert(0, (DIGEST, digest.as_bytes()));
    let (mut out, mut central) = (Vec::new(), Vec::new());
    for (path, bytes) in &files {
        let about = Entry {
            crc: crc(bytes),
            size: bytes.len() as u32,
            name: path.len() as u16,
        };
        let offset = out.len() as u32;
        long(&mut out, LOCAL);
        about.put(&mut out);
        out.extend(path.bytes());
        out.extend(*bytes);
        long(&mut central, CENTRAL);
        // Made by a system without file modes, so no entry is a link.
        short(&mut central, 20);
        about.put(&mut central);
        // Comment, disk, and internal and external attributes.
        central.extend([0; 10]);
        long(&mut central, offset);
        central.extend(path.bytes());
    }
    let (start, length) = (out.len() as u32, central.len() as u32);
    out.append(&mut central);
    long(&mut out, END);
    long(&mut out, 0);
    short(&mut out, files.len() as u16);
    short(&mut out, files.len() as u16);
    long(&mut out, length);
    long(&mut out, start);
    short(&mut out, 0);
    Ok(out)
}

/// The data common to both headers of an archive entry.
#[derive(PartialEq)]
struct Entry {
    crc: u32,
    size: u32,
    name: u16,
}

impl Entry {
    fn put(&self, out: &mut Vec<u8>) {
        // Version, flag for UTF-8 names, stored without compression, time, date.
        for number in [20, 0x800, 0, 0, DATE] {
            short(out, number);
        }
        for number in [self.crc, self.size, self.size] {
            long(out, number);
        }
        short(out, self.name);
        short(out, 0);
    }
}

/// Reads a pack from the bytes of an archive file. `name` is the pack's name in messages.
///
/// # Errors
/// If the bytes are not a pack archive, are damaged or too large, or contain entries that could do harm.
pub fn read_archive(name: &str, bytes: &[u8]) -> Result<PackSource, ArchiveError> {
    if bytes.len() as u64 > MAX_ARCHIVE_BYTES {
        let most = MAX_ARCHIVE_BYTES >> 20;
        return refuse(
            format!("the file is larger than {most} MB"),
            "make the pack smaller",
        );
    }
    let Some(end) = bytes.len().checked_sub(END_BYTES) else {
        return refuse("this is not a zip file", OTHERS);
    };
    if long_at(bytes, end) != Some(END) || long_at(bytes, 0) != Some(LOCAL) {
        return refuse("this is not a zip file that ends where it should", OTHERS);
    }
    let count = usize::from(short_at(bytes, end + 10).unwrap_or_default());
    if count > MAX_FILES + 1 {
        return refuse(
            format!("there are more than {MAX_FILES} files in it"),
            OTHERS,
        );
    }
    let central = long_at(bytes, end + 16).unwrap_or_default() as usize;
    let (mut at, mut local) = (central, 0);
    let mut files: Vec<(&str, &[u8])> = Vec::new();
    for _ in 0..count {
        let found = entry(bytes, &mut at, &mut local)?;
        files.push(found);
    }
    // Nothing may be hidden between, before or after the entries.
    if local != central || at != end {
        return refuse("its parts do not fit together", DAMAGED);
    }
    let Some((DIGEST, stated)) = files.first().copied() else {
        return refuse(format!("its first entry is not `{DIGEST}`"), OTHERS);
    };
    files.remove(0);
    check_files(&files)?;
    if stated != format!("{}\n", digest(&files)).as_bytes() {
        return refuse("its digest does not fit its files", DAMAGED);
    }
    let own = |(path, bytes): &(&str, &[u8])| ((*path).to_owned(), bytes.to_vec());
    Ok(PackSource {
        name: name.to_owned(),
        files: files.iter().map(own).collect(),
    })
}

/// The next entry of the archive's list, with its content, which starts where the previous entry ended.
fn entry<'b>(
    bytes: &'b [u8],
    at: &mut usize,
    local: &mut usize,
) -> Result<(&'b str, &'b [u8]), ArchiveError> {
    let damaged = || refuse("its list of files is damaged", DAMAGED);
    let (Some(CENTRAL), Some((about, extra))) = (long_at(bytes, *at), head(bytes, *at + 6)) else {
        return damaged();
    };
    let name = bytes.get(*at + CENTRAL_BYTES..*at + CENTRAL_BYTES + usize::from(about.name));
    let Some(name) = name.and_then(|name| std::str::from_utf8(name).ok()) else {
        return damaged();
    };
    check_path(name)?;
    let flags = short_at(bytes, *at + 8).unwrap_or_default();
    let method = short_at(bytes, *at + 10).unwrap_or_default();
    let packed = long_at(bytes, *at + 20);
    let comment = short_at(bytes, *at + 32);
    let mode = long_at(bytes, *at + 38).unwrap_or_default() >> 16;
    if mode & MODE == LINK {
        return refuse(format!("`{}` is a symbolic link", shown(name)), OTHERS);
    }
    if flags & 1 != 0 {
        return refuse(format!("`{}` is encrypted", shown(name)), OTHERS);
    }
    if method != 0 || packed != Some(about.size) {
        return refuse(format!("`{}` is compressed", shown(name)), OTHERS);
    }
    if about.size as usize > MAX_FILE_BYTES {
        let most = MAX_FILE_BYTES >> 20;
        let message = format!("`{}` is larger than {most} MB", shown(name));
        return refuse(message, "make the file smaller");
    }
    let offset = long_at(bytes, *at + 42).map(|offset| offset as usize);
    if extra != 0 || comment != Some(0) || flags & !0x800 != 0 || offset != Some(*local) {
        return refuse("it was made or changed by another program", OTHERS);
    }
    let same = long_at(bytes, *local) == Some(LOCAL)
        && head(bytes, *local + 4).is_some_and(|(there, extra)| there == about && extra == 0)
        && short_at(bytes, *local + 6) == Some(flags)
        && short_at(bytes, *local + 8) == Some(method);
    let start = *local + LOCAL_BYTES + name.len();
    let end = start + about.size as usize;
    let (Some(again), Some(content)) = (
        bytes.get(*local + LOCAL_BYTES..start),
        bytes.get(start..end),
    ) else {
        return damaged();
    };
    if !same || again != name.as_bytes() {
        return refuse(
            format!("`{}` is listed with other data", shown(name)),
            DAMAGED,
        );
    }
    if crc(content) != about.crc {
        return refuse(format!("`{}` is damaged", shown(name)), DAMAGED);
    }
    *local = end;
    *at += CENTRAL_BYTES + name.len();
    Ok((name, content))
}

/// The fields of a header from its version on, and the length of its extra field.
fn head(bytes: &[u8], at: usize) -> Option<(Entry, u16)> {
    let about = Entry {
        crc: long_at(bytes, at + 10)?,
        size: long_at(bytes, at + 18)?,
        name: short_at(bytes, at + 22)?,
    };
    Some((about, short_at(bytes, at + 24)?))
}

/// Checks by their names that files can form a pack.
fn check_files(files: &[(&str, &[u8])]) -> Result<(), ArchiveError> {
    if files.len() > MAX_FILES {
        return refuse(
            format!("there are more than {MAX_FILES} files in it"),
            "make two packs",
        );
    }
    let mut known = BTreeSet::new();
    for (path, bytes) in files {
        check_path(path)?;
        if !ENDINGS.iter().any(|ending| path.ends_with(ending)) {
            let message = format!("`{}` does not belong in a pack", shown(path));
            return refuse(
                message,
                "packs have files that end in .toml, .rhai, .md or .txt",
            );
        }
        if bytes.len() > MAX_FILE_BYTES {
            let most = MAX_FILE_BYTES >> 20;
            let message = format!("`{}` is larger than {most} MB", shown(path));
            return refuse(message, "make the file smaller");
        }
        // Some systems treat such names as the same file.
        if !known.insert(path.to_lowercase()) {
            return refuse(format!("it has the file `{}` twice", shown(path)), OTHERS);
        }
    }
    match known.contains("pack.toml") {
        true => Ok(()),
        false => refuse(
            "it has no `pack.toml`",
            "a pack has its `pack.toml` at the top, in no folder",
        ),
    }
}

/// Checks that a path stays in the pack's folder on every system.
fn check_path(path: &str) -> Result<(), ArchiveError> {
    let bad_part = |part: &str| part.is_empty() || part.starts_with('.') || part.ends_with(' ');
    let bad_letter = |letter: char| letter.is_control() || "\\:*?\"<>|".contains(letter);
    match path.split('/').any(bad_part) || path.chars().any(bad_letter) {
        true => refuse(
            format!("the path `{}` is not allowed in a pack", shown(path)),
            "paths stay in the pack's folder, with `/` and without `..`",
        ),
        false => Ok(()),
    }
}

/// A name as displayed in messages.
fn shown(name: &str) -> String {
    let letters = name.chars().take(80);
    letters
        .map(|letter| if letter.is_control() { '?' } else { letter })
        .collect()
}

fn digest(files: &[(&str, &[u8])]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (path, bytes) in files {
        for part in [path.as_bytes(), bytes] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    format!("blake3 {}", hasher.finalize().to_hex())
}

/// The checksum of zip files.
fn crc(bytes: &[u8]) -> u32 {
    let mut table = [0_u32; 256];
    for (value, place) in (0..).zip(&mut table) {
        *place = (0..8).fold(value, |crc: u32, _| {
            (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        });
    }
    let next = |crc: u32, byte: &u8| {
        let place = usize::from(crc as u8 ^ byte);
        (crc >> 8) ^ table.get(place).copied().unwrap_or_default()
    };
    !bytes.iter().fold(u32::MAX, next)
}

fn short(out: &mut Vec<u8>, number: u16) {
    out.extend(number.to_le_bytes());
}

fn long(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_le_bytes());
}

fn short_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(two.try_into().ok()?))
}

fn long_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]
mod tests {
    use super::*;

    fn pack() -> PackSource {
        PackSource::from_texts(
            "p",
            [("a/b.rhai", "fn play(me) {}"), ("pack.toml", "id = \"p\"")],
        )
    }

    fn message(bytes: &[u8]) -> String {
        read_archive("p", bytes).unwrap_err().message
    }

    /// The file with a text replaced by another of the same length.
    fn with(from: &str, to: &str) -> Vec<u8> {
        let mut bytes = write_archive(&pack()).unwrap();
        for at in 0..bytes.len() - from.len() {
            if bytes[at..].starts_with(from.as_bytes()) {
                bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
            }
        }
        bytes
    }

    /// The start of the list of entries.
    fn central(bytes: &[u8]) -> usize {
        long_at(bytes, bytes.len() - END_BYTES + 16).unwrap() as usize
    }

    #[test]
    fn a_pack_comes_back_as_it_was() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        let bytes = write_archive(&pack()).unwrap();
        assert_eq!(read_archive("p", &bytes).unwrap(), pack());
        let mut turned = pack();
        turned.files.reverse();
        assert_eq!(write_archive(&turned).unwrap(), bytes);
    }

    #[test]
    fn paths_out_of_the_folder_are_refused() {
        for path in [
            "../b.txt",
            "/a/b.txt",
            "a\\b.rhai",
            "c:b.rhai",
            "a//b.txt",
            ".a/b.txt",
        ] {
            let bad = format!("{path:.<8}");
            let found = message(&with("a/b.rhai", &bad[..8]));
            assert!(found.contains("not allowed in a pack"), "{path}: {found}");
        }
        assert_eq!(
            message(&with("a/b.rhai", "a/b.jpeg")),
            "`a/b.jpeg` does not belong in a pack"
        );
        assert_eq!(
            message(&with("pack.toml", "pock.toml")),
            "it has no `pack.toml`"
        );
    }

    #[test]
    fn links_encryption_and_compression_are_refused() {
        let second = |offset: usize, value: &[u8]| {
            let mut bytes = write_archive(&pack()).unwrap();
            let at = central(&bytes) + CENTRAL_BYTES + DIGEST.len() + offset;
            bytes[at..at + value.len()].copy_from_slice(value);
            message(&bytes)
        };
        assert_eq!(
            second(38, &0xa1ff_0000_u32.to_le_bytes()),
            "`a/b.rhai` is a symbolic link"
        );
        assert_eq!(second(8, &[1]), "`a/b.rhai` is encrypted");
        assert_eq!(second(10, &[8]), "`a/b.rhai` is compressed");
        // A small file that claims to be huge.
        assert_eq!(
            second(20, &[255, 255, 255, 127, 255, 255, 255, 127]),
            "`a/b.rhai` is larger than 8 MB"
        );
        // Two entries with the same content, as in zip bombs.
        assert_eq!(
            second(42, &[0, 0]),
            "it was made or changed by another program"
        );
    }

    #[test]
    fn changed_content_is_found() {
        assert_eq!(
            message(&with("(me) {}", "(me) ()")),
            "`a/b.rhai` is damaged"
        );
        let bytes = write_archive(&pack()).unwrap();
        assert_eq!(
            message(&[&bytes[..], b"more"].concat()),
            "this is not a zip file that ends where it should"
        );
        assert_eq!(message(b"hello"), "this is not a zip file");
    }

    #[test]
    fn no_cut_and_no_changed_byte_is_read_as_another_pack() {
        let bytes = write_archive(&pack()).unwrap();
        for at in 0..bytes.len() {
            assert!(read_archive("p", &bytes[..at]).is_err(), "cut at {at}");
            for value in [0, 1, 0x7f, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                if let Ok(read) = read_archive("p", &changed) {
                    assert_eq!(read, pack(), "byte {at}");
                }
            }
        }
    }
}
