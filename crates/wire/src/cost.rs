//! Which card takes how much of a game's time.

use crate::format::Version;
use cardwright::DynGame;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which card takes how much of a game's time, counted in steps of the cards' effects.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Costs {
    /// The format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The ids of the packs.
    pub packs: Vec<String>,
    /// The bot in every seat.
    pub bot: String,
    /// The first seed.
    pub seed: u64,
    /// The number of games, one for each seed from the first on.
    pub games: u64,
    /// The steps of all cards together.
    pub steps: u64,
    /// The cards that took steps, the most expensive first.
    pub cards: Vec<CardCost>,
}

/// How much of a game's time a card takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CardCost {
    /// The id of the card.
    pub card: String,
    /// The name of the card, in English if it has one.
    pub name: String,
    /// The steps in all games.
    pub steps: u64,
    /// The share of the steps of all cards, from 0 to 1.
    pub share: f64,
    /// The steps in a game on average.
    pub steps_per_game: f64,
}

impl CardCost {
    /// The cost of a card, with the steps of all cards and the number of games.
    #[expect(clippy::cast_precision_loss, reason = "shares for reading")]
    pub fn new(card: String, name: String, steps: u64, all: u64, games: u64) -> Self {
        CardCost {
            card,
            name,
            steps,
            share: steps as f64 / all.max(1) as f64,
            steps_per_game: steps as f64 / games.max(1) as f64,
        }
    }
}

impl Costs {
    /// The costs of cards in games under a rulebook.
    pub fn new(
        book: &dyn DynGame,
        bot: &str,
        (seed, games): (u64, u64),
        steps: u64,
        cards: Vec<CardCost>,
    ) -> Self {
        let about = book.about();
        Costs {
            version: Version,
            game: about.game,
            players: about.players,
            packs: about.packs.iter().map(|pack| pack.id.clone()).collect(),
            bot: bot.into(),
            seed,
            games,
            steps,
            cards,
        }
    }
}
