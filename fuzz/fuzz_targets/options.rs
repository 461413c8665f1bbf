//! See `cardwright_tests::doors::options`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::options(text));
