//! See `cardwright_tests::doors::session`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::session(text));
