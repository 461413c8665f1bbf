//! See `cardwright_tests::doors::notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::notation(text));
