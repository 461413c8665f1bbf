//! The names that a pack defines: outline of a file, occurrences of a card's id or of a declared word, and renaming.

use crate::packs::{MANIFEST, Packs, inside};
use crate::{place, text, uri};
use lsp_types::{DocumentSymbol, Location, Range, SymbolKind, TextEdit, WorkspaceEdit};
use std::collections::BTreeMap;
use std::ops::Range as Bytes;
use std::path::{Path, PathBuf};

/// The cards of a card file, the tables of a manifest, or the functions of a script.
pub(crate) fn symbols(packs: &Packs, file: &Path) -> Vec<DocumentSymbol> {
    let Some(text) = packs.text(file) else {
        return Vec::new();
    };
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => tables(text),
        Some("rhai") => functions(text),
        _ => Vec::new(),
    }
}

fn tables(text: &str) -> Vec<DocumentSymbol> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        if text::line(text, at).start != at {
            continue;
        }
        let line = text::line(text, at);
        let header = text.get(line.clone()).unwrap_or_default().trim_end();
        let lines = place::place(text, line.end).lines;
        let name = place::text_of(text, &lines, "id");
        let title = header.trim_matches(['[', ']']);
        let symbol = symbol(
            text,
            name.unwrap_or(title),
            Some(title.to_owned()).filter(|_| name.is_some()),
            SymbolKind::OBJECT,
            (at..lines.end.max(line.end), line),
        );
        found.push(symbol);
    }
    found
}

fn functions(text: &str) -> Vec<DocumentSymbol> {
    let code = code(text);
    let mut starts: Vec<Bytes<usize>> = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let own = text::line(text, at).start == at;
        let name = text::word(text, at + 3, false);
        if own && !name.is_empty() {
            starts.push(at..name.end);
        }
    }
    let ends = starts.iter().skip(1).map(|next| next.start);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let of = |(head, end): (&Bytes<usize>, usize)| {
        let name = text.get(head.start + 3..head.end).unwrap_or_default();
        let whole = text
            .get(head.start..end)
            .unwrap_or_default()
            .trim_end()
            .len();
        let range = head.start..head.start + whole;
        symbol(
            text,
            name.trim(),
            None,
            SymbolKind::FUNCTION,
            (range, head.clone()),
        )
    };
    starts.iter().zip(ends).map(of).collect()
}

#[allow(deprecated, reason = "the protocol's type still has the field")]
fn symbol(
    text: &str,
    name: &str,
    detail: Option<String>,
    kind: SymbolKind,
    (whole, head): (Bytes<usize>, Bytes<usize>),
) -> DocumentSymbol {
    DocumentSymbol {
        name: if name.is_empty() {
            "?".into()
        } else {
            name.into()
        },
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: text::range(text, &whole),
        selection_range: text::range(text, &head),
        children: None,
    }
}

/// A name defined in a pack.
enum Name {
    /// The id of a card, without the pack's prefix.
    Card(String),
    /// A word declared in the manifest.
    Word(String),
}

/// The name at a byte of a file, if the pack defines it.
fn name_at(packs: &Packs, file: &Path, at: usize) -> Option<Name> {
    let ((folder, pack), text) = packs.of(file).zip(packs.text(file))?;
    let bytes = place::quoted(text, at).unwrap_or_else(|| text::word(text, at, true));
    let mut word = text.get(bytes)?;
    if file.extension().is_some_and(|ending| ending == "rhai") {
        word = text.get(text::word(text, at, false))?;
    }
    let prefix = cardwright::pack_head(&pack.source).0.unwrap_or_default();
    // In the pack's part of `pack:card`, the name is the card's.
    let behind = text::word(text, at, true).end;
    if word == prefix && text.get(behind..).is_some_and(|rest| rest.starts_with(':')) {
        word = text.get(text::word(text, behind + 1, true))?;
    }
    let own = word
        .strip_prefix(&prefix)
        .and_then(|rest| rest.strip_prefix(':'));
    let word = own.unwrap_or(word);
    let manifest = packs.text(&folder.join(MANIFEST)).unwrap_or_default();
    let files = pack
        .source
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".toml"));
    let mut texts = files.filter_map(|(path, _)| packs.text(&folder.join(path)));
    if ids(manifest, false).any(|(_, id)| id == word) {
        return Some(Name::Word(word.to_owned()));
    }
    let is_card = texts.any(|text| ids(text, true).any(|(_, id)| id == word));
    is_card.then(|| Name::Card(word.to_owned()))
}

