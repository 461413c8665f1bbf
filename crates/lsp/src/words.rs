//! The documentation of the word under the cursor, and the words that may be there, from the game's own tables.

use crate::packs::{MANIFEST, Pack, Packs};
use crate::place::{self, Place};
use crate::text;
use cardwright::{CardKey, Vocabulary, WordKind, vocabulary};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Hover, HoverContents,
    InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};
use serde_json::Value;
use std::path::Path;

/// A suggestion for completion.
struct Offered {
    label: String,
    insert: String,
    snippet: bool,
    kind: CompletionItemKind,
    detail: String,
    doc: String,
}

/// The documentation of the word at a byte of a file.
pub(crate) fn hover(packs: &Packs, file: &Path, at: usize) -> Option<Hover> {
    let (_, pack) = packs.of(file)?;
    let (text, words) = (packs.text(file)?, words(pack)?);
    let (told, bytes) = match ending(file) {
        "rhai" => of_script(&words, text, at)?,
        "toml" => of_toml(&words, pack, file, text, at)?,
        _ => return None,
    };
    let contents = HoverContents::Markup(MarkupContent {
        kind: MarkupKind::Markdown,
        value: told,
    });
    Some(Hover {
        contents,
        range: Some(text::range(text, &bytes)),
    })
}

/// The completions at a byte of a file. `snippets` tells whether the client supports placeholders.
pub(crate) fn complete(
    packs: &Packs,
    file: &Path,
    at: usize,
    snippets: bool,
) -> Vec<CompletionItem> {
    let find = || {
        let (_, pack) = packs.of(file)?;
        let (text, words) = (packs.text(file)?, words(pack)?);
        let found = match ending(file) {
            "rhai" => in_script(&words, text, at, snippets),
            "toml" => in_toml(&words, pack, file, text, at),
            _ => return None,
        };
        let range = text::range(text, &text::word(text, at, ending(file) == "toml"));
        Some(found.into_iter().map(|one| item(one, range)).collect())
    };
    find().unwrap_or_default()
}

fn item(one: Offered, range: Range) -> CompletionItem {
    let doc = MarkupContent {
        kind: MarkupKind::Markdown,
        value: one.doc,
    };
    CompletionItem {
        label: one.label,
        kind: Some(one.kind),
        detail: Some(one.detail).filter(|detail| !detail.is_empty()),
        documentation: Some(Documentation::MarkupContent(doc)),
        insert_text_format: one.snippet.then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, one.insert))),
        ..CompletionItem::default()
    }
}

fn ending(file: &Path) -> &str {
    file.extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
}

/// The words of the pack's game; those of the first game with cards if the manifest names none.
fn words(pack: &Pack) -> Option<Vocabulary> {
    let first = || {
        cardwright::games()
            .iter()
            .find(|game| game.cards)
            .map(|game| game.id)
    };
    let named = pack
        .game
        .as_deref()
        .and_then(|game| vocabulary(game, &pack.with).ok());
    named.or_else(|| vocabulary(first()?, &pack.with).ok())
}

// Scripts.

/// Whether a byte is in a comment or string of a script.
fn is_quiet(text: &str, at: usize) -> bool {
    let line = text.get(text::line(text, at).start..at).unwrap_or_default();
    let quoted = line.matches('"').count() % 2 == 1;
    // A `//` in a string begins no comment.
    let is_plain = |before: &str| before.matches('"').count().is_multiple_of(2);
    quoted
        || line
            .match_indices("//")
            .any(|(at, _)| line.get(..at).is_some_and(is_plain))
}

fn of_script(
    words: &Vocabulary,
    text: &str,
    at: usize,
) -> Option<(String, std::ops::Range<usize>)> {
    if is_quiet(text, at) {
        return None;
    }
    let bytes = text::word(text, at, false);
    let name = text.get(bytes.clone()).filter(|name| !name.is_empty())?;
    let dotted = text.get(..bytes.start)?.trim_end().ends_with('.');
    let defined = text.get(..bytes.start)?.trim_end().ends_with("fn");
    let fits = |kind: WordKind| match kind {
        WordKind::Property => dotted,
        WordKind::Language => !dotted || matches!(name, "count" | "has"),
        WordKind::Function => defined,
        _ => !dotted && !defined,
    };
    let found: Vec<String> = words
        .script
        .iter()
        .filter(|word| word.name == name && fits(word.kind))
        .map(|word| {
            let written = match word.kind {
                WordKind::Language => word.written.clone(),
                _ => format!("```rhai\n{}\n```", word.written),
            };
            said(&written, &word.doc, &word.example, &word.rule)
        })
        .collect();
    (!found.is_empty()).then(|| (found.join("\n\n---\n\n"), bytes))
}

