//! See `cardwright_tests::entry_points::protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_tests::entry_points::protocol(bytes));
