//! The game as text and data: events, views, notation, written positions, and the board.

pub(crate) mod action_data;
mod board;
pub(crate) mod notation;
mod picture;
pub(crate) mod position;
mod scene;
pub(crate) mod steps;
mod view;

pub(crate) use board::draw;
pub(crate) use picture::picture;
pub(crate) use scene::scene;
pub use view::{PieceView, StationView, SupplyView, UfoView, View};
pub(crate) use view::{question, standing, view};
