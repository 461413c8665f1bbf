//! Links between pages work, the summary lists every page once, and pages are in plain English.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page of the project that people read, from the project's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ]
    .map(PathBuf::from)
    .to_vec();
    let mut folders = vec![PathBuf::from("docs"), PathBuf::from("cards")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The text without code fences and code spans, which contain no links and no prose; lines keep their numbers.
fn prose(text: &str) -> String {
    let mut fence = None;
    let mut prose = String::new();
    for line in text.lines() {
        let ticks = line.trim_start().bytes().take_while(|c| *c == b'`').count();
        match fence {
            None if ticks >= 3 => fence = Some(ticks),
            Some(open) if ticks >= open => fence = None,
            None => prose.extend(line.split('`').step_by(2)),
            Some(_) => {}
        }
        prose.push('\n');
    }
    prose
}

/// Where the links and pictures of a page lead.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).replace('\n', " ");
    let parts = text.split("](").skip(1);
    parts
        .filter_map(|part| part.split_once(')'))
        .map(|(link, _)| link.trim().to_owned())
        .collect()
}

/// The names that headings can be linked by.
fn headings(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
        let kept = title.to_lowercase().replace(' ', "-");
        Some(kept.replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '_', ""))
    };
    text.lines().filter_map(heading).collect()
}

/// What is wrong with a link of a page.
fn broken(page: &Path, link: &str) -> Option<String> {
    if link.is_empty() || link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => root().join(page),
        file => root().join(page).parent().unwrap().join(file),
    };
    if !target.exists() {
        return Some(format!("{}: there is no {link}", page.display()));
    }
    // The book is made of `docs` alone.
    let leaves = |folder: &Path| !target.canonicalize().unwrap().starts_with(folder);
    if page.starts_with("docs") && leaves(&root().join("docs").canonicalize().unwrap()) {
        return Some(format!("{}: {link} is no part of the book", page.display()));
    }
    if heading.is_empty() || target.extension().is_none_or(|end| end != "md") {
        return None;
    }
    let found = headings(&fs::read_to_string(&target).unwrap()).contains(heading);
    (!found).then(|| format!("{}: no heading for {link}", page.display()))
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for link in links(&text) {
            count += 1;
            wrong.extend(broken(&page, &link));
        }
    }
    assert!(count > 200, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_broken_link_is_found() {
    let readme = Path::new("README.md");
    for link in ["docs/nothing.md", "docs/SUMMARY.md#nothing", "#nothing"] {
        assert!(broken(readme, link).is_some(), "{link}");
    }
    assert_eq!(broken(readme, "docs/SUMMARY.md#summary"), None);
    assert!(broken(Path::new("docs/SUMMARY.md"), "../README.md").is_some());
    let page = "[a\nb](c.md) `[no](d.md)` ![p](e.svg)\n```\n[no](f.md)\n```\n";
    assert_eq!(links(page), ["c.md", "e.svg"]);
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut listed: Vec<_> = links(&summary)
        .into_iter()
        .filter(|link| !link.is_empty())
        .collect();
    // Its links are copied as they are.
    assert!(
        !listed[0].contains('/'),
        "the first page is copied to the top of the book"
    );
    listed.sort();
    let mut all: Vec<_> = pages()
        .iter()
        .filter_map(|page| Some(page.strip_prefix("docs").ok()?.to_str()?.replace('\\', "/")))
        .filter(|page| page != "SUMMARY.md")
        .collect();
    all.sort();
    assert_eq!(listed, all);
}

#[test]
fn the_games_look_as_in_the_tests_of_the_page() {
    for game in cardwright::games() {
        let picture = |path: String| fs::read(root().join(path)).unwrap();
        let (shown, tested) = (
            picture(format!("docs/pictures/{}.png", game.id)),
            picture(format!("web/tests/pictures/{}-1440-light.png", game.id)),
        );
        assert!(
            shown == tested,
            "copy the picture of {} to docs/pictures",
            game.id
        );
    }
}

/// Phrases that readers would have to learn here, and what to write instead.
const AVOID: &[(&str, &str)] = &[
    ("anew", "again"),
    ("are told", "see, are reported"),
    ("at hand", "available"),
    ("befall", "happen to"),
    ("behind doors", "through endpoints"),
    ("bring forth", "cause"),
    ("brought to light", "revealed"),
    ("came to light", "was revealed"),
    ("came out", "resulted"),
    ("come out", "result"),
    ("comes out", "results"),
    ("comes to light", "is revealed"),
    ("comes to nothing", "has no effect"),
    ("desk", "service"),
    ("desks", "services"),
    ("door of the wire", "entry point of the protocol"),
    ("each door", "each entry point"),
    ("every door", "every entry point"),
    ("for ever", "forever"),
    ("goes on", "continues, resumes"),
    ("in vain", "without effect"),
    ("is told", "sees, is reported"),
    ("laid out", "dealt, arranged"),
    ("lays out", "deals, arranges"),
    ("lie there", "are there"),
    ("lies in", "is in"),
    ("lies there", "is there"),
    ("means ill", "is abusive"),
    ("mended", "fixed"),
    ("none such", "no match"),
    ("of one's own", "of your own, custom"),
    ("one door", "one entry point"),
    ("one's own", "your own"),
    ("oneself", "yourself"),
    ("otherwise than", "differently from"),
    ("point less", "1 less damage"),
    ("point more", "1 extra damage"),
    ("put right", "fixed"),
    ("room of code", "module"),
    ("second players", "reference implementations"),
    ("stand there", "are there"),
    ("stands beside", "is beside"),
    ("stands in", "is in"),
    ("stands there", "is there"),
    ("to be had", "available"),
    ("was told", "saw"),
    ("what became of", "the result of"),
    ("what becomes of", "the effect on"),
    ("whatever is", "anything that is"),
    ("whoever", "a player who, anyone who"),
];

/// The line and the words of every phrase to avoid in a page.
fn odd(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let text = prose(text).to_lowercase();
    let spaced = text.replace('\n', " ");
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let mut found = Vec::new();
    for &(phrase, instead) in AVOID {
        for (at, _) in spaced.match_indices(phrase) {
            let (before, after) = (&spaced[..at], &spaced[at + phrase.len()..]);
            if !inner(before.chars().next_back()) && !inner(after.chars().next()) {
                found.push((text[..at].matches('\n').count() + 1, phrase, instead));
            }
        }
    }
    found
}

#[test]
fn pages_are_in_plain_english() {
    let mut wrong = Vec::new();
    // Pages under `docs/reference` are generated from the program's own texts; those under `cards` belong to packs.
    let by_hand =
        |page: &&PathBuf| !page.starts_with("docs/reference") && !page.starts_with("cards");
    for page in pages().iter().filter(by_hand) {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for (line, phrase, instead) in odd(&text) {
            let page = page.display();
            wrong.push(format!("{page}:{line}: \"{phrase}\": write {instead}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_odd_phrase_is_found() {
    let page =
        "```\nwhoever\n```\nA `desk` is fine.\nWhoever comes\nto light or comes\nto nothing.\n";
    let found: Vec<_> = odd(page)
        .into_iter()
        .map(|(line, phrase, _)| (line, phrase))
        .collect();
    assert_eq!(
        found,
        [
            (5, "comes to light"),
            (6, "comes to nothing"),
            (5, "whoever")
        ]
    );
}
