//! A board as shapes, for hosts that draw it themselves; and the files of a first pack.

use crate::format::{Broken, Version};
use crate::wired::{Wired, fields};
use cardwright::Match;
use cardwright::shapes::Viewer;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A board as shapes, from the back to the front, for a viewer; null of games that have none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Scene {
    /// The format.
    pub version: Version,
    /// For whom.
    pub viewer: Viewer,
    /// How many answers were given so far.
    pub answered: usize,
    /// The drawing.
    pub drawing: Option<Drawing>,
}

/// A drawing. Its upper left corner is `[0, 0]`; a cell or a hex is some 20 units wide.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Drawing {
    /// What is drawn, in a few words.
    pub title: String,
    /// What it shows, for somebody who does not see it.
    pub about: String,
    /// Width and height.
    pub size: (i32, i32),
    /// What is drawn, from the back to the front.
    pub items: Vec<Item>,
}

/// Something on the table: a piece, a figure, a line of text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Item {
    /// What it is, in words; empty for what only decorates.
    pub label: String,
    /// Where it stands in the game's notation; empty where it is no place of the board.
    pub place: String,
    /// The shapes it is made of, from the back to the front.
    pub marks: Vec<Mark>,
}

/// A shape with its colours, each by what it is for: `ground`, `panel`, `ink`, `muted`, `line`, `white`, `black`, `blue`,
/// `orange`, `green`, `purple` or `red`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct Mark {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// What fills it; null for an outline.
    pub fill: Option<String>,
    /// Its outline; null for a plain area.
    pub line: Option<String>,
    /// How wide the outline is.
    pub width: i32,
    /// Whether one sees through it.
    pub faint: bool,
}

/// A shape.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Its upper left corner.
        at: (i32, i32),
        /// Its width and height.
        size: (i32, i32),
        /// The radius of its corners.
        round: i32,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: (i32, i32),
        /// Its radius.
        radius: i32,
    },
    /// A polygon.
    Polygon {
        /// Its corners.
        points: Vec<(i32, i32)>,
    },
    /// Lines, each from a point to another.
    Lines {
        /// Where each begins and ends.
        lines: Vec<((i32, i32), (i32, i32))>,
    },
    /// A line of text.
    Text {
        /// Where its base line begins, has its middle or ends.
        at: (i32, i32),
        /// The text.
        text: String,
        /// The height of its letters.
        size: i32,
        /// What `at` is of it: `start`, `middle` or `end`.
        anchor: String,
        /// Whether it is bold.
        bold: bool,
    },
}

/// The files of a first pack: it passes every check, and remarks in it say what to change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Starter {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// Text of each file by its path; those under `editor/`, where they were asked for, are for editors.
    pub files: BTreeMap<String, String>,
}

/// The board as a viewer sees it.
///
/// # Errors
/// Never, unless this library is at fault.
pub fn scene(play: &Match, viewer: cardwright::Viewer) -> Result<Scene, Broken> {
    let drawing = play.scene(viewer).wired();
    Ok(Scene {
        version: Version,
        viewer: Viewer(viewer),
        answered: play.answered(),
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
