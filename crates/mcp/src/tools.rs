//! What an assistant may ask.

use crate::asking::{ask, short};
use crate::cards;
use crate::clauses::Library;
use cardwright_wire::rpc::Service;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// How many clauses a search gives where nobody says.
const USUAL: u64 = 8;

fn text(about: &str) -> Value {
    json!({ "type": "string", "description": about })
}

fn game() -> Value {
    let ids: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    json!({ "type": "string", "enum": ids, "description": "The game." })
}

fn packs() -> Value {
    let files = json!({ "type": "object", "additionalProperties": { "type": "string" },
        "description": "Text of each file by its path from the pack's folder; `pack.toml` is one of them." });
    let pack = json!({ "type": "object", "required": ["files"], "additionalProperties": false,
        "properties": { "name": text("How the pack is called in messages."), "files": files } });
    json!({ "type": "array", "items": pack, "description": "Packs of cards beside the official ones." })
}

fn options() -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "string" },
        "description": "Options by name: variants of the rules, house rules." })
}

fn tool(name: &str, title: &str, about: &str, required: &[&str], properties: Value) -> Value {
    json!({
        "name": name, "title": title, "description": about,
        "inputSchema": { "type": "object", "required": required, "additionalProperties": false, "properties": properties },
        "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
    })
}

/// Every tool with its schema.
pub(crate) fn list() -> Value {
    let players =
        json!({ "type": "integer", "minimum": 1, "maximum": 8, "description": "How many play." });
    let position = text(
        "A position in TOML, as rulings write it; where it is left out, the game's own start.",
    );
    json!([
        tool(
            "rules_search",
            "Search the rules",
            "Clauses, rulings and open questions with the words of a query, whole, with their numbers. Quote them.",
            &["query"],
            json!({ "query": text("Words to look for."), "game": game(),
                "limit": { "type": "integer", "minimum": 1, "maximum": 30, "description": "How many at most." } })
        ),
        tool(
            "clause",
            "A clause",
            "The text of a clause (MB-3.2), a ruling (R-MB-3) or an open question (Q-MB-2) by its number.",
            &["id"],
            json!({ "id": text("The number.") })
        ),
        tool(
            "why",
            "May I?",
            "Whether an answer is allowed in a position, which clauses and cards decide it, which facts were looked at, and \
             what would follow. The clauses come along in full.",
            &["game", "action"],
            json!({ "game": game(), "action": text("The answer in notation, such as `buy top-left`. \
                 `?` asks what is asked and lists every answer."), "position": position, "players": players,
                "seat": { "type": "integer", "minimum": 1, "maximum": 8, "description": "Whose answer it is, and through whose \
                 eyes; of whoever is asked where it is left out." },
                "options": options(), "packs": packs() })
        ),
        tool(
            "judge",
            "Judge a ruling",
            "Plays a ruling (Markdown, as under tests/rulings) and compares what comes out with what it says.",
            &["ruling"],
            json!({ "ruling": text("The text of the ruling."), "options": options(), "packs": packs() })
        ),
        tool(
            "check_pack",
            "Check a pack",
            "Every error in packs of cards, with place and what to do, and what each card does as the program reads it.",
            &["packs"],
            json!({ "packs": packs() })
        ),
        tool(
            "odds",
            "Exact odds",
            "Exact chances of cards, of a robot's turn, or of an attack, from a search through the real rules.",
            &["game"],
            json!({ "game": game(),
                "cards": { "type": "array", "items": { "type": "string" }, "description": "Ids of cards." },
                "robot": { "type": "array", "items": { "type": "string" }, "description": "Ids of a robot's parts and upgrades." },
                "attack": { "type": "array", "items": { "type": "string" }, "description": "Fighters that attack (Robot Empire), each as a position writes it." },
                "against": { "type": "array", "items": { "type": "string" }, "description": "With `attack`: what the opponent has to block with." },
                "goal": { "type": "string", "enum": ["battery", "cards", "both"], "description": "What both sides of an attack play for; with a position it asks for the attack." },
                "position": text("A position in TOML, for the robot on turn, or with a `goal` for the attack that comes next."), "players": players,
                "options": options(), "packs": packs() })
        ),
        tool(
            "new_card",
            "A card to begin with",
            "A card of a kind that passes every check, with its script, the keys and words it may use, and how to go on.",
            &["game"],
            json!({ "game": game(), "kind": text("The kind of card, such as `part`; every kind where it is left out.") })
        ),
    ])
}

