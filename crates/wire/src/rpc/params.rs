//! The parameters of the methods.

use super::faults::RpcError;
use crate::{Goal, PackFiles, Wanted};
use cardwright::GameInfo;
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

/// Information about the client; every field is optional.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Initialize {
    /// The client's name.
    pub client: String,
    /// The version of the protocol that the client uses.
    pub protocol: Option<u32>,
}

/// The parameters of a new match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// The number of players. Default: the number of `seats`, or the game's default.
    #[serde(default)]
    pub players: Option<u8>,
    /// Who plays each seat: `human` (the caller) or the name of a bot. Default: `human` in every seat.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
    /// The seed for dice and draws: equal seeds give equal results. Default: the service chooses one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether the caller enters dice and draws; then there is no seed.
    #[serde(default)]
    pub by_hand: bool,
    /// Options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Packs in addition to the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// A position (TOML) to start from.
    #[serde(default)]
    pub position: Option<String>,
}

impl NewMatch {
    /// The number of players, if `players` or `seats` gives it.
    ///
    /// ```
    /// use cardwright_wire::rpc::NewMatch;
    ///
    /// let game = cardwright::game("moon-bots").expect("a game");
    /// let given = serde_json::json!({ "game": "moon-bots", "seats": vec!["greedy"; 100_000] });
    /// let given: NewMatch = serde_json::from_value(given).expect("parameters");
    /// let fault = given.players_named(game).expect_err("too many");
    /// assert!(fault.message.ends_with("moon-bots has at most 4 seats, not 100000"), "{fault:?}");
    /// ```
    ///
    /// # Errors
    /// If more seats are named than the game can have.
    pub fn players_named(&self, game: &GameInfo) -> Result<Option<u8>, RpcError> {
        let counted = |seats: &Vec<String>| {
            let reason = |_| {
                let GameInfo { id, most, .. } = game;
                let reason = format!("{id} has at most {most} seats, not {}", seats.len());
                RpcError::params("seats", &reason)
            };
            u8::try_from(seats.len()).map_err(reason)
        };
        let named = self.seats.as_ref().map(counted).transpose()?;
        Ok(self.players.or(named))
    }
}

/// The parameters for resuming a saved match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LoadMatch {
    /// The save that `match/save` gave the host: as an object, or as the text of a file.
    pub save: Value,
}

/// The match that a request is about.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfMatch {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
}

/// A match and who looks at it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The viewer: show only what this viewer may see. Default: the host, who sees everything.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
}

/// The current question of a match, or a page of its choices.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The viewer: show only what this viewer may see. Default: the host, who sees everything.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// The number of choices to skip.
    #[serde(default)]
    pub from: usize,
    /// The maximum number of choices to return. Default: all, or 1,000 in a room, which is also the maximum there.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// The log lines of a match, or a page of them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeenFrom {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The viewer: show only what this viewer may see. Default: the host, who sees everything.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// The number of lines to skip.
    #[serde(default)]
    pub from: usize,
    /// The maximum number of lines to return. Default: all, or 2,000 in a room, which is also the maximum there.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// An action to play in a match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The seat that acts. Default: the player who has to act.
    #[serde(default)]
    pub seat: Option<crate::Viewer>,
    /// The action in notation, or its number in the list, from 1, as text.
    pub action: String,
}

/// The parameters for sampling a world: a match that a seat cannot distinguish from the real one.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The seat that cannot distinguish the world from the real match. Hidden cards are placed at random, and the
    /// dice are the world's own.
    pub seat: crate::Viewer,
    /// The seed of the world: equal numbers give equal worlds.
    #[serde(default)]
    pub luck: u64,
    /// An action to play in the world immediately.
    #[serde(default)]
    pub action: Option<String>,
    /// Who plays each seat in the world; bots act immediately. Default: `human` in every seat.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
}

