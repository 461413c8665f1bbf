//! See `cardwright_tests::doors::protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_tests::doors::protocol(bytes));