fn in_script(words: &Vocabulary, text: &str, at: usize, snippets: bool) -> Vec<Offered> {
    if is_quiet(text, at) {
        return Vec::new();
    }
    let start = text::word(text, at, false).start;
    let before = text.get(..start).unwrap_or_default().trim_end();
    let (dotted, defining) = (before.ends_with('.'), before.ends_with("fn"));
    let fits = |kind: WordKind, name: &str| match kind {
        WordKind::Property => dotted,
        WordKind::Function => defining,
        WordKind::Language => !defining && (dotted == matches!(name, "count" | "has")),
        _ => !dotted && !defining,
    };
    let mut found: Vec<Offered> = Vec::new();
    for word in words
        .script
        .iter()
        .filter(|word| fits(word.kind, &word.name))
    {
        let written = if word.kind == WordKind::Language {
            String::new()
        } else {
            word.written.clone()
        };
        let form = if word.kind == WordKind::Language {
            word.written.as_str()
        } else {
            ""
        };
        let doc = said(form, &word.doc, &word.example, &word.rule);
        if let Some(same) = found
            .iter_mut()
            .find(|same| same.label == word.name && same.detail == written)
        {
            same.doc += &format!("\n\n---\n\n{doc}");
            continue;
        }
        let called =
            !word.params.is_empty() || matches!(word.kind, WordKind::Noun | WordKind::Verb);
        let behind = text.get(at..).unwrap_or_default();
        let insert = match (called && !behind.starts_with('('), snippets) {
            (false, _) => word.name.clone(),
            (true, true) => format!("{}({})", word.name, filled(&word.params)),
            (true, false) => format!("{}({})", word.name, word.params.join(", ")),
        };
        let kind = match word.kind {
            WordKind::Name => CompletionItemKind::CONSTANT,
            WordKind::Noun => CompletionItemKind::FUNCTION,
            WordKind::Property => CompletionItemKind::PROPERTY,
            WordKind::Verb => CompletionItemKind::METHOD,
            WordKind::Function => CompletionItemKind::EVENT,
            _ => CompletionItemKind::KEYWORD,
        };
        found.push(Offered {
            label: word.name.clone(),
            snippet: snippets && insert.contains('$'),
            insert,
            kind,
            detail: written,
            doc,
        });
    }
    found
}

fn filled(params: &[String]) -> String {
    let each = params
        .iter()
        .enumerate()
        .map(|(at, name)| format!("${{{}:{name}}}", at + 1));
    each.collect::<Vec<_>>().join(", ")
}

fn said(written: &str, doc: &str, example: &str, rule: &str) -> String {
    let mut told = [written, doc]
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join("\n\n");
    if !example.is_empty() {
        told += &format!("\n\nFor example: `{example}`");
    }
    if !rule.is_empty() {
        told += &format!("\n\nRule: {rule}");
    }
    told
}

// Card files and manifests.

/// The properties of a table, from the schema.
fn properties<'w>(
    words: &'w Vocabulary,
    file: &Path,
    text: &str,
    place: &Place,
) -> Option<&'w Value> {
    if file.file_name().is_some_and(|name| name == MANIFEST) {
        let all = words.pack_schema.get("properties")?;
        let mut at = Some(all);
        for part in place.table.split('.').filter(|part| !part.is_empty()) {
            let inner = at?.get(part)?;
            at = inner
                .get("properties")
                .or_else(|| inner.pointer("/items/properties"));
        }
        return at;
    }
    let card = words.card_schema.pointer("/properties/card/items")?;
    if place.table != "card" {
        return None;
    }
    let kind = place::text_of(text, &place.lines, "kind");
    let of_kind = card.get("allOf")?.as_array()?.iter().find(|one| {
        one.pointer("/if/properties/kind/const")
            .and_then(Value::as_str)
            .is_some_and(|name| Some(name) == kind)
    });
    of_kind
        .and_then(|one| one.pointer("/then/properties"))
        .or_else(|| card.get("properties"))
}

/// The documentation of a key from the game's vocabulary, or else from the schema.
fn of_key(
    words: &Vocabulary,
    text: &str,
    place: &Place,
    key: &str,
    schema: Option<&Value>,
) -> String {
    let kind = place::text_of(text, &place.lines, "kind").filter(|_| place.table == "card");
    let of_kind = words
        .kinds
        .iter()
        .find(|one| Some(one.name.as_str()) == kind);
    match of_kind.and_then(|one| one.keys.iter().find(|known| known.name == key)) {
        Some(known) => of_card_key(known),
        None => schema
            .and_then(|one| one.get("description"))
            .and_then(Value::as_str)
            .unwrap_or_default()
            .into(),
    }
}

