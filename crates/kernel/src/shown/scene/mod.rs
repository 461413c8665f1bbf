//! A table drawn as data: a list of simple shapes that a browser, a printer or a terminal draws in order. A game
//! arranges the shapes ([`crate::Game::scene`]); the colours are defined here for all games.

mod svg;

use serde::{Deserialize, Serialize};

/// A position or size in units of the scene; a cell or hex is about 20 units wide.
pub type Coord = (i32, i32);

/// A drawing. The upper left corner is `[0, 0]`; a cell or a hex is about 20 units wide.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Drawing"))]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// A title of a few words.
    pub title: String,
    /// A description for people who cannot see the drawing.
    pub about: String,
    /// The width and height.
    pub size: Coord,
    /// The items, from back to front.
    pub items: Vec<Item>,
}

/// An item on the table: a piece, a figure, a line of text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// The colour that fills it; null for an outline only.
    pub fill: Option<Shade>,
    /// The colour of its outline; null for no outline.
    pub line: Option<Shade>,
    /// The width of the outline.
    pub width: i32,
    /// Whether it is translucent.
    pub faint: bool,
}

/// A geometric shape or a line of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// The upper left corner.
        at: Coord,
        /// The width and height.
        size: Coord,
        /// The corner radius.
        round: i32,
    },
    /// A circle, given by centre and radius.
    Circle {
        /// The centre of the circle.
        at: Coord,
        /// The radius of the circle.
        radius: i32,
    },
    /// A polygon, given by its corners.
    Polygon {
        /// The corners in order.
        points: Vec<Coord>,
    },
    /// Separate straight lines.
    Lines {
        /// The start and end of each line.
        lines: Vec<(Coord, Coord)>,
    },
    /// A line of text.
    Text {
        /// The point on the baseline that `anchor` selects.
        at: Coord,
        /// The text.
        text: String,
        /// The height of the letters.
        size: i32,
        /// Whether `at` is the start, the middle or the end of the text.
        anchor: Anchor,
        /// Whether the text is bold.
        bold: bool,
    },
}

/// The point of a line of text that its position refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The start of the text.
    Start,
    /// The middle of the text.
    Middle,
    /// The end of the text.
    End,
}

/// A colour by purpose, with one variant for light and one for dark backgrounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// The background of the scene.
    Ground,
    /// The area of a board or card.
    Panel,
    /// Text, and objects that are black on the table.
    Ink,
    /// Less important text, and objects that are grey on the table.
    Muted,
    /// Thin lines.
    Line,
    /// Objects that are white on the table, on any background.
    White,
    /// Objects that are black on the table, on any background.
    Black,
    /// The first seat's blue.
    Blue,
    /// The second seat's orange.
    Orange,
    /// The third seat's green.
    Green,
    /// The fourth seat's purple.
    Purple,
    /// Objects that are red on the table.
    Red,
}

impl Scene {
    /// An empty scene.
    pub fn new(title: impl Into<String>, about: impl Into<String>, size: Coord) -> Self {
        Scene {
            title: title.into(),
            about: about.into(),
            size,
            items: Vec::new(),
        }
    }

    /// Adds an item on top.
    pub fn put(&mut self, item: Item) {
        self.items.push(item);
    }

    /// The scene as an SVG document that needs no fonts or other files. The same scene always gives the same text.
    pub fn svg(&self) -> String {
        svg::write(self)
    }
}

impl Item {
    /// An item with a label at a place of the board.
    pub fn new(label: impl Into<String>, place: impl ToString) -> Self {
        Item {
            label: label.into(),
            place: place.to_string(),
            marks: Vec::new(),
        }
    }

    /// An item for decoration, without a label.
    pub fn plain() -> Self {
        Item::default()
    }

    /// Adds a shape on top.
    #[must_use]
    pub fn with(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }
}

impl Mark {
    fn of(shape: Shape) -> Self {
        Mark {
            shape,
            fill: None,
            line: None,
            width: 0,
            faint: false,
        }
    }

    /// A rectangle with rounded corners.
    pub fn rect(at: Coord, size: Coord, round: i32) -> Self {
        Mark::of(Shape::Rect { at, size, round })
    }

    /// A circle, given by centre and radius.
    pub fn circle(at: Coord, radius: i32) -> Self {
        Mark::of(Shape::Circle { at, radius })
    }

    /// A polygon, given by its corners.
    pub fn polygon(points: impl IntoIterator<Item = Coord>) -> Self {
        Mark::of(Shape::Polygon {
            points: points.into_iter().collect(),
        })
    }

    /// Separate straight lines, each from one point to another.
    pub fn lines(lines: impl IntoIterator<Item = (Coord, Coord)>) -> Self {
        Mark::of(Shape::Lines {
            lines: lines.into_iter().collect(),
        })
    }

    /// A line of text.
    pub fn text(at: Coord, size: i32, anchor: Anchor, text: impl Into<String>) -> Self {
        Mark::of(Shape::Text {
            at,
            text: text.into(),
            size,
            anchor,
            bold: false,
        })
    }

    /// Sets the fill colour.
    #[must_use]
    pub fn fill(mut self, tone: Shade) -> Self {
        self.fill = Some(tone);
        self
    }

    /// Sets the colour and width of the outline.
    #[must_use]
    pub fn line(mut self, tone: Shade, width: i32) -> Self {
        (self.line, self.width) = (Some(tone), width);
        self
    }

    /// Makes the shape translucent.
    #[must_use]
    pub fn faint(mut self) -> Self {
        self.faint = true;
        self
    }

    /// Makes the text bold; no effect on other shapes.
    #[must_use]
    pub fn bold(mut self) -> Self {
        if let Shape::Text { bold, .. } = &mut self.shape {
            *bold = true;
        }
        self
    }
}