/// The answer of a tool; `None` where there is no such tool.
pub(crate) fn call(library: &Library, name: &str, given: &Value) -> Option<Result<Value, Value>> {
    let tools = list();
    let tool = tools.as_array()?.iter().find(|tool| tool["name"] == name)?;
    if let Err(why) = fits(&tool["inputSchema"], given) {
        return Some(Err(json!({ "text": why })));
    }
    Some(match name {
        "rules_search" => search(library, given),
        "clause" => clause(library, given),
        "why" => why(library, given),
        "judge" => judge(library, given),
        "check_pack" => check(given),
        "odds" => odds(given),
        _ => cards::new_card(given),
    })
}

/// Whether arguments have the keys that a tool takes; the values are looked at by who uses them.
fn fits(schema: &Value, given: &Value) -> Result<(), String> {
    let Some(given) = given.as_object() else {
        return Err("arguments are given by name, in an object".into());
    };
    let known: Vec<&str> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key.as_str())
        .collect();
    if let Some(key) = given.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!(
            "there is no argument `{}`; {}",
            short(key),
            cardwright::meant(key, &known)
        ));
    }
    let needed = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    match needed.into_iter().find(|key| !given.contains_key(*key)) {
        Some(key) => Err(format!("the argument `{key}` is missing")),
        None => Ok(()),
    }
}

/// The arguments of these names, as they are.
fn only(given: &Value, keys: &[&str]) -> Value {
    let own = |key: &&str| Some(((*key).to_owned(), given.get(*key)?.clone()));
    Value::Object(keys.iter().filter_map(own).collect::<Map<_, _>>())
}

fn word<'v>(given: &'v Value, key: &str) -> Result<&'v str, Value> {
    given
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| json!({ "text": format!("`{key}` is a text") }))
}

fn search(library: &Library, given: &Value) -> Result<Value, Value> {
    let query = word(given, "query")?;
    let limit = given.get("limit").and_then(Value::as_u64).unwrap_or(USUAL);
    let game = given.get("game").and_then(Value::as_str);
    let found = library.search(query, game, usize::try_from(limit).unwrap_or(usize::MAX));
    let shown = |clause: &&crate::clauses::Clause| {
        format!(
            "**{} {}** ({})\n\n{}",
            clause.id, clause.title, clause.game, clause.text
        )
    };
    let told = match found.as_slice() {
        [] => format!(
            "No clause has a word of `{}`. Try other words, or read the rules: cardwright://rules/GAME.",
            short(query)
        ),
        found => found
            .iter()
            .map(shown)
            .collect::<Vec<_>>()
            .join("\n\n---\n\n"),
    };
    let clauses: Vec<Value> = found.iter().map(|clause| clause.json()).collect();
    Ok(json!({ "text": told, "clauses": clauses }))
}

fn clause(library: &Library, given: &Value) -> Result<Value, Value> {
    let id = word(given, "id")?;
    match library.find(id) {
        Some(clause) => {
            let told = format!(
                "**{} {}** ({})\n\n{}",
                clause.id, clause.title, clause.game, clause.text
            );
            Ok(json!({ "text": told, "clauses": [clause.json()] }))
        }
        None => Err(
            json!({ "text": format!("there is no clause `{}`; {}", short(id), library.meant(id)) }),
        ),
    }
}

/// The clauses that a document cites, in full. Numbers stand under `cite`, `cites` and `clause`.
fn cited(library: &Library, document: &Value) -> Vec<Value> {
    let mut ids = BTreeSet::new();
    gather(document, &mut ids);
    ids.iter()
        .filter_map(|id| library.find(id))
        .map(crate::clauses::Clause::json)
        .collect()
}

