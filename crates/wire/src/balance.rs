//! Reports of `balance`: what cards are worth.

use crate::format::Version;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the cards of a pack are worth to players of different skill. Equal seeds give equal numbers, on any machine
/// and for any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// The first seed.
    pub seed: u64,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The measured cards, with their verdicts.
    pub cards: Vec<CardVerdict>,
    /// The results of each bot, the weakest bot first.
    pub panel: Vec<PanelResult>,
    /// The differences from the older pack; empty if none was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<Shift>,
    /// The duration, in seconds.
    pub seconds: f64,
}

/// The verdict on a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardVerdict {
    /// The card's id.
    pub card: String,
    /// The verdict.
    pub verdict: CardBalance,
    /// The reason, as a sentence.
    pub reason: String,
}

/// A verdict about a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CardBalance {
    /// Much stronger than the usual card.
    TooStrong,
    /// Much stronger than the usual card for good players, but not for weak ones.
    StrongForGoodPlayers,
    /// Much weaker than the usual card.
    TooWeak,
    /// Good players do not take it.
    Dead,
    /// Nothing is wrong with it.
    Fair,
    /// There are too few games to decide.
    Undecided,
}

/// The results of one bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PanelResult {
    /// The bot that played in every seat.
    pub bot: String,
    /// The number of seeds that were played.
    pub games: u64,
    /// The number of turns in all games.
    pub turns: u64,
    /// The sum of the squares of the numbers of turns of each game.
    pub turns_squares: u64,
    /// The wins of each seat, in units of 1/840 of a win. Winners share a win.
    pub wins: Vec<u64>,
    /// The results of each card.
    pub cards: Vec<CardResult>,
    /// The usual effect of a card: that of all cards that are not measured, taken together. If all cards are
    /// measured, their median.
    pub usual_effect: f64,
    /// The usual share of offers in which a card is taken: the median.
    pub usual_take: f64,
}

/// The results of one bot with one card.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardResult {
    /// The card's id.
    pub card: String,
    /// The number of seats that could have taken the card, over all games.
    pub offered: u64,
    /// The number of seats that took it.
    pub taken: u64,
    /// The wins of the seats that took it, in units of 1/840 of a win.
    pub owners_wins: u64,
    /// The number of games that were played again without it.
    pub trials: u64,
    /// How much more their seats won with the card than without it, in units of 1/840 of a win.
    pub gained: i64,
    /// Sums over games, for the interval: the square of the gain, the product of the gain and the number of trials,
    /// and the square of the number of trials.
    pub sums: [i64; 3],
    /// The share of games that its owners won, from 0 to 1.
    pub owners: f64,
    /// The 95 % confidence interval of that share (Wilson): lower and upper end.
    pub owners_interval: [f64; 2],
    /// The owner's share of wins with the card, minus the share without it.
    pub effect: f64,
    /// The 95 % confidence interval of the effect: lower and upper end.
    pub interval: [f64; 2],
    /// The p-value: how often chance alone would give an effect this far from the usual one.
    pub p: f64,
    /// Whether the effect differs from the usual one, at a false discovery rate of 5 % over all cards (Benjamini
    /// and Hochberg).
    pub unusual: bool,
}

/// A difference from the older pack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The bot.
    pub bot: String,
    /// What is compared: a card's id, `seat 1`, or `turns`.
    pub what: String,
    /// The old value: an effect, a share of wins, or a number of turns.
    pub before: f64,
    /// The new value.
    pub now: f64,
    /// The 95 % confidence interval of the change: lower and upper end.
    pub interval: [f64; 2],
    /// Whether it has really changed, at a false discovery rate of 5 % over this list.
    pub sure: bool,
}
