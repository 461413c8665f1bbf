//! The list of games.

use crate::format::Version;
use cardwright::{Setup, SetupError, editions, rulebook};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Games {
    /// The version of the format.
    pub version: Version,
    /// The games, sorted by id.
    pub games: Vec<Game>,
}

/// A game and its options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Game {
    /// Its id.
    pub id: String,
    /// The name printed on the box.
    pub title: String,
    /// A description in one line.
    pub about: String,
    /// Every possible number of players.
    pub players: Vec<u8>,
    /// The default number of players.
    pub usual: u8,
    /// Whether the game has cards, so that packs can add some.
    pub cards: bool,
    /// The names of the game's bots, `random` first.
    pub bots: Vec<String>,
    /// The printed editions: the values of the option `edition`.
    pub editions: Vec<String>,
    /// The options with their default values.
    pub options: BTreeMap<String, String>,
}

/// Lists all games.
///
/// # Errors
/// Only if this library has a bug, since every game has a valid default setup.
pub fn games() -> Result<Games, SetupError> {
    let all = cardwright::games().iter().map(|info| {
        let book = rulebook(info.id, &Setup::players(info.usual))?;
        let options = book
            .about()
            .options
            .into_iter()
            .map(|option| (option.name, option.value));
        Ok(Game {
            id: info.id.into(),
            title: info.title.into(),
            about: info.about.into(),
            players: info.counts.to_vec(),
            usual: info.usual,
            cards: info.cards,
            bots: book.bots().into_iter().map(String::from).collect(),
            editions: editions(info.id).into_iter().map(String::from).collect(),
            options: options.collect(),
        })
    });
    Ok(Games {
        version: Version,
        games: all.collect::<Result<_, SetupError>>()?,
    })
}
