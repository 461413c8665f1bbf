//! Cardwright for C: the line protocol ([`Service`]) behind opaque handles, and readers for its JSON.
//!
//! This crate contains no rules: every call is a request of the protocol, and returns the document that the protocol
//! describes. `docs/guide/c.md` begins with an example. `include/cardwright.h` is generated from this crate.
//!
//! These rules apply to every function. Strings are UTF-8 and end with a zero byte. The caller owns a returned string
//! and frees it with [`cardwright_string_free`]. A null pointer for a required argument, or a string that is not UTF-8,
//! is an error and not a crash. No panic reaches the caller. A handle may be used by one thread at a time.

mod error;
mod json;
mod text;

pub use error::*;
pub use json::*;
pub use text::cardwright_string_free;

use cardwright_wire::rpc::Service;
use serde_json::{Value, json};
use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use text::{given, read};

/// As a `seat`: a spectator, who sees only public information.
pub const CARDWRIGHT_SPECTATOR: c_int = -1;

/// The matches of one caller, and its pending requests. Opaque; created by `cardwright_new`.
pub struct Cardwright {
    service: Service,
    /// The number of requests made by `cardwright_call` so far, which gives them their ids.
    calls: u64,
    /// Whether a call has failed inside the library. The service may be in an inconsistent state, so it is not used any
    /// more.
    failed: bool,
}

/// The version of the library, such as `0.1.0`. Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn cardwright_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Creates a service without matches. Free it with `cardwright_free`. Matches without a seed get one derived from
/// `seed`: pass an unpredictable number if players must not know future dice and draws.
#[unsafe(no_mangle)]
pub extern "C" fn cardwright_new(seed: u64) -> *mut Cardwright {
    let made = catch_unwind(|| {
        Box::into_raw(Box::new(Cardwright {
            service: Service::new(seed),
            calls: 0,
            failed: false,
        }))
    });
    made.unwrap_or(null_mut())
}

/// Frees a service with all its matches. Does nothing for null.
///
/// # Safety
/// `service` is null or comes from `cardwright_new` and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_free(service: *mut Cardwright) {
    if !service.is_null() {
        // SAFETY: the caller promises that it comes from `Box::into_raw` in `cardwright_new`, and is freed once.
        let service = unsafe { Box::from_raw(service) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(service)));
    }
}

/// Handles one line of the protocol. Returns the lines to send back, separated by line feeds; null if there are none.
/// If the library fails, the answer is an error with code -32603 and id null, and so is the answer to every later line:
/// see `cardwright_has_failed`.
///
/// # Safety
/// `service` is a live handle, `line` null or a string that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_handle(
    service: *mut Cardwright,
    line: *const c_char,
) -> *mut c_char {
    // SAFETY: exactly the caller's promise.
    let (service, line) = unsafe { (service.as_mut(), text::bytes(line)) };
    let (Some(service), Some(line)) = (service, line) else {
        return null_mut();
    };
    lines(service, |service| service.handle(line))
}

/// Continues simulations that `cardwright_handle` started. Returns the lines to send now, or null. Call it while
/// `cardwright_is_busy` returns 1.
///
/// # Safety
/// `service` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_work(service: *mut Cardwright) -> *mut c_char {
    // SAFETY: the caller's promise.
    let Some(service) = (unsafe { service.as_mut() }) else {
        return null_mut();
    };
    lines(service, Service::work)
}

/// 1 if a call has failed inside the library, otherwise 0. The matches of such a service may be inconsistent: every
/// call returns the same error, and you can only free it with `cardwright_free`. Other services are not affected.
///
/// # Safety
/// `service` is a live handle, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_has_failed(service: *const Cardwright) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { service.as_ref() }.map_or(0, |service| c_int::from(service.failed))
}

/// 1 while simulations are in progress, otherwise 0.
///
/// # Safety
/// `service` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_is_busy(service: *const Cardwright) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { service.as_ref() }.map_or(0, |service| {
        c_int::from(!service.failed && service.service.is_busy())
    })
}

/// Calls a method of the protocol and returns its result as JSON. `params` is a JSON object, or null for none. A
/// simulation runs to its end.
///
/// # Safety
/// `service` is a live handle, the strings end with a zero byte, `error` is null or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_call(
    service: *mut Cardwright,
    method: *const c_char,
    params: *const c_char,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    let (service, method) = unsafe { (service.as_mut(), read(method, "method")) };
    let params = if params.is_null() {
        Ok(json!({}))
    } else {
        // SAFETY: the caller's promise.
        unsafe { read(params, "params") }.and_then(|text| {
            serde_json::from_str(text)
                .map_err(|wrong| CardwrightError::usage(format!("`params` is not JSON: {wrong}")))
        })
    };
    let answer = method.and_then(|method| answered(service, method, params?));
    // SAFETY: the caller's promise about `error`.
    unsafe { handed(answer, error) }
}

