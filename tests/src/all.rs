//! One binary runs every file-driven test.

mod arrows;
mod bad_cards;
mod cards;
mod packs;
mod perft;
