//! The JSON form of Moon-Bots views and actions. This form is stable: a test checks that the game produces it.

use cardwright_runtime::shapes::{Actor, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A game of Moon-Bots as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoonBots {
    /// The number of players, 2 to 4.
    pub players: u8,
    /// Whose view this is: a player, a spectator (sees what everybody sees) or a referee (sees everything).
    pub viewer: Viewer,
    /// The number of turns started.
    pub turn: u16,
    /// The round, from 1.
    pub round: u16,
    /// The number of consecutive rounds in which no energy was lost.
    pub quiet: u16,
    /// Whether energy was lost in this round.
    pub lost: bool,
    /// The number of card reactions in this turn; omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reactions: u8,
    /// With two players: whether the last duel of the conquerors has begun.
    pub last_duel: bool,
    /// The current step of the turn, such as `buy`.
    pub step: String,
    /// Who has to act, or how the game ended.
    pub actor: Actor,
    /// The robot whose turn it is: `1` to `4`, or `1L` to `2R` with two players.
    pub active: String,
    /// The robots in turn order.
    pub robots: Vec<Robot>,
    /// The card on each place of the market: its id, `weapon` for a face-down secret weapon, null for an empty place.
    pub market: BTreeMap<String, Option<String>>,
    /// The number of cards in the draw pile.
    pub pile: u8,
    /// The known cards on top of the draw pile, topmost first; omitted if none is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<String>,
    /// The ids of the secret weapons that everybody has seen in use.
    pub shown_weapons: Vec<String>,
    /// The secret weapons that stay on the table, in the order they were played; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permanents: Vec<Staying>,
    /// The faces of the unplaced dice, 1 to 6.
    pub dice: Vec<u8>,
    /// The slots and built-in abilities used this turn.
    pub used: Vec<String>,
    /// The energy that the active robot has gained, as counted for its limit.
    pub gained: u8,
    /// The current attack; null if there is none.
    pub attack: Option<Aimed>,
    /// The damage about to hit robots, in order.
    pub pending: Vec<Pending>,
    /// What cards forbid until the end of the turn.
    pub forbidden: Forbidden,
    /// How many dice fewer the active robot rolls this turn; omitted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fewer_dice: u8,
    /// Whether turns pass to the right.
    pub backwards: bool,
    /// The last purchase of this turn; omitted if no card in the game asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purchase: Option<Bought>,
    /// Whether this turn is an additional turn.
    pub extra_turn: bool,
    /// The winning players, from 1; empty until the game is over.
    pub winners: Vec<u8>,
}

/// The last purchase of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bought {
    /// The robot that got the card.
    pub robot: String,
    /// The id of the card, or `weapon` for a secret weapon.
    pub card: String,
    /// The energy that it cost; 0 if it was taken.
    pub price: u8,
}

/// A robot as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Robot {
    /// The robot's name: `1` to `4`, or `1L` to `2R` with two players.
    pub robot: String,
    /// `in-play`, `switched-off` (it waits for the other duel to end) or `out`.
    pub status: String,
    /// The robot's energy, 0 to 18, or more with cards that raise the maximum.
    pub energy: u8,
    /// The id of the part in each slot; null for an empty slot.
    pub parts: BTreeMap<String, Option<String>>,
    /// The ids of the robot's upgrades, in the order they were gained.
    pub upgrades: Vec<String>,
    /// The number of dice that the robot rolls.
    pub dice: u8,
    /// The number of secret weapons in hand; everybody sees it.
    pub weapons: u8,
    /// The ids of those weapons that the viewer knows.
    pub known_weapons: Vec<String>,
    /// The names of the robots that this robot may attack.
    pub targets: Vec<String>,
    /// The energy that the robot has gained, as counted for its limit.
    pub gained: u8,
    /// The maximum energy that the robot can have; omitted if it is 18.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u8>,
    /// The counters on the robot's cards, by slot or `upgrade-1` and so on; omitted if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u8>,
    /// The ids of the upgrades that have no effect until the end of the turn; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disabled: Vec<String>,
    /// The slots whose part the robot cannot use in its next turn, or in this turn if it is its own; omitted if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The data stored on the robot's cards, by slot or `upgrade-1` and so on; omitted if there is none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub memory: BTreeMap<String, String>,
}

/// A secret weapon that stays on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Staying {
    /// The robot that the weapon is in front of.
    pub robot: String,
    /// The weapon's id.
    pub weapon: String,
    /// How long it stays: `leaves` (until an effect removes it), `turn` (until its owner's next turn) or `turn-end`.
    pub until: String,
    /// The number of counters on the weapon.
    pub counters: u8,
    /// The data stored on the weapon: a number or a name like `robot 2`; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

/// The current attack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aimed {
    /// The attacking robot.
    pub attacker: String,
    /// The damage that the part shows, by type.
    pub points: BTreeMap<String, u8>,
}

/// Damage about to hit a robot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The robot about to be hit.
    pub robot: String,
    /// The type of damage, or `unstoppable`.
    pub damage: String,
    /// The amount of damage.
    pub points: u8,
}

/// What cards forbid until the end of the turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forbidden {
    /// The players who may not reroll dice, from 1.
    pub re_roll: Vec<u8>,
    /// The players who may not play weapons, from 1.
    pub weapons: Vec<u8>,
    /// Whether the active player may not buy.
    pub buying: bool,
    /// The robots that no attack may be aimed at.
    pub untargetable: Vec<String>,
    /// The robots that attacks must be aimed at.
    pub draws_attacks: Vec<String>,
    /// The faces of dice that cannot be used; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
}

/// An action of Moon-Bots. Robots are named `1` to `4`, or `1L` to `2R` with two players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MoonBotsAction {
    /// Pass in this window.
    Pass,
    /// Play a secret weapon.
    Play {
        /// The robot that holds the weapon.
        robot: String,
        /// The weapon's id.
        weapon: String,
    },
    /// Buy nothing.
    BuyNothing,
    /// Buy the card on a place of the market.
    Buy {
        /// The place, such as `middle-left`.
        place: String,
        /// The card's id; null for a face-down secret weapon.
        card: Option<String>,
        /// The price in energy.
        price: u8,
    },
    /// Activate the robot: roll its dice.
    Activate,
    /// Do not activate the robot.
    Skip,
    /// Keep the dice as they are.
    Keep,
    /// Reroll dice.
    ReRoll {
        /// The current faces of the dice to reroll, 1 to 6.
        dice: Vec<u8>,
    },
    /// Use a part or built-in ability.
    Use {
        /// The slot, or the id of the built-in ability.
        place: String,
        /// The card's id.
        card: Option<String>,
        /// The faces of the dice to place.
        dice: Vec<u8>,
    },
    /// Use no further part.
    Stop,
    /// Divide the damage of an attack between two robots.
    Split {
        /// The damage for the left neighbour.
        left: Share,
        /// The damage for the right neighbour.
        right: Share,
    },
    /// Answer a card's question.
    Choose {
        /// The kind of thing to choose, such as `robot`, `number` or `mode`.
        about: Option<String>,
        /// The choice: a number for numbers, players and faces of dice, otherwise a name.
        value: Value,
    },
    /// Choose nothing, if the card's question is optional.
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
    /// Chance: decides which secret weapon a robot got.
    Get {
        /// The weapon's id.
        weapon: Option<String>,
    },
    /// Chance: selects a weapon from a hand.
    Pick {
        /// The weapon's id.
        weapon: Option<String>,
    },
}

/// The damage of an attack that is aimed at one robot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The robot's name.
    pub robot: String,
    /// The damage by type.
    pub points: BTreeMap<String, u8>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}
