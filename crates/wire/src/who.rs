//! Who takes an action.

use crate::wired::Wired;
use cardwright::judge;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who takes an action: `{"seat": 2}` or `"chance"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A seat, from 1.
    Seat(u8),
    /// Dice or a draw.
    Chance,
}

impl Wired<Who> for judge::Who {
    fn wired(&self) -> Who {
        match self {
            judge::Who::Seat(seat) => Who::Seat((*seat).into()),
            judge::Who::Chance => Who::Chance,
        }
    }
}
