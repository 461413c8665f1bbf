//! See `cardwright_tests::entry_points::ruling`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_tests::entry_points::ruling(text));
