//! A board as shapes, for hosts that draw it themselves; and the files of a starter pack.

use crate::format::{Broken, Version};
use crate::wired::{Wired, fields};
use cardwright::Match;
use cardwright::shapes::Viewer;
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

/// A drawing. The upper left corner is `[0, 0]`; a cell or a hex is about 20 units wide.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Drawing {
    /// A title of a few words.
    pub title: String,
    /// A description for people who cannot see the drawing.
    pub about: String,
    /// The width and height.
    pub size: (i32, i32),
    /// The items, from back to front.
    pub items: Vec<Item>,
}

/// An item on the table: a piece, a figure, a line of text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Item {
    /// What the item is, in words; empty for decoration.
    pub label: String,
    /// The item's place in the game's notation; empty if it is not on the board.
    pub place: String,
    /// The item's shapes, from back to front.
    pub marks: Vec<Mark>,
}

/// A shape with its colours. A colour is named by its purpose: `ground`, `panel`, `ink`, `muted`, `line`, `white`,
/// `black`, `blue`, `orange`, `green`, `purple` or `red`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct Mark {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// The colour that fills it; null for an outline only.
    pub fill: Option<String>,
    /// The colour of its outline; null for no outline.
    pub line: Option<String>,
    /// The width of the outline.
    pub width: i32,
    /// Whether it is translucent.
    pub faint: bool,
}

/// A shape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// The upper left corner.
        at: (i32, i32),
        /// The width and height.
        size: (i32, i32),
        /// The radius of the corners.
        round: i32,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: (i32, i32),
        /// The radius.
        radius: i32,
    },
    /// A polygon.
    Polygon {
        /// The corners.
        points: Vec<(i32, i32)>,
    },
    /// Straight lines, each between two points.
    Lines {
        /// The two ends of each line.
        lines: Vec<((i32, i32), (i32, i32))>,
    },
    /// A line of text.
    Text {
        /// The point on the base line that `anchor` describes.
        at: (i32, i32),
        /// The text.
        text: String,
        /// The font size.
        size: i32,
        /// Which part of the text is at `at`: its `start`, `middle` or `end`.
        anchor: String,
        /// Whether it is bold.
        bold: bool,
    },
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
    let drawing = play.scene(viewer).wired();
    Ok(Scene {
        version: Version,
        viewer: Viewer(viewer),
        actions_played: play.actions_played(),
        drawing,
    })
}

fields! {
    cardwright::Scene => Drawing { title, about, size, items };
    cardwright::Item => Item { label, place, marks };
}

impl Wired<Mark> for cardwright::Mark {
    fn wired(&self) -> Mark {
        let shade = |shade: &cardwright::Shade| shade_word(*shade).to_owned();
        Mark {
            shape: self.shape.wired(),
            fill: self.fill.as_ref().map(shade),
            line: self.line.as_ref().map(shade),
            width: self.width,
            faint: self.faint,
        }
    }
}

impl Wired<Shape> for cardwright::Shape {
    fn wired(&self) -> Shape {
        use cardwright::Shape as Theirs;
        match self {
            Theirs::Rect { at, size, round } => Shape::Rect {
                at: *at,
                size: *size,
                round: *round,
            },
            Theirs::Circle { at, radius } => Shape::Circle {
                at: *at,
                radius: *radius,
            },
            Theirs::Polygon { points } => Shape::Polygon {
                points: points.clone(),
            },
            Theirs::Lines { lines } => Shape::Lines {
                lines: lines.clone(),
            },
            Theirs::Text {
                at,
                text,
                size,
                anchor,
                bold,
            } => Shape::Text {
                at: *at,
                text: text.clone(),
                size: *size,
                anchor: anchor_word(*anchor).to_owned(),
                bold: *bold,
            },
        }
    }
}

fn shade_word(shade: cardwright::Shade) -> &'static str {
    use cardwright::Shade;
    match shade {
        Shade::Ground => "ground",
        Shade::Panel => "panel",
        Shade::Ink => "ink",
        Shade::Muted => "muted",
        Shade::Line => "line",
        Shade::White => "white",
        Shade::Black => "black",
        Shade::Blue => "blue",
        Shade::Orange => "orange",
        Shade::Green => "green",
        Shade::Purple => "purple",
        Shade::Red => "red",
    }
}

fn anchor_word(anchor: cardwright::Anchor) -> &'static str {
    use cardwright::Anchor;
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Anchor, Shade};

    #[test]
    fn colours_and_anchors_are_called_as_the_library_calls_them() {
        let shades = [
            Shade::Ground,
            Shade::Panel,
            Shade::Ink,
            Shade::Muted,
            Shade::Line,
            Shade::White,
            Shade::Black,
            Shade::Blue,
            Shade::Orange,
            Shade::Green,
            Shade::Purple,
            Shade::Red,
        ];
        for shade in shades {
            assert_eq!(serde_json::json!(shade), shade_word(shade));
        }
        for anchor in [Anchor::Start, Anchor::Middle, Anchor::End] {
            assert_eq!(serde_json::json!(anchor), anchor_word(anchor));
        }
    }
}
