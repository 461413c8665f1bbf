//! How likely cards work and what a stretch of play brings, exactly: the real rules are played through every answer of
//! chance. What is asked and told here is the same for every game; a game that has odds says how it asks
//! ([`Odds`]).

mod error;
mod expect;
mod fraction;

pub use error::OddsError;
pub(crate) use expect::{Aim, MEASURES, Payoff, Search};
pub use fraction::Fraction;

use serde::Serialize;

/// A game's cards and rules, ready to be asked for odds.
pub trait Odds {
    /// How likely a part or built-in ability works; see [`CardOdds`].
    ///
    /// # Errors
    /// See [`OddsError`].
    fn card(&self, id: &str) -> Result<CardOdds, OddsError>;

    /// What a robot is to be expected to do in one turn, played for the most of a value.
    ///
    /// # Errors
    /// See [`OddsError`].
    fn robot(&self, robot: &Robot, value: Value) -> Result<RobotOdds, OddsError>;
}

/// How likely one card works.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardOdds {
    /// The card's id.
    pub card: String,
    /// Its English name.
    pub name: String,
    /// For each number of dice, without and with dice that may be rolled again.
    pub dice: Vec<DiceOdds>,
}

/// The chance with so many dice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiceOdds {
    /// Dice that are rolled.
    pub dice: u8,
    /// The most dice that may be rolled again, once; the best ones for this card are.
    pub reroll: u8,
    /// The chance that some of the dice then make the card work.
    pub chance: Fraction,
}

/// What a player wants most of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Energy that opponents lose.
    Damage,
    /// Energy gained less energy lost.
    Energy,
    /// Both added up.
    Both,
}

/// Whose robot it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Robot {
    /// The ids of its parts and upgrades.
    Cards(Vec<String>),
    /// The robot on turn of a written position.
    Position(String),
}

/// What a robot does in a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RobotOdds {
    /// Its parts and upgrades.
    pub robot: Vec<String>,
    /// Dice it rolls.
    pub dice: u8,
    /// What its player wants most of.
    pub value: Value,
    /// Without rolling again, and as it is if it may roll dice again.
    pub turns: Vec<TurnOdds>,
}

/// What is to be expected of one turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnOdds {
    /// The most dice that may be rolled again.
    pub reroll: u8,
    /// What the turn is worth to somebody who wants that value.
    pub worth: Fraction,
    /// Fist points that reach opponents.
    pub fist: Fraction,
    /// Missile points that reach opponents.
    pub missile: Fraction,
    /// Energy that opponents lose otherwise, less what they gain.
    pub other: Fraction,
    /// Energy gained.
    pub gained: Fraction,
    /// Energy lost.
    pub lost: Fraction,
    /// How many states of the game were looked at.
    pub states: usize,
}
