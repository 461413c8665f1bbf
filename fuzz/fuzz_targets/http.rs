//! See `cardwright_server::entry_points::http`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_server::entry_points::http(bytes));
