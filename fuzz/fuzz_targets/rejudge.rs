//! See `cardwright_tests::doors::rejudged`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::doors::rejudged(text));
