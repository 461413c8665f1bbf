//! Who gives an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who gives an answer, in verdicts and reasons: `{"seat": 2}` or `"chance"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A seat, from 1.
    Seat(u8),
    /// Dice or a draw.
    Chance,
}
