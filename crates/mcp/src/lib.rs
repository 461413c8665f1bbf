//! Rules, rulings, odds and packs for assistants, over the Model Context Protocol: one JSON-RPC message a line.
//!
//! A [`Server`] takes lines and gives lines, as the service of `cardwright-wire` does, and asks such a service for what needs the
//! engine. What it says of a rule it quotes: each answer carries the clauses it stands on, in full.
//!
//! ```
//! let mut server = cardwright_mcp::Server::new();
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clause","arguments":{"id":"RB-3.3"}}}"#;
//! assert!(server.handle(line).is_some_and(|answer| answer.contains("You may not pass")));
//! ```

mod asking;
mod cards;
mod clauses;
mod resources;
mod tools;

use asking::short;
use cardwright_wire::rpc::LINE_BYTES;
use clauses::Library;
use serde_json::{Map, Value, json};

/// The versions of the protocol that are spoken, the newest first.
pub const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What an assistant is told of this server.
const INSTRUCTIONS: &str = "\
Rules of robot tabletop games, played by an engine. Asked about a rule, look it up with `rules_search` and `clause` and \
quote the clause with its number; asked whether something may be done, ask `why`, which decides it in a position and cites \
clauses and facts. Do not answer from memory. Where a printed rulebook is silent the register of open questions (`Q-…`) has \
the variants. `check_pack`, `judge` and `odds` check what somebody writes; `new_card` gives a card to begin with.";

mod codes {
    pub(super) const PARSE: i64 = -32700;
    pub(super) const REQUEST: i64 = -32600;
    pub(super) const NO_METHOD: i64 = -32601;
    pub(super) const PARAMS: i64 = -32602;
    pub(super) const NO_RESOURCE: i64 = -32002;
}

/// Why a request fails: code and message.
struct RpcError(i64, String);

/// One assistant's server. It reads no file, and holds nothing between questions.
#[derive(Debug)]
pub struct Server {
    library: Library,
}

impl Default for Server {
    fn default() -> Self {
        Server::new()
    }
}

impl Server {
    /// A server; it reads the rules once.
    pub fn new() -> Self {
        Server {
            library: Library::new(),
        }
    }

    /// Takes a line and gives the line to send back; none to a notification. Never fails: what is wrong with a line is said
    /// in an answer.
    pub fn handle(&mut self, line: &[u8]) -> Option<String> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        if line.len() > LINE_BYTES {
            let why = format!("a line has at most {LINE_BYTES} bytes");
            return Some(failed(&Value::Null, &RpcError(codes::REQUEST, why)));
        }
        match serde_json::from_slice(line) {
            Ok(Value::Array(_)) => {
                let why = "batches are no part of the protocol any more".to_string();
                Some(failed(&Value::Null, &RpcError(codes::REQUEST, why)))
            }
            Ok(message) => self.answer(&message),
            Err(error) => Some(failed(
                &Value::Null,
                &RpcError(codes::PARSE, format!("this is not JSON: {error}")),
            )),
        }
    }

    fn answer(&mut self, message: &Value) -> Option<String> {
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id");
        let (Some(method), Some("2.0")) = (method, message.get("jsonrpc").and_then(Value::as_str))
        else {
            // An answer, though nothing was asked, or nothing at all.
            let answer = message.get("result").is_some() || message.get("error").is_some();
            let why = "this is no request of JSON-RPC 2.0".to_string();
            return (!answer)
                .then(|| failed(id.unwrap_or(&Value::Null), &RpcError(codes::REQUEST, why)));
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
                let contents = resources::read(&self.library, uri);
                let none = || {
                    RpcError(
                        codes::NO_RESOURCE,
                        format!("there is no resource `{}`", short(uri)),
                    )
                };
                contents
                    .map(|contents| json!({ "contents": [contents] }))
                    .ok_or_else(none)
            }
            other => Err(RpcError(
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
        match tools::call(&self.library, name, given) {
            None => Err(RpcError(
                codes::PARAMS,
                format!("there is no tool `{}`", short(name)),
            )),
            // What a tool says no to is an answer, which the assistant can learn from.
            Some(Ok(found)) => Ok(content(&found, false)),
            Some(Err(why)) => Ok(content(&why, true)),
        }
    }
}

/// A result for people and for programs. The text is the same as the data, unless there is a `text` beside it.
fn content(found: &Value, error: bool) -> Value {
    let mut data = found.clone();
    let text = match data.as_object_mut().and_then(|data| data.remove("text")) {
        Some(Value::String(text)) => text,
        _ => format!("{found:#}"),
    };
    json!({ "content": [{ "type": "text", "text": text }], "structuredContent": data, "isError": error })
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
        "capabilities": { "tools": { "listChanged": false }, "resources": { "subscribe": false, "listChanged": false } },
        "serverInfo": { "name": "cardwright", "title": "Cardwright", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

fn failed(id: &Value, fault: &RpcError) -> String {
    let RpcError(code, message) = fault;
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }).to_string()
}
