//! See `cardwright_cli::entry_points::merge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_cli::entry_points::merge(text));
