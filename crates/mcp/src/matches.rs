//! Matches in which an assistant plays, or that it hosts.

use crate::asking::{ask, only, word};
use crate::rules::cited;
use cardwright_wire::rpc::Service;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::fmt::Write;

/// The maximum number of matches. The oldest is closed to make room for another.
const MOST: usize = 8;
/// The number of choices in one answer.
const PAGE: usize = 200;

/// The matches of one assistant.
#[derive(Debug)]
pub(crate) struct Matches {
    service: Service,
    /// Ordered from oldest to newest.
    held: VecDeque<Held>,
}

#[derive(Debug)]
struct Held {
    name: String,
    /// The only player who is not a bot, if there are bots. Then nothing is shown that this player may not know.
    seat: Option<u64>,
}

impl Matches {
    pub(crate) fn new(seed: u64) -> Self {
        Matches {
            service: Service::new(seed),
            held: VecDeque::new(),
        }
    }

    pub(crate) fn start(&mut self, given: &Value) -> Result<Value, Value> {
        let keys = [
            "game", "players", "seats", "options", "packs", "position", "seed",
        ];
        let full = self.held.len() >= MOST;
        let begun = self.call("match/new", given, &keys)?;
        let mut found = json!({ "match": begun["match"], "players": begun["players"], "seats": begun["seats"] });
        let seats: Vec<&str> = begun["seats"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let people: Vec<usize> = (0..seats.len())
            .filter(|at| seats[*at] == cardwright::HUMAN)
            .collect();
        let seat = match people.as_slice() {
            [only] => Some(*only as u64 + 1),
            _ => None,
        };
        if let Some(closed) = full.then(|| self.held.pop_front()).flatten() {
            ask(
                &mut self.service,
                "match/close",
                &json!({ "match": closed.name }),
            )?;
            found["closed"] = closed.name.into();
        }
        let name = word(&begun, "match")?.to_owned();
        if let Some(seat) = seat {
            found["seat"] = seat.into();
        }
        self.held.push_back(Held { name, seat });
        let asked = self.question(&json!({ "match": begun["match"], "seat": seat }))?;
        let mut text = format!("Match {}: {}.", word(&begun, "match")?, seats.join(", "));
        if let Some(seat) = seat {
            let _ = write!(
                text,
                " You play seat {seat}, and see what this player may know."
            );
        }
        Ok(with_question(found, &asked, text))
    }

    /// The table, the question and the position.
    pub(crate) fn state(&mut self, given: &Value) -> Result<Value, Value> {
        let params = self.seen(given)?;
        let table = self.call("match/view", &params, &["match", "seat"])?;
        let position = self.call("match/position", &params, &["match", "seat"])?;
        let asked = self.question(&params)?;
        let text = format!(
            "{}\n{}",
            table["standing"].as_str().unwrap_or_default(),
            table["text"].as_str().unwrap_or_default()
        );
        let found = json!({ "standing": table["standing"], "table": table["text"], "position": position["position"] });
        Ok(with_question(found, &asked, text))
    }

    pub(crate) fn act(&mut self, given: &Value) -> Result<Value, Value> {
        let params = self.seen(given)?;
        let played = self.call("match/play", &params, &["match", "seat", "action"]);
        let played = match played {
            Ok(played) => played,
            Err(mut refused) => {
                refused["clauses"] = cited(&refused).into();
                return Err(refused);
            }
        };
        let lines = played["lines"].as_array().into_iter().flatten();
        let told: Vec<&str> = lines.filter_map(|line| line["text"].as_str()).collect();
        let asked = self.question(&only(&params, &["match", "seat"]))?;
        Ok(with_question(
            json!({ "lines": played["lines"] }),
            &asked,
            told.join("\n"),
        ))
    }

    pub(crate) fn undo(&mut self, given: &Value) -> Result<Value, Value> {
        let params = self.seen(given)?;
        if let Some(seat) = params.get("seat") {
            let why = format!("you play seat {seat} against bots, so you cannot undo");
            return Err(json!({ "text": why }));
        }
        let undone = self.call("match/undo", &params, &["match", "count"])?;
        let asked = self.question(&only(&params, &["match"]))?;
        let text = format!("Undone: {}.", undone["taken"]);
        Ok(with_question(
            json!({ "undone": undone["taken"] }),
            &asked,
            text,
        ))
    }

    /// "May I?" in a match.
    pub(crate) fn why(&mut self, given: &Value) -> Result<Value, Value> {
        let params = self.seen(given)?;
        if params["action"] == "?" {
            return self.question(&params);
        }
        ask(&mut self.service, "match/why", &params)
    }

    /// The result of a method with these of the arguments.
    fn call(&mut self, method: &str, given: &Value, keys: &[&str]) -> Result<Value, Value> {
        ask(&mut self.service, method, &only(given, keys))
    }

    /// The question, or a page of it.
    fn question(&mut self, given: &Value) -> Result<Value, Value> {
        let mut params = only(given, &["match", "seat", "from"]);
        if params["seat"].is_null() {
            params.as_object_mut().map(|params| params.remove("seat"));
        }
        params["limit"] = PAGE.into();
        ask(&mut self.service, "match/question", &params)
    }

    /// The arguments, with the seat that the assistant plays in this match.
    fn seen(&self, given: &Value) -> Result<Value, Value> {
        let name = word(given, "match")?;
        let Some(held) = self.held.iter().find(|held| held.name == name) else {
            let why = format!(
                "there is no match `{}`; the last {MOST} are kept: {}",
                crate::asking::short(name),
                self.held
                    .iter()
                    .map(|held| held.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            return Err(json!({ "text": why }));
        };
        let mut params = given.as_object().cloned().unwrap_or_else(Map::new);
        if let Some(seat) = held.seat {
            if params.get("seat").is_some_and(|other| *other != seat) {
                return Err(
                    json!({ "text": format!("you play seat {seat} in this match, and see what this player may know") }),
                );
            }
            params.insert("seat".into(), seat.into());
        }
        Ok(Value::Object(params))
    }
}

/// An answer with the next question, both as text too.
pub(crate) fn with_question(mut found: Value, question: &Value, mut text: String) -> Value {
    let _ = write!(
        text,
        "\n\n{}",
        question["text"].as_str().unwrap_or_default()
    );
    for choice in question["choices"].as_array().into_iter().flatten() {
        let word = |key: &str| choice[key].as_str().unwrap_or_default();
        let _ = write!(text, "\n- `{}`: {}", word("action"), word("text"));
    }
    if let Some(next) = question["next"].as_u64() {
        let _ = write!(text, "\n- more: `play_state` with `from` {next}");
    }
    if question["others"] == true {
        text += "\n- others may be allowed that this player may not know";
    }
    found["clauses"] = cited(&json!([found, question])).into();
    found["question"] = question.clone();
    found["text"] = text.trim().into();
    found
}