/// The ids that a file defines for cards, or for declared words.
fn ids(text: &str, of_cards: bool) -> impl Iterator<Item = (Bytes<usize>, &str)> {
    text.match_indices("id").filter_map(move |(at, _)| {
        let line = text::line(text, at);
        let before = text.get(line.start..at)?;
        let place = place::place(text, at);
        let wanted = match place.table.trim_matches(['[', ']']) {
            "" => false,
            "card" => of_cards,
            _ => !of_cards,
        };
        let value = text.get(at + 2..line.end)?.trim_start().strip_prefix('=')?;
        let value = value.trim_start().strip_prefix('"')?;
        let start = line.end - value.len();
        let id = value.split('"').next()?;
        (wanted && before.trim().is_empty()).then_some((start..start + id.len(), id))
    })
}

/// Every occurrence of the name at a byte of a file, by file.
fn places(packs: &Packs, file: &Path, at: usize) -> BTreeMap<PathBuf, Vec<Bytes<usize>>> {
    let mut found: BTreeMap<PathBuf, Vec<Bytes<usize>>> = BTreeMap::new();
    let Some((name, (folder, pack))) = name_at(packs, file, at).zip(packs.of(file)) else {
        return found;
    };
    let prefix = cardwright::pack_head(&pack.source).0.unwrap_or_default();
    for (path, _) in &pack.source.files {
        let other = folder.join(path);
        let Some(text) = packs.text(&other) else {
            continue;
        };
        let mut here: Vec<Bytes<usize>> = match &name {
            Name::Card(id) => {
                let own = ids(text, true).filter(|(_, known)| known == id);
                let full = format!("{prefix}:{id}");
                let named = whole(text, &full).map(|at| at + prefix.len() + 1..at + full.len());
                own.map(|(bytes, _)| bytes).chain(named).collect()
            }
            Name::Word(word) if path.ends_with(".rhai") => {
                let code = code(text);
                whole(&code, word).map(|at| at..at + word.len()).collect()
            }
            Name::Word(word) if path.ends_with(".toml") => {
                let own = ids(text, false).filter(|(_, known)| path == MANIFEST && known == word);
                let used = whole(text, word).filter(|at| is_use(text, *at, word));
                own.map(|(bytes, _)| bytes)
                    .chain(used.map(|at| at..at + word.len()))
                    .collect()
            }
            Name::Word(_) => Vec::new(),
        };
        here.sort_by_key(|bytes| bytes.start);
        here.dedup();
        if !here.is_empty() {
            found.insert(other, here);
        }
    }
    found
}

/// Whether a word in a card file is a keyword of a card, or an effect symbol.
fn is_use(text: &str, at: usize, word: &str) -> bool {
    let place = place::place(text, at);
    let behind = text.get(at + word.len()..).unwrap_or_default();
    match place.key.as_deref() {
        Some("keywords") => place.in_value && behind.starts_with('"'),
        Some("effect") => place.in_value && behind.trim_start().starts_with('='),
        _ => false,
    }
}

/// The positions of a word as a whole word.
fn whole<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':');
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| {
            let before = text.get(..*at).and_then(|text| text.chars().next_back());
            let behind = text
                .get(at + word.len()..)
                .and_then(|text| text.chars().next());
            let alone = |letter: Option<char>| !letter.is_some_and(part);
            // A colon after it ends a sentence or begins a value.
            alone(before) && (behind == Some(':') || alone(behind))
        })
}

