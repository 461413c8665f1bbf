//! The assistant's tools.

use crate::asking::{ask, only, short, word};
use crate::cards;
use crate::matches::Matches;
use crate::rules::{self, cited};
use crate::schemas::{document, list as list_of, object, of};
use cardwright_wire::rpc::Service;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The seed of everything that must give the same result every time.
const SEED: u64 = 1;

fn text(about: &str) -> Value {
    json!({ "type": "string", "description": about })
}

fn game() -> Value {
    let ids: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    json!({ "type": "string", "enum": ids, "description": "The game." })
}

fn packs() -> Value {
    let files = json!({ "type": "object", "additionalProperties": { "type": "string" },
        "description": "The text of each file, by its path in the pack's folder. There must be a `pack.toml`." });
    let pack = json!({ "type": "object", "required": ["files"], "additionalProperties": false,
        "properties": { "name": text("The name of the pack in messages."), "files": files } });
    json!({ "type": "array", "items": pack, "description": "Packs of cards, in addition to the official ones." })
}

fn options() -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "string" },
        "description": "Options by name: variants of the rules, house rules." })
}

fn tool(
    name: &str,
    title: &str,
    about: &str,
    required: &[&str],
    properties: Value,
    output: Value,
) -> Value {
    // A match changes; all other tools give the same result every time.
    let same = !matches!(name, "play_start" | "play_act" | "play_undo");
    json!({
        "name": name, "title": title, "description": about,
        "inputSchema": { "type": "object", "required": required, "additionalProperties": false, "properties": properties },
        "outputSchema": output,
        "annotations": { "readOnlyHint": same, "destructiveHint": false, "idempotentHint": same, "openWorldHint": false },
    })
}

/// Every tool with its schemas.
pub(crate) fn list() -> &'static Value {
    static TOOLS: LazyLock<Value> = LazyLock::new(tools);
    &TOOLS
}

