//! See `cardwright_tests::doors::ruling`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::ruling(text));
