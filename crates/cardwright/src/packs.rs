//! Sources of packs: the official ones, which are part of the library, and those of callers.

use crate::modules::module;
pub use cardwright_cards::PackSource;
use cardwright_kernel::PackUse;
use include_dir::{Dir, DirEntry};

/// The official packs of a game; empty for a game without cards.
pub fn official_packs(game: &str) -> Vec<PackSource> {
    let packs = module(game).map_or(&[][..], |module| module.packs());
    packs
        .iter()
        .map(|pack| embedded(pack.name, pack.files))
        .collect()
}

fn embedded(name: &str, folder: &Dir<'_>) -> PackSource {
    let mut files = Vec::new();
    gather(folder, &mut files);
    PackSource {
        name: name.into(),
        files,
    }
}

/// Adds every file of an embedded folder.
pub(crate) fn gather(folder: &Dir<'_>, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => gather(inner, files),
            DirEntry::File(file) => {
                let path = file.path().to_string_lossy().replace('\\', "/");
                files.push((path, file.contents().to_vec()));
            }
        }
    }
}

/// Converts a pack of a match to its source.
pub(crate) fn source(pack: &PackUse) -> PackSource {
    let bytes = |(path, text): &(String, String)| (path.clone(), text.clone().into_bytes());
    PackSource {
        name: pack.id.clone(),
        files: pack.files.iter().map(bytes).collect(),
    }
}

/// The official packs and the given ones; a given pack replaces an official one with the same id.
pub(crate) fn with_official(game: &str, given: &[PackSource]) -> Vec<PackSource> {
    in_place_of(official_packs(game), given)
}

/// The first packs and the given ones; a given pack replaces a first one with the same id. Each pack is replaced only
/// once: a second pack with the same id is added, and loading reports the duplicate.
pub(crate) fn in_place_of(first: Vec<PackSource>, given: &[PackSource]) -> Vec<PackSource> {
    let mut open: Vec<Option<String>> = first.iter().map(|pack| text_of(pack, "id")).collect();
    let mut packs = first;
    for pack in given {
        let id = text_of(pack, "id");
        match open.iter().position(|known| id.is_some() && *known == id) {
            Some(place) => {
                packs[place] = pack.clone();
                open[place] = None;
            }
            None => packs.push(pack.clone()),
        }
    }
    packs
}

/// A text in a pack's manifest; `None` if it cannot be read, which is reported when the pack is loaded.
pub(crate) fn text_of(pack: &PackSource, key: &str) -> Option<String> {
    let (_, bytes) = pack.files.iter().find(|(path, _)| path == "pack.toml")?;
    let manifest = toml_span::parse(std::str::from_utf8(bytes).ok()?).ok()?;
    Some(manifest.as_table()?.get(key)?.as_str()?.to_owned())
}

/// The keys of the table `depends` of a pack's manifest.
pub(crate) fn needs_of(pack: &PackSource) -> Vec<String> {
    let find = || {
        let (_, bytes) = pack.files.iter().find(|(path, _)| path == "pack.toml")?;
        let manifest = toml_span::parse(std::str::from_utf8(bytes).ok()?).ok()?;
        let needs = manifest.as_table()?.get("depends")?.as_table()?;
        Some(needs.keys().map(|key| key.name.to_string()).collect())
    };
    find().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(manifest: &str) -> PackSource {
        PackSource {
            name: "test".into(),
            files: vec![("pack.toml".into(), manifest.into())],
        }
    }

    #[test]
    fn a_pack_with_the_official_id_stands_in_its_place() {
        let mine = pack("id = \"moon-bots\"");
        assert_eq!(
            with_official("moon-bots", std::slice::from_ref(&mine)),
            [mine]
        );
    }

    #[test]
    fn a_second_pack_of_one_id_stays_beside_the_first() {
        let (one, two) = (
            pack("id = \"mine\"\nversion = \"1.0.0\""),
            pack("id = \"mine\"\nversion = \"2.0.0\""),
        );
        assert_eq!(
            with_official("moon-bots", &[one.clone(), two.clone()])[1..],
            [one.clone(), two]
        );
        assert_eq!(
            with_official("moon-bots", &[one.clone(), one.clone()])[1..],
            [one.clone(), one]
        );
        let official = pack("id = \"moon-bots\"");
        assert_eq!(
            with_official("moon-bots", &[official.clone(), official.clone()]),
            [official.clone(), official]
        );
    }

    #[test]
    fn another_pack_follows_the_official_one() {
        for manifest in ["id = \"mine\"", "id = 3", "id =", ""] {
            let packs = with_official("moon-bots", &[pack(manifest)]);
            assert_eq!(packs.len(), 2, "{manifest}");
            assert_eq!(text_of(&packs[0], "id").as_deref(), Some("moon-bots"));
        }
    }
}
