//! What can be wrong with what a frontend says before a game starts.

use cardwright_cards::Diagnostics;
use serde::Serialize;
use thiserror::Error;

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
    /// A pack has errors: every one.
    #[error("{}", .0.render().trim_end())]
    Packs(Box<Diagnostics>),
    /// The options make no sense, or do not fit the cards: every reason.
    #[error("{}", .0.join("\n"))]
    Options(Vec<String>),
}
