//! The index of the rulings under `tests/rulings`, for the program and as a page of the book.

use cardwright::judge::read;
use cardwright::rules::{IndexedRuling, Library, library};
use cardwright::{CardInfo, cards, games};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};
use walkdir::WalkDir;

/// A line of JSON for each ruling, sorted by file.
///
/// # Errors
/// When a file cannot be read, or is not a ruling with a date and an author.
pub(crate) fn index(root: &Path) -> io::Result<String> {
    let mut text = String::new();
    for ruling in all(root)? {
        text += &serde_json::to_string(&ruling)?;
        text.push('\n');
    }
    Ok(text)
}

fn all(root: &Path) -> io::Result<Vec<IndexedRuling>> {
    let mut official: BTreeMap<&str, Vec<CardInfo>> = BTreeMap::new();
    for game in games().iter().filter(|game| game.cards) {
        official.insert(game.id, cards(game.id, &[]).map_err(io::Error::other)?);
    }
    let mut found = Vec::new();
    for entry in WalkDir::new(root.join("tests/rulings")).sort_by_file_name() {
        let path = entry.map_err(io::Error::other)?.into_path();
        if path.extension().is_none_or(|ending| ending != "md") || path.ends_with("README.md") {
            continue;
        }
        let file = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .display()
            .to_string();
        let wrong = |why: String| io::Error::other(format!("{file}: {why}"));
        let ruling =
            read(&fs::read_to_string(&path)?).map_err(|faults| wrong(format!("{faults:?}")))?;
        let cards = official
            .get(ruling.game.as_str())
            .map_or(&[][..], Vec::as_slice);
        let one = IndexedRuling::new(library(), &ruling, cards, &file);
        if one.date.is_empty() || one.author.is_empty() {
            return Err(wrong("add `- date:` and `- author:`".into()));
        }
        found.push(one);
    }
    Ok(found)
}

/// The page of the book: the rulings of each game by clause, by card and by date.
pub(crate) fn page(root: &Path) -> io::Result<String> {
    let all = all(root)?;
    let mut page = String::from(HEAD);
    for game in games() {
        let own: Vec<&IndexedRuling> = all.iter().filter(|one| one.game == game.id).collect();
        let _ = write!(page, "\n## {}\n\n{} rulings.\n", game.title, own.len());
        let mut by_clause: BTreeMap<usize, (String, Vec<&IndexedRuling>)> = BTreeMap::new();
        let mut by_card: BTreeMap<&str, Vec<&IndexedRuling>> = BTreeMap::new();
        let mut by_date: BTreeMap<&str, Vec<&IndexedRuling>> = BTreeMap::new();
        for one in &own {
            let place = |id: &String| library().entries().iter().position(|entry| entry.id == *id);
            // Listed once, at the first clause that it names.
            if let Some((at, id)) = one.clauses.iter().find_map(|id| Some((place(id)?, id))) {
                by_clause
                    .entry(at)
                    .or_insert_with(|| (id.clone(), Vec::new()))
                    .1
                    .push(one);
            }
            one.cards
                .iter()
                .for_each(|card| by_card.entry(card).or_default().push(one));
            by_date.entry(&one.date).or_default().push(one);
        }
        let _ = write!(page, "\n### {}: by clause\n", game.title);
        for (id, rulings) in by_clause.values() {
            let title = library()
                .find(id)
                .map_or("", |clause| clause.title.as_str());
            let _ = write!(page, "\n**{id} {title}**\n\n");
            rulings.iter().for_each(|one| page += &line(one));
        }
        if !by_card.is_empty() {
            let _ = write!(page, "\n### {}: by card\n\n", game.title);
            for (card, rulings) in by_card {
                let name = library()
                    .find(card)
                    .map_or(card, |card| card.title.as_str());
                let ids: Vec<String> = rulings.iter().map(|one| format!("`{}`", one.id)).collect();
                let _ = writeln!(page, "- **{name}**: {}", ids.join(", "));
            }
        }
        let _ = write!(page, "\n### {}: by date\n\n", game.title);
        for (date, rulings) in by_date.iter().rev() {
            let ids: Vec<String> = rulings.iter().map(|one| format!("`{}`", one.id)).collect();
            let _ = writeln!(page, "- {date}: {}", ids.join(", "));
        }
    }
    Ok(page)
}

fn line(one: &IndexedRuling) -> String {
    let replaced = match one.superseded_by.as_str() {
        "" => String::new(),
        by => format!(" Superseded by `{by}`."),
    };
    let answer = if one.answer.is_empty() {
        String::new()
    } else {
        format!(": {}", one.answer)
    };
    format!(
        "- `{}` {}{answer}{replaced} ({}, {})\n",
        one.id, one.title, one.status, one.date
    )
}

/// The origin of each clause, for builds without the pages of rules.
///
/// # Errors
/// When the source of a clause does not state its origin.
pub(crate) fn origins(library: &Library) -> io::Result<String> {
    library.origins().map_err(io::Error::other)
}

const HEAD: &str = "\
# Rulings

Every ruling under `tests/rulings`, by clause, by card and by date. `cardwright explain ID` shows a ruling with its source, its
author and the clauses it is about; `cardwright explain MB-8.3` and `cardwright explain dodge` list the rulings about a clause
and a card. `official` means that the rulebook says so in words, `house` that the decision is ours. [Write a
ruling](../guide/rulings.md) describes the files. This page is written by `cargo xtask generate`.
";
