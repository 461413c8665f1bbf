//! What a frontend says before a game starts, and what can be wrong with it.

use crate::packs::source;
use crate::{Diagnostics, PackSource, Replay};
use serde::Serialize;
use thiserror::Error;

/// What a frontend says before a game starts.
///
/// ```
/// use cardwright::{PackSource, Setup};
///
/// let setup = Setup::players(2).option("edition", "en").pack(PackSource::from_texts("mine", [("pack.toml", "…")]));
/// assert_eq!((setup.players, setup.packs.len()), (2, 1));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// Options by name and value; what is not named is as usual.
    pub options: Vec<(String, String)>,
    /// Packs beside the official ones. A pack with the id of an official one stands in its place.
    pub packs: Vec<PackSource>,
}

impl Setup {
    /// The usual game for a number of players.
    pub fn players(players: u8) -> Self {
        Setup { players, ..Setup::default() }
    }

    /// The same with one more option.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The same with one more pack.
    #[must_use]
    pub fn pack(mut self, pack: PackSource) -> Self {
        self.packs.push(pack);
        self
    }

    /// The setup a replay was played under, with the cards it carries.
    pub fn of(replay: &Replay) -> Self {
        let packs = replay.packs.iter().map(source).collect();
        Setup { players: replay.players, options: replay.options.clone(), packs }
    }
}

/// Why there is no rulebook for a setup.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SetupError {
    /// No game has that id.
    #[error("there is no game `{name}`")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What to write instead.
        help: String,
    },
    /// The game cannot be played by so many.
    #[error("{game} is for {} players, not {players}", cardwright_games::module::seats(.allowed))]
    Players {
        /// The game's id.
        game: &'static str,
        /// How many were asked for.
        players: u8,
        /// How many it takes.
        allowed: &'static [u8],
    },
    /// The game is played without cards, so it takes no packs.
    #[error("{game} is played without cards, so it takes no pack")]
    NoCards {
        /// The game's id.
        game: &'static str,
    },
    /// A pack has mistakes: every one.
    #[error("{}", .0.render().trim_end())]
    Packs(Box<Diagnostics>),
    /// The options make no sense, or do not fit the cards: every reason.
    #[error("{}", .0.join("\n"))]
    Options(Vec<String>),
}
