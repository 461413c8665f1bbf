//! Names, notation, positions, and the table in words.

mod choice;
mod names;
pub(crate) mod notation;
pub(crate) mod position;
mod question;
mod steps;
pub(crate) mod view;
