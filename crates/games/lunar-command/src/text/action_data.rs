//! Actions as data for programs. The schema is derived from the same type.

use super::super::play::actions::Action;
use super::super::state::{Cell, Kind};
use serde::Serialize;

/// An action of Lunar Command. Cells are `column,row`, from 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        piece: Kind,
        /// The lower left cell; for a dome, that of its square.
        cell: Cell,
        /// Whether a long piece is placed vertically.
        up: bool,
    },
    /// Walk a figure.
    Walk {
        /// The cell where the walk starts.
        from: Cell,
        /// The cell where the walk ends.
        to: Cell,
    },
    /// Move a UFO.
    Ufo {
        /// The current centre.
        from: Cell,
        /// The new centre.
        to: Cell,
    },
    /// A UFO carries an astronaut to another cell.
    Abduct {
        /// The astronaut's current cell.
        from: Cell,
        /// The astronaut's new cell.
        to: Cell,
        /// The centre of the UFO.
        with: Cell,
    },
    /// Choose the station that is scored next.
    Score {
        /// The station's first cell.
        cell: Cell,
    },
    /// Walk no second figure.
    Stop,
    /// Do nothing.
    Pass,
}

impl From<Action> for LunarCommandAction {
    fn from(action: Action) -> Self {
        match action {
            Action::Roll(face) => LunarCommandAction::Roll {
                face: face.to_string(),
            },
            Action::Build { kind, cell, up } => LunarCommandAction::Build {
                piece: kind,
                cell,
                up,
            },
            Action::Walk { from, to } => LunarCommandAction::Walk { from, to },
            Action::Ufo { from, to } => LunarCommandAction::Ufo { from, to },
            Action::Abduct { from, to, with } => LunarCommandAction::Abduct { from, to, with },
            Action::Score(cell) => LunarCommandAction::Score { cell },
            Action::Stop => LunarCommandAction::Stop,
            Action::Pass => LunarCommandAction::Pass,
        }
    }
}
