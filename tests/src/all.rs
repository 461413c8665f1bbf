//! One binary runs every file-driven test.

mod perft;
