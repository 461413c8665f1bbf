//! See `cardwright_tests::doors::copy`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::copy(text));