fn gather(value: &Value, ids: &mut BTreeSet<String>) {
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

fn why(library: &Library, given: &Value) -> Result<Value, Value> {
    let mut service = Service::new(1);
    let mut begin = only(given, &["game", "position", "players", "options", "packs"]);
    begin["seed"] = 1.into();
    let begun = ask(&mut service, "match/new", &begin)?;
    let mut params = only(given, &["action", "seat"]);
    params["match"] = begun["match"].clone();
    if params["action"] == "?" {
        params.as_object_mut().map(|params| params.remove("action"));
        let question = ask(&mut service, "match/question", &params)?;
        let clauses = cited(library, &question);
        return Ok(json!({ "question": question, "clauses": clauses }));
    }
    let why = ask(&mut service, "match/why", &params)?;
    let clauses = cited(library, &why);
    Ok(json!({ "why": why, "clauses": clauses }))
}

fn judge(library: &Library, given: &Value) -> Result<Value, Value> {
    let mut params = only(given, &["options", "packs"]);
    params["rulings"] = json!([{ "name": "ruling", "text": word(given, "ruling")? }]);
    let verdicts = ask(&mut Service::new(1), "judge/run", &params)?;
    let clauses = cited(library, &verdicts);
    Ok(json!({ "verdicts": verdicts, "clauses": clauses }))
}

fn check(given: &Value) -> Result<Value, Value> {
    let mut service = Service::new(1);
    let packs = only(given, &["packs"]);
    let checked = ask(&mut service, "pack/check", &packs)?;
    if checked["good"] != true {
        return Ok(json!({ "checked": checked }));
    }
    let mut params = packs;
    params["game"] = checked["game"].clone();
    let all = ask(&mut service, "pack/text", &params)?;
    // The official cards are known already.
    let official = ask(
        &mut service,
        "pack/text",
        &json!({ "game": checked["game"] }),
    )?;
    let known: BTreeSet<&str> = official["cards"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|card| card["id"].as_str())
        .collect();
    let cards = all["cards"].as_array().into_iter().flatten();
    let own: Vec<&Value> = cards
        .filter(|card| card["id"].as_str().is_some_and(|id| !known.contains(id)))
        .collect();
    Ok(json!({ "checked": checked, "cards": own }))
}

fn odds(given: &Value) -> Result<Value, Value> {
    let params = only(
        given,
        &[
            "game", "cards", "robot", "attack", "against", "goal", "position", "players",
            "options", "packs",
        ],
    );
    Ok(json!({ "odds": ask(&mut Service::new(1), "pack/odds", &params)? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_gathered_wherever_a_document_cites_them() {
        let document = json!({
            "cite": "MB-1", "clause": "MB-2", "cites": ["MB-3", { "cite": "MB-4" }], "clauses": ["MB-5"],
            "more": [{ "clause": "MB-6" }, { "deeper": { "cites": ["MB-7"] } }],
            "text": "MB-8", "ids": ["MB-9"],
        });
        let mut found = BTreeSet::new();
        gather(&document, &mut found);
        let expected = (1..=7).map(|nth| format!("MB-{nth}"));
        assert_eq!(found, expected.collect());
    }

    #[test]
    fn arguments_are_known_and_complete() {
        let tools = list();
        for tool in tools.as_array().unwrap() {
            let schema = &tool["inputSchema"];
            let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            let all: Map<String, Value> =
                keys.iter().map(|key| ((*key).clone(), 1.into())).collect();
            assert_eq!(fits(schema, &all.clone().into()), Ok(()));
            for key in keys {
                let mut without = all.clone();
                without.remove(key);
                let needed = schema["required"].as_array().unwrap().contains(&json!(key));
                let expected = match needed {
                    true => Err(format!("the argument `{key}` is missing")),
                    false => Ok(()),
                };
                assert_eq!(fits(schema, &without.into()), expected);
            }
            let mut more = all;
            more.insert("mroe".into(), 1.into());
            let why = fits(schema, &more.into()).unwrap_err();
            assert!(why.contains("no argument `mroe`"), "{why}");
        }
    }
}
