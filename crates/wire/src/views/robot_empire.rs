//! What a viewer sees of Robot Empire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Robot Empire.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RobotEmpire {
    /// The present question, or how the game ended.
    pub question: String,
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The active player, from 1.
    pub active: u8,
    /// Coins in the War Chest; null of an unlimited bank.
    pub chest: Option<u16>,
    /// Cards in the Depot Deck, or in all of them.
    pub deck: u32,
    /// Whether the next card of the common deck is a Moon, where its back is seen.
    pub next_is_moon: Option<bool>,
    /// Cards on the discard pile, or on all of them, with their numbers.
    pub discard: Vec<(String, u8)>,
    /// Moons on the table with their coins.
    pub moons: Vec<(String, u8)>,
    /// What waits to take effect, the last announced last.
    pub waiting: Vec<String>,
    /// The players.
    pub players: Vec<EmpirePlayer>,
}

/// A player of Robot Empire, as the viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmpirePlayer {
    /// The number, from 1.
    pub player: u8,
    /// Whether the player is out.
    pub out: bool,
    /// Coins on the Battery.
    pub battery: u8,
    /// Coins in the Vault.
    pub vault: u16,
    /// Cards in the deck that the player brought; null with a common deck.
    pub deck: Option<u32>,
    /// Whether the next card of that deck is a Moon, where its back is seen.
    pub next_is_moon: Option<bool>,
    /// Cards in the hand.
    pub hand_size: usize,
    /// The hand, where the viewer may know it.
    pub hand: Option<Vec<String>>,
    /// The cards on the table.
    pub units: Vec<EmpireUnit>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmpireUnit {
    /// Its name in notation.
    pub id: String,
    /// The id of its card.
    pub card: String,
    /// The legs of a Mega Robot.
    pub legs: Option<String>,
    /// Its attack now, without a die that is yet to be rolled.
    pub attack: u8,
    /// Whether 1d6 is added to it.
    pub attack_die: bool,
    /// Its defence now, without a die that is yet to be rolled.
    pub defence: u8,
    /// Whether 1d6 is added to it.
    pub defence_die: bool,
    /// Counters on it.
    pub counters: u8,
    /// Marks of damage.
    pub damage: u8,
    /// Damage that is prevented.
    pub prevented: u8,
    /// Whether it flies now.
    pub flying: bool,
    /// The damage of its shots.
    pub long_range: u8,
    /// Not recharging.
    pub ready: bool,
    /// Came out in this turn.
    pub new: bool,
    /// A fighter in the front line.
    pub front: bool,
    /// The Moon it is on.
    pub moon: Option<String>,
    /// Installed Components and paid upgrades.
    pub upgrades: Vec<String>,
    /// As attacker the player or Equipment it attacks, as blocker the attacker it blocks.
    pub fight: Option<String>,
    /// The first of its chain.
    pub chain: Option<String>,
}
