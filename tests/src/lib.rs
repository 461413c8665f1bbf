//! Runners over text files; see `all.rs`.
