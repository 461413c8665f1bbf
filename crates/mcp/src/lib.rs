//! Rules, rulings, odds and packs for assistants, over the Model Context Protocol: one JSON-RPC message per line.
//!
//! A [`Server`] handles lines and returns lines, like the service of `cardwright-wire`, which it uses for everything
//! that needs the engine. Each answer quotes the full text of the clauses that it cites.
//!
//! ```
//! let mut server = cardwright_mcp::Server::new(7);
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"name":"RB-3.3"}}}"#;
//! assert!(server.handle(line).is_some_and(|answer| answer.contains("You may not pass")));
//! ```

mod asking;
mod cards;
mod matches;
mod prompts;
mod resources;
mod rules;
mod schemas;
mod tools;

#[cfg(test)]
mod tests;

use asking::short;
use cardwright_wire::rpc::LINE_BYTES;
use matches::Matches;
use serde_json::{Map, Value, json};

/// The supported protocol versions, newest first.
pub const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The instructions sent to an assistant.
const INSTRUCTIONS: &str = "\
Rules of robot tabletop games, played by an engine. To answer a question about a rule, find it with `ask` and `explain`, and quote the clause with its number. To answer whether a player may do something, use `why`: it decides in a position and cites clauses and facts. To play or to reach a moment of a game, use `play_start`, `play_state`, `play_act` and `play_undo`; `why` answers in such a match too. Positions and rulings are described in cardwright://grammar/GAME and cardwright://grammar/rulings. Do not answer from memory. Where a printed rulebook is silent, the list of open questions (`Q-…`) has the variants. `check_pack`, `judge` and `odds` check packs, rulings and chances; `new_card` gives an example of a card.";

mod codes {
    pub(super) const PARSE: i64 = -32700;
    pub(super) const REQUEST: i64 = -32600;
    pub(super) const NO_METHOD: i64 = -32601;
    pub(super) const PARAMS: i64 = -32602;
    pub(super) const NO_RESOURCE: i64 = -32002;
}

/// The code and message of a failed request, and what to do; the help may be empty.
struct RpcError {
    code: i64,
    message: String,
    help: String,
}

impl RpcError {
    fn new(code: i64, message: impl Into<String>) -> Self {
        RpcError {
            code,
            message: message.into(),
            help: String::new(),
        }
    }
}

/// The server for one assistant. It reads no files. Between requests, it keeps only the last matches.
#[derive(Debug)]
pub struct Server {
    matches: Matches,
}

impl Server {
    /// Creates a server. Matches without a seed get one derived from `seed`.
    pub fn new(seed: u64) -> Self {
        Server {
            matches: Matches::new(seed),
        }
    }

    /// Handles a line and returns the line to send back; `None` for a notification. It never fails: errors are reported
    /// in the reply.
    pub fn handle(&mut self, line: &[u8]) -> Option<String> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        if line.len() > LINE_BYTES {
            let why = format!("a line has at most {LINE_BYTES} bytes");
            return Some(failed(&Value::Null, &RpcError::new(codes::REQUEST, why)));
        }
        match serde_json::from_slice(line) {
            Ok(Value::Array(_)) => {
                let why = "the protocol no longer has batches".to_string();
                Some(failed(&Value::Null, &RpcError::new(codes::REQUEST, why)))
            }
            Ok(message) => self.answer(&message),
            Err(error) => Some(failed(
                &Value::Null,
                &RpcError::new(codes::PARSE, cardwright::json_fault(&error)),
            )),
        }
    }

    fn answer(&mut self, message: &Value) -> Option<String> {
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id");
        let (Some(method), Some("2.0")) = (method, message.get("jsonrpc").and_then(Value::as_str))
        else {
            // An answer without a request, or an empty message.
            let answer = message.get("result").is_some() || message.get("error").is_some();
            let why = "this is not a JSON-RPC 2.0 request".to_string();
            return (!answer).then(|| {
                failed(
                    id.unwrap_or(&Value::Null),
                    &RpcError::new(codes::REQUEST, why),
                )
            });
        };
        let id = id.filter(|id| id.is_string() || id.is_number())?;
        let empty = Value::Object(Map::new());
        let params = message.get("params").unwrap_or(&empty);
        Some(match self.call(method, params) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string(),
            Err(fault) => failed(id, &fault),
        })
    }

    fn call(&mut self, method: &str, params: &Value) -> Result<Value, RpcError> {
        match method {
            "initialize" => Ok(initialize(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": tools::list() })),
            "tools/call" => self.tool(params),
            "resources/list" => Ok(json!({ "resources": resources::list() })),
            "resources/templates/list" => {
                Ok(json!({ "resourceTemplates": resources::templates() }))
            }
            "resources/read" => {
                let uri = params
                    .get("uri")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                let contents = resources::read(uri);
                let none = || {
                    RpcError::new(
                        codes::NO_RESOURCE,
                        format!("there is no resource `{}`", short(uri)),
                    )
                };
                contents
                    .map(|contents| json!({ "contents": [contents] }))
                    .ok_or_else(none)
            }
            "prompts/list" => Ok(json!({ "prompts": prompts::list() })),
            "prompts/get" => prompts::get(params).map_err(|(message, help)| RpcError {
                help,
                ..RpcError::new(codes::PARAMS, message)
            }),
            other => Err(RpcError::new(
                codes::NO_METHOD,
                format!("there is no method `{}`", short(other)),
            )),
        }
    }

    fn tool(&mut self, params: &Value) -> Result<Value, RpcError> {
        let name = params
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let empty = Value::Object(Map::new());
        let given = params
            .get("arguments")
            .filter(|given| !given.is_null())
            .unwrap_or(&empty);
        match tools::call(&mut self.matches, name, given) {
            None => Err(RpcError::new(
                codes::PARAMS,
                format!("there is no tool `{}`", short(name)),
            )),
            // A tool's refusal is a result, from which the assistant can learn.
            Some(Ok(found)) => Ok(content(&found, false)),
            Some(Err(why)) => Ok(content(&why, true)),
        }
    }
}

/// A result for people and for programs. The text is the data as JSON, unless the data comes with a `text`. An error
/// has only text, because the tool's schema describes its result.
fn content(found: &Value, error: bool) -> Value {
    let mut data = found.clone();
    let text = match data.as_object_mut().and_then(|data| data.remove("text")) {
        Some(Value::String(text)) => text,
        _ => format!("{found:#}"),
    };
    let content = json!([{ "type": "text", "text": text }]);
    if error {
        return json!({ "content": content, "isError": true });
    }
    json!({ "content": content, "structuredContent": data, "isError": false })
}

fn initialize(params: &Value) -> Value {
    let wanted = params
        .get("protocolVersion")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let version = VERSIONS
        .iter()
        .find(|version| **version == wanted)
        .unwrap_or(&VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": { "listChanged": false }, "resources": { "subscribe": false, "listChanged": false }, "prompts": { "listChanged": false } },
        "serverInfo": { "name": "cardwright", "title": "Cardwright", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

fn failed(id: &Value, fault: &RpcError) -> String {
    let RpcError {
        code,
        message,
        help,
    } = fault;
    let mut error = json!({ "code": code, "message": message });
    if !help.is_empty() {
        error["data"] = json!({ "help": help });
    }
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
}
