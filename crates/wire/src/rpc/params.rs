//! The parameters of the methods.

use crate::{Goal, PackFiles, Wanted};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// No parameters.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// What a client is; all of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Initialize {
    /// The name of the client.
    pub client: String,
    /// The version of the protocol it speaks.
    pub protocol: Option<u32>,
}

/// A new match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// How many play; as usual where nobody says, or as many as seats are named.
    #[serde(default)]
    pub players: Option<u8>,
    /// Who sits where: `human` (whoever calls), or the name of a bot. Everybody is `human` where nobody says.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
    /// What decides dice and draws: the same seed, the same luck. Where it is left out the service takes one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether the caller answers for dice and draws, too: then there is no seed.
    #[serde(default)]
    pub by_hand: bool,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Packs beside the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// A position (TOML) to start from.
    #[serde(default)]
    pub position: Option<String>,
}

/// A match taken up again.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LoadMatch {
    /// What `match/save` gave the host under `save`: as an object, or the text of the file.
    pub save: Value,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfMatch {
    /// Its name.
    #[serde(rename = "match")]
    pub of: String,
}

/// A match as somebody sees it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Its name.
    #[serde(rename = "match")]
    pub of: String,
    /// Through whose eyes; as the host, who sees everything, where it is left out.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
}

/// The present question of a match, or a page of its choices.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Its name.
    #[serde(rename = "match")]
    pub of: String,
    /// Through whose eyes; as the host, who sees everything, where it is left out.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// How many choices to leave out.
    #[serde(default)]
    pub from: usize,
    /// How many choices to give at most; every one where it is left out, but in a room no more than a page of 1,000.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// The lines of a match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeenFrom {
    /// Its name.
    #[serde(rename = "match")]
    pub of: String,
    /// Through whose eyes; as the host, who sees everything, where it is left out.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// How many lines to leave out.
    #[serde(default)]
    pub from: usize,
    /// How many lines to give at most; every one where it is left out, but in a room no more than a page of 2,000.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// An answer in a match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// Its name.
    #[serde(rename = "match")]
    pub of: String,
    /// Whose answer it is; of whoever is asked, where it is left out.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// The answer in notation, or its number in the list, from 1, as text.
    pub action: String,
}

/// A world to be sampled.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The match's name.
    #[serde(rename = "match")]
    pub of: String,
    /// The seat that cannot tell the world from the real match: hidden cards lie somehow, and dice are the world's own.
    pub seat: crate::Viewer,
    /// Another number gives another world, the same the same.
    #[serde(default)]
    pub luck: u64,
    /// An answer that is given in it at once.
    #[serde(default)]
    pub action: Option<String>,
    /// Who sits where in it: bots answer at once. Everybody is `human` where nobody says.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
}

/// Answers to take back.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The match's name.
    #[serde(rename = "match")]
    pub of: String,
    /// How many answers of people.
    #[serde(default = "one")]
    pub count: usize,
}

fn one() -> usize {
    1
}

/// Packs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Packs {
    /// The packs, which are checked as they would be played together.
    pub packs: Vec<PackFiles>,
}

/// Cards to be changed, to see whether rulings notice.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mutate {
    /// The packs whose cards are changed, one number or one condition at a time; their rulings are played.
    pub packs: Vec<PackFiles>,
    /// Packs to play with whose cards stay as they are.
    #[serde(default)]
    pub beside: Vec<PackFiles>,
    /// More rulings.
    #[serde(default)]
    pub rulings: Vec<RulingText>,
}

/// A first pack.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPack {
    /// The game's id.
    pub game: String,
    /// What the pack is called; its id is made of it.
    pub name: String,
    /// Whether the files for editors come along: schemas, definitions, words.
    #[serde(default)]
    pub editor: bool,
}

/// Cards to be read.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardsOf {
    /// The game's id.
    pub game: String,
    /// Packs beside the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options by name: texts say what cards do under them.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The ids of cards; every card where it is left out.
    #[serde(default)]
    pub cards: Option<Vec<String>>,
}

/// What odds are about: cards, a robot of some cards, an attack, or a position: the robot that is on turn in it, or with a
/// `goal` the attack that comes next.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OddsOf {
    /// The game's id.
    pub game: String,
    /// The ids of cards.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The ids of a robot's parts and upgrades.
    #[serde(default)]
    pub robot: Option<Vec<String>>,
    /// The fighters that attack, each as a position writes it: `brax-the-strong permanent`, `titan-torso+tread-legs`.
    #[serde(default)]
    pub attack: Option<Vec<String>>,
    /// With `attack`: what the opponent has to block with, and other cards.
    #[serde(default)]
    pub against: Vec<String>,
    /// What both sides of an attack want; both where it is left out. With a position it asks for the attack.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// A position (TOML).
    #[serde(default)]
    pub position: Option<String>,
    /// What the robot's player wants most of; both where it is left out.
    #[serde(default)]
    pub value: Option<Wanted>,
    /// How many play.
    #[serde(default)]
    pub players: Option<u8>,
    /// Packs beside the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// Rulings to be judged.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// The rulings.
    pub rulings: Vec<RulingText>,
    /// Packs beside the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options to judge under; a ruling's own win.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// The text of a ruling.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulingText {
    /// How it is named in the verdict.
    #[serde(default)]
    pub name: String,
    /// Its text (Markdown).
    pub text: String,
}

/// Games between bots.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Simulate {
    /// The game's id.
    pub game: String,
    /// How many play.
    #[serde(default)]
    pub players: Option<u8>,
    /// The bot in every seat.
    #[serde(default = "random")]
    pub bot: String,
    /// How many games.
    pub games: u64,
    /// The first seed; one game for each seed from it on.
    #[serde(default)]
    pub seed: u64,
    /// Packs beside the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

fn random() -> String {
    "random".into()
}

/// Long work to be cancelled.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The id of its request.
    #[serde(deserialize_with = "any")]
    pub id: Value,
}

/// Any value, but there must be one.
fn any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Value::deserialize(deserializer)
}
