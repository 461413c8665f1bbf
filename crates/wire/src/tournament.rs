//! The ranking of a tournament.

use crate::format::Version;
pub use cardwright::Standing;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The ranking of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Standings {
    /// The format.
    pub version: Version,
    /// The number of games.
    pub games: usize,
    /// The number that lots were drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<u64>,
    /// The players, the best first.
    pub players: Vec<Standing>,
}

/// Converts the ranking of a tournament.
pub fn standings(games: usize, lot: Option<u64>, ranked: &[Standing]) -> Standings {
    Standings {
        version: Version,
        games,
        lot,
        players: ranked.to_vec(),
    }
}
