//! See `cardwright_cli::doors::command_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_cli::doors::command_line(text));
