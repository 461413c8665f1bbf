//! Requests to a service, and texts from users.

use cardwright_wire::rpc::Service;
use serde_json::{Map, Value, json};

/// The start of a user's text, for a message.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.into(),
    }
}

/// Sends a single request to a new service; returns its result or its error.
pub(crate) fn ask(service: &mut Service, method: &str, params: &Value) -> Result<Value, Value> {
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let reply = service.handle(line.as_bytes()).pop().unwrap_or_default();
    let mut reply: Value = serde_json::from_str(&reply).unwrap_or_default();
    match reply.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => Err(reply.get_mut("error").map(Value::take).unwrap_or_default()),
    }
}

/// The arguments with these names, unchanged.
pub(crate) fn only(given: &Value, keys: &[&str]) -> Value {
    let own = |key: &&str| Some(((*key).to_owned(), given.get(*key)?.clone()));
    Value::Object(keys.iter().filter_map(own).collect::<Map<_, _>>())
}

/// A string argument.
///
/// # Errors
/// When it is missing or not a string.
pub(crate) fn word<'v>(given: &'v Value, key: &str) -> Result<&'v str, Value> {
    given
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| json!({ "text": format!("`{key}` must be a text") }))
}
