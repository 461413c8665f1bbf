//! Cardwright for C: the protocol of lines ([`Service`]) behind opaque handles, and readers for its JSON.
//!
//! Nothing of the rules is here: every call is a request of the protocol, and what it gives is the document that the
//! protocol describes. `docs/guide/c.md` begins with an example; `include/cardwright.h` is made from this file.
//!
//! What holds of every function: texts come in and go out as UTF-8 that ends with a zero byte; a text that a function gives
//! belongs to the caller, who frees it with [`cardwright_string_free`]; a null pointer where something is needed, or a text
//! that is no UTF-8, is an error and not a crash; no panic crosses the border. A handle is used by one thread at a time.

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

/// The matches of one caller, and what it has asked for. Opaque: made by `cardwright_new`.
pub struct Cardwright {
    service: Service,
    /// Requests made by `cardwright_call` so far, which name them.
    calls: u64,
    /// A call has failed inside the library: what is in the service may be half done, and nothing more is done with it.
    failed: bool,
}

/// The version of the library, such as `0.1.0`. Not to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn cardwright_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// A service without matches; to be freed with `cardwright_free`. Seeds that a match leaves open follow from `seed`: give
/// something nobody can guess where players must not know the luck to come.
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

/// Frees a service with all its matches. Null is nothing to free.
///
/// # Safety
/// `service` comes from `cardwright_new` and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_free(service: *mut Cardwright) {
    if !service.is_null() {
        // SAFETY: the caller promises that it comes from `Box::into_raw` in `cardwright_new`, and is freed once.
        let service = unsafe { Box::from_raw(service) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(service)));
    }
}

/// Takes one line of the protocol and gives the lines to send back, with a line feed between them; null if there are none.
/// Where the library fails, the line is an error with code -32603 and id null, and so is the answer to every line after it:
/// see `cardwright_has_failed`.
///
/// # Safety
/// `service` is a live handle, `line` null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_handle(
    service: *mut Cardwright,
    line: *const c_char,
) -> *mut c_char {
    // SAFETY: the caller's promise, word for word.
    let (service, line) = unsafe { (service.as_mut(), text::bytes(line)) };
    let (Some(service), Some(line)) = (service, line) else {
        return null_mut();
    };
    lines(service, |service| service.handle(line))
}

/// Goes on with simulations that `cardwright_handle` began: gives what is to be sent back now, or null. Call it as long as
/// `cardwright_is_busy`.
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

/// 1 once a call has failed inside the library, else 0. The matches of such a service may be half done: every call with it gives
/// the same error, and all that is left is `cardwright_free`. Other services are as good as before.
///
/// # Safety
/// `service` is a live handle, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cardwright_has_failed(service: *const Cardwright) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { service.as_ref() }.map_or(0, |service| c_int::from(service.failed))
}

/// 1 while simulations are under way, else 0.
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

/// Calls a method of the protocol and gives its result as JSON. `params` is a JSON object, or null for none. A simulation is
/// played to its end.
///
/// # Safety
/// `service` is a live handle, the texts end with a zero byte, `error` is null or leads to a place for a pointer.
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

/// Begins a match (`match/new`). `params` is its JSON, such as
/// `{"game":"moon-bots","seats":["human","greedy","greedy"],"seed":7}`. The name of the match stands at `/match`.
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

/// Takes up a match that `cardwright_save` gave the host (`match/load`): the text of its file.
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

/// A match as a file for the host (`seat` 0), which `cardwright_load` takes: the text itself, not the document around it.
/// With a seat it is the JSON of that player's copy.
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

/// What is asked, with every allowed answer (`match/question`), as a seat may see it; seats count from 1, and 0 is the host,
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

/// Gives an answer (`match/play`): an action of the question, or its number from 1. Bots and dice answer after it; `/lines`
/// has what happened since this seat was told last.
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

/// Whether an answer is allowed, what decides it and what would follow (`match/why`).
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

/// The result of a method about a match.
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
    if seat != 0 {
        params["seat"] = json!(seat);
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
    /// Does something with the service; nothing where that fails, or where something has failed before.
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

/// A result to C: its text, or null with the error put where the caller wants it. A text stays a text; all else is JSON.
///
/// # Safety
/// `error` is null or leads to a place for a pointer.
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
        // SAFETY: the caller promises a place for a pointer.
        unsafe { error.write(wrong) };
    }
    text
}

/// Lines to C, a line feed between them; null where there is none.
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

    /// The text of a line, freed.
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

    /// Whichever call fails, the service says so from then on, in words that are not those of an answer; other services go on.
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
            // SAFETY: live handles, texts that end with a zero byte, and each handle is freed once.
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
