//! Why a request fails, as clients are told.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardwright_wire::rpc::{Fault, codes};
use serde_json::{Value, json};
use std::fmt::Display;

/// A fault of the protocol with the status that HTTP gives it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trouble {
    pub status: StatusCode,
    pub fault: Fault,
}

impl Trouble {
    fn new(status: StatusCode, code: i64, message: impl Into<String>, data: Value) -> Self {
        Trouble { status, fault: Fault { code, message: message.into(), data } }
    }

    pub(crate) fn params(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let data = json!({ "kind": "params", "path": "", "reason": reason });
        Trouble::new(StatusCode::BAD_REQUEST, codes::PARAMS, format!("wrong parameters: {reason}"), data)
    }

    pub(crate) fn no_room() -> Self {
        let data = json!({ "kind": "no-match" });
        Trouble::new(StatusCode::NOT_FOUND, codes::NO_MATCH, "there is no such room", data)
    }

    pub(crate) fn no_cards() -> Self {
        let data = json!({ "kind": "no-match" });
        Trouble::new(StatusCode::NOT_FOUND, codes::NO_MATCH, "this game is played without cards", data)
    }

    /// The token is nobody's here, or not of who may do this.
    pub(crate) fn token(message: &str) -> Self {
        let data = json!({ "kind": "no-seat", "help": "send the token of your seat: `Authorization: Bearer TOKEN`" });
        Trouble::new(StatusCode::UNAUTHORIZED, codes::NO_SEAT, message, data)
    }

    pub(crate) fn limit(message: impl Into<String>, help: &str) -> Self {
        let data = json!({ "kind": "limit", "help": help });
        Trouble::new(StatusCode::TOO_MANY_REQUESTS, codes::LIMIT, message, data)
    }

    pub(crate) fn internal(error: &dyn Display) -> Self {
        tracing::error!(%error, "a fault of the server");
        let data = json!({ "kind": "internal" });
        Trouble::new(
            StatusCode::SERVICE_UNAVAILABLE,
            codes::INTERNAL,
            "the server is at fault; try again",
            data,
        )
    }

    /// As JSON, the `error` of an answer.
    pub(crate) fn json(&self) -> Value {
        let Fault { code, message, data } = &self.fault;
        json!({ "code": code, "message": message, "data": data })
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        let status = match fault.code {
            codes::LIMIT => StatusCode::TOO_MANY_REQUESTS,
            codes::INTERNAL => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Trouble { status, fault }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.status, axum::Json(json!({ "error": self.json() }))).into_response()
    }
}
