//! Names, notation, positions, and the table as text.

pub(crate) mod action_data;
pub(crate) mod choices;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod question;
pub(crate) mod steps;
pub(crate) mod view;
