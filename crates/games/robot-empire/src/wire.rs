//! The JSON form of Robot Empire views and actions. This form is stable: a test checks that the game produces it.

use cardwright_runtime::shapes::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Robot Empire as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RobotEmpire {
    /// Who has to act, or how the game ended.
    pub actor: Actor,
    /// The text of the current question, or how the game ended.
    pub question: String,
    /// The number of the turn, from 1; 0 before the first.
    pub turn: u16,
    /// The active player, from 1.
    pub active: u8,
    /// The number of completed rounds.
    pub rounds: u8,
    /// The number of consecutive rounds in which no Battery lost a coin.
    pub quiet: u8,
    /// Whether a Battery has lost a coin this round.
    pub fought: bool,
    /// The players whose next turn is skipped, from 1.
    pub skips: Vec<u8>,
    /// Whether the active player has another turn after this one.
    pub again: bool,
    /// Whether this turn is an extra turn of the player who had the one before.
    pub extra: bool,
    /// The players who have passed in the current window, from 1.
    pub passed: Vec<u8>,
    /// The ids of the cards whose cost of 1d6 could not be paid this turn.
    pub tried: Vec<String>,
    /// The number of coins in the War Chest; null if the bank is unlimited.
    pub chest: Option<u16>,
    /// The number of cards in the Depot Deck; if players have their own decks, in all decks together.
    pub deck: u32,
    /// Whether the next card of the Depot Deck is a Moon; null if its back is not visible or players have own decks.
    pub next_is_moon: Option<bool>,
    /// The cards in all discard piles: each card's id and its number of copies.
    pub discard: Vec<(String, u8)>,
    /// The Moons on the table: each Moon's name in notation, such as `helix.2`, and its coins.
    pub moons: Vec<(String, u8)>,
    /// The effects waiting to be resolved, in words; the last one was announced last and resolves first.
    pub waiting: Vec<String>,
    /// The players by number.
    pub players: Vec<EmpirePlayer>,
}

/// A player of Robot Empire, as the viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmpirePlayer {
    /// The number of the player, from 1.
    pub player: u8,
    /// Whether the player is eliminated.
    pub out: bool,
    /// The id of the shown card whose effect lasts until the turn ends; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasting: Option<String>,
    /// The number of coins on the Battery.
    pub battery: u8,
    /// The number of coins in the Vault.
    pub vault: u16,
    /// The number of cards in the player's own deck; null if there is a common deck.
    pub deck: Option<u32>,
    /// Whether the next card of that deck is a Moon; null if its back is not visible.
    pub next_is_moon: Option<bool>,
    /// The number of cards in hand; everybody sees it.
    pub hand_size: usize,
    /// The ids of the cards in hand; null if the viewer may not know them.
    pub hand: Option<Vec<String>>,
    /// The player's cards on the table.
    pub units: Vec<EmpireUnit>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmpireUnit {
    /// The card's name in notation, such as `1:gearhound.2`.
    pub id: String,
    /// The card's id.
    pub card: String,
    /// The id of a Mega Robot's legs; null for any other card.
    pub legs: Option<String>,
    /// The current attack, without a die that has not been rolled yet.
    pub attack: u8,
    /// Whether 1d6 is added to the attack.
    pub attack_die: bool,
    /// The current defence, without a die that has not been rolled yet.
    pub defence: u8,
    /// Whether 1d6 is added to the defence.
    pub defence_die: bool,
    /// The number of counters on the card.
    pub counters: u8,
    /// Whether the card has survived instead of being destroyed; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub survived: bool,
    /// The damage marked on the card.
    pub damage: u8,
    /// The amount of damage that is prevented.
    pub prevented: u8,
    /// Whether the card is currently flying.
    pub flying: bool,
    /// The damage of its shots; 0 if it has no long range.
    pub long_range: u8,
    /// Whether the card is ready, that is, not recharging.
    pub ready: bool,
    /// Whether the card entered play this turn.
    pub new: bool,
    /// Whether the card is a fighter in the front line.
    pub front: bool,
    /// The name of the Moon that the card is on, or null.
    pub moon: Option<String>,
    /// The installed Components and paid upgrades.
    pub upgrades: Vec<String>,
    /// For an attacker, the player or Equipment it attacks; for a blocker, the attacker it blocks; otherwise null.
    pub fight: Option<String>,
    /// The name of the first card of its chain; null if it is in no chain.
    pub chain: Option<String>,
}

