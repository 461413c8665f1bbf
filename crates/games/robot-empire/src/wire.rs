//! Views and answers of Robot Empire as they cross a border: a promise, which a test holds to what the game gives.

use cardwright_runtime::shapes::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A game of Robot Empire.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RobotEmpire {
    /// Who is asked, or how the game ended.
    pub actor: Actor,
    /// The present question, or how the game ended.
    pub question: String,
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The active player, from 1.
    pub active: u8,
    /// Rounds that are over.
    pub rounds: u8,
    /// Rounds in a row in which no Battery lost a coin.
    pub quiet: u8,
    /// Whether a Battery has lost a coin in this round.
    pub fought: bool,
    /// The players who have passed in the present window, from 1.
    pub passed: Vec<u8>,
    /// The ids of cards whose 1d6 cost could not be paid in this turn.
    pub tried: Vec<String>,
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

/// An answer of Robot Empire. Cards on the table are named as in notation, such as `1:gearhound`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RobotEmpireAnswer {
    /// Coins for the Battery.
    Battery {
        /// How many.
        coins: u8,
    },
    /// The Moon that lies first.
    Moon {
        /// The id of the card.
        card: String,
    },
    /// A card is drawn.
    Draw {
        /// The id of the card.
        card: String,
    },
    /// Who begins.
    First {
        /// The player, from 1.
        player: u8,
    },
    /// The die.
    Roll {
        /// What it shows.
        number: u8,
    },
    /// Nothing in this window.
    Pass,
    /// This phase is over.
    Done,
    /// This fighter does nothing.
    Stay,
    /// A card is brought out.
    Play {
        /// The id of the card.
        card: String,
    },
    /// A Component is installed.
    Install {
        /// The id of the card.
        card: String,
        /// The card on the table.
        unit: String,
    },
    /// An Agent or Super Weapon is shown.
    Show {
        /// The id of the card.
        card: String,
        /// What it names.
        names: Option<EmpireNames>,
    },
    /// A Permanent is paid.
    Permanent {
        /// The card on the table.
        unit: String,
    },
    /// An Instant is paid.
    Instant {
        /// The card on the table.
        unit: String,
    },
    /// Equipment is tapped.
    Tap {
        /// The card on the table.
        unit: String,
        /// What it names.
        names: Option<EmpireNames>,
    },
    /// A Mega Robot is assembled.
    Assemble {
        /// The top.
        top: String,
        /// The legs.
        legs: String,
    },
    /// A robot lands.
    Land {
        /// The card on the table.
        unit: String,
        /// The Moon.
        moon: String,
    },
    /// A robot returns.
    Return {
        /// The card on the table.
        unit: String,
    },
    /// A shot.
    Fire {
        /// The card on the table.
        unit: String,
        /// What it names.
        names: Option<EmpireNames>,
    },
    /// A player is attacked.
    Attack {
        /// The player, from 1.
        player: u8,
    },
    /// A chain is formed.
    Chain {
        /// The card on the table.
        unit: String,
    },
    /// An attacker is blocked.
    Block {
        /// The card on the table.
        unit: String,
    },
    /// The next blocker that gets damage.
    Next {
        /// The card on the table.
        unit: String,
    },
    /// A card is discarded.
    Discard {
        /// The id of the card.
        card: String,
    },
    /// A fighter attacks Equipment.
    AttackEquipment {
        /// The Equipment.
        unit: String,
    },
    /// A Monster joins another in the Play phase.
    Link {
        /// The one that joins.
        unit: String,
        /// The one it joins.
        with: String,
    },
    /// A mark is laid on a member of a chain.
    Mark {
        /// The member.
        unit: String,
    },
    /// The back of the next card.
    Back {
        /// Whether it is a Moon.
        moon: bool,
    },
    /// An answer to a card's question.
    Choose {
        /// The answer as notation writes it.
        answer: String,
    },
    /// Nothing is chosen.
    ChooseNothing,
}

/// What an answer of Robot Empire names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmpireNames {
    /// A card on the table.
    Unit(String),
    /// A player, from 1.
    Player(u8),
    /// The Battery of a player, from 1.
    Battery(u8),
}
