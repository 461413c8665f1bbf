//! See `cardwright_tests::entry_points::rejudged`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::entry_points::rejudged(text));