fn of_card_key(key: &CardKey) -> String {
    let mut told = said("", &key.doc, &key.example, &key.rule);
    if !key.values.is_empty() {
        let values: Vec<_> = key
            .values
            .iter()
            .map(|value| format!("`{value}`"))
            .collect();
        told += &format!("\n\nValues: {}", values.join(", "));
    }
    told
}

fn of_toml(
    words: &Vocabulary,
    pack: &Pack,
    file: &Path,
    text: &str,
    at: usize,
) -> Option<(String, std::ops::Range<usize>)> {
    let place = place::place(text, at);
    let word = text
        .get(place.word.clone())
        .filter(|word| !word.is_empty() && !place.remark)?;
    let schema = properties(words, file, text, &place)?;
    let key = place.key.as_deref()?;
    if !place.in_value {
        let about = of_key(words, text, &place, key, schema.get(key));
        return (!about.is_empty()).then(|| (format!("`{key}`\n\n{about}"), place.word.clone()));
    }
    if place.table == "card" && matches!(key, "id" | "name") {
        return Some((of_card(words, pack, text, &place)?, place.word.clone()));
    }
    let kind = words
        .kinds
        .iter()
        .find(|kind| key == "kind" && place.table == "card" && kind.name == word);
    let symbol = words
        .symbols
        .iter()
        .find(|symbol| !place.quoted && place.open == Some('{') && symbol.name == word);
    let declared = words
        .script
        .iter()
        .find(|one| one.name == word && one.kind == WordKind::Name);
    let about = match (kind, symbol, declared) {
        (Some(kind), ..) => {
            format!(
                "`{}`\n\n{}\n\nFunctions: {}",
                kind.name,
                kind.doc,
                listed(&kind.functions)
            )
        }
        (_, Some(symbol), _) => format!("`{}`\n\n{}", symbol.name, of_card_key(symbol)),
        (_, _, Some(word)) if place.quoted => {
            said(&format!("`{}`", word.written), &word.doc, "", "")
        }
        _ => return None,
    };
    Some((about, place.word.clone()))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "none; it has no script".into();
    }
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The generated text of the card around a place.
fn of_card(words: &Vocabulary, pack: &Pack, text: &str, place: &Place) -> Option<String> {
    let id = place::text_of(text, &place.lines, "id")?;
    let own = cardwright::pack_head(&pack.source).0?;
    let cards = cardwright::cards(words.game, &pack.with).ok()?;
    let is =
        |card: &&cardwright::CardInfo| card.pack == own && card.id.rsplit(':').next() == Some(id);
    let card = cards.iter().find(is)?;
    Some(format!(
        "`{}`, {} in the deck\n\nWhat it does:\n\n> {}",
        card.id, card.copies, card.text
    ))
}

fn in_toml(words: &Vocabulary, pack: &Pack, file: &Path, text: &str, at: usize) -> Vec<Offered> {
    let place = place::place(text, at);
    let Some(schema) = properties(words, file, text, &place).filter(|_| !place.remark) else {
        return Vec::new();
    };
    if place.in_value {
        return values(words, pack, text, &place, schema);
    }
    let Some(schema) = schema.as_object() else {
        return Vec::new();
    };
    let have = place::keys(text, &place.lines);
    let equals = text
        .get(place.word.end..text::line(text, at).end)
        .is_some_and(|rest| rest.contains('='));
    let new = schema
        .iter()
        .filter(|(name, _)| !have.contains(name) || place.key.as_deref() == Some(name));
    let each = new.map(|(name, one)| Offered {
        label: name.clone(),
        insert: if equals {
            name.clone()
        } else {
            format!("{name} = ")
        },
        snippet: false,
        kind: CompletionItemKind::FIELD,
        detail: String::new(),
        doc: of_key(words, text, &place, name, Some(one)),
    });
    each.collect()
}

/// The possible values of a key, if they are limited.
fn values(
    words: &Vocabulary,
    pack: &Pack,
    text: &str,
    place: &Place,
    schema: &Value,
) -> Vec<Offered> {
    let key = place.key.as_deref().unwrap_or_default();
    let offer = |label: &str, doc: &str, bare: bool| Offered {
        label: label.into(),
        insert: if bare || place.quoted {
            label.into()
        } else {
            format!("\"{label}\"")
        },
        snippet: false,
        kind: CompletionItemKind::VALUE,
        detail: String::new(),
        doc: doc.into(),
    };
    if place.table == "card" && key == "kind" {
        return words
            .kinds
            .iter()
            .map(|kind| offer(&kind.name, &kind.doc, false))
            .collect();
    }
    let path_of = match key {
        "script" => Some(".rhai"),
        "cards" | "translations" if place.table.is_empty() => Some(".toml"),
        _ => None,
    };
    if let Some(ending) = path_of {
        let paths = pack.source.files.iter().map(|(path, _)| path.as_str());
        let paths = paths.filter(|path| path.ends_with(ending) && *path != MANIFEST);
        return paths.map(|path| offer(path, "", false)).collect();
    }
    let kind = place::text_of(text, &place.lines, "kind").filter(|_| place.table == "card");
    let of_kind = words
        .kinds
        .iter()
        .find(|one| Some(one.name.as_str()) == kind);
    let known = of_kind.and_then(|one| one.keys.iter().find(|known| known.name == key));
    if let Some(known) = known.filter(|known| !known.values.is_empty()) {
        let bare = known
            .values
            .iter()
            .all(|value| matches!(value.as_str(), "true" | "false"));
        return known
            .values
            .iter()
            .map(|value| offer(value, "", bare))
            .collect();
    }
    inner(words, place, schema.get(key))
}

