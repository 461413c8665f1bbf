//! Questions to a service, and texts of somebody else's.

use cardwright_wire::rpc::Service;
use serde_json::{Value, json};

/// The beginning of a text of somebody else's.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.into(),
    }
}

/// Asks a service, which is made for this question alone: its result, or its error.
pub(crate) fn ask(service: &mut Service, method: &str, params: &Value) -> Result<Value, Value> {
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let reply = service.handle(line.as_bytes()).pop().unwrap_or_default();
    let mut reply: Value = serde_json::from_str(&reply).unwrap_or_default();
    match reply.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => Err(reply.get_mut("error").map(Value::take).unwrap_or_default()),
    }
}
