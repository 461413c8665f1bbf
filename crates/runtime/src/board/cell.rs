//! The cells of a board.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// The maximum number of columns and rows of a board: a row of 30 cells fits in a 32-bit word with one bit free on each
/// side, and a board of 30 by 30 fits a terminal of 80 by 40 characters.
pub const MAX_SIDE: u8 = 30;

/// A cell, written `x,y`: columns from 0 at the left, rows from 0 at the bottom. Notation may name cells outside every
/// board; they parse correctly and are refused later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The row. It comes first, so that cells sort row by row from the bottom.
    pub y: u8,
    /// The column.
    pub x: u8,
}

impl Cell {
    /// The cell at a column and a row.
    #[inline]
    pub const fn at(x: u8, y: u8) -> Self {
        Cell { y, x }
    }

    /// The cell `dx` columns to the right and `dy` rows up, if both coordinates stay in range and are not negative.
    pub fn by(self, dx: i16, dy: i16) -> Option<Cell> {
        let x = u8::try_from(i16::from(self.x) + dx).ok()?;
        let y = u8::try_from(i16::from(self.y) + dy).ok()?;
        Some(Cell { y, x })
    }

    /// Whether two cells share an edge.
    pub fn touches(self, other: Cell) -> bool {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = ();

    /// Parses a cell such as `12,7`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (x, y) = text.split_once(',').ok_or(())?;
        let number = |text: &str| match text.trim() {
            digits if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse::<u8>().map_err(|_| ())
            }
            _ => Err(()),
        };
        Ok(Cell {
            y: number(y)?,
            x: number(x)?,
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(made: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(made)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse()
            .map_err(|()| de::Error::custom(format!("`{text}` is not a cell such as 12,7")))
    }
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[test]
    fn a_cell_is_read_from_two_plain_numbers() {
        for (text, cell) in [
            ("12,7", Some((12, 7))),
            (" 0 , 28 ", Some((0, 28))),
            ("255,0", Some((255, 0))),
        ] {
            assert_eq!(
                text.parse::<Cell>().ok().map(|cell| (cell.x, cell.y)),
                cell,
                "{text}"
            );
        }
        for text in [
            "", ",", "3", "3,", ",3", "+3,4", "3,-4", "256,0", "3,4,5", "3;4", "a,b", "3,4b",
        ] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
