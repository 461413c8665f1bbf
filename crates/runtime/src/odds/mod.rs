//! How likely cards work and what a stretch of play brings, exactly: the real rules are played through every action of
//! chance. What is asked and told here is the same for every game; a game that has odds says how it asks
//! ([`Odds`]).

mod error;
mod expect;
mod fraction;

pub use error::OddsError;
pub use expect::{Aim, MEASURES, Payoff, Search, Work};
pub use fraction::Fraction;

use serde::Serialize;

/// A game's cards and rules, ready to be asked for odds. A game answers what has a meaning in it, and refuses the rest.
pub trait Odds {
    /// How likely a part or built-in ability works; see [`CardOdds`].
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

    /// What a robot is to be expected to do in one turn that is played to maximise a value.
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

    /// What an attack is to be expected to do, dice and blocks included.
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

/// What to ask of a game whose cards have no dice of their own.
const ATTACKS: &str = "ask about an attack with --attack and --against";

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

/// An attack to be worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attack {
    /// Fighters, each as a position writes it: `brax-the-strong permanent`, `titan-torso+tread-legs`.
    Cards {
        /// Those that attack; all of them do.
        attackers: Vec<String>,
        /// What the opponent has to block with, and other cards.
        against: Vec<String>,
    },
    /// A written position that stands before the attack, in which every fighter attacks that may; nobody has a hand.
    Position(String),
}

/// What both sides of an attack want: the attacker the most of it, the others the least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Coins that opponents' Batteries lose.
    Battery,
    /// The cost of opponents' cards that are destroyed, less that of one's own.
    Cards,
    /// Both added up.
    Both,
}

/// How the opponents block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// As is best for them.
    Best,
    /// Everybody who can, as is best for them.
    All,
    /// Nobody.
    None,
}

/// What is to be expected of an attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttackOdds {
    /// The cards of the player who attacks.
    pub attackers: Vec<String>,
    /// The cards of the opponents.
    pub against: Vec<String>,
    /// What both sides want.
    pub goal: Goal,
    /// For each way to block.
    pub ways: Vec<WayOdds>,
}

/// What is to be expected where opponents block in one way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WayOdds {
    /// How they block.
    pub blocks: Blocks,
    /// What the attack is worth to somebody who wants that goal.
    pub worth: Fraction,
    /// Coins that opponents' Batteries lose.
    pub battery: Fraction,
    /// Points of damage that opponents' cards take.
    pub dealt: Fraction,
    /// Points of damage that one's own cards take.
    pub taken: Fraction,
    /// The cost of opponents' cards that are destroyed, in coins; 1d6 counts as 4.
    pub destroyed: Fraction,
    /// The same of one's own cards.
    pub lost: Fraction,
    /// How many states of the game were looked at.
    pub states: usize,
}
