//! Views and answers of Robotory as they cross a border: a promise, which a test holds to what the game gives.

use cardwright_runtime::shapes::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Robotory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Robotory {
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// Whose turn it is (1 light, 2 dark); when the game is over, whose it was.
    pub to_move: u8,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Where the robots stand.
    pub robots: Robots,
    /// Where the discs lie.
    pub discs: Discs,
    /// The supplies of light and dark.
    pub supplies: [Pile; 2],
    /// The discs on the lid of the box.
    pub reserve: Pile,
    /// The discs that were burned.
    pub burned: Pile,
    /// How many robots stand in the camps of light and dark.
    pub camps: [u32; 2],
}

/// Where the robots stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Robots {
    /// The white one.
    pub white: String,
    /// The black one.
    pub black: String,
    /// The red one.
    pub red: String,
}

/// Where the discs lie.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discs {
    /// Hexes with a white one.
    pub white: Vec<String>,
    /// Hexes with a black one.
    pub black: Vec<String>,
}

/// Discs by colour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// White ones.
    pub white: u8,
    /// Black ones.
    pub black: u8,
}

/// An answer of Robotory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RobotoryAnswer {
    /// Place a disc.
    Place {
        /// Its colour: `white` or `black`.
        colour: String,
        /// The hex.
        hex: String,
    },
    /// Move a robot.
    Move {
        /// Which: `white`, `black` or `red`.
        robot: String,
        /// Its way, from where it stands.
        path: Vec<String>,
    },
    /// Take discs from the reserve.
    Refill {
        /// How many of each colour.
        take: Pile,
    },
}
