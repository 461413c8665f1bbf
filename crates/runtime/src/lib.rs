//! What games share during play: bound programs, effects in progress, triggers, windows, chance in the middle of an
//! effect, hidden hands, boards, odds, and the text forms of actions and positions.
//!
//! Everything here is plain data in a game's state or rulebook, or a function on such data. Sizes are parameters, so
//! that a state is no larger than necessary. [`module::GameModule`] is a game's entry in the list of games.
//!
//! Use this crate to write a game; see `docs/guide/add-a-game.md`. It knows no game, no script and no file.

pub mod announced;
mod arrays;
pub mod bit_select;
pub mod board;
pub mod bound;
pub mod chance;
pub mod counters;
pub mod effects;
pub mod form;
mod hidden;
pub mod ids;
mod macros;
pub mod module;
pub mod odds;
pub mod options;
pub mod questions;
pub mod shapes;
mod text;
pub mod triggers;
pub mod turn_order;
pub mod windows;

pub use hidden::{secrets, zones};
pub use text::{choice, position, toml, words};