/// The possible content of braces in a value: effect symbols, or keys from the schema.
fn inner(words: &Vocabulary, place: &Place, schema: Option<&Value>) -> Vec<Offered> {
    if place.open != Some('{') || place.quoted {
        return Vec::new();
    }
    let offer = |name: &str, doc: String| Offered {
        label: name.into(),
        insert: format!("{name} = "),
        snippet: false,
        kind: CompletionItemKind::FIELD,
        detail: String::new(),
        doc,
    };
    let is_list = schema
        .and_then(|one| one.pointer("/items/properties"))
        .is_some();
    if is_list {
        return words
            .symbols
            .iter()
            .map(|symbol| offer(&symbol.name, of_card_key(symbol)))
            .collect();
    }
    let own = schema
        .and_then(|one| one.get("properties"))
        .and_then(Value::as_object);
    own.into_iter()
        .flatten()
        .map(|(name, _)| offer(name, String::new()))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]
mod tests {
    use super::*;

    /// Each word of a game is offered only where its type fits: once for each form, with its kind and documentation.
    #[test]
    fn every_word_is_offered_where_it_fits() {
        let with_cards = |info: &cardwright::GameInfo| {
            let words = cardwright::vocabulary(info.id, &[]).ok()?;
            Some((info.id, words))
        };
        for (game, words) in cardwright::games().iter().filter_map(with_cards) {
            for (text, dotted, defining) in [
                ("", false, false),
                ("x.", true, false),
                ("fn ", false, true),
            ] {
                let offers = in_script(&words, text, text.len(), false);
                let mut forms: Vec<_> =
                    offers.iter().map(|one| (&one.label, &one.detail)).collect();
                forms.sort();
                assert!(forms.windows(2).all(|two| two[0] != two[1]), "{forms:?}");
                for word in &words.script {
                    let language = word.kind == WordKind::Language;
                    let (here, kind) = match word.kind {
                        WordKind::Name => (!dotted && !defining, CompletionItemKind::CONSTANT),
                        WordKind::Noun => (!dotted && !defining, CompletionItemKind::FUNCTION),
                        WordKind::Verb => (!dotted && !defining, CompletionItemKind::METHOD),
                        WordKind::Property => (dotted, CompletionItemKind::PROPERTY),
                        WordKind::Function => (defining, CompletionItemKind::EVENT),
                        _ => {
                            let behind = matches!(word.name.as_str(), "count" | "has");
                            (!defining && dotted == behind, CompletionItemKind::KEYWORD)
                        }
                    };
                    let detail = if language { "" } else { word.written.as_str() };
                    let of = |one: &&Offered| one.label == word.name && one.detail == detail;
                    let found = offers
                        .iter()
                        .find(of)
                        .filter(|one| one.doc.contains(&word.doc));
                    let shares = |other: &&cardwright::ScriptWord| {
                        other.name == word.name && other.kind != word.kind
                    };
                    let alone = !words.script.iter().any(|other| shares(&other));
                    assert!(
                        found.is_some() == here || !alone,
                        "{game}: {text:?} {}",
                        word.name
                    );
                    if here && alone {
                        assert_eq!(found.unwrap().kind, kind, "{}", word.name);
                    }
                }
            }
        }
    }

    #[test]
    fn comments_and_strings_of_a_script_are_quiet() {
        for (line, quiet) in [
            ("gain", false),
            ("// gain", true),
            ("x // gain", true),
            ("\"gain", true),
            ("\"x\" gain", false),
            ("\"x // y\" gain", false),
            ("\"x // y\" // gain", true),
            ("\"x\" // gain", true),
            ("/ gain", false),
        ] {
            let text = format!("// a \" before\n{line}\n\" behind");
            let at = text.find(line).unwrap() + line.len();
            assert_eq!(is_quiet(&text, at), quiet, "{line}");
        }
    }
}
