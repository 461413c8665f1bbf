//! What card games share while they are played, and a little that every game shares: programs bound to numbers, effects
//! in progress, what cards react to, windows, chance in the middle of an effect, hidden hands, and the text forms of
//! actions and positions.
//!
//! Everything here is plain data that a game's state or rulebook embeds, or a function over such data; sizes are
//! parameters, so that a state pays for what it holds and the compiler builds the code for each game into its loop.
//!
//! This crate knows no game, no script and no file.

pub mod announced;
mod arrays;
pub mod bit_select;
pub mod board;
pub mod bound;
pub mod chance;
pub mod counters;
pub mod effects;
mod hidden;
pub mod ids;
mod macros;
pub mod options;
mod text;
pub mod tour;
pub mod triggers;
pub mod windows;

pub use hidden::{secrets, zones};
pub use text::{choice, position, toml, words};
