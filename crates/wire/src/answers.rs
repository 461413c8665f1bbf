//! Answers as data, for each game.

use crate::format::{Broken, as_wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An answer as data. `kind` says which it is; which kinds there are is the game's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// Of Moon-Bots.
    MoonBots(MoonBotsAnswer),
    /// Of Robotory.
    Robotory(RobotoryAnswer),
    /// Of Lunar Command.
    LunarCommand(LunarCommandAnswer),
    /// Of Robot Empire.
    RobotEmpire(RobotEmpireAnswer),
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

/// An answer of Robotory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RobotoryAnswer {
    /// Place a disc.
    Place {
        /// Its colour: `white` or `black`.
        colour: String,
        /// The hex.
        hex: String,
    },
    /// Move a robot.
    Move {
        /// Which: `white`, `black` or `red`.
        robot: String,
        /// Its way, from where it stands.
        path: Vec<String>,
    },
    /// Take discs from the reserve.
    Refill {
        /// How many of each colour.
        take: crate::views::Pile,
    },
}

/// An answer of Lunar Command. Cells are `column,row`, from 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LunarCommandAnswer {
    /// Chance: the die shows a face.
    Roll {
        /// The face's name.
        face: String,
    },
    /// Build a piece.
    Build {
        /// What.
        piece: String,
        /// Its lower left cell.
        cell: String,
        /// Whether a long piece lies up.
        up: bool,
    },
    /// Walk a figure.
    Walk {
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// Move a UFO.
    Ufo {
        /// Its centre.
        from: String,
        /// Its new centre.
        to: String,
    },
    /// Carry an astronaut to another cell.
    Abduct {
        /// Its cell.
        from: String,
        /// Its new cell.
        to: String,
        /// The UFO's centre.
        with: String,
    },
    /// Score this station next.
    Score {
        /// Its first cell.
        cell: String,
    },
    /// Walk no second figure.
    Stop,
    /// Do nothing.
    Pass,
}

/// An answer of a game as data.
pub(crate) fn answer(game: &str, data: &Map<String, Value>) -> Result<Answer, Broken> {
    match game {
        "moon-bots" => as_wire("an answer", data).map(Answer::MoonBots),
        "robot-empire" => as_wire("an answer", data).map(Answer::RobotEmpire),
        "robotory" => as_wire("an answer", data).map(Answer::Robotory),
        "lunar-command" => as_wire("an answer", data).map(Answer::LunarCommand),
        _ => Err(Broken { what: "an answer", why: format!("no words for {game}") }),
    }
}
