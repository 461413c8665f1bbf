//! What views and answers of each game look like, as JSON schemas: for crates that write them for other languages.

use crate::modules::module;
pub use cardwright_games::shapes::{Actor, JsonSchema, Schema, SchemaGenerator, Shapes, Viewer};

/// What views and answers of a game look like; `None` where there is no such game.
pub fn shapes(game: &str) -> Option<Shapes> {
    Some(module(game).ok()?.shapes())
}
