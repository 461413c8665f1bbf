//! See `cardwright_tests::doors::replay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::replay(text));
