//! See `cardwright_tests::doors::pack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| cardwright_tests::doors::pack(texts.0, texts.1));
