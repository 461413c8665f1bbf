//! See `cardwright_server::doors::http`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_server::doors::http(bytes));
