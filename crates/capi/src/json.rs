//! Readers for the documents that calls give, so that a program in C needs no library for JSON. A place in a document is a
//! JSON pointer (RFC 6901), such as `/choices/0/action`; the empty text is the whole document.

use crate::text::{given, read};
use serde_json::Value;
use std::ffi::c_char;
use std::ptr::null_mut;

/// The value at a place.
///
/// # Safety
/// Both are null or texts that end with a zero byte.
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

/// The text at a place of a JSON document; all but texts as JSON. Null where nothing is. To be freed with
/// `cardwright_string_free`.
///
/// # Safety
/// Both are null or texts that end with a zero byte.
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

/// The whole number at a place of a JSON document, or `otherwise` where none is.
///
/// # Safety
/// Both are null or texts that end with a zero byte.
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

/// How many things the list or object at a place of a JSON document has; 0 where none is.
///
/// # Safety
/// Both are null or texts that end with a zero byte.
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
