//! Parses the rules pages: clauses with their texts and sources, and the tables of rulings.

use super::origin::Origin;

#[cfg(feature = "texts")]
mod texts {
    use include_dir::{Dir, include_dir};
    use std::collections::BTreeMap;

    static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
    const RULINGS: &str = include_str!("rulings.jsonl");

    pub(super) fn file(name: &str) -> Option<&'static str> {
        match name {
            "rulings.jsonl" => Some(RULINGS),
            name => PAGES.get_file(name)?.contents_utf8(),
        }
    }

    pub(super) fn names() -> Vec<&'static str> {
        let names = PAGES.files().filter_map(|file| file.path().to_str());
        names.collect()
    }

    pub(super) fn give(_: BTreeMap<String, String>) {}
}

#[cfg(not(feature = "texts"))]
mod texts {
    use std::collections::BTreeMap;
    use std::sync::OnceLock;

    static GIVEN: OnceLock<BTreeMap<String, String>> = OnceLock::new();

    pub(super) fn file(name: &str) -> Option<&'static str> {
        Some(GIVEN.get()?.get(name)?.as_str())
    }

    pub(super) fn names() -> Vec<&'static str> {
        let files = GIVEN.get().into_iter().flat_map(BTreeMap::keys);
        files.map(String::as_str).collect()
    }

    pub(super) fn give(files: BTreeMap<String, String>) {
        // If texts were already given, they are kept.
        let _ = GIVEN.set(files);
    }
}

/// The index of the rulings among the texts.
pub(super) const RULINGS: &str = "rulings.jsonl";

/// The text of a rules page, such as `robotory.md`.
pub fn page(name: &str) -> Option<&'static str> {
    texts::file(name)
}

/// The names of the rules pages and registers of open questions.
pub fn pages() -> Vec<&'static str> {
    let names = texts::names().into_iter();
    names.filter(|name| name.ends_with(".md")).collect()
}

/// Whether the texts of the rules are available: always with the feature `texts`, otherwise after [`give_texts`].
pub fn has_texts() -> bool {
    !pages().is_empty()
}

/// Gives a program without the feature `texts` the texts of the rules, by file name: those of `docs/rules` and
/// `rulings.jsonl`. Call it before anything reads the rules. Later texts are ignored, and so are all texts in a
/// program with the feature. Returns whether the texts are available now.
pub fn give_texts(files: std::collections::BTreeMap<String, String>) -> bool {
    texts::give(files);
    has_texts()
}

/// A clause as written on a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Clause {
    pub(super) id: String,
    /// The title; empty if the page has none.
    pub(super) title: String,
    /// The heading of its chapter.
    pub(super) chapter: String,
    /// Markdown, without the source.
    pub(super) text: String,
    /// The source as stated on the page.
    pub(super) source: String,
}

impl Clause {
    pub(super) fn origin(&self) -> Option<Origin> {
        Origin::of(&self.source)
    }
}

/// The rulebook that a page is about: the text in brackets after its first `rulebook`.
pub(super) fn rulebook(page: &str) -> String {
    let intro = page.split("\n## ").next().unwrap_or_default();
    let named = intro
        .split_once("rulebook\n(")
        .or_else(|| intro.split_once("rulebook ("))
        .and_then(|(_, rest)| rest.split_once(')'));
    named.map_or(String::new(), |(book, _)| book.replace('\n', " "))
}

/// The rows of the table of rulings: number, ruling, clauses, reason.
pub(super) fn rulings(page: &str) -> Vec<[String; 4]> {
    let rows = page.lines().filter_map(|line| {
        let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
        let cells: Vec<&str> = row.split(" | ").collect();
        let [id, ruled, clauses, reason] = cells.as_slice() else {
            return None;
        };
        is_id(id).then(|| [*id, *ruled, *clauses, *reason].map(String::from))
    });
    rows.collect()
}

