//! Boards of square cells: cells, sets of cells as rows of bits, and walks on them.
//!
//! The functions process whole boards, in loops that the compiler can turn into operations on several rows at once.
//! They are in their own module so that a build optimized for size can keep these few functions fast (`crates/wasm`).

mod cell;
mod reach;
mod rings;
mod rows;

pub use cell::{Cell, MAX_SIDE};
pub use reach::{Ground, Reach, reach, steps_to};
pub use rings::{MOST_MISSING, ring};
pub use rows::Rows;
