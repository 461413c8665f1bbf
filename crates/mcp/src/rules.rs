//! Questions in people's words, and explanations of clauses, rulings, open questions and cards.

use crate::asking::{self, only, short, word};
use cardwright::PackSource;
use cardwright::rules::{Entry, Library, ask, library};
use cardwright_wire::PackFiles;
use cardwright_wire::rpc::Service;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The default number of results for a question.
const USUAL: u64 = 5;
/// The number of rulings in the text of an answer. The data contains all of them.
const RULINGS_SHOWN: usize = 20;

pub(crate) fn asked(given: &Value) -> Result<Value, Value> {
    let question = word(given, "question")?;
    let game = match given.get("game") {
        Some(_) => {
            Some(cardwright::game(word(given, "game")?).map_err(|error| say(error.to_string()))?)
        }
        None => None,
    };
    let limit = given.get("limit").and_then(Value::as_u64).unwrap_or(USUAL);
    let found = ask(
        question,
        game.map(|game| game.id),
        usize::try_from(limit).unwrap_or(usize::MAX),
    );
    let told: Vec<String> = found
        .iter()
        .map(|one| match one.by {
            Some(by) => format!(
                "**{}** (ruling {})\n\n{}",
                one.answer,
                by.id,
                full(one.entry)
            ),
            None => full(one.entry),
        })
        .collect();
    let told = match told.as_slice() {
        [] => "No clause has a word of this question. Try other words, or read the rules: cardwright://rules/GAME.".into(),
        told => told.join("\n\n---\n\n"),
    };
    Ok(answered(
        json!(cardwright_wire::found(question, &found)),
        told,
    ))
}

/// The library with the packs in the arguments.
///
/// # Errors
/// What the protocol says of packs with errors.
fn with_packs(given: &Value) -> Result<Cow<'static, Library>, Value> {
    let Some(packs) = given.get("packs") else {
        return Ok(Cow::Borrowed(library()));
    };
    let packs = Vec::<PackFiles>::deserialize(packs).ok();
    let sources = packs.map(|packs| packs.into_iter().map(PackSource::from).collect::<Vec<_>>());
    let known = sources.and_then(|sources| library().with_packs(&sources).ok());
    known.ok_or_else(|| {
        let params = only(given, &["name", "packs"]);
        let refused = asking::ask(&mut Service::new(1), "rules/explain", &params);
        refused.err().unwrap_or_default()
    })
}

pub(crate) fn explain(given: &Value) -> Result<Value, Value> {
    let name = word(given, "name")?;
    let library = with_packs(given)?;
    let Some(found) = library.explain(name) else {
        let help = match library.nearest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "search with `ask`".into(),
        };
        return Err(say(format!(
            "there is no clause, ruling, question or card `{}`; {help}",
            short(name)
        )));
    };
    let mut told = full(found.entry);
    let lists = [
        ("Clauses", &found.clauses),
        ("Rulings", &found.rulings),
        ("Open questions", &found.questions),
        ("Cards", &found.cards),
    ];
    for (head, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        let _ = write!(told, "\n\n{head}:\n");
        for one in list.iter().take(RULINGS_SHOWN) {
            let says = if one.answer.is_empty() || one.answer == one.title {
                String::new()
            } else {
                format!(": {}", one.answer)
            };
            let _ = write!(told, "\n- {} {}{says}", one.id, one.title);
        }
        if let Some(more @ 1..) = list.len().checked_sub(RULINGS_SHOWN) {
            let _ = write!(told, "\n- and {more} more");
        }
    }
    for one in found.unread {
        let _ = write!(told, "\n\nThis ruling cannot be read: {one}");
    }
    Ok(answered(json!(cardwright_wire::explained(&found)), told))
}

/// An entry as data.
pub(crate) fn entry(entry: &Entry) -> Value {
    json!(cardwright_wire::rule_entry(entry))
}

/// An entry in Markdown, with its origin.
fn full(entry: &Entry) -> String {
    let game = if entry.game.is_empty() {
        "every game"
    } else {
        &entry.game
    };
    let origin = entry
        .origin
        .map_or(String::new(), |origin| format!(", {origin}"));
    let mut told = format!(
        "**{} {}** ({game}{origin})\n\n{}",
        entry.id,
        entry.title,
        entry.markdown()
    );
    if entry.reconstructed {
        told += "\n\nIts figures are reconstructed: no source states them.";
    }
    told
}

/// A document with a text of the same content.
fn answered(mut document: Value, text: String) -> Value {
    document["text"] = text.into();
    document
}

fn say(text: String) -> Value {
    json!({ "text": text })
}

/// The full text of the clauses that a document cites under `cite`, `cites` and `clause`.
pub(crate) fn cited(document: &Value) -> Vec<Value> {
    let mut ids = BTreeSet::new();
    gather(document, &mut ids);
    ids.iter()
        .filter_map(|id| cardwright::rules::library().find(id))
        .map(entry)
        .collect()
}

/// Adds the ids of the clauses that a document cites.
pub(crate) fn gather(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| gather(one, ids)),
        Value::Object(map) => {
            for (key, one) in map {
                match (key.as_str(), one) {
                    ("cite" | "clause", Value::String(id)) => drop(ids.insert(id.clone())),
                    ("cites" | "clauses", Value::Array(list)) => {
                        ids.extend(list.iter().filter_map(Value::as_str).map(String::from));
                        gather(one, ids);
                    }
                    _ => gather(one, ids),
                }
            }
        }
        _ => {}
    }
}
