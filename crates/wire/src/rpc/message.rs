//! JSON-RPC 2.0 messages.

use super::faults::{RpcError, codes};
use super::limits::{BATCH, LINE_BYTES};
use cardwright::{data_fault, json_fault};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value, json};

/// A request, or without an id a notification.
#[derive(Debug)]
pub(super) struct Request {
    pub id: Option<Value>,
    pub method: String,
    pub params: Option<Value>,
}

/// The first whole number, 2^53, from which a 64-bit floating-point number cannot represent every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

type Wrong = Box<(Value, RpcError)>;

/// The content of a line.
enum Read {
    One(Result<Request, Wrong>),
    Batch(Vec<Result<Request, Wrong>>),
}

impl Request {
    /// The match that the request is about.
    pub(super) fn of_match(&self) -> Option<&str> {
        self.params.as_ref()?.get("match")?.as_str()
    }

    /// The named parameters of the request.
    pub(super) fn params<T: DeserializeOwned>(&self) -> Result<T, RpcError> {
        let empty = Value::Object(Map::new());
        let params = self.params.as_ref().unwrap_or(&empty);
        if !params.is_object() {
            return Err(RpcError::params(
                "",
                "parameters must be given by name, in an object",
            ));
        }
        serde_path_to_error::deserialize(params).map_err(|error| {
            let path = error.path().to_string();
            let path = if path == "." { String::new() } else { path };
            RpcError::params(&path, &data_fault(&error.into_inner().to_string()))
        })
    }
}

/// The number of requests in a line: each request of a batch counts. Returns 1 for a line that is refused as a whole.
///
/// ```
/// use cardwright_wire::rpc::requests;
///
/// assert_eq!(requests(b"{}"), 1);
/// assert_eq!(requests(b" [{}, {}, {}]"), 3);
/// assert_eq!(requests(b"[{}, {},"), 1);
/// ```
pub fn requests(line: &[u8]) -> usize {
    if line.trim_ascii_start().first() != Some(&b'[') {
        return 1;
    }
    // Only the number of requests is needed, so their content is ignored.
    let all: Result<Vec<IgnoredAny>, _> = serde_json::from_slice(line);
    all.ok()
        .map(|all| all.len())
        .filter(|count| (1..=BATCH).contains(count))
        .unwrap_or(1)
}

/// Replies to a line. `reply` answers a single request, with whether it is part of a batch. The replies to a
/// batch are limited to about `most` bytes.
pub(super) fn answer(
    line: &[u8],
    most: usize,
    mut reply: impl FnMut(Request, bool) -> Option<Value>,
) -> Vec<String> {
    if line.len() > LINE_BYTES {
        return too_long();
    }
    if line.iter().all(u8::is_ascii_whitespace) {
        return Vec::new();
    }
    let mut one = |request: Result<Request, Wrong>, in_batch| match request {
        Ok(request) => reply(request, in_batch),
        Err(wrong) => Some(failed(&wrong.0, &wrong.1)),
    };
    match read(line) {
        Read::One(request) => one(request, false)
            .into_iter()
            .map(|reply| reply.to_string())
            .collect(),
        Read::Batch(requests) => {
            let mut replies = String::new();
            for request in requests {
                let reply = match request {
                    Ok(request) if replies.len() > most => refused(&request, most),
                    request => one(request, true),
                };
                if let Some(reply) = reply {
                    replies.push(if replies.is_empty() { '[' } else { ',' });
                    replies.push_str(&reply.to_string());
                }
            }
            if replies.is_empty() {
                return Vec::new();
            }
            replies.push(']');
            vec![replies]
        }
    }
}

/// The reply to a request of a batch whose replies have reached the limit.
fn refused(request: &Request, most: usize) -> Option<Value> {
    let fault = RpcError::limit(
        format!("the answers to a batch have at most {most} bytes"),
        "send the rest in another batch",
    );
    request.id.as_ref().map(|id| failed(id, &fault))
}

/// The reply to a line that is too long.
pub(super) fn too_long() -> Vec<String> {
    let fault = RpcError::limit(
        format!("a line has at most {LINE_BYTES} bytes"),
        "send less at a time",
    );
    vec![failed(&Value::Null, &fault).to_string()]
}

/// Makes the reply to a request.
pub(super) fn replied(id: &Value, found: Result<Value, RpcError>) -> Value {
    match found {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(fault) => failed(id, &fault),
    }
}