/// The parameters for taking actions back.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The name of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The number of actions of people to take back.
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
    /// The packs; they are checked as they would be played together.
    pub packs: Vec<PackFiles>,
}

/// A pack to be written as one file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OnePack {
    /// The pack.
    pub pack: PackFiles,
}

/// The parameters for mutation testing: cards are changed to see whether the rulings notice.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mutate {
    /// The packs whose cards are changed, one number or one condition at a time. Their rulings are played.
    pub packs: Vec<PackFiles>,
    /// Packs to play with, whose cards are not changed.
    #[serde(default)]
    pub beside: Vec<PackFiles>,
    /// Rulings to play in addition to those in the packs.
    #[serde(default)]
    pub rulings: Vec<RulingText>,
}

/// The parameters for a starter pack.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPack {
    /// The game's id.
    pub game: String,
    /// The name of the pack; its id is derived from it.
    pub name: String,
    /// Whether to include the files for editors: schemas, definitions, words.
    #[serde(default)]
    pub editor: bool,
}

/// The cards to return.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardsOf {
    /// The game's id.
    pub game: String,
    /// Packs in addition to the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options of the game, by name. The texts say what the cards do under these options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The ids of the cards. Default: every card.
    #[serde(default)]
    pub cards: Option<Vec<String>>,
}

/// The subject of the odds: cards, a robot made of cards, an attack, or a position. For a position, the subject is
/// the robot whose turn it is, or with a `goal` the next attack.
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
    /// The attacking fighters, each as in a position: `brax-the-strong permanent`, `titan-torso+tread-legs`.
    #[serde(default)]
    pub attack: Option<Vec<String>>,
    /// With `attack`: the opponent's cards, including those that may block.
    #[serde(default)]
    pub against: Vec<String>,
    /// What both sides of an attack want. Default: both. With a position, it asks for the attack.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// A position (TOML).
    #[serde(default)]
    pub position: Option<String>,
    /// What the robot's player wants most. Default: both.
    #[serde(default)]
    pub value: Option<Wanted>,
    /// The number of players.
    #[serde(default)]
    pub players: Option<u8>,
    /// Packs in addition to the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// The parameters for judging rulings.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// The rulings.
    pub rulings: Vec<RulingText>,
    /// Packs in addition to the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options to judge under; the options of a ruling itself take precedence.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// The text of a ruling.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulingText {
    /// The name of the ruling in its verdict.
    #[serde(default)]
    pub name: String,
    /// The text of the ruling (Markdown).
    pub text: String,
}

/// A question about the rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesQuestion {
    /// The question in a person's own words.
    pub question: String,
    /// The game's id; all games if left out.
    #[serde(default)]
    pub game: Option<String>,
    /// The maximum number of answers, from 1 to 30; 3 if left out.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// Something of the rules to be explained.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesName {
    /// The number or id of a clause, a ruling, an open question or a card, or the name of a card in any language.
    pub name: String,
    /// Packs whose cards and rulings can be named too.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
}

/// The texts of the rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesTexts {
    /// The files of `docs/rules` and `rulings.jsonl`, by name.
    pub files: BTreeMap<String, String>,
}

/// The parameters for simulating games between bots.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Simulate {
    /// The game's id.
    pub game: String,
    /// The number of players.
    #[serde(default)]
    pub players: Option<u8>,
    /// The name of the bot in every seat.
    #[serde(default = "random")]
    pub bot: String,
    /// The number of games.
    pub games: u64,
    /// The first seed; each game uses the next one.
    #[serde(default)]
    pub seed: u64,
    /// Packs in addition to the official ones.
    #[serde(default)]
    pub packs: Vec<PackFiles>,
    /// Options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

fn random() -> String {
    "random".into()
}

/// The job to cancel.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The id of the request that started it.
    #[serde(deserialize_with = "any")]
    pub id: Value,
}

/// Accepts any value, but it must be present.
fn any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Value::deserialize(deserializer)
}
