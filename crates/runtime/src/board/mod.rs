//! Boards of square cells: cells, sets of them as rows of bits, and walks over them.
//!
//! Whole boards are worked on here, in loops that a compiler turns into operations on several rows at once. They are kept
//! in a crate of their own kind of work, so that a build for size can leave these few functions fast (`crates/wasm`).

mod cell;
mod reach;
mod rows;

pub use cell::{Cell, MAX_SIDE};
pub use reach::{Ground, Reach, reach, steps_to};
pub use rows::Rows;
