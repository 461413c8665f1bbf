//! Why there are no odds.

use cardwright_kernel::TextError;
use serde::Serialize;
use thiserror::Error;

/// Why there are no odds of a card or a robot.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddsError {
    /// No card has that id.
    #[error("there is no card `{card}`")]
    UnknownCard {
        /// What was asked for.
        card: String,
        /// What to write instead.
        help: String,
    },
    /// The card asks for no dice.
    #[error("{card} has no dice: whether it works is no matter of chance")]
    NoDice {
        /// The card's id.
        card: String,
        /// What to ask instead.
        help: &'static str,
    },
    /// The card cannot be put on a robot.
    #[error("{card} is no part and no upgrade")]
    NotOnRobot {
        /// The card's id.
        card: String,
    },
    /// The game has no odds of this kind.
    #[error("there are no odds of {what} in this game")]
    NotHere {
        /// What was asked about.
        what: &'static str,
        /// The card that was named, if one was.
        card: Option<String>,
        /// What to ask instead.
        help: &'static str,
    },
    /// A card that cannot attack is to attack.
    #[error("{card} does not attack: fighters that are ready and not new do")]
    NoFighter {
        /// The card as it was named.
        card: String,
    },
    /// The position does not stand before its attack.
    #[error("the position does not stand before an attack")]
    NoAttack,
    /// The robot or position is impossible: every reason.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    Position(Vec<TextError>),
    /// The robot on turn does not play.
    #[error("the robot on turn is not in play")]
    NotInPlay,
    /// There is too much to look at.
    #[error("this takes more than {tried} tried actions, or lines of more than {actions}")]
    TooLarge {
        /// The most actions that are tried.
        tried: u64,
        /// The most actions in a row.
        actions: usize,
    },
    /// Whoever waits has given up.
    #[error("the work was given up")]
    GivenUp,
    /// A fraction has more digits than are kept.
    #[error("a chance is too fine a fraction to be kept exactly")]
    TooFine,
}
