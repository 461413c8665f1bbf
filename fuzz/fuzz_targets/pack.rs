//! See `cardwright_tests::entry_points::pack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| cardwright_tests::entry_points::pack(texts.0, texts.1));
