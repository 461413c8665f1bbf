//! Why a call failed.

use crate::text::given;
use serde_json::{Value, json};
use std::ffi::c_char;
use std::ptr::null_mut;

/// The protocol's code for an invalid call (`params`).
const USAGE: i64 = -32602;
/// The protocol's code for an error inside this library (`internal`).
const INTERNAL: i64 = -32603;

/// Why a call failed. Opaque; free it with `cardwright_error_free`.
pub struct CardwrightError(Value);

impl CardwrightError {
    /// The error in an answer of the protocol.
    pub(crate) fn new(error: Value) -> Self {
        CardwrightError(error)
    }

    pub(crate) fn usage(message: String) -> Self {
        CardwrightError(json!({ "code": USAGE, "message": message, "data": { "kind": "params" } }))
    }

    /// The error as the protocol writes it.
    pub(crate) fn document(self) -> Value {
        self.0
    }

    pub(crate) fn internal() -> Self {
        let message = "the library has an internal error; free this service and create another";
        CardwrightError(
            json!({ "code": INTERNAL, "message": message, "data": { "kind": "internal" } }),
        )
    }
}

/// What went wrong, in one sentence. Free it with `cardwright_string_free`.
///
/// # Safety
/// `error` is null or comes from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_error_message(error: *const CardwrightError) -> *mut c_char {
    // SAFETY: the caller's promise.
    let error = unsafe { error.as_ref() };
    error.map_or(null_mut(), |error| {
        given(error.0["message"].as_str().unwrap_or_default())
    })
}

/// The code of the protocol, such as 1 for an action that the rules refuse; 0 for a null pointer.
///
/// # Safety
/// As `cardwright_error_message`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_error_code(error: *const CardwrightError) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { error.as_ref() }.map_or(0, |error| error.0["code"].as_i64().unwrap_or(INTERNAL))
}

/// The error as JSON, with its `data` (a refusal, diagnostics, places). Free it with `cardwright_string_free`.
///
/// # Safety
/// As `cardwright_error_message`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_error_json(error: *const CardwrightError) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { error.as_ref() }.map_or(null_mut(), |error| given(&error.0.to_string()))
}

/// Frees an error. Does nothing for null.
///
/// # Safety
/// `error` is null or comes from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_error_free(error: *mut CardwrightError) {
    if !error.is_null() {
        // SAFETY: the caller promises that it comes from `Box::into_raw`, and is freed once.
        drop(unsafe { Box::from_raw(error) });
    }
}
