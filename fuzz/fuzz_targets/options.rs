//! See `cardwright_tests::entry_points::options`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::entry_points::options(text));
