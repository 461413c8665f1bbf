//! Odds, and reports of simulations.

use crate::format::{Broken, Version};
pub use cardwright::odds::{
    AttackOdds, Blocks, CardOdds, DiceOdds, Fraction, Goal, Number, RobotOdds, TurnOdds,
    Value as Wanted, WayOdds,
};
use cardwright::{About, DynGame, OptionUse, PackUse, Seat, Tally};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Exact odds: of cards, of a robot's turn, or of an attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Odds {
    /// The version of the format.
    pub version: Version,
    /// The odds that each card works.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardOdds>,
    /// The expected result of a robot's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robot: Option<RobotOdds>,
    /// The expected result of an attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<AttackOdds>,
}

/// The number of lines of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// One entry for each depth, from 1.
    pub depths: Vec<Depth>,
}

/// The number of lines of play of one length.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// The number of actions in a line, including those of chance.
    pub depth: u32,
    /// The number of lines.
    pub nodes: Number,
    /// The duration of counting, in seconds.
    pub seconds: f64,
    /// The lines counted per second.
    pub nodes_per_second: f64,
}

/// Converts the odds of cards to their document.
///
/// # Errors
/// Only if this library has a bug.
pub fn card_odds(cards: &[cardwright::odds::CardOdds]) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: cards.to_vec(),
        robot: None,
        attack: None,
    })
}

/// Converts the odds of a robot's turn to their document.
///
/// # Errors
/// Only if this library has a bug.
pub fn robot_odds(robot: &cardwright::odds::RobotOdds) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: Vec::new(),
        robot: Some(robot.clone()),
        attack: None,
    })
}

/// Converts the odds of an attack to their document.
///
/// # Errors
/// Only if this library has a bug.
pub fn attack_odds(attack: &cardwright::odds::AttackOdds) -> Result<Odds, Broken> {
    Ok(Odds {
        version: Version,
        cards: Vec::new(),
        robot: None,
        attack: Some(attack.clone()),
    })
}

/// The results of many games. Equal seeds give equal sums and an equal digest, on any machine and in any order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of the format.
    #[serde(default)]
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// The number of games.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The seeds, as ranges `A..B` from A up to, but not including, B, in rising order.
    pub seeds: Vec<String>,
    /// The bot in every seat.
    pub bot: String,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The position from which every game started, as written; left out for the normal start of the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// The number of actions, by seats and by chance.
    pub decisions: u64,
    /// The number of turns that began.
    pub turns: u64,
    /// For each seat, the number of games that its side won alone.
    pub wins: Vec<u64>,
    /// For each seat, the number of its side; left out if no seats play together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<u8>,
    /// The number of games with no winner or several winners.
    pub draws: u64,
    /// For each seat, the 95 % confidence interval of its share of wins (Wilson): lower and upper end, from 0 to 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<[f64; 2]>,
    /// The digest of all final states, in hexadecimal.
    pub digest: String,
    /// The number of threads, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The duration in seconds, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Games per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_second: Option<f64>,
    /// Nanoseconds per decision, by the wall clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns_per_decision: Option<f64>,
}

impl Report {
    /// The report on games with the seeds from `seeds.0` up to, but not including, `seeds.1`, without times.
    pub fn of(book: &dyn DynGame, bot: &str, seeds: (u64, u64), tally: &Tally) -> Self {
        let about = book.about();
        let sides: Vec<u8> = (0..about.players)
            .map(|seat| book.side(Seat(seat)))
            .collect();
        let alone = sides
            .iter()
            .enumerate()
            .all(|(at, side)| !sides[..at].contains(side));
        let (options, packs) = conditions(&about);
        Report {
            version: Version,
            players: about.players,
            games: tally.games,
            seed: seeds.0,
            seeds: vec![format!("{}..{}", seeds.0, seeds.1)],
            bot: bot.into(),
            options,
            packs,
            position: String::new(),
            decisions: tally.decisions,
            turns: tally.turns,
            wins: tally.wins.clone(),
            sides: if alone { Vec::new() } else { sides },
            draws: tally.draws,
            intervals: Vec::new(),
            digest: format!("{:016x}", tally.digest),
            threads: None,
            seconds: None,
            games_per_second: None,
            ns_per_decision: None,
            game: about.game,
        }
    }
}

/// What a match is played under, as reports write it: the options as `name=value`, and the packs as `id version digest`.
pub fn conditions(about: &About) -> (Vec<String>, Vec<String>) {
    let option = |option: &OptionUse| format!("{}={}", option.name, option.value);
    let pack = |pack: &PackUse| format!("{} {} {}", pack.id, pack.version, pack.digest);
    (
        about.options.iter().map(option).collect(),
        about.packs.iter().map(pack).collect(),
    )
}
