//! Resources: rules, lists of open questions, reference.

use cardwright::rules::{library, page, pages};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

static REFERENCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/reference");

/// How to write positions and rulings.
const GRAMMAR: &str = include_str!("../rulings.md");

const KIND: &str = "text/markdown";

/// All pages with their URIs.
pub(crate) fn list() -> Vec<Value> {
    let reference = REFERENCE
        .files()
        .filter_map(|file| Some(("reference", file.path().to_str()?, file.contents_utf8()?)));
    let rules = pages()
        .into_iter()
        .filter_map(|name| Some(("rules", name, page(name)?)));
    let grammar = cardwright::games()
        .iter()
        .map(|game| game.id)
        .chain(["rulings"]);
    let grammar: Vec<(&str, String)> = grammar
        .filter_map(|name| Some((name, grammar_of(name)?)))
        .collect();
    let grammar = grammar
        .iter()
        .map(|(name, text)| ("grammar", *name, text.as_str()));
    let each = grammar.chain(rules).chain(reference).map(|(folder, name, text)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        let name = name.trim_end_matches(".md");
        let about = match (folder, name) {
            ("grammar", "rulings") => "How to write a ruling: head, position, play, outcome, and what else it can state.",
            ("grammar", _) => "How to write the actions and the positions of this game: every word with an example.",
            ("rules", name) if name.ends_with("-questions") => "Open questions: where the rulebook is silent or its editions differ, with every variant.",
            ("rules", _) => "Rules by clause, with their sources.",
            (_, name) if name.ends_with("-cards") => "Keys, symbols and script words for cards of this game.",
            _ => "Reference.",
        };
        json!({
            "uri": format!("cardwright://{folder}/{name}"), "name": format!("{folder}/{name}"), "title": title,
            "description": about, "mimeType": KIND, "size": text.len(),
        })
    });
    each.collect()
}

/// The part of the page on rulings for one game, or the part for all games.
fn grammar_of(name: &str) -> Option<String> {
    let mut sections = GRAMMAR.split("\n## ");
    let first = sections.next()?;
    let games = cardwright::games();
    let own = |section: &&str, title: &str| section.starts_with(&format!("{title}: "));
    if name == "rulings" {
        let general = sections.filter(|section| !games.iter().any(|game| own(section, game.title)));
        return Some(general.fold(first.to_owned(), |all, section| all + "\n## " + section));
    }
    let game = games.iter().find(|game| game.id == name)?;
    let found: Vec<&str> = sections
        .filter(|section| own(section, game.title))
        .collect();
    (!found.is_empty()).then(|| format!("## {}\n", found.join("\n## ")))
}

/// URI templates.
pub(crate) fn templates() -> Value {
    json!([{
        "uriTemplate": "cardwright://clause/{id}", "name": "clause", "title": "A clause of the rules",
        "description": "A clause, a ruling, an open question or a card by its number, id or name, such as MB-3.2, R-MB-3, Q-MB-2 or left-claw.",
        "mimeType": KIND,
    }])
}

/// The text at a URI.
pub(crate) fn read(uri: &str) -> Option<Value> {
    let (folder, name) = uri.strip_prefix("cardwright://")?.split_once('/')?;
    let text = match folder {
        "grammar" => grammar_of(name)?,
        "rules" => page(&format!("{name}.md"))?.to_owned(),
        "reference" => REFERENCE
            .get_file(format!("{name}.md"))?
            .contents_utf8()?
            .to_owned(),
        "clause" => {
            let entry = library().find(name)?;
            format!("# {} {}\n\n{}\n", entry.id, entry.title, entry.markdown())
        }
        _ => return None,
    };
    Some(json!({ "uri": uri, "mimeType": KIND, "text": text }))
}
