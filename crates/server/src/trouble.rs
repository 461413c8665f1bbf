//! Why a request fails, as clients are told.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardwright_wire::rpc::{RpcError, codes};
use serde_json::{Value, json};
use std::fmt::Display;

/// A fault of the protocol with the status that HTTP gives it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HttpError {
    pub status: StatusCode,
    pub fault: RpcError,
}

impl HttpError {
    fn new(status: StatusCode, code: i64, message: impl Into<String>, data: Value) -> Self {
        HttpError { status, fault: RpcError { code, message: message.into(), data } }
    }

    pub(crate) fn params(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let data = json!({ "kind": "params", "path": "", "reason": reason });
        HttpError::new(StatusCode::BAD_REQUEST, codes::PARAMS, format!("wrong parameters: {reason}"), data)
    }

    pub(crate) fn no_room() -> Self {
        let data = json!({ "kind": "no-match" });
        HttpError::new(StatusCode::NOT_FOUND, codes::NO_MATCH, "there is no such room", data)
    }

    pub(crate) fn no_cards() -> Self {
        let data = json!({ "kind": "no-match" });
        HttpError::new(StatusCode::NOT_FOUND, codes::NO_MATCH, "this game is played without cards", data)
    }

    /// The token is nobody's here, or not of who may do this.
    pub(crate) fn token(message: &str) -> Self {
        let data = json!({ "kind": "no-seat", "help": "send the token of your seat: `Authorization: Bearer TOKEN`" });
        HttpError::new(StatusCode::UNAUTHORIZED, codes::NO_SEAT, message, data)
    }

    pub(crate) fn limit(message: impl Into<String>, help: &str) -> Self {
        let data = json!({ "kind": "limit", "help": help });
        HttpError::new(StatusCode::TOO_MANY_REQUESTS, codes::LIMIT, message, data)
    }

    /// More bytes than a request of this kind may have.
    pub(crate) fn large(most: usize) -> Self {
        let data = json!({ "kind": "limit", "help": "send less at once" });
        let message = format!("a request of this kind has at most {most} bytes");
        HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, codes::LIMIT, message, data)
    }

    /// The body of a request did not arrive in time.
    pub(crate) fn late() -> Self {
        let data = json!({ "kind": "limit", "help": "send it at once" });
        HttpError::new(StatusCode::REQUEST_TIMEOUT, codes::LIMIT, "the request took too long to arrive", data)
    }

    pub(crate) fn internal(error: &dyn Display) -> Self {
        tracing::error!(%error, "a fault of the server");
        let data = json!({ "kind": "internal" });
        HttpError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            codes::INTERNAL,
            "the server is at fault; try again",
            data,
        )
    }

    /// As JSON, the `error` of an answer.
    pub(crate) fn json(&self) -> Value {
        let RpcError { code, message, data } = &self.fault;
        json!({ "code": code, "message": message, "data": data })
    }
}

impl From<RpcError> for HttpError {
    fn from(fault: RpcError) -> Self {
        let status = match fault.code {
            codes::LIMIT => StatusCode::TOO_MANY_REQUESTS,
            codes::INTERNAL => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        HttpError { status, fault }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        (self.status, axum::Json(json!({ "error": self.json() }))).into_response()
    }
}
