//! Exact odds: how likely cards work, and what a period of play yields. The real rules are played through every action
//! of chance. Questions and results are the same for every game; a game that offers odds implements [`Odds`].

mod error;
mod expect;
mod fraction;

pub use error::OddsError;
pub use expect::{Aim, MEASURES, Payoff, Search, Work};
pub use fraction::{Fraction, Number};

use serde::{Deserialize, Serialize};

/// Calculates odds with a game's cards and rules. A game implements the kinds that apply to it and refuses the others.
pub trait Odds {
    /// The probability that a part or built-in ability works; see [`CardOdds`].
    ///
    /// # Errors
    /// See [`OddsError`].
    fn card(&self, id: &str, _work: &mut Work<'_>) -> Result<CardOdds, OddsError> {
        Err(OddsError::NotHere {
            what: "the dice of a card",
            card: Some(id.into()),
            help: ATTACKS,
        })
    }

    /// The expected results of one turn of a robot that is played to maximize a value.
    ///
    /// # Errors
    /// See [`OddsError`].
    fn robot(
        &self,
        _robot: &Robot,
        _value: Value,
        _work: &mut Work<'_>,
    ) -> Result<RobotOdds, OddsError> {
        Err(OddsError::NotHere {
            what: "a robot with its dice",
            card: None,
            help: ATTACKS,
        })
    }

    /// The expected results of an attack, including dice and blocks.
    ///
    /// # Errors
    /// See [`OddsError`].
    fn attack(
        &self,
        _attack: &Attack,
        _goal: Goal,
        _work: &mut Work<'_>,
    ) -> Result<AttackOdds, OddsError> {
        let help = "name a card, or a robot with --robot";
        Err(OddsError::NotHere {
            what: "an attack against blockers",
            card: None,
            help,
        })
    }
}

/// A hint for games whose cards have no dice of their own.
const ATTACKS: &str = "ask about an attack with --attack and --against";

/// The odds that one card works.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardOdds {
    /// The card's id.
    pub card: String,
    /// Its English name.
    pub name: String,
    /// The odds for each number of dice.
    pub dice: Vec<DiceOdds>,
}

/// The odds with a certain number of dice and rerolls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DiceOdds {
    /// The number of dice rolled.
    pub dice: u8,
    /// The maximum number of dice that may be rerolled.
    pub reroll: u8,
    /// The probability that the card works.
    pub chance: Fraction,
}

/// What a player maximizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Wanted"))]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Energy that opponents lose.
    Damage,
    /// Energy gained minus energy lost.
    Energy,
    /// The sum of damage and energy.
    Both,
}

/// The robot whose odds are requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Robot {
    /// The ids of the robot's parts and upgrades.
    Cards(Vec<String>),
    /// A written position; the robot whose turn it is.
    Position(String),
}

/// The expected result of a robot's turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RobotOdds {
    /// The ids of the robot's parts and upgrades.
    pub robot: Vec<String>,
    /// The number of dice it rolls.
    pub dice: u8,
    /// What the player tries to get most of.
    pub value: Value,
    /// The results without rerolls, and with them.
    pub turns: Vec<TurnOdds>,
}

/// The expected result of one turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TurnOdds {
    /// The maximum number of dice that may be rerolled.
    pub reroll: u8,
    /// The value of the turn, measured by what the player tries to get most of.
    pub worth: Fraction,
    /// Fist points that hit opponents.
    pub fist: Fraction,
    /// Missile points that hit opponents.
    pub missile: Fraction,
    /// Energy that opponents lose for other reasons, minus energy that they gain.
    pub other: Fraction,
    /// Energy gained.
    pub gained: Fraction,
    /// Energy lost.
    pub lost: Fraction,
    /// The number of states examined.
    pub states: usize,
}

/// An attack whose odds are requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attack {
    /// Fighters, each written as in a position: `brax-the-strong permanent`, `titan-torso+tread-legs`.
    Cards {
        /// The attacking fighters; all of them attack.
        attackers: Vec<String>,
        /// The opponent's blockers and other cards.
        against: Vec<String>,
    },
    /// A written position at the start of an attack in which every fighter attacks that may; all hands are empty.
    Position(String),
}

/// What both sides play for: the attacker maximizes it, the opponents minimize it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Coins lost from the opponents' Batteries.
    Battery,
    /// The cost of destroyed cards of the opponents, minus the cost of your own.
    Cards,
    /// The sum of both.
    Both,
}

/// How the opponents block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// The opponents choose the best blocks for them.
    Best,
    /// Everybody blocks who can, in the best way for them.
    All,
    /// Nobody blocks.
    None,
}

/// The expected result of an attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttackOdds {
    /// The attacking cards.
    pub attackers: Vec<String>,
    /// The opponents' cards.
    pub against: Vec<String>,
    /// The goal of both sides.
    pub goal: Goal,
    /// The results for each way to block.
    pub ways: Vec<WayOdds>,
}

/// The expected result for one way to block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WayOdds {
    /// How the opponents block.
    pub blocks: Blocks,
    /// The value of the attack, measured by the goal.
    pub worth: Fraction,
    /// Coins that the opponents' Batteries lose.
    pub battery: Fraction,
    /// Damage to the opponents' cards, in points.
    pub dealt: Fraction,
    /// Damage to the attacker's own cards, in points.
    pub taken: Fraction,
    /// The cost of the opponents' destroyed cards, in coins; 1d6 counts as 4.
    pub destroyed: Fraction,
    /// The cost of the attacker's own destroyed cards, in coins.
    pub lost: Fraction,
    /// The number of states examined.
    pub states: usize,
}
