//! Strings from and for C.

use crate::error::CardwrightError;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;

/// The bytes of a C string; `None` for a null pointer.
///
/// # Safety
/// `text` is null or ends with a zero byte, and outlives the returned slice.
pub(crate) unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise; null is excluded.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// A C string as text; `name` is the parameter's name.
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

/// A string for C, which the caller owns. JSON contains no zero byte; any other text is truncated at its first.
pub(crate) fn given(text: &str) -> *mut c_char {
    let whole = text.split('\0').next().unwrap_or_default();
    CString::new(whole).map_or(null_mut(), CString::into_raw)
}

/// Frees a string that a function of this library returned. Does nothing for null.
///
/// # Safety
/// `text` is null or comes from this library, has not been freed, and its length has not been changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller promises that it comes from `CString::into_raw` in `given`.
        drop(unsafe { CString::from_raw(text) });
    }
}
