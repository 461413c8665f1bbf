//! Misuse from C is reported as an error, and correct use returns the protocol's documents.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use cardwright_capi::*;
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

/// A string of the library; frees it.
fn taken(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: every text here comes from the library and is taken once.
    let copy = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    // SAFETY: as above.
    unsafe { cardwright_string_free(text) };
    Some(copy)
}

/// The result of a call, or the code and message of its error.
fn call(service: *mut Cardwright, method: &CStr, params: &str) -> Result<String, (i64, String)> {
    let params = CString::new(params).unwrap();
    let mut error = null_mut();
    // SAFETY: a live service, texts that end with a zero byte, and a place for the error.
    let result = taken(unsafe {
        cardwright_call(service, method.as_ptr(), params.as_ptr(), &raw mut error)
    });
    // SAFETY: the error comes from the call, and is freed once.
    unsafe {
        let wrong = taken(cardwright_error_message(error))
            .map(|message| (cardwright_error_code(error), message));
        cardwright_error_free(error);
        wrong.map_or_else(|| Ok(result.unwrap()), Err)
    }
}

#[test]
fn a_simulation_is_played_to_its_end() {
    let service = cardwright_new(1);
    let report = call(
        service,
        c"simulate/run",
        r#"{"game":"robotory","games":30,"seed":1}"#,
    )
    .unwrap();
    let report = CString::new(report).unwrap();
    // SAFETY: texts that end with a zero byte.
    let games = unsafe { cardwright_json_number(report.as_ptr(), c"/games".as_ptr(), -1) };
    assert_eq!(games, 30);
    // SAFETY: freed once.
    unsafe { cardwright_free(service) };
}

#[test]
fn a_refusal_has_its_code_and_its_data() {
    let service = cardwright_new(1);
    call(
        service,
        c"match/new",
        r#"{"game":"moon-bots","players":3,"seed":7}"#,
    )
    .unwrap();
    let mut error = null_mut();
    // SAFETY: as in `call`.
    unsafe {
        let played = cardwright_play(
            service,
            c"m1".as_ptr(),
            0,
            c"buy bottom-rigth".as_ptr(),
            &raw mut error,
        );
        assert!(played.is_null());
        let json = taken(cardwright_error_json(error)).unwrap();
        assert!(json.contains("did you mean"), "{json}");
        cardwright_error_free(error);
        cardwright_free(service);
    }
}

#[test]
fn null_and_no_utf_8_are_errors() {
    let service = cardwright_new(1);
    let broken = c"\xff\xfe";
    let mut error = null_mut();
    // SAFETY: null pointers are the test; everything else is as in `call`.
    unsafe {
        for (service, method, params, why) in [
            (
                null_mut(),
                c"initialize".as_ptr(),
                null(),
                "`service` is a null pointer",
            ),
            (service, null(), null(), "`method` is a null pointer"),
            (service, broken.as_ptr(), null(), "`method` is not UTF-8"),
            (
                service,
                c"match/new".as_ptr(),
                broken.as_ptr(),
                "`params` is not UTF-8",
            ),
            (
                service,
                c"match/new".as_ptr(),
                c"{".as_ptr(),
                "`params` is not JSON: ",
            ),
            (
                service,
                c"match/neu".as_ptr(),
                null(),
                "there is no method `match/neu`",
            ),
        ] {
            assert!(cardwright_call(service, method, params, &raw mut error).is_null());
            let message = taken(cardwright_error_message(error)).unwrap();
            assert!(message.starts_with(why), "{message}");
            cardwright_error_free(error);
            // A caller that wants no error gets none, and nothing leaks.
            assert!(cardwright_call(service, method, params, null_mut()).is_null());
        }
        assert!(cardwright_handle(null_mut(), c"{}".as_ptr()).is_null());
        assert!(cardwright_handle(service, null()).is_null());
        assert!(
            taken(cardwright_handle(service, broken.as_ptr()))
                .unwrap()
                .contains("-32700")
        );
        assert!(cardwright_work(null_mut()).is_null() && cardwright_is_busy(null()) == 0);
        assert!(cardwright_error_message(null()).is_null() && cardwright_error_code(null()) == 0);
        assert!(cardwright_json_text(null(), c"".as_ptr()).is_null());
        assert_eq!(
            cardwright_json_number(c"[1".as_ptr(), c"/0".as_ptr(), -5),
            -5
        );
        assert_eq!(
            cardwright_json_count(c"{\"a\":[1,2]}".as_ptr(), c"/a".as_ptr()),
            2
        );
        cardwright_string_free(null_mut());
        cardwright_error_free(null_mut());
        cardwright_free(null_mut());
        cardwright_free(service);
    }
}