/// Starts a match (`match/new`). `params` is its JSON, such as
/// `{"game":"moon-bots","seats":["human","greedy","greedy"],"seed":7}`. The name of the match is at `/match`.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_match_new(
    service: *mut Cardwright,
    params: *const c_char,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { cardwright_call(service, c"match/new".as_ptr(), params, error) }
}

/// Loads a match (`match/load`) from the text of the file that `cardwright_save` returned for the host.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_load(
    service: *mut Cardwright,
    save: *const c_char,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    let (service, save) = unsafe { (service.as_mut(), read(save, "save")) };
    let answer = save.and_then(|save| answered(service, "match/load", json!({ "save": save })));
    // SAFETY: the caller's promise about `error`.
    unsafe { handed(answer, error) }
}

/// A match as a file for the host (`seat` 0), for `cardwright_load`: the text itself, not the document around it. For a
/// seat, the JSON of that player's copy.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_save(
    service: *mut Cardwright,
    name: *const c_char,
    seat: c_int,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    let saved = unsafe { of_match(service, "match/save", name, seat, None) };
    let inner = saved.map(|saved| {
        saved
            .get("save")
            .or_else(|| saved.get("copy"))
            .cloned()
            .unwrap_or(saved)
    });
    // SAFETY: the caller's promise about `error`.
    unsafe { handed(inner, error) }
}

/// The question, with every allowed action (`match/question`), as a seat may see it. Seats count from 1; 0 is the host,
/// who sees everything.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_question(
    service: *mut Cardwright,
    name: *const c_char,
    seat: c_int,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { handed(of_match(service, "match/question", name, seat, None), error) }
}

/// The table as a seat sees it (`match/view`); 0 is the host.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_view(
    service: *mut Cardwright,
    name: *const c_char,
    seat: c_int,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { handed(of_match(service, "match/view", name, seat, None), error) }
}

/// Plays an action (`match/play`): an action of the question, or its number from 1. Bots and dice follow. `/lines`
/// contains what has happened since this seat last looked.
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_play(
    service: *mut Cardwright,
    name: *const c_char,
    seat: c_int,
    action: *const c_char,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        handed(
            of_match(service, "match/play", name, seat, Some(action)),
            error,
        )
    }
}

/// Whether an action is allowed, what decides it and what would follow (`match/why`).
///
/// # Safety
/// As `cardwright_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_why(
    service: *mut Cardwright,
    name: *const c_char,
    seat: c_int,
    action: *const c_char,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        handed(
            of_match(service, "match/why", name, seat, Some(action)),
            error,
        )
    }
}

/// The result of a method for a match.
///
/// # Safety
/// As `cardwright_call`.
unsafe fn of_match(
    service: *mut Cardwright,
    method: &str,
    name: *const c_char,
    seat: c_int,
    action: Option<*const c_char>,
) -> Result<Value, CardwrightError> {
    // SAFETY: the caller's promise.
    let (service, name) = unsafe { (service.as_mut(), read(name, "match")?) };
    let mut params = json!({ "match": name });
    match seat {
        0 => {}
        CARDWRIGHT_SPECTATOR => params["seat"] = json!("spectator"),
        seat => params["seat"] = json!(seat),
    }
    if let Some(action) = action {
        // SAFETY: the caller's promise.
        params["action"] = json!(unsafe { read(action, "action")? });
    }
    answered(service, method, params)
}

/// The result of a request.
fn answered(
    service: Option<&mut Cardwright>,
    method: &str,
    params: Value,
) -> Result<Value, CardwrightError> {
    let service =
        service.ok_or_else(|| CardwrightError::usage("`service` is a null pointer".into()))?;
    service
        .guarded(|service| service.call(method, &params))
        .unwrap_or_else(|| Err(CardwrightError::internal()))
}

