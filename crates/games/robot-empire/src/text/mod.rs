//! Names, notation, positions, and the table as text.

mod choice;
mod names;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
mod question;
mod steps;
pub(crate) mod view;