/// An action of Robot Empire. Cards on the table are named as in notation, such as `1:gearhound`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RobotEmpireAction {
    /// Choose the number of coins for the Battery.
    Battery {
        /// The number of coins.
        coins: u8,
    },
    /// Chance: selects the first Moon.
    Moon {
        /// The Moon's id.
        card: String,
    },
    /// Chance: draws a card.
    Draw {
        /// The card's id.
        card: String,
    },
    /// Chance: selects the first player.
    First {
        /// The player, from 1.
        player: u8,
    },
    /// Chance: rolls the die.
    Roll {
        /// The result, 1 to 6.
        number: u8,
    },
    /// Pass in this window.
    Pass,
    /// End this phase.
    Done,
    /// Let this fighter do nothing.
    Stay,
    /// Play a card.
    Play {
        /// The card's id.
        card: String,
    },
    /// Install a Component.
    Install {
        /// The Component's id.
        card: String,
        /// The card on the table that gets the Component.
        unit: String,
    },
    /// Play an Agent or Super Weapon.
    Show {
        /// The card's id.
        card: String,
        /// The target; null if the card has none.
        names: Option<EmpireNames>,
    },
    /// Pay for a Permanent.
    Permanent {
        /// The card on the table that has the Permanent.
        unit: String,
    },
    /// Pay for an Instant.
    Instant {
        /// The card on the table that has the Instant.
        unit: String,
    },
    /// Tap a card.
    Tap {
        /// The Equipment.
        unit: String,
        /// The target; null if the Equipment has none.
        names: Option<EmpireNames>,
    },
    /// Assemble a Mega Robot.
    Assemble {
        /// The top half on the table.
        top: String,
        /// The legs on the table.
        legs: String,
    },
    /// Land on a Moon.
    Land {
        /// The card that lands.
        unit: String,
        /// The Moon's name in notation.
        moon: String,
    },
    /// Return from a Moon.
    Return {
        /// The card that returns.
        unit: String,
    },
    /// Fire at long range.
    Fire {
        /// The card that fires.
        unit: String,
        /// The target.
        names: Option<EmpireNames>,
    },
    /// Attack a player.
    Attack {
        /// The attacked player, from 1.
        player: u8,
    },
    /// Join a chain.
    Chain {
        /// The card whose chain the fighter joins.
        unit: String,
    },
    /// Block an attacker.
    Block {
        /// The attacker.
        unit: String,
    },
    /// Select the next blocker that takes damage.
    Next {
        /// The blocker.
        unit: String,
    },
    /// Discard a card.
    Discard {
        /// The card's id.
        card: String,
    },
    /// Attack Equipment.
    AttackEquipment {
        /// The Equipment.
        unit: String,
    },
    /// Join two Monsters in the Play phase.
    Link {
        /// The Monster that joins.
        unit: String,
        /// The Monster that it joins.
        with: String,
    },
    /// Assign damage to a member of a chain.
    Mark {
        /// The member.
        unit: String,
    },
    /// Chance: decides whether the next card is a Moon.
    Back {
        /// Whether the next card is a Moon.
        moon: bool,
    },
    /// Answer a card's question.
    Choose {
        /// The choice, as written in notation.
        value: String,
    },
    /// Choose nothing, if the card's question is optional.
    ChooseNothing,
}

/// The target of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmpireNames {
    /// A card on the table, as named in notation.
    Unit(String),
    /// A player, from 1.
    Player(u8),
    /// The Battery of a player, from 1.
    Battery(u8),
}
