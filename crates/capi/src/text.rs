//! Texts that cross the border.

use crate::error::CardwrightError;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;

/// The bytes of a text of C; none for a null pointer.
///
/// # Safety
/// `text` is null or ends with a zero byte, and lives as long as what this gives is used.
pub(crate) unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise; null is left out.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// A text of C; `name` is what the parameter is called.
///
/// # Safety
/// As [`bytes`].
pub(crate) unsafe fn read<'a>(text: *const c_char, name: &str) -> Result<&'a str, CardwrightError> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(text) };
    let bytes =
        bytes.ok_or_else(|| CardwrightError::usage(format!("`{name}` is a null pointer")))?;
    std::str::from_utf8(bytes).map_err(|_| CardwrightError::usage(format!("`{name}` is not UTF-8")))
}

/// A text for C, which belongs to the caller. JSON has no zero byte; a text with one is cut there.
pub(crate) fn given(text: &str) -> *mut c_char {
    let whole = text.split('\0').next().unwrap_or_default();
    CString::new(whole).map_or(null_mut(), CString::into_raw)
}

/// Frees a text that a function of this library gave. Null is nothing to free.
///
/// # Safety
/// `text` comes from this library, was not freed before, and its length was not changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller promises that it comes from `CString::into_raw` in `given`.
        drop(unsafe { CString::from_raw(text) });
    }
}