/// Parses a line.
fn read(line: &[u8]) -> Read {
    match serde_json::from_slice(line) {
        Err(error) => {
            let data =
                json!({ "kind": "parse", "column": error.column(), "reason": error.to_string() });
            let message = json_fault(&error);
            Read::One(Err(Box::new((
                Value::Null,
                RpcError::new(codes::PARSE, message, data),
            ))))
        }
        Ok(Value::Array(all)) if all.is_empty() => {
            Read::One(Err(invalid(Value::Null, "a batch must not be empty")))
        }
        Ok(Value::Array(all)) if all.len() > BATCH => {
            let fault = RpcError::limit(
                format!("a batch has at most {BATCH} requests"),
                "send several batches",
            );
            Read::One(Err(Box::new((Value::Null, fault))))
        }
        Ok(Value::Array(all)) => Read::Batch(all.into_iter().map(request).collect()),
        Ok(value) => Read::One(request(value)),
    }
}

fn request(value: Value) -> Result<Request, Wrong> {
    let Value::Object(mut map) = value else {
        return Err(invalid(Value::Null, "a request must be an object"));
    };
    let id = map.remove("id");
    let shown = match &id {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        _ => Value::Null,
    };
    if matches!(
        id,
        Some(Value::Bool(_) | Value::Array(_) | Value::Object(_))
    ) {
        return Err(invalid(
            Value::Null,
            "`id` must be a text, a number or null",
        ));
    }
    // The id would be rounded in the reply, and match no request.
    let rounded = |number: &serde_json::Number| {
        number.is_f64() && number.as_f64().is_some_and(|number| number.abs() >= EXACT)
    };
    if matches!(&id, Some(Value::Number(number)) if rounded(number)) {
        return Err(invalid(
            Value::Null,
            "`id` is too large for a number: write it as a text, or use one from -2^63 to 2^64 - 1",
        ));
    }
    if map.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid(shown, "`jsonrpc` must be \"2.0\""));
    }
    match map.remove("method") {
        Some(Value::String(method)) => Ok(Request {
            id,
            method,
            params: map.remove("params"),
        }),
        _ => Err(invalid(shown, "`method` must be a text")),
    }
}

fn invalid(id: Value, reason: &str) -> Wrong {
    let data = json!({ "kind": "request", "reason": reason });
    Box::new((
        id,
        RpcError::new(
            codes::REQUEST,
            format!("this is not a request: {reason}"),
            data,
        ),
    ))
}

/// Makes the reply to a request that failed.
pub(super) fn failed(id: &Value, fault: &RpcError) -> Value {
    let RpcError {
        code,
        message,
        data,
    } = fault;
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message, "data": data } })
}

/// A result as JSON.
pub(super) fn done(result: &impl Serialize) -> Result<Value, RpcError> {
    serde_json::to_value(result).map_err(|error| RpcError::internal(&error))
}

/// The beginning of a user's text, for a message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each request of a batch gets one reply in its place, even if the replies are too long; a notification gets
    /// none.
    #[test]
    fn a_batch_has_a_reply_for_each_request_whatever_the_limit() {
        let request = |id: usize| json!({ "jsonrpc": "2.0", "id": id, "method": "m" });
        let note = json!({ "jsonrpc": "2.0", "method": "m" });
        let batch = json!([request(0), note, request(1), 7, request(2), note]).to_string();
        let reply = |request: Request, in_batch: bool| {
            assert!(in_batch);
            Some(json!({ "id": request.id?, "result": "long" }))
        };
        let length = json!({ "id": 0, "result": "long" }).to_string().len();
        // The limit, and the number of requests that are handled: the next one is handled only while the replies
        // are within the limit.
        for (most, worked_on) in [(0, 1), (length, 1), (length + 1, 2), (9_999, 3)] {
            let lines = answer(batch.as_bytes(), most, reply);
            let replies: Vec<Value> = serde_json::from_str(&lines[0]).unwrap();
            let ids: Vec<_> = replies.iter().map(|reply| reply["id"].as_u64()).collect();
            assert_eq!(
                (lines.len(), ids),
                (1, vec![Some(0), Some(1), None, Some(2)])
            );
            let good = replies.iter().filter(|reply| reply["result"] == "long");
            assert_eq!(good.count(), worked_on, "{most}: {replies:?}");
            let of = |reply: &&Value| reply["error"]["data"]["kind"] == "limit";
            let refused = replies.iter().filter(of).count();
            assert_eq!(refused, 3 - worked_on, "{most}: {replies:?}");
        }
    }
}
