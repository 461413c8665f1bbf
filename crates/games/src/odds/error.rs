//! Why there are no odds.

use cardwright_kernel::Flaw;
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
    /// The robot or position is impossible: every reason.
    #[error("{}", .0.iter().map(|flaw| flaw.message.as_str()).collect::<Vec<_>>().join("\n"))]
    Position(Vec<Flaw>),
    /// The robot on turn does not play.
    #[error("the robot on turn is not in play")]
    NotInPlay,
    /// There is too much to look at.
    #[error("this turn has more than {states} states, or lines of more than {answers} answers")]
    TooLarge {
        /// The most states.
        states: usize,
        /// The most answers in a row.
        answers: usize,
    },
    /// A fraction has more digits than are kept.
    #[error("a chance is too fine a fraction to be kept exactly")]
    TooFine,
}
