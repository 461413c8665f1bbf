//! Views and answers of Moon-Bots as they cross a border: a promise, which a test holds to what the game gives.

use cardwright_runtime::shapes::{Actor, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A game of Moon-Bots as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoonBots {
    /// How many play.
    pub players: u8,
    /// Who looks.
    pub viewer: Viewer,
    /// Turns begun.
    pub turn: u16,
    /// The round, from 1.
    pub round: u16,
    /// Rounds in a row in which no energy was lost.
    pub quiet: u16,
    /// Whether energy was lost in this round.
    pub lost: bool,
    /// Reactions of cards in this turn, where there were any.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reactions: u8,
    /// Two players: whether the conquerors fight the last duel.
    pub last_duel: bool,
    /// Where the turn stands.
    pub step: String,
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// The active robot.
    pub active: String,
    /// The robots in turn order.
    pub robots: Vec<Robot>,
    /// What lies on each place of the market: a card's id, `weapon` for one face down, null for nothing.
    pub market: BTreeMap<String, Option<String>>,
    /// Cards in the pile.
    pub pile: u8,
    /// The known cards on top of the pile, the topmost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<String>,
    /// Secret weapons that everybody has seen.
    pub shown_weapons: Vec<String>,
    /// Secret weapons that stay on the table, in the order they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lasting: Vec<Staying>,
    /// The dice that are not placed.
    pub dice: Vec<u8>,
    /// Slots and built-in abilities used in this turn.
    pub used: Vec<String>,
    /// Energy that the active robot has gained towards its limit.
    pub gained: u8,
    /// The attack being made.
    pub attack: Option<Aimed>,
    /// Points about to hit robots.
    pub pending: Vec<Pending>,
    /// What cards forbid until the turn ends.
    pub forbidden: Forbidden,
    /// Whether this turn was itself another one.
    pub extra_turn: bool,
    /// The players who have won, by number, once the game is over.
    pub winners: Vec<u8>,
}

/// A robot as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Robot {
    /// Its name.
    pub robot: String,
    /// `in-play`, `switched-off` or `out`.
    pub status: String,
    /// Its energy.
    pub energy: u8,
    /// The part in each slot, or null.
    pub parts: BTreeMap<String, Option<String>>,
    /// Its upgrades in the order they came.
    pub upgrades: Vec<String>,
    /// Dice it rolls.
    pub dice: u8,
    /// How many secret weapons it holds.
    pub weapons: u8,
    /// Those of them that the viewer knows.
    pub known_weapons: Vec<String>,
    /// The robots it may attack.
    pub targets: Vec<String>,
    /// Energy it has gained towards its limit.
    pub gained: u8,
    /// Energy it can hold, where that is not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u8>,
    /// Counters on its cards, by slot or `upgrade-1` and so on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u8>,
    /// Upgrades that do nothing until the turn ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silenced: Vec<String>,
    /// What its cards remember, by slot or `upgrade-1` and so on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub memory: BTreeMap<String, String>,
}

/// A secret weapon that stays on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Staying {
    /// The robot in front of which it lies.
    pub robot: String,
    /// The weapon's id.
    pub weapon: String,
    /// How long: `leaves`, `turn` or `turn-end`.
    pub until: String,
    /// Its counters.
    pub counters: u8,
    /// What it remembers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

/// An attack being made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    /// The robot that makes it.
    pub attacker: String,
    /// The points that its part shows, by type of damage.
    pub points: BTreeMap<String, u8>,
}

/// Points about to hit a robot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The robot.
    pub robot: String,
    /// The type of damage, or `unstoppable`.
    pub damage: String,
    /// How many points.
    pub points: u8,
}

/// What cards forbid until the turn ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forbidden {
    /// Players who may not roll dice again.
    pub re_roll: Vec<u8>,
    /// Players who may play no weapons.
    pub weapons: Vec<u8>,
    /// Whether the active player may not buy.
    pub buying: bool,
    /// Robots that no attack may be aimed at.
    pub spared: Vec<String>,
    /// Robots that attacks must be aimed at.
    pub draws_attacks: Vec<String>,
}

/// An answer of Moon-Bots. Robots are named `1` to `4`, with two players `1L` to `2R`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MoonBotsAnswer {
    /// Play no weapon in this window.
    Pass,
    /// Play a secret weapon.
    Play {
        /// The robot that holds it.
        robot: String,
        /// The weapon's id.
        weapon: String,
    },
    /// Buy nothing.
    BuyNothing,
    /// Buy what lies on a place of the market.
    Buy {
        /// The place.
        place: String,
        /// The card's id; null of a secret weapon, face down.
        card: Option<String>,
        /// Energy it costs.
        price: u8,
    },
    /// Roll the dice.
    Activate,
    /// Do not roll the dice.
    Skip,
    /// Keep the dice as they are.
    Keep,
    /// Roll dice again.
    ReRoll {
        /// What they show now.
        dice: Vec<u8>,
    },
    /// Use a part or built-in ability.
    Use {
        /// The slot, or the ability's id.
        place: String,
        /// The card's id.
        card: Option<String>,
        /// The dice it takes.
        dice: Vec<u8>,
    },
    /// Use no further part.
    Stop,
    /// Share out an attack.
    Split {
        /// What is aimed at the left neighbour.
        left: Share,
        /// What is aimed at the other one.
        right: Share,
    },
    /// An answer to a card's question.
    Choose {
        /// What it is about, such as `robot`, `number` or `course`.
        about: Option<String>,
        /// The answer: a number where numbers, players or faces of dice are asked for; else a name.
        value: Value,
    },
    /// No answer to a card's question that may be left open.
    ChooseNone,
    /// Chance: a die shows a face.
    Roll {
        /// The face, 1 to 6.
        face: u8,
    },
    /// Chance: a part or upgrade is drawn.
    Draw {
        /// The card's id.
        card: Option<String>,
    },
    /// Chance: a secret weapon is drawn, face down.
    DrawWeapon,
    /// Chance: which secret weapon was got.
    Get {
        /// The weapon's id.
        weapon: Option<String>,
    },
    /// Chance: which weapon of a hand it is.
    Pick {
        /// The weapon's id.
        weapon: Option<String>,
    },
}

/// Points of an attack that are aimed at a robot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The robot.
    pub robot: String,
    /// Points by type of damage.
    pub points: BTreeMap<String, u8>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}
