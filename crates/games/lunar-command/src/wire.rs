//! Views and answers of Lunar Command as they cross a border: a promise, which a test holds to what the game gives.

use cardwright_runtime::shapes::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Lunar Command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LunarCommand {
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// Whose turn it is; when the game is over, whose it was.
    pub to_move: u8,
    /// What people call that seat.
    pub who: String,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// Turns in a row before this one that brought nothing.
    pub quiet: u8,
    /// The face that the die shows, while an option of it is to be carried out.
    pub face: Option<String>,
    /// Steps left of a spacewalk, when its first figure has walked.
    pub steps: Option<u8>,
    /// The kinds of figures that have walked in this turn, and where cells matter, those.
    pub walked: Vec<String>,
    /// Whether this turn has brought a piece or a point.
    pub progress: bool,
    /// Columns and rows of the board.
    pub size: [u8; 2],
    /// The points that win.
    pub target: u16,
    /// The points of green and orange.
    pub score: [u16; 2],
    /// Coloured pieces that green and orange have built.
    pub built: [u32; 2],
    /// What each seat may still build.
    pub supplies: Vec<Supply>,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// Where robots stand.
    pub robots: Vec<String>,
    /// Where astronauts stand.
    pub astronauts: Vec<String>,
    /// The UFOs.
    pub ufos: Vec<Ufo>,
    /// Entrances of airlocks, where nothing may be built.
    pub entrances: Vec<String>,
    /// The stations.
    pub stations: Vec<Station>,
}

/// What a seat may still build.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// What people call the seat.
    pub seat: String,
    /// Each kind of piece and how many are left.
    pub left: Vec<(String, u8)>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// What it is.
    pub kind: String,
    /// Its lower left cell.
    pub cell: String,
    /// Whether a long piece lies up.
    pub up: bool,
    /// Its colour; null of white pieces.
    pub owner: Option<String>,
    /// Whether it is a starting corner.
    pub start: bool,
}

/// A UFO.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ufo {
    /// Its centre.
    pub cell: String,
    /// The colour that set it down on an astronaut, until it is moved.
    pub carrier: Option<String>,
    /// The cells it blocks.
    pub covers: Vec<String>,
}

/// A station.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Its first cell, row by row from the bottom.
    pub first: String,
    /// Its cells.
    pub cells: Vec<String>,
    /// Coloured pieces of green and orange in its outer wall.
    pub wall: [u32; 2],
    /// Who owns it.
    pub owner: Option<String>,
    /// The colour that has won it, where the rules remember that.
    pub won: Option<String>,
    /// Whether it waits to be scored in this turn.
    pub waiting: bool,
}

/// An answer of Lunar Command. Cells are `column,row`, from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LunarCommandAnswer {
    /// Chance: the die shows a face.
    Roll {
        /// The face's name.
        face: String,
    },
    /// Build a piece.
    Build {
        /// What.
        piece: String,
        /// Its lower left cell.
        cell: String,
        /// Whether a long piece lies up.
        up: bool,
    },
    /// Walk a figure.
    Walk {
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// Move a UFO.
    Ufo {
        /// Its centre.
        from: String,
        /// Its new centre.
        to: String,
    },
    /// Carry an astronaut to another cell.
    Abduct {
        /// Its cell.
        from: String,
        /// Its new cell.
        to: String,
        /// The UFO's centre.
        with: String,
    },
    /// Score this station next.
    Score {
        /// Its first cell.
        cell: String,
    },
    /// Walk no second figure.
    Stop,
    /// Do nothing.
    Pass,
}
