//! Views and actions of Lunar Command as JSON. A test checks that the game produces exactly these types.

use cardwright_runtime::shapes::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Lunar Command. Nothing in it is hidden.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LunarCommand {
    /// Who has to act, or how the game ended.
    pub actor: Actor,
    /// The seat whose turn it is, from 1; when the game is over, the seat whose turn it was.
    pub to_move: u8,
    /// The name of that seat in sentences.
    pub who: String,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// The number of consecutive turns before this one without a new piece or point.
    pub quiet: u8,
    /// The face that the die shows, such as `white-yellow`, while an option of it has to be carried out; otherwise
    /// null.
    pub face: Option<String>,
    /// The remaining steps of a spacewalk after its first figure has walked; otherwise null.
    pub steps: Option<u8>,
    /// The kinds of figures that have walked this turn, or the cells of the figures if the rules need them.
    pub walked: Vec<String>,
    /// Whether this turn has brought a new piece or point.
    pub progress: bool,
    /// The number of columns and rows of the board.
    pub size: [u8; 2],
    /// The number of points needed to win.
    pub target: u16,
    /// The points of green and orange.
    pub score: [u16; 2],
    /// The number of coloured pieces that green and orange have built.
    pub built: [u32; 2],
    /// The pieces that each seat may still build.
    pub supplies: Vec<Supply>,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The cells of the robots.
    pub robots: Vec<String>,
    /// The cells of the astronauts.
    pub astronauts: Vec<String>,
    /// The UFOs on the board.
    pub ufos: Vec<Ufo>,
    /// The entrances of airlocks, on which nothing may be built.
    pub entrances: Vec<String>,
    /// The stations on the board.
    pub stations: Vec<Station>,
}

/// The pieces that a seat may still build.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// The name of the seat in sentences.
    pub seat: String,
    /// The number of pieces left, by kind.
    pub left: Vec<(String, u8)>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The kind of the piece; a square wall with a dome is a `dome`.
    pub kind: String,
    /// The lower left cell.
    pub cell: String,
    /// Whether a long piece is placed vertically.
    pub up: bool,
    /// The piece's colour; null for white pieces.
    pub owner: Option<String>,
    /// Whether it is a starting corner.
    pub start: bool,
}

/// A UFO.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ufo {
    /// The cell of its centre.
    pub cell: String,
    /// The colour that placed it on an astronaut, until it is moved; otherwise null.
    pub carrier: Option<String>,
    /// The cells of the board that it blocks.
    pub covers: Vec<String>,
}

/// A station.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// The station's first cell, row by row from the bottom.
    pub first: String,
    /// All cells of the station.
    pub cells: Vec<String>,
    /// The number of green and orange coloured pieces in the outer wall.
    pub wall: [u32; 2],
    /// The colour that owns the station; null if none does.
    pub owner: Option<String>,
    /// The colour that has scored the station alone, if the rules keep track of it; otherwise null.
    pub won: Option<String>,
    /// Whether the station waits to be scored this turn.
    pub waiting: bool,
}

/// An action of Lunar Command. Cells are `column,row`, from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LunarCommandAction {
    /// Chance: the die shows a face.
    Roll {
        /// The name of the face, such as `white-yellow`.
        face: String,
    },
    /// Build a piece.
    Build {
        /// The kind of the piece.
        piece: String,
        /// The lower left cell; for a dome, that of its square.
        cell: String,
        /// Whether a long piece is placed vertically.
        up: bool,
    },
    /// Walk a figure.
    Walk {
        /// The cell where the walk starts.
        from: String,
        /// The cell where the walk ends.
        to: String,
    },
    /// Move a UFO.
    Ufo {
        /// The current centre.
        from: String,
        /// The new centre.
        to: String,
    },
    /// A UFO carries an astronaut to another cell.
    Abduct {
        /// The astronaut's current cell.
        from: String,
        /// The astronaut's new cell.
        to: String,
        /// The centre of the UFO.
        with: String,
    },
    /// Choose the station that is scored next.
    Score {
        /// The station's first cell.
        cell: String,
    },
    /// Walk no second figure.
    Stop,
    /// Do nothing.
    Pass,
}