/// Every clause of a page: a heading `### MB-1.1 Title`, or a paragraph starting with `**LC-1.1**`.
pub(super) fn clauses(page: &str) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let (mut open, mut chapter) = (false, String::new());
    for line in page.lines() {
        if let Some(clause) = begins(line) {
            found.push(Clause {
                chapter: chapter.clone(),
                ..clause
            });
            open = true;
        } else if line.starts_with('#') {
            open = false;
            let heading = line.trim_start_matches('#').trim();
            chapter = heading
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                .trim()
                .into();
        } else if let Some(clause) = found.last_mut().filter(|_| open) {
            clause.text.push('\n');
            clause.text.push_str(line);
        }
    }
    found.iter_mut().for_each(part_source);
    found
}

/// The clause that starts on a line, with its text so far.
fn begins(line: &str) -> Option<Clause> {
    let clause = |id: &str, title: &str, text: &str| {
        is_id(id).then(|| Clause {
            id: id.into(),
            title: title.trim().into(),
            text: text.trim().into(),
            ..Clause::default()
        })
    };
    if let Some(heading) = line.strip_prefix("### ") {
        let (id, title) = heading.split_once(' ')?;
        return clause(id, title, "");
    }
    let (id, text) = line.strip_prefix("**")?.split_once("**")?;
    clause(id.trim_end_matches([':', '.']), "", text)
}

/// The possible beginnings of the source paragraph.
const SOURCES: [&str; 5] = ["*Source", "*Ruling", "*Reconstructed", "*Ours", "*Q-"];

/// Moves the source out of the text: the lines from one that starts in italics to the end of the italics.
fn part_source(clause: &mut Clause) {
    let lines: Vec<&str> = clause.text.lines().collect();
    let from = lines
        .iter()
        .position(|line| SOURCES.iter().any(|begin| line.starts_with(begin)));
    let Some(from) = from else {
        clause.text = clause.text.trim().into();
        return;
    };
    let ends = |line: &&str| line.trim_end().ends_with('*');
    let to = lines[from..]
        .iter()
        .position(ends)
        .map_or(lines.len(), |more| from + more + 1);
    let source = lines[from..to].join(" ");
    let source = source.trim().trim_matches('*').trim();
    clause.source = source.strip_prefix("Source: ").unwrap_or(source).into();
    // Printed texts, and texts that start with a heading, keep their paragraphs separate.
    let text = [&lines[..from], &lines[to..]].concat().join("\n");
    clause.text = text.trim().into();
}

/// Whether a word is the number of a clause, a ruling or a question: `MB-1.1`, `R-MB-3`.
pub(super) fn is_id(word: &str) -> bool {
    let (letters, number) = word.rsplit_once('-').unwrap_or_default();
    letters.chars().all(|c| c.is_ascii_uppercase() || c == '-')
        && letters.len() >= 2
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '.')
}

/// The numbers in a text, each once, in order.
pub(super) fn ids_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.')) {
        let word = word.trim_matches(['.', '-']);
        if is_id(word) && !found.iter().any(|known| known == word) {
            found.push(word.into());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_words() {
        for good in ["MB-1.1", "R-MB-3", "LC-11.3", "RE-4.2a"] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["", "-", "A-1", "mb-1.1", "MB-", "MB-x", "Note"] {
            assert!(!is_id(bad), "{bad}");
        }
        assert_eq!(
            ids_in("No (MB-1.1, R-MB-3): see MB-1.1. A 7-day"),
            ["MB-1.1", "R-MB-3"]
        );
    }

    #[test]
    fn text_and_source_are_told_apart() {
        let page = "# G\n\nThe rulebook (A, 2009).\n\n## 1. One\n\n### AB-1.1 First\n\nText.\n\n*Source: \"X\".\nMore.*\n\n\
                    **AB-1.2** Text.\n*Ruling R-AB-1: why.*\n\n```text\npicture\n```\n\n## 2 Two\n\n| R-AB-1 | so | AB-1.2 | why |\n";
        assert_eq!(rulebook(page), "A, 2009");
        let found = clauses(page);
        let first = Clause {
            id: "AB-1.1".into(),
            title: "First".into(),
            chapter: "One".into(),
            text: "Text.".into(),
            source: "\"X\". More.".into(),
        };
        assert_eq!(found[0], first);
        assert_eq!(found[1].source, "Ruling R-AB-1: why.");
        assert_eq!(found[1].text, "Text.\n\n```text\npicture\n```");
        assert_eq!(rulings(page)[0][2], "AB-1.2");
    }
}
