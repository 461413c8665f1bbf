//! Go to definition: from a card to its script, from a manifest to its files, from a script to its functions, to the
//! cards that run it, and to the words that packs declare.

use crate::packs::{MANIFEST, Pack, Packs, inside};
use crate::{place, text, uri};
use lsp_types::{Location, Range};
use std::path::{Path, PathBuf};

/// The definitions of the name at a byte of a file.
pub(crate) fn definition(packs: &Packs, file: &Path, at: usize) -> Vec<Location> {
    let Some(((folder, pack), text)) = packs.of(file).zip(packs.text(file)) else {
        return Vec::new();
    };
    let found = match file.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => of_path(folder, pack, text, at).into_iter().collect(),
        Some("rhai") => of_script(packs, folder, pack, file, text, at),
        _ => Vec::new(),
    };
    let located = |(file, range): (PathBuf, Range)| Some(Location::new(uri::uri(&file)?, range));
    found.into_iter().filter_map(located).collect()
}

/// The file of the pack that a quoted path names.
fn of_path(folder: &Path, pack: &Pack, text: &str, at: usize) -> Option<(PathBuf, Range)> {
    let path = text.get(place::quoted(text, at)?)?;
    let known = pack.source.files.iter().any(|(name, _)| name == path);
    known.then(|| (folder.join(path), Range::default()))
}

fn of_script(
    packs: &Packs,
    folder: &Path,
    pack: &Pack,
    file: &Path,
    text: &str,
    at: usize,
) -> Vec<(PathBuf, Range)> {
    let bytes = text::word(text, at, false);
    let Some(name) = text.get(bytes.clone()).filter(|name| !name.is_empty()) else {
        return Vec::new();
    };
    let defined = function(text, name);
    if defined.as_ref().is_some_and(|place| *place == bytes) {
        return cards_with(packs, folder, pack, file);
    }
    if let Some(place) = defined {
        return vec![(file.to_path_buf(), text::range(text, &place))];
    }
    declared(packs, folder, name).into_iter().collect()
}

/// The range of a function's name in its definition.
fn function(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let whole = |at: &usize| text::word(text, *at, false) == (*at..at + name.len());
    let follows = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        before.trim_end().ends_with("fn") && before.ends_with(char::is_whitespace)
    };
    let at = text
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| whole(at) && follows(at))?;
    Some(at..at + name.len())
}

/// The cards that use a script file.
fn cards_with(packs: &Packs, folder: &Path, pack: &Pack, file: &Path) -> Vec<(PathBuf, Range)> {
    let Some(path) = inside(folder, file) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, _) in pack
        .source
        .files
        .iter()
        .filter(|(name, _)| name.ends_with(".toml"))
    {
        let other = folder.join(name);
        let Some(text) = packs.text(&other) else {
            continue;
        };
        let quoted = format!("\"{path}\"");
        for (at, _) in text.match_indices(&quoted) {
            let line = text.get(text::line(text, at)).unwrap_or_default();
            if line.trim_start().starts_with("script") {
                found.push((
                    other.clone(),
                    text::range(text, &(at + 1..at + 1 + path.len())),
                ));
            }
        }
    }
    found
}

/// The line of the manifest that declares a word.
fn declared(packs: &Packs, folder: &Path, name: &str) -> Option<(PathBuf, Range)> {
    let manifest = folder.join(MANIFEST);
    let text = packs.text(&manifest)?;
    let quoted = format!("\"{name}\"");
    let is = |at: &usize| {
        let place = place::place(text, at + 1);
        place.key.as_deref() == Some("id") && !place.table.is_empty()
    };
    let at = text.match_indices(&quoted).map(|(at, _)| at).find(is)?;
    Some((
        manifest.clone(),
        text::range(text, &(at + 1..at + 1 + name.len())),
    ))
}
