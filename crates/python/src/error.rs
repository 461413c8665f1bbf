//! Faults of the protocol as exceptions. The exception itself is written in Python, where its users can read it.

use cardwright_wire::rpc::{RpcError, codes};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// The exception `cardwright.errors.CardwrightError`, or the one of its kinds that fits.
pub(crate) fn raised(py: Python<'_>, fault: &RpcError) -> PyErr {
    let made = py.import("cardwright.errors").and_then(|errors| {
        errors.call_method1(
            "from_fault",
            (fault.code, &fault.message, fault.data.to_string()),
        )
    });
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The same for the `error` of an answer.
pub(crate) fn raised_of(py: Python<'_>, error: &Value) -> PyErr {
    let message = error["message"]
        .as_str()
        .unwrap_or("an error without a message")
        .into();
    let code = error["code"].as_i64().unwrap_or(codes::INTERNAL);
    raised(
        py,
        &RpcError {
            code,
            message,
            data: error["data"].clone(),
        },
    )
}

/// Something that only this library can have done wrong.
pub(crate) fn internal(py: Python<'_>, message: &str) -> PyErr {
    let data = json!({ "kind": "internal" });
    raised(
        py,
        &RpcError {
            code: codes::INTERNAL,
            message: format!("a fault of this library: {message}"),
            data,
        },
    )
}

/// A service that is called from within a call of the same thread, such as by a handler of signals.
pub(crate) fn within_itself() -> PyErr {
    PyRuntimeError::new_err(
        "this service is in the middle of a call of this thread; take another service",
    )
}
