//! Questions, actions and lines as text, the same for every game.

use crate::{Actor, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use serde_json::Value;

/// A legal action, for people to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "WhyChoice"))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The action in notation.
    pub action: String,
    /// The action as a phrase.
    pub text: String,
}

/// The current question with its allowed actions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The player who has to act.
    pub actor: Actor,
    /// The text of the question.
    pub text: String,
    /// Every allowed action, in order.
    pub choices: Vec<Choice>,
}

/// An allowed action as structured data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Typed {
    /// The action in the game's notation.
    pub action: String,
    /// The action as a readable phrase.
    pub text: String,
    /// The structured data; see [`Text::action_data`](crate::Text::action_data).
    pub data: Map<String, Value>,
    /// For a player's action: the index of its first step in [`DynGame::action_space`](crate::DynGame::action_space).
    pub step: Option<u32>,
    /// The rank among the allowed actions with the same first step; always 0 if the first step is the whole action.
    pub rank: u32,
    /// The weight of a chance action.
    pub weight: Option<u32>,
}

/// The effects of an action as far as a viewer may know them; see [`Match::consider`](crate::Match::consider).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// Why the action is not allowed; `None` if it is allowed or may be.
    pub refusal: Option<Refusal>,
    /// Whether the answer depends on something that the viewer may not know.
    pub hidden: bool,
    /// The citations that make the action allowed, as text.
    pub cites: Vec<String>,
    /// The facts of the position that make the action allowed.
    pub facts: Vec<String>,
    /// What would follow up to the next chance event, as far as the viewer may know it.
    pub lines: Vec<Line>,
    /// Whether more would follow that depends on something the viewer may not know.
    pub more: bool,
    /// Whether dice or a draw come next.
    pub chance: bool,
}

/// A line of the log as a viewer may read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// What happened, as one sentence.
    pub text: String,
    /// The citations, as text.
    pub cites: Vec<String>,
    /// What happened, as data.
    pub event: Value,
}
