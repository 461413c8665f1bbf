//! See `cardwright_cli::entry_points::command_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cardwright_cli::entry_points::command_line(text));
