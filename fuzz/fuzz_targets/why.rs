//! See `cardwright_tests::doors::why`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::why(text));
