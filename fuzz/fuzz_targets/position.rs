//! See `cardwright_tests::doors::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::position(text));
