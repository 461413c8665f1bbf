//! The games there are.

use crate::format::Version;
use cardwright::{Setup, SetupError, editions, rulebook};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The games there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Games {
    /// The format.
    pub version: Version,
    /// The games, in order of name.
    pub games: Vec<Game>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Game {
    /// Its id.
    pub id: String,
    /// Its name as printed on the box.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// Every number of players it takes.
    pub players: Vec<u8>,
    /// How many play when nobody says.
    pub usual: u8,
    /// Whether it is played with cards, so that packs can add to it.
    pub cards: bool,
    /// The names of its bots, `random` first.
    pub bots: Vec<String>,
    /// The printed editions that the option `edition` takes.
    pub editions: Vec<String>,
    /// Its options with their usual values.
    pub options: BTreeMap<String, String>,
}

/// The games there are.
///
/// # Errors
/// Never, unless this library is at fault: every game can be set up as usual.
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
