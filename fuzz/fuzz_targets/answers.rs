//! See `cardwright_tests::entry_points::answers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_tests::entry_points::answers(bytes));
