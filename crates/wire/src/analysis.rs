//! Where the win of a finished game was lost.

use crate::format::Version;
use cardwright::{Analysed, Analyst, Match};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the win of a finished game was lost: the chances of every seat at each turn, and the actions that a better one
/// would have beaten. Chances are shares of games, from 0 to 1, that a bot plays to the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Analysis {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The bot whose actions are compared with those that were taken.
    pub adviser: String,
    /// The bot that plays games to the end.
    pub bot: String,
    /// The number of games for each chance.
    pub games: u64,
    /// The number of decisions: questions with more than one action.
    pub decisions: usize,
    /// The chances at the first decision of each turn.
    pub turns: Vec<TurnChances>,
    /// The actions that a better one would surely have beaten, the costliest first.
    pub missed: Vec<Missed>,
}

/// The chances of all seats at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TurnChances {
    /// The number of turns that had started.
    pub turn: u32,
    /// The number of actions played before, those of chance among them.
    pub at: usize,
    /// The share of games that each seat wins.
    pub chances: Vec<f64>,
}

/// An action that a better one would have beaten.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Missed {
    /// The number of turns that had started.
    pub turn: u32,
    /// The number of actions played before, those of chance among them.
    pub at: usize,
    /// The seat, from 1.
    pub seat: u8,
    /// The name of the player.
    pub player: String,
    /// The action that the seat took, in notation.
    pub action: String,
    /// The same, as a sentence.
    pub text: String,
    /// The share of games that the seat wins after it.
    pub chance: f64,
    /// The better action, in notation.
    pub better: String,
    /// The same, as a sentence.
    pub better_text: String,
    /// The share of games that the seat wins after the better action.
    pub better_chance: f64,
    /// Half the width of the 95 % interval of the difference.
    pub error: f64,
}

impl Analysis {
    /// The analysis of a match, from what was found out at each of its decisions: the chances at those that begin a
    /// turn, and what was missed.
    pub fn new(play: &Match, analyst: &Analyst<'_>, found: &[Analysed]) -> Self {
        let about = play.rulebook().about();
        let turns = found.iter().filter_map(|one| {
            Some(TurnChances {
                turn: one.decision.turn,
                at: one.decision.at,
                chances: one.chances.clone()?,
            })
        });
        let missed = found.iter().filter_map(|one| {
            let (decision, missed) = (&one.decision, one.missed.as_ref()?);
            let [player, text, better_text] = decision.texts(&missed.better);
            Some(Missed {
                turn: decision.turn,
                at: decision.at,
                seat: decision.seat.0 + 1,
                player,
                action: decision.action.clone(),
                text,
                chance: missed.share,
                better: missed.better.clone(),
                better_text,
                better_chance: missed.better_share,
                error: missed.error,
            })
        });
        let mut missed: Vec<Missed> = missed.collect();
        missed.sort_by(|one, other| other.lost().total_cmp(&one.lost()));
        Analysis {
            version: Version,
            game: about.game,
            players: about.players,
            adviser: analyst.adviser.into(),
            bot: analyst.player.into(),
            games: analyst.games,
            decisions: found.len(),
            turns: turns.collect(),
            missed,
        }
    }
}

impl Missed {
    /// The share of games that the action lost.
    pub fn lost(&self) -> f64 {
        self.better_chance - self.chance
    }
}