impl Cardwright {
    /// Runs an operation on the service; `None` if it fails, or if one has failed before.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.failed {
            return None;
        }
        self.failed = true;
        let done = catch_unwind(AssertUnwindSafe(|| work(self))).ok()?;
        self.failed = false;
        Some(done)
    }

    fn call(&mut self, method: &str, params: &Value) -> Result<Value, CardwrightError> {
        self.calls += 1;
        let id = format!("call {}", self.calls);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut replies = self.service.handle(request.to_string().as_bytes());
        loop {
            for reply in replies {
                let mut reply: Value =
                    serde_json::from_str(&reply).map_err(|_| CardwrightError::internal())?;
                if reply["id"] == id.as_str() {
                    return match reply.get_mut("error") {
                        Some(error) => Err(CardwrightError::new(error.take())),
                        None => Ok(reply["result"].take()),
                    };
                }
            }
            if !self.service.is_busy() {
                return Err(CardwrightError::internal());
            }
            replies = self.service.work();
        }
    }
}

/// Returns a result to C: its text, or null after storing the error for the caller. A string is returned as it is, any
/// other value as JSON.
///
/// # Safety
/// `error` is null or points to a pointer.
unsafe fn handed(
    answer: Result<Value, CardwrightError>,
    error: *mut *mut CardwrightError,
) -> *mut c_char {
    let (text, wrong) = match answer {
        Ok(Value::String(text)) => (given(&text), null_mut()),
        Ok(value) => (given(&value.to_string()), null_mut()),
        Err(wrong) => (null_mut(), Box::into_raw(Box::new(wrong))),
    };
    if error.is_null() {
        if !wrong.is_null() {
            // SAFETY: made three lines above.
            drop(unsafe { Box::from_raw(wrong) });
        }
    } else {
        // SAFETY: the caller promises a valid pointer to a pointer.
        unsafe { error.write(wrong) };
    }
    text
}

/// Returns lines to C, separated by line feeds; null if there are none.
fn lines(service: &mut Cardwright, make: impl FnOnce(&mut Service) -> Vec<String>) -> *mut c_char {
    match service.guarded(|service| make(&mut service.service)) {
        Some(lines) if lines.is_empty() => null_mut(),
        Some(lines) => given(&lines.join("\n")),
        None => {
            let error = CardwrightError::internal().document();
            given(&json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    /// The string of a line; frees it.
    fn taken(text: *mut c_char) -> Option<String> {
        if text.is_null() {
            return None;
        }
        // SAFETY: it comes from this library, and is taken once.
        let copy = unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned();
        // SAFETY: as above.
        unsafe { cardwright_string_free(text) };
        Some(copy)
    }

    /// After any failed call, every answer of the service is an error, with a message of its own. Other services
    /// continue.
    #[test]
    fn a_service_that_has_failed_says_so() {
        let is_internal = |line: Option<String>| {
            let line: Value = serde_json::from_str(&line.unwrap_or_default()).unwrap_or_default();
            line["error"]["code"] == -32603 && line["id"].is_null()
        };
        type Fails = fn(&mut Cardwright) -> Option<String>;
        let in_lines: Fails =
            |service| taken(lines(service, |_| std::panic::resume_unwind(Box::new(()))));
        let in_call: Fails = |service| {
            let failed = service.guarded(|_| std::panic::resume_unwind(Box::new(())));
            assert!(failed.is_none_or(|never: std::convert::Infallible| match never {}));
            taken(lines(service, Service::work))
        };
        for fails in [in_lines, in_call] {
            let (service, other) = (cardwright_new(1), cardwright_new(1));
            // SAFETY: live handles, strings that end with a zero byte, and each handle is freed once.
            unsafe {
                let line = c"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}".as_ptr();
                assert!(
                    taken(cardwright_handle(service, line))
                        .is_some_and(|line| line.contains("result"))
                );
                assert_eq!(cardwright_has_failed(service), 0);
                assert!(
                    service
                        .as_mut()
                        .is_some_and(|service| is_internal(fails(service)))
                );
                assert_eq!(
                    (cardwright_has_failed(service), cardwright_is_busy(service)),
                    (1, 0)
                );
                assert!(is_internal(taken(cardwright_handle(service, line))));
                assert!(is_internal(taken(cardwright_work(service))));
                let mut error = null_mut();
                let answer = cardwright_call(
                    service,
                    c"initialize".as_ptr(),
                    std::ptr::null(),
                    &raw mut error,
                );
                assert!(answer.is_null() && cardwright_error_code(error) == -32603);
                cardwright_error_free(error);
                assert!(
                    taken(cardwright_handle(other, line))
                        .is_some_and(|line| line.contains("result"))
                );
                assert_eq!(
                    (
                        cardwright_has_failed(other),
                        cardwright_has_failed(std::ptr::null())
                    ),
                    (0, 0)
                );
                cardwright_free(service);
                cardwright_free(other);
            }
        }
    }
}
