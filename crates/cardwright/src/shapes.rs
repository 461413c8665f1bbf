//! JSON schemas of actors and viewers, and of the views and actions of each game, for crates that write them for other
//! languages.

#[cfg(feature = "schema")]
use crate::modules::module;
pub use cardwright_games::shapes::{Actor, Viewer};
#[cfg(feature = "schema")]
pub use cardwright_games::shapes::{JsonSchema, Schema, SchemaGenerator, Shapes};

/// The structure of a game's views and actions; `None` if there is no such game, or it is built without its schemas.
#[cfg(feature = "schema")]
pub fn shapes(game: &str) -> Option<Shapes> {
    module(game).ok()?.shapes()
}
