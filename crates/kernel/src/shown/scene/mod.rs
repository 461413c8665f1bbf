//! A table drawn as data: a list of simple shapes that a browser, a printer or a terminal can put down one after the
//! other. A game says what stands where ([`crate::Game::scene`]); how a colour looks is decided here, once for every game.

mod svg;

use serde::Serialize;

/// Places and sizes, in units of the scene; a cell or a hex is some 20 of them wide.
pub type Coord = (i32, i32);

/// A drawing of a table. Its upper left corner is `(0, 0)`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Scene {
    /// What is drawn, in a few words.
    pub title: String,
    /// What it shows, for somebody who does not see it.
    pub about: String,
    /// Width and height.
    pub size: Coord,
    /// What is drawn, from the back to the front.
    pub items: Vec<Item>,
}

/// Something on the table: a piece, a figure, a line of text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Item {
    /// What it is, such as `straight wall 5,3 across`; empty for what only decorates.
    pub label: String,
    /// Where it stands in the game's notation, such as `5,3`; empty where it is no place of the board.
    pub place: String,
    /// The shapes it is made of, from the back to the front.
    pub marks: Vec<Mark>,
}

/// A shape with its colours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// What fills it; none for an outline.
    pub fill: Option<Shade>,
    /// Its outline; none for a plain area.
    pub line: Option<Shade>,
    /// How wide the outline is.
    pub width: i32,
    /// Whether one sees through it.
    pub faint: bool,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Its upper left corner.
        at: Coord,
        /// Its width and height.
        size: Coord,
        /// The radius of its corners.
        round: i32,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: Coord,
        /// Its radius.
        radius: i32,
    },
    /// A polygon.
    Polygon {
        /// Its corners.
        points: Vec<Coord>,
    },
    /// Lines, each from a point to another.
    Lines {
        /// Where each begins and ends.
        lines: Vec<(Coord, Coord)>,
    },
    /// A line of text.
    Text {
        /// Where its base line begins, has its middle or ends.
        at: Coord,
        /// The text.
        text: String,
        /// The height of its letters.
        size: i32,
        /// What `at` is of it.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
    },
}

/// Which point of a line of text is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// Where it begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

/// A colour by what it is for. Each looks one way on light and another on dark ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// What everything lies on.
    Ground,
    /// A board or a card.
    Panel,
    /// Text, and what is black on the table.
    Ink,
    /// Text that matters less, and what is grey.
    Muted,
    /// Thin lines.
    Line,
    /// What is white on the table, on every ground.
    White,
    /// What is black on the table, on every ground.
    Black,
    /// The first seat's blue.
    Blue,
    /// The second seat's orange.
    Orange,
    /// The third seat's green.
    Green,
    /// The fourth seat's purple.
    Purple,
    /// What is red on the table.
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

    /// Puts something on top.
    pub fn put(&mut self, item: Item) {
        self.items.push(item);
    }

    /// The scene as a picture: an SVG document that needs no font and no other file. The same scene gives the same text.
    pub fn svg(&self) -> String {
        svg::write(self)
    }
}

impl Item {
    /// Something of this name on a place of the board.
    pub fn new(label: impl Into<String>, place: impl ToString) -> Self {
        Item {
            label: label.into(),
            place: place.to_string(),
            marks: Vec::new(),
        }
    }

    /// What only decorates.
    pub fn plain() -> Self {
        Item::default()
    }

    /// The same with another shape on top.
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

    /// A rectangle.
    pub fn rect(at: Coord, size: Coord, round: i32) -> Self {
        Mark::of(Shape::Rect { at, size, round })
    }

    /// A circle.
    pub fn circle(at: Coord, radius: i32) -> Self {
        Mark::of(Shape::Circle { at, radius })
    }

    /// A polygon.
    pub fn polygon(points: impl IntoIterator<Item = Coord>) -> Self {
        Mark::of(Shape::Polygon {
            points: points.into_iter().collect(),
        })
    }

    /// Lines, each from a point to another.
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

    /// The same, filled.
    #[must_use]
    pub fn fill(mut self, tone: Shade) -> Self {
        self.fill = Some(tone);
        self
    }

    /// The same with an outline.
    #[must_use]
    pub fn line(mut self, tone: Shade, width: i32) -> Self {
        (self.line, self.width) = (Some(tone), width);
        self
    }

    /// The same, so that one sees through it.
    #[must_use]
    pub fn faint(mut self) -> Self {
        self.faint = true;
        self
    }

    /// The same in bold letters, where it is text.
    #[must_use]
    pub fn bold(mut self) -> Self {
        if let Shape::Text { bold, .. } = &mut self.shape {
            *bold = true;
        }
        self
    }
}
