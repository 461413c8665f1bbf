//! Texts to read: rules, registers of open questions, reference.

use crate::clauses::{Library, page, pages};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

static REFERENCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/reference");

const KIND: &str = "text/markdown";

/// Every page, with its address.
pub(crate) fn list() -> Vec<Value> {
    let reference = REFERENCE
        .files()
        .filter_map(|file| Some(("reference", file.path().to_str()?, file.contents_utf8()?)));
    let rules = pages()
        .into_iter()
        .filter_map(|name| Some(("rules", name, page(name)?)));
    let each = rules.chain(reference).map(|(folder, name, text)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let name = name.trim_end_matches(".md");
        json!({
            "uri": format!("cardwright://{folder}/{name}"), "name": format!("{folder}/{name}"), "title": title,
            "mimeType": KIND, "size": text.len(),
        })
    });
    each.collect()
}

/// Addresses with something to fill in.
pub(crate) fn templates() -> Value {
    json!([{
        "uriTemplate": "cardwright://clause/{id}", "name": "clause", "title": "A clause of the rules",
        "description": "A clause, a ruling or an open question by its number, such as MB-3.2, R-MB-3 or Q-MB-2.",
        "mimeType": KIND,
    }])
}

/// The text at an address.
pub(crate) fn read(library: &Library, uri: &str) -> Option<Value> {
    let (folder, name) = uri.strip_prefix("cardwright://")?.split_once('/')?;
    let text = match folder {
        "rules" => page(&format!("{name}.md"))?.to_owned(),
        "reference" => REFERENCE
            .get_file(format!("{name}.md"))?
            .contents_utf8()?
            .to_owned(),
        "clause" => {
            let clause = library.find(name)?;
            format!("# {} {}\n\n{}\n", clause.id, clause.title, clause.text)
        }
        _ => return None,
    };
    Some(json!({ "uri": uri, "mimeType": KIND, "text": text }))
}