/// A script with comments and strings replaced by spaces.
fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut until) = (text, None::<&str>);
    while let Some(letter) = rest.chars().next() {
        let opens = match until {
            Some(end) if rest.starts_with(end) => {
                until = None;
                end.len()
            }
            Some(_) => 0,
            None => {
                let ends = [("//", "\n"), ("/*", "*/"), ("\"", "\""), ("`", "`")];
                let begins = ends.iter().find(|(begin, _)| rest.starts_with(begin));
                until = begins.map(|(_, end)| *end);
                begins.map_or(0, |(begin, _)| begin.len())
            }
        };
        let length = opens.max(letter.len_utf8());
        let blank = until.is_some() || opens > 0;
        let taken = rest.get(..length).unwrap_or(rest);
        match blank {
            true => out.extend(
                taken
                    .bytes()
                    .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
            ),
            false => out.push_str(taken),
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Every occurrence of the name at a byte of a file.
pub(crate) fn references(packs: &Packs, file: &Path, at: usize) -> Vec<Location> {
    let mut found = Vec::new();
    for (file, places) in places(packs, file, at) {
        let (Some(uri), Some(text)) = (uri::uri(&file), packs.text(&file)) else {
            continue;
        };
        let located = |bytes: &Bytes<usize>| Location::new(uri.clone(), text::range(text, bytes));
        found.extend(places.iter().map(located));
    }
    found
}

/// The edits that rename the name at a byte of a file.
///
/// # Errors
/// A sentence that says why it cannot be renamed.
#[allow(
    clippy::mutable_key_type,
    reason = "the protocol's own map: an address does not change while it is a key"
)]
pub(crate) fn rename(
    packs: &Packs,
    file: &Path,
    at: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let name = name_at(packs, file, at)
        .ok_or("only ids of cards and words that the pack declares can be renamed")?;
    let hyphen = matches!(name, Name::Card(_));
    let good = |letter: char| {
        letter.is_ascii_lowercase()
            || letter.is_ascii_digit()
            || letter == if hyphen { '-' } else { '_' }
    };
    if !new.starts_with(|letter: char| letter.is_ascii_lowercase()) || !new.chars().all(good) {
        let sign = if hyphen { "hyphens" } else { "underscores" };
        return Err(format!(
            "`{new}` cannot be a name: write small letters, digits and {sign}, a letter first"
        ));
    }
    let texts = packs.of(file).into_iter().flat_map(|(folder, pack)| {
        let paths = pack.source.files.iter().map(|(path, _)| folder.join(path));
        paths.filter_map(|path| packs.text(&path))
    });
    let taken = |text: &str| {
        [true, false]
            .iter()
            .any(|cards| ids(text, *cards).any(|(_, id)| id == new))
    };
    if texts.into_iter().any(taken) {
        return Err(format!("the pack already has `{new}`"));
    }
    let mut changes = std::collections::HashMap::new();
    for (file, places) in places(packs, file, at) {
        let (Some(uri), Some(text)) = (uri::uri(&file), packs.text(&file)) else {
            continue;
        };
        let edit = |bytes: &Bytes<usize>| TextEdit::new(text::range(text, bytes), new.to_owned());
        changes.insert(uri, places.iter().map(edit).collect());
    }
    Ok(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

/// The edit that formats a TOML file: one blank line before each table, spaces around `=`, no trailing spaces, one line
/// break at the end. `None` if nothing changes, for other files, and for files that cannot be read.
pub(crate) fn format(packs: &Packs, file: &Path) -> Option<Vec<TextEdit>> {
    let ((folder, pack), text) = packs.of(file).zip(packs.text(file))?;
    inside(folder, file).filter(|path| path.ends_with(".toml"))?;
    let broken = |problem: &crate::packs::Problem| problem.one.code == "CW0101";
    if pack.problems.get(file).into_iter().flatten().any(broken) {
        return None;
    }
    let new = formatted(text);
    let all: Range = text::range(text, &(0..text.len()));
    Some(match new == text {
        true => Vec::new(),
        false => vec![TextEdit::new(all, new)],
    })
}

fn formatted(text: &str) -> String {
    // Multi-line strings are not changed, nor are files that contain them.
    if text.contains("\"\"\"") || text.contains("'''") {
        return text.to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim_end();
        let header = line.starts_with('[') && !line.contains('=') && line.contains(']');
        if line.is_empty() && lines.last().is_none_or(String::is_empty) {
            continue;
        }
        if header {
            // A comment right above a table belongs to it.
            let comments = lines.iter().rev().take_while(|line| line.starts_with('#'));
            let at = lines.len() - comments.count();
            let before = at.checked_sub(1).and_then(|at| lines.get(at));
            if before.is_some_and(|line| !line.is_empty()) {
                lines.insert(at, String::new());
            }
        }
        lines.push(spaced(line));
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let mut out = lines.join("\n");
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// A line `key = value` with one space on both sides of its first `=`.
fn spaced(line: &str) -> String {
    let plain = |key: &str| {
        !key.is_empty()
            && key
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'))
    };
    match line.split_once('=') {
        Some((key, value)) if plain(key.trim_end()) => {
            format!("{} = {}", key.trim_end(), value.trim_start())
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatting_changes_blanks_alone_and_once() {
        let text =
            "a=1  \n\n\n# of b\n[[card]]\nid   =   \"x = y\"\n[[card]]\nlist = [\n  1,\n]\n\n";
        let tidy = "a = 1\n\n# of b\n[[card]]\nid = \"x = y\"\n\n[[card]]\nlist = [\n  1,\n]\n";
        assert_eq!(formatted(text), tidy);
        assert_eq!(formatted(tidy), tidy);
        let long = "a=\"\"\"\n\n\n  b=1\"\"\"\n";
        assert_eq!(formatted(long), long);
    }

    #[test]
    fn comments_and_texts_are_no_code() {
        let script = "fn a(me) { laser(\"laser é\"); } // laser\n/* laser */ laser";
        let blank = code(script);
        assert_eq!(blank.len(), script.len());
        assert_eq!(whole(&blank, "laser").count(), 2);
        let names: Vec<String> = functions("fn a() {\n}\n// fn b() {}\nfn c() {\n}\n")
            .into_iter()
            .map(|symbol| symbol.name)
            .collect();
        assert_eq!(names, ["a", "c"]);
    }

    #[test]
    fn ids_of_cards_and_of_words_are_told_apart() {
        let text =
            "id = \"pack\"\n[[damage]]\nid = \"laser\"\n[[card]]\nid=\"hat\"\nkind = \"part\"\n";
        let of = |cards| ids(text, cards).map(|(_, id)| id).collect::<Vec<_>>();
        assert_eq!((of(true), of(false)), (vec!["hat"], vec!["laser"]));
    }

    /// One pack that exists only in memory.
    struct OnePack(cardwright::PackSource);

    impl crate::Files for OnePack {
        fn pack(&self, _: &Path) -> Result<cardwright::PackSource, String> {
            Ok(self.0.clone())
        }
        fn is_pack(&self, folder: &Path) -> bool {
            folder == Path::new("/p")
        }
        fn packs_in(&self, _: &Path) -> Vec<PathBuf> {
            vec!["/p".into()]
        }
    }

    const MANIFEST_TEXT: &str = "id = \"a-p\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"P\"\n\
        cards = [\"c.toml\"]\n[[damage]]\nid = \"laser\"\nname = \"Laser\"\n";
    const CARDS: &str = "[[card]]\nid = \"hat\"\nkind = \"part\"\nname = \"hat\"\nslot = \"head\"\n\
        activate = { any = [1] }\neffect = [{ laser = 1 }]\n";
    const RULING: &str = "`a-p:hat` and a-p:hat-2 and hat\n";
    const SCRIPT: &str = "fn on_use(me) { aim(laser, 1); } // laser\n";

    fn packs() -> Packs {
        let files = [
            ("c.toml", CARDS),
            ("pack.toml", MANIFEST_TEXT),
            ("rulings/r.md", RULING),
            ("s.rhai", SCRIPT),
        ];
        let one = OnePack(cardwright::PackSource::from_texts("p", files));
        let mut packs = Packs::default();
        packs.touch("/p".into());
        packs.refresh(&one);
        packs
    }

    fn found(file: &str, text: &str, at: &str) -> Vec<(String, u32, u32)> {
        let at = text.find(at).unwrap_or_default() + 1;
        let all = references(&packs(), Path::new(file), at);
        let place = |one: &Location| {
            let file = one.uri.as_str().rsplit('/').next().unwrap_or_default();
            (
                file.to_owned(),
                one.range.start.line,
                one.range.start.character,
            )
        };
        all.iter().map(place).collect()
    }

    #[test]
    fn a_card_is_found_where_its_id_is_and_nowhere_else() {
        let expected = [("c.toml".to_owned(), 1, 6), ("r.md".to_owned(), 0, 5)];
        assert_eq!(found("/p/c.toml", CARDS, "hat\""), expected);
        // At any letter of the pack's part, too.
        for at in ["a-p:hat", "-p:hat", "p:hat", ":hat"] {
            assert_eq!(found("/p/rulings/r.md", RULING, at), expected, "{at}");
        }
    }

    #[test]
    fn a_declared_word_is_found_in_manifest_cards_and_scripts() {
        let expected = [
            ("c.toml".to_owned(), 6, 12),
            ("pack.toml".to_owned(), 7, 6),
            ("s.rhai".to_owned(), 0, 20),
        ];
        assert_eq!(found("/p/s.rhai", SCRIPT, "laser"), expected);
        assert_eq!(found("/p/pack.toml", MANIFEST_TEXT, "laser"), expected);
    }

    #[test]
    fn a_name_is_changed_only_to_a_good_and_free_one() {
        let (packs, file) = (packs(), Path::new("/p/c.toml"));
        let at = CARDS.find("hat").unwrap_or_default();
        let to =
            |new: &str| rename(&packs, file, at, new).map(|edit| edit.changes.map(|all| all.len()));
        assert_eq!(to("cap"), Ok(Some(2)));
        for bad in ["Hat", "a b", "", "laser", "hat"] {
            assert!(to(bad).is_err(), "{bad}");
        }
        // Words of the game do not belong to the pack.
        assert!(rename(&packs, file, CARDS.find("head").unwrap_or_default(), "cap").is_err());
    }
}