fn tools() -> Value {
    let players = json!({ "type": "integer", "minimum": 1, "maximum": 8, "description": "The number of players." });
    let position = text(
        "A position in TOML, as in rulings: cardwright://grammar/GAME. Default: the start of the game.",
    );
    let seat = |about: &str| json!({ "type": "integer", "minimum": 1, "maximum": 8, "description": about });
    let played = text("The name of the match, from `play_start`.");
    let clauses = || list_of(of("RuleEntry"));
    let asked = |mut more: Value| {
        more["question"] = of("Question");
        more["clauses"] = clauses();
        more
    };
    let data = || json!({ "type": "object" });
    json!([
        tool(
            "ask",
            "Ask about the rules",
            "Finds what answers a question in people's words: each answer with its clause in full, where the clause is from, and whether it is printed or a house rule. Typing errors and other words for the same thing do not matter.",
            &["question"],
            json!({ "question": text("The question, such as `may I dodge a deflected missile?`."), "game": game(),
                "limit": { "type": "integer", "minimum": 1, "maximum": 30, "description": "The greatest number of answers. Default: 5." } }),
            document("Found")
        ),
        tool(
            "explain",
            "Explain a clause",
            "A clause (MB-3.2), a ruling (R-MB-3), an open question (Q-MB-2) or a card by its number, id or name: its text and source, and the clauses, rulings, questions and cards that belong to it.",
            &["name"],
            json!({ "name": text("The number, id or name."), "packs": packs() }),
            document("Explained")
        ),
        tool(
            "why",
            "May I?",
            "Says whether an answer is allowed in a position or in a match, which clauses, cards and facts decide it, and what would follow. The result contains the full text of the clauses. Name a game or a match.",
            &["action"],
            json!({ "game": game(), "match": text("A match from `play_start`, instead of a game and a position."),
                "action": text("The answer in notation, such as `buy top-left`. `?` returns the question and every answer."), "position": position, "players": players,
                "seat": seat("The player who answers; the result uses only what this player may know. Default: the player who is asked."),
                "options": options(), "packs": packs() }),
            object(&["clauses"], asked(json!({ "why": of("Why") })))
        ),
        tool(
            "play_start",
            "Start a match",
            "Starts a match, at the beginning or from a position, and returns its name and the first question. Dice and draws follow by themselves. With bots and one `human`, you play that seat and see only what this player may know. Otherwise you answer for every player and see everything. The last 8 matches are kept.",
            &["game"],
            json!({ "game": game(), "players": players,
                "seats": { "type": "array", "items": { "type": "string" }, "description": "Who plays each seat: `human`, or a bot such as `random` or `greedy`. Default: `human` everywhere." },
                "position": position,
                "seed": { "type": "integer", "minimum": 0, "description": "Decides dice and draws: the same seed, the same match. Default: another one each time." },
                "options": options(), "packs": packs() }),
            object(
                &["match", "players", "seats", "question", "clauses"],
                asked(json!({
                "match": text("The name of the match."), "players": { "type": "integer" }, "seats": list_of(text("Who plays the seat.")),
                "seat": seat("The seat that you play against bots."), "closed": text("The oldest match, which was closed for this one.") }))
            )
        ),
        tool(
            "play_state",
            "A match now",
            "The table of a match, the question with its answers, and the position (TOML), from which another match or a ruling can start.",
            &["match"],
            json!({ "match": played, "seat": seat("A player: the result has only what this player may know. Default: the seat that you play, or everything."),
                "from": { "type": "integer", "minimum": 0, "description": "The number of answers to skip in a long list." } }),
            object(
                &["standing", "table", "position", "question", "clauses"],
                asked(json!({
                "standing": text("How the players stand."), "table": text("The table."),
                "position": { "type": ["string", "null"], "description": "The position (TOML), with `?` for what the player may not know; null where there is none." } }))
            )
        ),
        tool(
            "play_act",
            "Answer in a match",
            "Plays an answer. Bots, dice and draws follow. Returns what happened, with clauses, and the next question. If the answer is not allowed, nothing changes, and the clauses and facts say why.",
            &["match", "action"],
            json!({ "match": played, "action": text("The answer in notation, or its number in the list, from 1."),
                "seat": seat("Whose answer it is; the result has only what this player may know. Default: the player who is asked.") }),
            object(
                &["lines", "question", "clauses"],
                asked(json!({ "lines": list_of(of("Line")) }))
            )
        ),
        tool(
            "play_undo",
            "Undo in a match",
            "Undoes answers, back to the last dice, draw or revealed secret at most; not in a match in which you play a seat against bots.",
            &["match"],
            json!({ "match": played, "count": { "type": "integer", "minimum": 1, "description": "How many answers. Default: 1." } }),
            object(
                &["undone", "question", "clauses"],
                asked(
                    json!({ "undone": { "type": "integer", "description": "How many answers were undone." } })
                )
            )
        ),
        tool(
            "judge",
            "Judge a ruling",
            "Plays a ruling (Markdown: cardwright://grammar/rulings) and compares the outcome with the one it states.",
            &["ruling"],
            json!({ "ruling": text("The text of the ruling."), "options": options(), "packs": packs() }),
            object(
                &["verdicts", "clauses"],
                json!({ "verdicts": of("Verdicts"), "clauses": clauses() })
            )
        ),
        tool(
            "check_pack",
            "Check a pack",
            "Lists every error in packs of cards, with its place and a fix, and what each card does.",
            &["packs"],
            json!({ "packs": packs() }),
            object(
                &["checked"],
                json!({ "checked": of("Checked"), "cards": list_of(of("CardText")) })
            )
        ),
        tool(
            "odds",
            "Exact odds",
            "Works out the exact chances of cards, of a robot's turn, or of an attack, with the real rules.",
            &["game"],
            json!({ "game": game(),
                "cards": { "type": "array", "items": { "type": "string" }, "description": "Ids of cards." },
                "robot": { "type": "array", "items": { "type": "string" }, "description": "Ids of a robot's parts and upgrades." },
                "attack": { "type": "array", "items": { "type": "string" }, "description": "Attacking fighters (Robot Empire), each as in a position." },
                "against": { "type": "array", "items": { "type": "string" }, "description": "With `attack`: the cards that the opponent may block with." },
                "goal": { "type": "string", "enum": ["battery", "cards", "both"], "description": "What both sides of an attack want most. With a position, it asks about the attack." },
                "position": text("A position in TOML: for the robot whose turn it is, or, with a `goal`, for the attack that comes next."), "players": players,
                "options": options(), "packs": packs() }),
            object(&["odds"], json!({ "odds": of("Odds") }))
        ),
        tool(
            "new_card",
            "A card to start from",
            "Returns a card of a kind that passes every check, with its script, the keys and words it may use, and the next steps.",
            &["game"],
            json!({ "game": game(), "kind": text("The kind of card, such as `part`. Default: every kind.") }),
            object(
                &["examples", "kinds", "symbols", "words", "pack", "next"],
                json!({
                "examples": list_of(data()), "kinds": list_of(data()), "symbols": {}, "words": {},
                "pack": { "type": "object", "additionalProperties": { "type": "string" }, "description": "The text of each file, by its path." },
                "next": text("The next steps.") })
            )
        ),
    ])
}

