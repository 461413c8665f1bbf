//! The errors of requests, as clients get them.

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use cardwright_wire::rpc::{RpcError, codes};
use serde_json::{Value, json};
use std::fmt::Display;
use std::time::Duration;

/// The delay before a retry if the cause is unknown; problems last a few seconds at most.
const SOON: Duration = Duration::from_secs(1);

/// A protocol error with its HTTP status.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HttpError {
    pub status: StatusCode,
    pub fault: RpcError,
}

impl HttpError {
    fn new(status: StatusCode, code: i64, message: impl Into<String>, data: Value) -> Self {
        HttpError {
            status,
            fault: RpcError {
                code,
                message: message.into(),
                data,
            },
        }
    }

    pub(crate) fn params(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let data = json!({ "kind": "params", "path": "", "reason": reason });
        HttpError::new(
            StatusCode::BAD_REQUEST,
            codes::PARAMS,
            format!("wrong parameters: {reason}"),
            data,
        )
    }

    pub(crate) fn no_room() -> Self {
        let data = json!({ "kind": "no-match" });
        HttpError::new(
            StatusCode::NOT_FOUND,
            codes::NO_MATCH,
            "this room does not exist",
            data,
        )
    }

    pub(crate) fn no_cards() -> Self {
        let data = json!({ "kind": "no-match" });
        HttpError::new(
            StatusCode::NOT_FOUND,
            codes::NO_MATCH,
            "this game is played without cards",
            data,
        )
    }

    /// The seat is empty or does not exist.
    pub(crate) fn no_seat() -> Self {
        let data = json!({ "kind": "no-seat" });
        let message = "this seat is not a person's";
        HttpError::new(StatusCode::NOT_FOUND, codes::NO_SEAT, message, data)
    }

    /// The token is unknown in this room, or does not allow the request.
    pub(crate) fn token(message: &str) -> Self {
        let data = json!({ "kind": "no-seat", "help": "send the token of your seat: `Authorization: Bearer TOKEN`" });
        HttpError::new(StatusCode::UNAUTHORIZED, codes::NO_SEAT, message, data)
    }

    /// A limit is exceeded now; the request may succeed later.
    pub(crate) fn limit(message: impl Into<String>, help: &str) -> Self {
        HttpError::later(message, help, SOON)
    }

    /// A limit is exceeded; the request may succeed after the given time.
    pub(crate) fn later(message: impl Into<String>, help: &str, wait: Duration) -> Self {
        let seconds = wait.as_millis().div_ceil(1_000).max(1);
        let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
        let data = json!({ "kind": "limit", "help": help, "retry_after": seconds });
        HttpError::new(StatusCode::TOO_MANY_REQUESTS, codes::LIMIT, message, data)
    }

    /// The client has sent too many requests.
    pub(crate) fn asks_too_much(wait: Duration) -> Self {
        let help = "wait for the seconds in `retry_after`";
        HttpError::later("this client sends too many requests", help, wait)
    }

    /// The request is meant for another server: browsers send such requests if somebody maps their own host name to our
    /// address.
    pub(crate) fn host() -> Self {
        let help = "use the server's own address; the operator of the server can allow other names with `--allow-host NAME`";
        let data = json!({ "kind": "request", "help": help });
        let message = "the header `Host` is not a name of this server";
        HttpError::new(
            StatusCode::MISDIRECTED_REQUEST,
            codes::REQUEST,
            message,
            data,
        )
    }

    /// The request comes from a page of another origin.
    pub(crate) fn origin() -> Self {
        let help = "the operator of the server can allow this page with `--allow-origin ORIGIN`";
        let data = json!({ "kind": "request", "help": help });
        let message = "pages from this origin may not use this server";
        HttpError::new(StatusCode::FORBIDDEN, codes::REQUEST, message, data)
    }

    /// The body is not declared as JSON. Forms on other pages can send text, but not JSON.
    pub(crate) fn kind_of_body() -> Self {
        let data = json!({ "kind": "request", "help": "send the header `Content-Type: application/json`" });
        let message = "the body of a request must be JSON";
        HttpError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            codes::REQUEST,
            message,
            data,
        )
    }

    /// The body is larger than allowed for this kind of request.
    pub(crate) fn large(most: usize) -> Self {
        let data = json!({ "kind": "limit", "help": "send less at once" });
        let message = format!("a request of this kind has at most {most} bytes");
        HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, codes::LIMIT, message, data)
    }

    /// The body of a request did not arrive in time.
    pub(crate) fn late() -> Self {
        let data = json!({ "kind": "limit", "help": "send the whole request without pauses" });
        HttpError::new(
            StatusCode::REQUEST_TIMEOUT,
            codes::LIMIT,
            "the request took too long to arrive",
            data,
        )
    }

    pub(crate) fn internal(error: &dyn Display) -> Self {
        tracing::error!(%error, "report this to the operator of the server");
        let data = json!({ "kind": "internal" });
        HttpError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            codes::INTERNAL,
            "the server has an internal error; try again",
            data,
        )
    }

    /// The client has disconnected, so the work was cancelled.
    pub(crate) fn gone() -> Self {
        let data = json!({ "kind": "cancelled" });
        let message = "the request was cancelled before it was finished";
        HttpError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            codes::CANCELLED,
            message,
            data,
        )
    }

    /// The error as JSON, for the field `error` of a reply.
    pub(crate) fn json(&self) -> Value {
        let RpcError {
            code,
            message,
            data,
        } = &self.fault;
        json!({ "code": code, "message": message, "data": data })
    }
}

