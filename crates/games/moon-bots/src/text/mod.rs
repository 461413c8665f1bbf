//! States, actions and events as text and back: notation, written positions, sentences, views and the table drawn.

pub(crate) mod data;
pub(crate) mod describe;
pub(crate) mod draw;
pub(crate) mod names;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod steps;
pub(crate) mod view;
