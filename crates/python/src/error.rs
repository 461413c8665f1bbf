//! Errors of the protocol as exceptions. The exceptions are written in Python, where users can read them.

use cardwright_wire::rpc::{RpcError, codes};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// The exception `cardwright.errors.CardwrightError`, or its subclass that fits.
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
    let message = error["message"].as_str().unwrap_or("unknown error").into();
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

/// An error that only this library can have caused.
pub(crate) fn internal(py: Python<'_>, message: &str) -> PyErr {
    let data = json!({ "kind": "internal" });
    raised(
        py,
        &RpcError {
            code: codes::INTERNAL,
            message: format!("an internal error of the library: {message}"),
            data,
        },
    )
}

/// A service called during another call of the same thread, for example by a signal handler.
pub(crate) fn within_itself() -> PyErr {
    PyRuntimeError::new_err("this thread is already in a call of this service; use another service")
}
