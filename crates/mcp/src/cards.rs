//! A card to start from: those of the game's starter pack, which passes every check.

use crate::asking::short;
use cardwright::{starter, vocabulary};
use serde_json::{Value, json};

/// The id of the starter pack.
const PACK: &str = "my-pack";

pub(crate) fn new_card(given: &Value) -> Result<Value, Value> {
    let game = given
        .get("game")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let say = |why: String| json!({ "text": why });
    let files = starter(game, PACK).map_err(|error| say(error.to_string()))?;
    let words = vocabulary(game, &[]).map_err(|error| say(error.to_string()))?;
    let examples = cards(&files);
    let shown = |kind: &&cardwright::KindWords| examples.iter().any(|(of, _)| *of == kind.name);
    let kinds: Vec<&cardwright::KindWords> = words.kinds.iter().filter(shown).collect();
    let wanted = given.get("kind").and_then(Value::as_str);
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    if let Some(kind) = wanted.filter(|kind| !names.contains(kind)) {
        return Err(say(format!(
            "there is no kind `{}`; {}",
            short(kind),
            cardwright::meant(kind, &names)
        )));
    }
    let pack: serde_json::Map<String, Value> = files
        .iter()
        .filter(|(path, _)| !path.starts_with("editor/") && !path.starts_with('.'))
        .map(|(path, text)| (path.clone(), text.as_str().into()))
        .collect();
    let examples: Vec<Value> = examples
        .iter()
        .filter(|(kind, _)| wanted.is_none_or(|wanted| wanted == kind))
        .map(|(kind, text)| {
            let script = script_of(text).and_then(|path| files.iter().find(|(known, _)| *known == path));
            json!({ "kind": kind, "card": text, "script": script.map(|(path, text)| json!({ "path": path, "text": text })) })
        })
        .collect();
    let about: Vec<_> = kinds
        .into_iter()
        .filter(|kind| wanted.is_none_or(|wanted| wanted == kind.name))
        .collect();
    Ok(json!({
        "examples": examples,
        "kinds": about,
        "symbols": words.symbols,
        "words": words.script,
        "pack": pack,
        "next": "Copy an example and change its id and name. Put it into the pack's cards.toml, and its script next to that file. Then call check_pack with all files: it reports errors and what the card does. Write the card's text so that it agrees with what check_pack reports.",
    }))
}

/// The kind and text of each card in card files.
fn cards(files: &[(String, String)]) -> Vec<(String, String)> {
    let card_files = files.iter().filter(|(path, _)| path.ends_with(".toml"));
    let blocks = card_files.flat_map(|(_, text)| text.split("[[card]]").skip(1));
    blocks
        .filter_map(|block| {
            let kind = block
                .lines()
                .find_map(|line| line.strip_prefix("kind = \""))?
                .split('"')
                .next()?;
            // The comment before the next card does not belong to this one.
            let mut own: Vec<&str> = block.lines().collect();
            while own
                .pop_if(|line| line.starts_with('#') || line.is_empty())
                .is_some()
            {}
            Some((kind.to_owned(), format!("[[card]]{}\n", own.join("\n"))))
        })
        .collect()
}

fn script_of(card: &str) -> Option<String> {
    let line = card
        .lines()
        .find_map(|line| line.strip_prefix("script = \""))?;
    Some(line.split('"').next()?.to_owned())
}
