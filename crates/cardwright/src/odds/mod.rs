//! How likely a card works, and what a robot does in a turn: exactly, by playing the real rules through every action
//! of chance. Nothing is sampled, and no rule is written down a second time.
//!
//! ```
//! use cardwright::{Setup, odds::card_odds};
//!
//! let odds = card_odds("moon-bots", "base-punch", &Setup::players(4))?;
//! assert_eq!(odds.dice[0].chance.to_string(), "1/6");
//! # Ok::<(), cardwright::odds::OddsError>(())
//! ```

pub use cardwright_games::odds::{
    Attack, AttackOdds, Blocks, CardOdds, DiceOdds, Fraction, Goal, OddsError as NoOdds, Robot,
    RobotOdds, TurnOdds, Value, WayOdds, Work,
};

use crate::modules::module;
use crate::registry::card_set;
use crate::{Setup, SetupError, game};
use cardwright_games::odds::Odds;
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why there are no odds.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddsError {
    /// The game cannot be set up so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Nothing in the game is chance.
    #[error("no card of {game} has odds to work out")]
    NoChance {
        /// The game.
        game: &'static str,
    },
    /// The game has none for this card or robot.
    #[error(transparent)]
    None(#[from] NoOdds),
}

/// How likely a part or built-in ability works: with 1 to 4 dice, each without rolling again and with one or two dice
/// that may be rolled again, chosen so that the card works most often.
///
/// # Errors
/// See [`OddsError`].
pub fn card_odds(id: &str, card: &str, setup: &Setup) -> Result<CardOdds, OddsError> {
    Ok(odds_of(id, setup)?.card(card, &mut Work::default())?)
}

/// The same for several cards; one that is named again is worked out once.
///
/// # Errors
/// See [`OddsError`].
pub fn cards_odds(
    id: &str,
    cards: &[String],
    setup: &Setup,
    work: &mut Work<'_>,
) -> Result<Vec<CardOdds>, OddsError> {
    let game = odds_of(id, setup)?;
    let mut known: BTreeMap<&str, CardOdds> = BTreeMap::new();
    let mut all = Vec::new();
    for card in cards {
        let odds = match known.get(card.as_str()) {
            Some(odds) => odds.clone(),
            None => game.card(card, work)?,
        };
        known.insert(card, odds.clone());
        all.push(odds);
    }
    Ok(all)
}

/// What a robot is to be expected to do in one turn that is played to maximise a value, against opponents that only
/// stand there: 18 energy, no card. A robot given by its cards has 9 energy itself.
///
/// # Errors
/// See [`OddsError`].
pub fn robot_odds(
    id: &str,
    robot: &Robot,
    value: Value,
    setup: &Setup,
    work: &mut Work<'_>,
) -> Result<RobotOdds, OddsError> {
    Ok(odds_of(id, setup)?.robot(robot, value, work)?)
}

/// What an attack is to be expected to do, dice and blocks included, both sides playing for a goal: to Batteries and to
/// cards. Fighters given by themselves attack somebody who has the cards named, no hand and no coin in the Vault.
///
/// ```
/// use cardwright::{Setup, odds::{Attack, Goal, Work, attack_odds}};
///
/// let attack = Attack::Cards { attackers: vec!["dice-drive".into()], against: Vec::new() };
/// let odds = attack_odds("robot-empire", &attack, Goal::Battery, &Setup::players(2), &mut Work::default())?;
/// assert_eq!(odds.ways[0].battery.to_string(), "7/2");
/// # Ok::<(), cardwright::odds::OddsError>(())
/// ```
///
/// # Errors
/// See [`OddsError`].
pub fn attack_odds(
    id: &str,
    attack: &Attack,
    goal: Goal,
    setup: &Setup,
    work: &mut Work<'_>,
) -> Result<AttackOdds, OddsError> {
    Ok(odds_of(id, setup)?.attack(attack, goal, work)?)
}

/// The game with its cards, if it has odds.
fn odds_of(id: &str, setup: &Setup) -> Result<Box<dyn Odds>, OddsError> {
    let (info, module) = (game(id)?, module(id)?);
    if !info.cards {
        return Err(OddsError::NoChance { game: info.id });
    }
    let cards = card_set(info, setup)?;
    let odds = module.odds(cards, setup.players, &setup.options);
    let odds = odds.ok_or(OddsError::NoChance { game: info.id })?;
    Ok(odds.map_err(SetupError::Options)?)
}

#[cfg(test)]
mod tests;
