//! Reasons why odds are not available.

use cardwright_kernel::TextError;
use serde::Serialize;
use thiserror::Error;

/// Why no odds of a card or robot can be calculated.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddsError {
    /// No card has this id.
    #[error("there is no card `{card}`")]
    UnknownCard {
        /// The requested id.
        card: String,
        /// What to write instead.
        help: String,
    },
    /// The card needs no dice.
    #[error("{card} has no dice, so it has no odds")]
    NoDice {
        /// The id of the card.
        card: String,
        /// What to ask for instead.
        help: &'static str,
    },
    /// The card cannot be put on a robot.
    #[error("{card} is neither a part nor an upgrade")]
    NotOnRobot {
        /// The id of the card.
        card: String,
    },
    /// The game offers no odds of this kind.
    #[error("there are no odds of {what} in this game")]
    NotHere {
        /// The kind of odds requested.
        what: &'static str,
        /// The requested card, if one was named.
        card: Option<String>,
        /// What to ask for instead.
        help: &'static str,
    },
    /// A card that cannot attack was given as an attacker.
    #[error("{card} does not attack: fighters that are ready and not new do")]
    NoFighter {
        /// The card as named in the request.
        card: String,
    },
    /// The position is not at the start of an attack.
    #[error("no attack comes next in this position")]
    NoAttack,
    /// The robot or position is not possible, for all of these reasons.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    Position(Vec<TextError>),
    /// The robot whose turn it is does not play.
    #[error("the robot on turn is not in play")]
    NotInPlay,
    /// The search would be too large.
    #[error("this needs more than {tried} actions, or lines of more than {actions} actions")]
    TooLarge {
        /// The limit for the number of actions tried.
        tried: u64,
        /// The limit for the number of actions in sequence.
        actions: usize,
    },
    /// The caller cancelled the search.
    #[error("the work was cancelled")]
    GivenUp,
    /// A fraction needs more digits than are available.
    #[error("a probability is too small a fraction to be exact")]
    TooFine,
}
