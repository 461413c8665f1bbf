//! What games have in common while they are played: programs bound to numbers, effects in progress, triggers, windows, chance in the middle
//! of an effect, hidden hands, boards, odds, and the text forms of actions and positions.
//!
//! Everything here is plain data that a game's state or rulebook contains, or a function over such data. Sizes are parameters, so a
//! state pays only for what it holds. [`module::GameModule`] is what a game's crate offers to the list of games.
//!
//! Who writes a game uses this crate; see `docs/guide/add-a-game.md`. It knows no game, no script and no file.

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
