//! Compares the JSON schemas for editors with the loader: every pack is valid, and the loader refuses whatever a schema
//! rejects.

use crate::packs::{folder, pack};
use cardwright_cards::{PackSource, check, pack_schema, schema};
use cardwright_effects::Lexicon;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::robot_empire;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use toml_span::value::ValueInner;

/// Every folder below one that has a `pack.toml`.
fn packs_below(root: &Path, found: &mut Vec<PathBuf>) {
    if root.join("pack.toml").is_file() {
        found.push(root.to_owned());
    }
    let mut inner: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    inner.retain(|path| path.is_dir());
    inner.sort();
    inner.iter().for_each(|path| packs_below(path, found));
}

/// All valid packs.
fn good_packs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in [
        "cards",
        "tests/packs",
        "tests/rulings",
        "crates/games/moon-bots/starter",
        "crates/games/robot-empire/starter",
    ] {
        packs_below(&folder(root), &mut found);
    }
    found
}

/// A TOML text as JSON; `None` if it cannot be parsed.
fn json_of(text: &str) -> Option<Value> {
    fn json(value: &toml_span::Value<'_>) -> Value {
        match value.as_ref() {
            ValueInner::String(text) => json!(text.as_ref()),
            ValueInner::Integer(number) => json!(number),
            ValueInner::Float(number) => json!(number),
            ValueInner::Boolean(truth) => json!(truth),
            ValueInner::Array(list) => list.iter().map(json).collect(),
            ValueInner::Table(table) => Value::Object(
                table
                    .iter()
                    .map(|(key, value)| (key.name.to_string(), json(value)))
                    .collect(),
            ),
        }
    }
    toml_span::parse(text).ok().map(|value| json(&value))
}

/// JSON as TOML on one line.
fn toml_of(value: &Value) -> String {
    let pair = |(key, value): (&String, &Value)| format!("{key:?} = {}", toml_of(value));
    match value {
        Value::Array(list) => format!(
            "[{}]",
            list.iter().map(toml_of).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(table) => format!(
            "{{ {} }}",
            table.iter().map(pair).collect::<Vec<_>>().join(", ")
        ),
        other => other.to_string(),
    }
}

fn validators() -> (Validator, Validator) {
    validators_of(&LEXICON)
}

fn validators_of(lexicon: &Lexicon) -> (Validator, Validator) {
    let new = |schema: Value| jsonschema::validator_for(&schema).unwrap();
    (new(pack_schema(lexicon)), new(schema(lexicon)))
}

fn text(pack: &PackSource, path: &str) -> Option<String> {
    let (_, bytes) = pack.files.iter().find(|(known, _)| known == path)?;
    String::from_utf8(bytes.clone()).ok()
}

/// The card files that a manifest lists, with their values.
fn card_files(pack: &PackSource, manifest: &Value) -> Vec<(String, Value)> {
    let listed = manifest["cards"].as_array().cloned().unwrap_or_default();
    let file = |path: &Value| {
        Some((
            path.as_str()?.to_owned(),
            json_of(&text(pack, path.as_str()?)?)?,
        ))
    };
    listed.iter().filter_map(file).collect()
}

#[test]
fn every_good_pack_is_valid() {
    let (moon_bots, empire) = (validators(), validators_of(&robot_empire::lexicon::LEXICON));
    let all = good_packs();
    assert!(all.len() > 5, "{all:?}");
    // Editors use this one for packs of every game.
    let any = std::fs::read_to_string(folder("docs/schema/pack.json")).unwrap();
    let any = jsonschema::validator_for(&serde_json::from_str(&any).unwrap()).unwrap();
    for path in all {
        let source = pack(&path);
        let manifest = json_of(&text(&source, "pack.toml").unwrap()).unwrap();
        let (packs, cards) = if manifest["game"] == "robot-empire" {
            &empire
        } else {
            &moon_bots
        };
        let told = |found: Vec<String>| assert!(found.is_empty(), "{}: {found:#?}", path.display());
        for schema in [packs, &any] {
            told(
                schema
                    .iter_errors(&manifest)
                    .map(|error| error.to_string())
                    .collect(),
            );
        }
        let mut nowhere = manifest.clone();
        nowhere["game"] = "no-such-game".into();
        assert!(!any.is_valid(&nowhere), "{}", path.display());
        for (_, value) in card_files(&source, &manifest) {
            told(
                cards
                    .iter_errors(&value)
                    .map(|error| error.to_string())
                    .collect(),
            );
        }
    }
}

#[test]
fn what_a_schema_rejects_in_a_bad_pack_is_refused() {
    let (packs, cards) = validators();
    let (mut all, mut rejected) = (Vec::new(), 0);
    packs_below(&folder("tests/bad_cards"), &mut all);
    // Words of earlier versions load with a warning, but schemas know only the current words.
    all.retain(|path| !path.ends_with("old-words"));
    for path in all {
        let source = pack(&path);
        let Some(manifest) = text(&source, "pack.toml").and_then(|text| json_of(&text)) else {
            continue;
        };
        let files = card_files(&source, &manifest);
        if packs.is_valid(&manifest) && files.iter().all(|(_, value)| cards.is_valid(value)) {
            continue;
        }
        rejected += 1;
        let (set, found) = check(&[source], &LEXICON);
        assert!(
            set.is_none() && found.has_errors(),
            "{} is rejected by the schema only",
            path.display()
        );
    }
    assert!(rejected > 5, "the schema rejects some of them");
}

/// A card with one change, for every change to try.
fn changed(card: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let wrong = [
        json!("x y"),
        json!(7777),
        json!(true),
        json!([]),
        json!({ "no-such": 1 }),
    ];
    let mut all = Vec::new();
    for key in card.keys() {
        let mut without = card.clone();
        without.shift_remove(key);
        all.push(without);
        all.extend(wrong.iter().map(|wrong| {
            let mut other = card.clone();
            other.insert(key.clone(), wrong.clone());
            other
        }));
    }
    let mut more = card.clone();
    more.insert("no-such-key".into(), json!(1));
    all.push(more);
    all
}

#[test]
fn what_the_schema_rejects_in_a_changed_card_is_refused() {
    let (_, cards) = validators();
    let source = pack(&folder("cards/examples/overclock"));
    let manifest = json_of(&text(&source, "pack.toml").unwrap()).unwrap();
    let mut tried = 0;
    for (_, value) in card_files(&source, &manifest) {
        for card in value["card"]
            .as_array()
            .unwrap()
            .iter()
            .take(3)
            .map(|card| card.as_object().unwrap())
        {
            for other in changed(card) {
                if cards.is_valid(&json!({ "card": [other] })) {
                    continue;
                }
                tried += 1;
                let lines: Vec<String> = other
                    .iter()
                    .map(|(key, value)| format!("{key} = {}", toml_of(value)))
                    .collect();
                let text = format!("[[card]]\n{}\n", lines.join("\n"));
                let mut one = source.clone();
                one.files.retain(|(path, _)| path.ends_with(".rhai"));
                let head = "id = 'o'\nversion = '1.0.0'\napi = 1\ngame = 'moon-bots'\nname = 'O'\ncards = ['c.toml']";
                let declared = "\n[[keyword]]\nid = 'hot'\n";
                one.files
                    .push(("pack.toml".into(), format!("{head}{declared}").into_bytes()));
                one.files.push(("c.toml".into(), text.clone().into_bytes()));
                assert!(
                    check(&[one], &LEXICON).1.has_errors(),
                    "the schema alone rejects:\n{text}"
                );
            }
        }
    }
    assert!(tried > 100, "{tried}");
}
