//! The ranking of a tournament.

use crate::format::Version;
use crate::wired::fields;
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

/// The place of a player in a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Standing {
    /// The place, from 1. Players who are equal in everything share a place if no lot is drawn.
    pub place: usize,
    /// The name of the player.
    pub player: String,
    /// 3 points for each victory, 1 for each shared victory or draw.
    pub points: u32,
    /// The points of all opponents together; an opponent counts once for each game.
    pub opponents: u32,
    /// The points from games against players with equal points and opponents' points.
    pub direct: u32,
    /// The number of games.
    pub games: u32,
    /// The number of victories.
    pub won: u32,
    /// The number of shared victories and draws.
    pub shared: u32,
    /// Whether only the lot can decide, or has decided, between this player and another.
    pub lot: bool,
}

/// Converts the ranking of a tournament.
pub fn standings(games: usize, lot: Option<u64>, ranked: &[cardwright::Standing]) -> Standings {
    use crate::wired::Wired;
    Standings {
        version: Version,
        games,
        lot,
        players: ranked.iter().map(Wired::wired).collect(),
    }
}

fields! {
    cardwright::Standing => Standing { place, player, points, opponents, direct, games, won, shared, lot };
}
