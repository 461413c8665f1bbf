//! See `cardwright_cli::doors::merge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_cli::doors::merge(text));
