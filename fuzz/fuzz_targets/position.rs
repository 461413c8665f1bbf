//! See `cardwright_tests::entry_points::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::entry_points::position(text));
