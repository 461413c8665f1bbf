//! One binary runs every file-driven test.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on panics")]

mod arrows;
mod bad_cards;
mod cards;
mod fuzzed;
mod laws;
mod packs;
mod perft;
mod playthroughs;
