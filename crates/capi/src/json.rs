//! Readers for the documents that calls return, so that a C program needs no JSON library. A place in a document is a
//! JSON pointer (RFC 6901), such as `/choices/0/action`. The empty string is the whole document.

use crate::text::{given, read};
use serde_json::Value;
use std::ffi::c_char;
use std::ptr::null_mut;

/// The value at a place.
///
/// # Safety
/// Both are null or strings that end with a zero byte.
unsafe fn at(document: *const c_char, pointer: *const c_char) -> Option<Value> {
    // SAFETY: the caller's promise.
    let (document, pointer) = unsafe {
        (
            read(document, "document").ok()?,
            read(pointer, "pointer").ok()?,
        )
    };
    serde_json::from_str::<Value>(document)
        .ok()?
        .pointer_mut(pointer)
        .map(Value::take)
}

/// The string at a place of a JSON document; any other value as JSON. Null if there is no value. Free it with
/// `cardwright_string_free`.
///
/// # Safety
/// Both are null or strings that end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_json_text(
    document: *const c_char,
    pointer: *const c_char,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    match unsafe { at(document, pointer) } {
        Some(Value::String(text)) => given(&text),
        Some(value) => given(&value.to_string()),
        None => null_mut(),
    }
}

/// The integer at a place of a JSON document, or `otherwise` if there is none.
///
/// # Safety
/// Both are null or strings that end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_json_number(
    document: *const c_char,
    pointer: *const c_char,
    otherwise: i64,
) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { at(document, pointer) }
        .and_then(|value| value.as_i64())
        .unwrap_or(otherwise)
}

/// The length of the list or object at a place of a JSON document; 0 if there is none.
///
/// # Safety
/// Both are null or strings that end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_json_count(
    document: *const c_char,
    pointer: *const c_char,
) -> usize {
    // SAFETY: the caller's promise.
    match unsafe { at(document, pointer) } {
        Some(Value::Array(list)) => list.len(),
        Some(Value::Object(object)) => object.len(),
        _ => 0,
    }
}
