//! Errors in the setup of a game.

use cardwright_cards::Diagnostics;
use serde::Serialize;
use thiserror::Error;

/// Why no rulebook can be made for a setup.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SetupError {
    /// No game has this id.
    #[error("there is no game `{name}`")]
    UnknownGame {
        /// The requested name.
        name: String,
        /// What to write instead.
        help: String,
    },
    /// The game does not support this number of players.
    #[error("{game} is for {} players, not {players}", cardwright_games::module::seats(.allowed))]
    Players {
        /// The id of the game.
        game: &'static str,
        /// The requested number of players.
        players: u8,
        /// The supported numbers of players.
        allowed: &'static [u8],
    },
    /// The game is played without cards, so it takes no packs.
    #[error("{game} is played without cards, so it takes no pack")]
    NoCards {
        /// The id of the game.
        game: &'static str,
    },
    /// A pack has errors; all of them are listed.
    #[error("{}", .0.render().trim_end())]
    Packs(Box<Diagnostics>),
    /// The options are invalid or do not fit the cards, for all of these reasons.
    #[error("{}", .0.join("\n"))]
    Options(Vec<String>),
}
