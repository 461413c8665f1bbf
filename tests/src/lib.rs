//! What the file-driven tests and the fuzz targets share. The tests themselves are listed in `all.rs`.

pub mod entry_points;

/// The README's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