/// The result of a tool; `None` if it does not exist.
pub(crate) fn call(
    matches: &mut Matches,
    name: &str,
    given: &Value,
) -> Option<Result<Value, Value>> {
    let tool = list()
        .as_array()?
        .iter()
        .find(|tool| tool["name"] == name)?;
    if let Err(why) = fits(&tool["inputSchema"], given) {
        return Some(Err(json!({ "text": why })));
    }
    Some(match name {
        "ask" => rules::asked(given),
        "explain" => rules::explain(given),
        "why" => why(matches, given),
        "play_start" => matches.start(given),
        "play_state" => matches.state(given),
        "play_act" => matches.act(given),
        "play_undo" => matches.undo(given),
        "judge" => judge(given),
        "check_pack" => check(given),
        "odds" => odds(given),
        _ => cards::new_card(given),
    })
}

/// Checks that arguments have the keys that a tool accepts; values are checked by the tool.
fn fits(schema: &Value, given: &Value) -> Result<(), String> {
    let Some(given) = given.as_object() else {
        return Err("arguments must be given by name, in an object".into());
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

fn why(matches: &mut Matches, given: &Value) -> Result<Value, Value> {
    let begin = only(given, &["game", "position", "players", "options", "packs"]);
    let key = if given["action"] == "?" {
        "question"
    } else {
        "why"
    };
    let found = match (
        given.get("match"),
        begin.as_object().and_then(|begin| begin.keys().next()),
    ) {
        (None, _) if begin.get("game").is_none() => {
            return Err(json!({ "text": "name a `game` or a `match`" }));
        }
        (None, _) => {
            let mut begin = begin;
            begin["seed"] = SEED.into();
            let mut service = Service::new(SEED);
            let begun = ask(&mut service, "match/new", &begin)?;
            let mut params = only(given, &["action", "seat"]);
            params["match"] = begun["match"].clone();
            if key == "question" {
                params.as_object_mut().map(|params| params.remove("action"));
                ask(&mut service, "match/question", &params)?
            } else {
                ask(&mut service, "match/why", &params)?
            }
        }
        (Some(_), Some(other)) => {
            return Err(json!({ "text": format!("a match has its own `{other}`: leave it out") }));
        }
        (Some(_), None) => matches.why(given)?,
    };
    Ok(json!({ "clauses": cited(&found), key: found }))
}

fn judge(given: &Value) -> Result<Value, Value> {
    let mut params = only(given, &["options", "packs"]);
    params["rulings"] = json!([{ "name": "ruling", "text": word(given, "ruling")? }]);
    let verdicts = ask(&mut Service::new(SEED), "judge/run", &params)?;
    let clauses = cited(&verdicts);
    Ok(json!({ "verdicts": verdicts, "clauses": clauses }))
}

fn check(given: &Value) -> Result<Value, Value> {
    let mut service = Service::new(SEED);
    let packs = only(given, &["packs"]);
    let checked = ask(&mut service, "pack/check", &packs)?;
    if checked["good"] != true {
        return Ok(json!({ "checked": checked }));
    }
    let mut params = packs;
    params["game"] = checked["game"].clone();
    let all = ask(&mut service, "pack/text", &params)?;
    // The official cards are already known.
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
    Ok(json!({ "odds": ask(&mut Service::new(SEED), "pack/odds", &params)? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gather;
    use serde_json::Map;

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
