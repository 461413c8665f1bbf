//! How likely a card works, and what a robot does in a turn. The results are exact: the real rules are played through
//! every action of chance. Nothing is sampled, and no rule is implemented twice.
//!
//! ```
//! use cardwright::{Setup, odds::card_odds};
//!
//! let odds = card_odds("moon-bots", "base-punch", &Setup::players(4))?;
//! assert_eq!(odds.dice[0].chance.to_string(), "1/6");
//! # Ok::<(), cardwright::odds::OddsError>(())
//! ```

pub use cardwright_games::odds::{
    Attack, AttackOdds, Blocks, CardOdds, DiceOdds, Fraction, Goal, Number, OddsError as NoOdds,
    Robot, RobotOdds, TurnOdds, Value, WayOdds, Work,
};

use crate::modules::module;
use crate::registry::card_set;
use crate::{Setup, SetupError, game};
use cardwright_games::odds::Odds;
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why odds cannot be calculated.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddsError {
    /// The setup is not valid for the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game has no random events.
    #[error("no card of {game} has odds to work out")]
    NoChance {
        /// The id of the game.
        game: &'static str,
    },
    /// The game gives no odds for this card or robot.
    #[error(transparent)]
    None(#[from] NoOdds),
}

/// The probability that a part or built-in ability works with 1 to 4 dice, without rerolls and with one or two dice
/// that may be rerolled, chosen so that the card works most often.
///
/// # Errors
/// See [`OddsError`].
pub fn card_odds(id: &str, card: &str, setup: &Setup) -> Result<CardOdds, OddsError> {
    Ok(odds_of(id, setup)?.card(card, &mut Work::default())?)
}

/// Like [`card_odds`], for several cards; a repeated card is calculated once.
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

/// The expected results of one turn of a robot that plays to maximize a value, against passive opponents with 18 energy
/// and no cards. A robot given as a list of cards starts with 9 energy.
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

/// The expected damage of an attack, to Batteries and to cards, including dice and blocks, when both sides play for a
/// goal. An attack given as a list of fighters is against a player with the named cards, no hand and no coin in the
/// Vault.
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

/// Prepares a game's cards for calculating odds, if it offers odds.
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
