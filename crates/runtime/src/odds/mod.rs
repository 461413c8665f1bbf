//! Exact odds: how likely cards work, and what a period of play yields. The real rules are played through every action
//! of chance. Questions and results are the same for every game; a game that offers odds implements [`Odds`].

mod error;
mod expect;
mod fraction;

pub use error::OddsError;
pub use expect::{Aim, MEASURES, Payoff, Search, Work};
pub use fraction::Fraction;

use serde::Serialize;

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

/// The probability that one card works.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardOdds {
    /// The id of the card.
    pub card: String,
    /// The English name of the card.
    pub name: String,
    /// The odds for each number of dice, with and without rerolls.
    pub dice: Vec<DiceOdds>,
}

/// The probability for a number of dice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiceOdds {
    /// The number of dice rolled.
    pub dice: u8,
    /// The maximum number of dice that may be rerolled once; the best dice for this card are chosen.
    pub reroll: u8,
    /// The probability that some of the dice make the card work.
    pub chance: Fraction,
}

/// What a player maximizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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

/// The expected results of a robot's turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RobotOdds {
    /// The ids of the robot's parts and upgrades.
    pub robot: Vec<String>,
    /// The number of dice that the robot rolls.
    pub dice: u8,
    /// The value that its player maximizes.
    pub value: Value,
    /// The turn without rerolls, and with rerolls if the robot has any.
    pub turns: Vec<TurnOdds>,
}

/// The expected results of one turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnOdds {
    /// The maximum number of dice that may be rerolled.
    pub reroll: u8,
    /// The expected value that the player maximizes.
    pub worth: Fraction,
    /// Fist damage that opponents take.
    pub fist: Fraction,
    /// Missile damage that opponents take.
    pub missile: Fraction,
    /// Energy that opponents lose in other ways, minus the energy that they gain.
    pub other: Fraction,
    /// Energy gained.
    pub gained: Fraction,
    /// Energy lost.
    pub lost: Fraction,
    /// The number of visited states of the game.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// The opponents choose the best blocks for them.
    Best,
    /// Everybody blocks who can, in the best way for them.
    All,
    /// Nobody blocks.
    None,
}

/// The expected results of an attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttackOdds {
    /// The cards of the attacking player.
    pub attackers: Vec<String>,
    /// The cards of the opponents.
    pub against: Vec<String>,
    /// What both sides play for.
    pub goal: Goal,
    /// The results for each way to block.
    pub ways: Vec<WayOdds>,
}

/// The expected results if opponents block in one way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WayOdds {
    /// How the opponents block.
    pub blocks: Blocks,
    /// The expected value that the attacker maximizes.
    pub worth: Fraction,
    /// Coins lost from the opponents' Batteries.
    pub battery: Fraction,
    /// Damage that the opponents' cards take.
    pub dealt: Fraction,
    /// Damage that your own cards take.
    pub taken: Fraction,
    /// The cost of destroyed cards of the opponents, in coins; 1d6 counts as 4.
    pub destroyed: Fraction,
    /// The cost of your own destroyed cards, in coins; 1d6 counts as 4.
    pub lost: Fraction,
    /// The number of visited states of the game.
    pub states: usize,
}
