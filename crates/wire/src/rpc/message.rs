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

    /// What a line that is read says: the id of its reply, and the kind of its error.
    fn read_as(line: &str) -> (Value, Value) {
        let lines = answer(line.as_bytes(), 0, |request: Request, in_batch| {
            assert!(!in_batch);
            Some(json!({ "id": request.id, "error": { "data": { "kind": "" } } }))
        });
        assert_eq!(lines.len(), 1, "{line}");
        let reply: Value = serde_json::from_str(&lines[0]).unwrap();
        (reply["id"].clone(), reply["error"]["data"]["kind"].clone())
    }

    #[test]
    fn an_id_is_returned_as_it_is_or_refused() {
        for (id, good) in [
            ("null", true),
            ("0", true),
            ("-9223372036854775808", true),
            ("18446744073709551615", true),
            ("1.5", true),
            ("9007199254740991.0", true),
            ("9007199254740992.0", false),
            ("-9007199254740992.0", false),
            ("18446744073709551616", false),
            ("\"x\"", true),
            ("\"\"", true),
            ("true", false),
            ("[]", false),
            ("{}", false),
        ] {
            let (found, kind) = read_as(&format!(
                "{{\"jsonrpc\": \"2.0\", \"id\": {id}, \"method\": \"m\"}}"
            ));
            let expected: Value = if good {
                serde_json::from_str(id).unwrap()
            } else {
                Value::Null
            };
            assert_eq!(
                (found, kind),
                (expected, json!(if good { "" } else { "request" })),
                "{id}"
            );
        }
    }

    #[test]
    fn a_line_that_is_no_request_is_refused_with_its_id_if_it_has_one() {
        for (line, id, kind) in [
            ("{", json!(null), "parse"),
            ("[]", json!(null), "request"),
            ("7", json!(null), "request"),
            ("\"x\"", json!(null), "request"),
            ("{}", json!(null), "request"),
            (r#"{"id": 7}"#, json!(7), "request"),
            (
                r#"{"id": 7, "jsonrpc": "1.0", "method": "m"}"#,
                json!(7),
                "request",
            ),
            (r#"{"id": 7, "jsonrpc": "2.0"}"#, json!(7), "request"),
            (
                r#"{"id": "x", "jsonrpc": "2.0", "method": 1}"#,
                json!("x"),
                "request",
            ),
            (
                r#" {"id": "x", "jsonrpc": "2.0", "method": "m", "params": 1} "#,
                json!("x"),
                "",
            ),
        ] {
            assert_eq!(read_as(line), (id, json!(kind)), "{line}");
        }
        let none = |line: &str| answer(line.as_bytes(), 0, |_, _| panic!("{line}"));
        assert!(none("").is_empty() && none(" \t\r").is_empty());
        assert_eq!(none(&" ".repeat(LINE_BYTES)).len(), 0);
        assert_eq!(none(&" ".repeat(LINE_BYTES + 1)), too_long());
        let long: Value = serde_json::from_str(&too_long()[0]).unwrap();
        assert_eq!(
            (&long["error"]["code"], &long["id"]),
            (&json!(8), &json!(null))
        );
        let parse: Value = serde_json::from_str(&none("[1,")[0]).unwrap();
        assert_eq!(parse["error"]["data"]["column"], 3);
    }

    #[test]
    fn batches_have_a_greatest_size_and_their_requests_are_counted() {
        let batch = |many: usize| format!("[{}]", vec!["1"; many].join(","));
        for (many, counted, kinds) in [
            (1, 1, "request"),
            (BATCH, BATCH, "request"),
            (BATCH + 1, 1, "limit"),
        ] {
            assert_eq!(requests(batch(many).as_bytes()), counted);
            let lines = answer(batch(many).as_bytes(), 9_999_999, |_, _| None);
            assert_eq!(
                lines[0].matches(&format!("\"kind\":\"{kinds}\"")).count(),
                counted
            );
        }
        assert_eq!(
            (requests(b"[]"), requests(b"1"), requests(b"[1, 2")),
            (1, 1, 1)
        );
    }

    /// Parameters are given by name; an error says where it is.
    #[test]
    fn wrong_parameters_are_refused_with_their_place() {
        use super::super::params::{Asked, NewMatch};
        let request = |params: Value| Request {
            id: None,
            method: "m".into(),
            params: Some(params),
        };
        let none = Request {
            id: None,
            method: "m".into(),
            params: None,
        };
        assert_eq!(none.of_match(), None);
        let missing = none.params::<Asked>().unwrap_err();
        assert_eq!(
            (missing.code, &missing.data["path"]),
            (codes::PARAMS, &json!(""))
        );
        assert!(
            missing.message.starts_with("wrong parameters: "),
            "{}",
            missing.message
        );
        for wrong in [json!([]), json!("x"), Value::Null] {
            let fault = request(wrong).params::<Asked>().unwrap_err();
            assert!(fault.message.contains("by name"), "{}", fault.message);
        }
        let given = json!({ "game": "x", "packs": [{ "name": "p", "files": { "a": 1 } }] });
        let fault = request(given).params::<NewMatch>().unwrap_err();
        assert_eq!(fault.data["path"], "packs[0].files.a");
        assert!(
            fault
                .message
                .starts_with("wrong parameters at `packs[0].files.a`: ")
        );
        assert_eq!(fault.data["kind"], "params");
        let good = request(json!({ "match": "m1", "from": 2 }));
        assert_eq!(good.of_match(), Some("m1"));
        assert_eq!(good.params::<Asked>().unwrap().from, 2);
    }
}
