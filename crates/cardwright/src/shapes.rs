//! Who answers and who looks, as they cross a border; and what views and actions of each game look like, as JSON schemas: for
//! crates that write them for other languages.

#[cfg(feature = "schema")]
use crate::modules::module;
pub use cardwright_games::shapes::{Actor, Viewer};
#[cfg(feature = "schema")]
pub use cardwright_games::shapes::{JsonSchema, Schema, SchemaGenerator, Shapes};

/// What views and actions of a game look like; `None` where there is no such game.
#[cfg(feature = "schema")]
pub fn shapes(game: &str) -> Option<Shapes> {
    Some(module(game).ok()?.shapes())
}
