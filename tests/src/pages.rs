//! Links between pages lead somewhere, and the summary lists every page once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page of the project that people read, from the project's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
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

/// The text without what stands in fences and code spans: no link is one there.
fn prose(text: &str) -> String {
    let mut fence = None;
    let mut prose = String::new();
    for line in text.lines() {
        let ticks = line.trim_start().bytes().take_while(|c| *c == b'`').count();
        match fence {
            None if ticks >= 3 => fence = Some(ticks),
            Some(open) if ticks >= open => fence = None,
            None => {
                let spoken = line.split('`').step_by(2);
                prose.extend(spoken.chain(["\n"]));
            }
            Some(_) => {}
        }
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
