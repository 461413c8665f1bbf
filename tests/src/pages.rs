//! Links between pages work, the table of contents lists every page once, and pages are in plain English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page of the project for readers, relative to the project's folder.
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

/// The text without code fences and code spans, which contain no links and no prose. Line numbers stay the same.
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

/// The targets of a page's links and images.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).replace('\n', " ");
    let parts = text.split("](").skip(1);
    parts
        .filter_map(|part| part.split_once(')'))
        .map(|(link, _)| link.trim().to_owned())
        .collect()
}

/// The anchors of a page's headings.
fn headings(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let title = line.strip_prefix('#')?.trim_start_matches('#').trim();
        let kept = title.to_lowercase().replace(' ', "-");
        Some(kept.replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '_', ""))
    };
    text.lines().filter_map(heading).collect()
}

/// The error in a link of a page, if any.
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
    // The book contains only `docs`.
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
    // Its links are copied unchanged.
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

/// The files for editors in a new pack are those that `cargo xtask generate` wrote from the same words.
#[test]
fn a_new_pack_has_the_reference_of_its_game() {
    for game in cardwright::games().iter().filter(|game| game.cards) {
        let id = game.id;
        let files: BTreeMap<String, String> = cardwright::starter(id, "Space Junk")
            .unwrap()
            .into_iter()
            .collect();
        for (own, page) in [
            ("words.md".to_owned(), format!("reference/{id}-cards.md")),
            (
                format!("{id}-cards.json"),
                format!("schema/{id}-cards.json"),
            ),
            (format!("{id}.d.rhai"), format!("schema/{id}.d.rhai")),
        ] {
            let written = fs::read_to_string(root().join("docs").join(&page)).unwrap();
            assert!(
                files[&format!("editor/{own}")] == written,
                "{own} differs from docs/{page}"
            );
        }
    }
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

/// Phrases that are odd or private English, and what to write instead.
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
    ("hangs on", "depends on"),
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

/// The line and text of every phrase to avoid in a page.
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
    // Pages under `cards` belong to packs. The list of rulings quotes them verbatim.
    let ours = |page: &&PathBuf| {
        !page.starts_with("cards") && !page.ends_with("docs/reference/rulings.md")
    };
    for page in pages().iter().filter(ours) {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for (line, phrase, instead) in odd(&text) {
            let page = page.display();
            wrong.push(format!("{page}:{line}: \"{phrase}\": write {instead}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sentences of a Rust file: its doc comments (`true`) and its strings, each with its first line. Strings of tests
/// at the end of the file are left out.
fn sentences(code: &str) -> Vec<(usize, bool, String)> {
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or(code);
    let mut found: Vec<(usize, bool, String)> = Vec::new();
    let mut in_doc = false;
    let mut text: Option<(usize, String)> = None;
    for (line, number) in code.lines().zip(1..) {
        let bare = line.trim_start();
        let doc = ["/// ", "//! "]
            .iter()
            .find_map(|mark| bare.strip_prefix(mark));
        if let (Some(doc), None) = (doc, &text) {
            match found.last_mut().filter(|_| in_doc) {
                Some((_, _, before)) => *before = format!("{before}\n{doc}"),
                None => found.push((number, true, doc.to_owned())),
            }
            in_doc = true;
            continue;
        }
        in_doc = false;
        if text.is_none() && bare.starts_with("//") {
            continue;
        }
        let line = if text.is_some() { bare } else { line };
        let mut letters = line
            .replace("'\"'", "' '")
            .replace("\\\\", "")
            .replace("\\\"", "'");
        while let Some(quote) = letters.find('"') {
            let rest = letters.split_off(quote + 1);
            letters.pop();
            text = match text.take() {
                None => Some((number, String::new())),
                Some((begin, before)) => {
                    found.push((begin, false, format!("{before}{letters}")));
                    None
                }
            };
            letters = rest;
        }
        if let Some((_, begun)) = &mut text {
            begun.push_str(letters.trim_start().trim_end_matches('\\'));
            if !letters.ends_with('\\') {
                begun.push('\n');
            }
        }
    }
    found
}

/// The first word, or sequence of up to four words, that is repeated at once.
fn repeated(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |words: &[&str]| {
        let all = words.concat();
        all.len() > 2 && all.chars().all(char::is_alphabetic) && all != "that" && all != "had"
    };
    (1..=4).find_map(|many| {
        let twice = words
            .windows(2 * many)
            .find(|both| both[..many] == both[many..] && plain(&both[..many]))?;
        Some(twice[..many].join(" "))
    })
}

/// Phrases that are plain English in a comment for programmers, as in "the client is told".
const FINE_IN_COMMENTS: &[&str] = &["are told", "is told", "was told"];

/// Names in the program that cannot change, though they contain a phrase to avoid.
const NAMES: &[&str] = &["desks"];

#[test]
fn messages_and_doc_comments_are_in_plain_english() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut folders = vec![PathBuf::from("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_str().unwrap().to_owned();
            let path = folder.join(&name);
            if entry.file_type().unwrap().is_dir() {
                let own = ["tests", "benches", "target", "node_modules"];
                if !own.contains(&name.as_str()) {
                    folders.push(path);
                }
                continue;
            }
            let shown = path.to_str().unwrap().replace('\\', "/");
            let is_code = shown.ends_with(".rs") && name != "tests.rs";
            if !is_code {
                continue;
            }
            for (line, is_doc, text) in sentences(&fs::read_to_string(root().join(&path)).unwrap())
            {
                count += 1;
                if let Some(twice) = repeated(&text) {
                    wrong.push(format!("{shown}:{line}: \"{twice}\" is written twice"));
                }
                for (below, phrase, instead) in odd(&text) {
                    let fine = is_doc && FINE_IN_COMMENTS.contains(&phrase);
                    if !fine && !NAMES.contains(&text.trim()) {
                        let line = line + below - 1;
                        wrong.push(format!("{shown}:{line}: \"{phrase}\": write {instead}"));
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "{count} sentences");
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sentences_of_code_are_found() {
    let code = "//! Whoever\n//! reads.\n// whoever\nfn f() {\n    // whoever\n    g(\"a \\\"b\\\" {c}\", '\"', \"d \\\n        e\");\n}\n\
                #[cfg(test)]\nmod tests {}\n\"f\"";
    let found = sentences(code);
    let texts: Vec<_> = found
        .iter()
        .map(|(line, is_doc, text)| (*line, *is_doc, text.trim()))
        .collect();
    assert_eq!(
        texts,
        [
            (1, true, "Whoever\nreads."),
            (6, false, "a 'b' {c}"),
            (6, false, "d e")
        ]
    );
}

#[test]
fn repeated_words_are_found() {
    assert_eq!(
        repeated("only Robots may land may land").as_deref(),
        Some("may land")
    );
    assert_eq!(repeated("choose choose a card").as_deref(), Some("choose"));
    assert_eq!(repeated("{} {} of 2 of 2, all that that had had"), None);
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