impl From<RpcError> for HttpError {
    fn from(fault: RpcError) -> Self {
        let status = match fault.code {
            // The request would exceed the limit at any time.
            codes::LIMIT => StatusCode::PAYLOAD_TOO_LARGE,
            codes::INTERNAL => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        HttpError { status, fault }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response =
            (self.status, axum::Json(json!({ "error": self.json() }))).into_response();
        if let Some(seconds) = self.fault.data["retry_after"].as_u64() {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_its_status_code_kind_and_advice() {
        let second = Duration::from_secs(1);
        let advised = |error: HttpError, help| (error, Some(help));
        let all = [
            (400, -32602, "params", (HttpError::params("why"), None)),
            (404, 5, "no-match", (HttpError::no_room(), None)),
            (404, 5, "no-match", (HttpError::no_cards(), None)),
            (404, 10, "no-seat", (HttpError::no_seat(), None)),
            (
                401,
                10,
                "no-seat",
                advised(HttpError::token("why"), "send the token of your seat"),
            ),
            (
                429,
                8,
                "limit",
                advised(HttpError::limit("why", "how"), "how"),
            ),
            (
                429,
                8,
                "limit",
                advised(HttpError::later("why", "how", second), "how"),
            ),
            (
                429,
                8,
                "limit",
                advised(HttpError::asks_too_much(second), "wait for the seconds"),
            ),
            (
                421,
                -32600,
                "request",
                advised(HttpError::host(), "use the server's own address"),
            ),
            (
                403,
                -32600,
                "request",
                advised(HttpError::origin(), "the operator of the server can"),
            ),
            (
                415,
                -32600,
                "request",
                advised(HttpError::kind_of_body(), "send the header `Content-Type"),
            ),
            (413, 8, "limit", advised(HttpError::large(9), "send less")),
            (
                408,
                8,
                "limit",
                advised(HttpError::late(), "send the whole request"),
            ),
            (503, -32603, "internal", (HttpError::internal(&"why"), None)),
            (503, 11, "cancelled", (HttpError::gone(), None)),
        ];
        let mut told = std::collections::BTreeSet::new();
        for (status, code, kind, (error, help)) in all {
            let json = error.json();
            assert_eq!(error.status.as_u16(), status, "{json}");
            assert_eq!(
                (&json["code"], &json["data"]["kind"]),
                (&json!(code), &json!(kind))
            );
            let advice = json["data"]["help"].as_str();
            assert_eq!(advice.is_some(), help.is_some(), "{json}");
            assert!(
                advice
                    .unwrap_or_default()
                    .starts_with(help.unwrap_or_default()),
                "{json}"
            );
            told.insert(json["message"].to_string());
            // Only limits that pass with time say when to come back, and they say it twice.
            let waits = json["data"]["retry_after"].clone();
            assert_eq!(waits == 1, status == 429, "{json}");
            let response = error.into_response();
            assert_eq!(response.status().as_u16(), status);
            let header = response.headers().get(RETRY_AFTER);
            assert_eq!(header.is_some(), status == 429, "{json}");
            assert!(header.is_none_or(|seconds| seconds == "1"));
        }
        assert_eq!(
            told.len(),
            13,
            "three of them have the same message `why`: {told:?}"
        );
        let reason = HttpError::params("why").json();
        assert_eq!(reason["message"], "wrong parameters: why");
        assert_eq!(
            (&reason["data"]["reason"], &reason["data"]["path"]),
            (&json!("why"), &json!(""))
        );
        assert!(
            HttpError::large(9)
                .fault
                .message
                .contains("at most 9 bytes")
        );
    }

    #[test]
    fn waits_are_told_in_whole_seconds_and_never_as_none() {
        for (milliseconds, seconds) in [(0, 1), (1, 1), (1_000, 1), (1_001, 2), (59_999, 60)] {
            let wait = Duration::from_millis(milliseconds);
            let told = HttpError::asks_too_much(wait).json();
            assert_eq!(told["data"]["retry_after"], seconds, "{wait:?}");
        }
    }

    #[test]
    fn errors_of_the_protocol_have_the_status_of_their_code() {
        for (code, kind, _) in codes::ALL {
            let fault = RpcError {
                code,
                message: "why".into(),
                data: json!({ "kind": kind }),
            };
            let status = match kind {
                "limit" => 413,
                "internal" => 503,
                _ => 400,
            };
            let error = HttpError::from(fault.clone());
            assert_eq!((error.status.as_u16(), error.fault), (status, fault));
        }
    }
}
