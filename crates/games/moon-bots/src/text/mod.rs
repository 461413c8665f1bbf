//! States, actions and events as text: notation, written positions, sentences, views and the drawn table.

pub(crate) mod action_data;
pub(crate) mod data;
pub(crate) mod describe;
pub(crate) mod draw;
pub(crate) mod features;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod question;
pub(crate) mod steps;
pub(crate) mod view;
pub(crate) mod view_data;
