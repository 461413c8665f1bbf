//! States, actions and events as text and back: notation, written positions, sentences, views and the board drawn.

pub(crate) mod event;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod scene;
pub(crate) mod view;
