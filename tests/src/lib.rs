//! Code shared by the file-driven tests and the fuzz targets. `all.rs` lists the tests.

pub mod entry_points;

/// Compiles and runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
