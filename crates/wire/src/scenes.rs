//! A board as shapes, for hosts that draw it themselves; and the files of a starter pack.

use crate::format::{Broken, Version};
use cardwright::Match;
use cardwright::shapes::Viewer;
pub use cardwright::{Item, Mark, Scene as Drawing, Shape};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The board as a viewer sees it, as shapes from back to front.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Scene {
    /// The version of the format.
    pub version: Version,
    /// The viewer who gets this document.
    pub viewer: Viewer,
    /// The number of actions played so far, including those of bots and chance.
    pub actions_played: usize,
    /// The drawing; null if the game has none.
    pub drawing: Option<Drawing>,
}

/// The files of a starter pack. It passes every check, and comments in it say what to change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Starter {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The text of each file by its path. Files under `editor/` are for editors; they are included on request.
    pub files: BTreeMap<String, String>,
}

/// The board as a viewer sees it.
///
/// # Errors
/// Only if this library has a bug.
pub fn scene(play: &Match, viewer: cardwright::Viewer) -> Result<Scene, Broken> {
    let drawing = play.scene(viewer);
    Ok(Scene {
        version: Version,
        viewer: Viewer(viewer),
        actions_played: play.actions_played(),
        drawing,
    })
}
