//! What the file-driven tests and the fuzz targets share. The tests themselves are listed in `all.rs`.

pub mod doors;
