//! Questions, actions and lines as text, the same for every game.

use crate::{Actor, Refusal};
use serde::Serialize;
use serde_json::Map;
use serde_json::Value;

/// One allowed action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The action in the game's notation.
    pub action: String,
    /// The action as a phrase for a person.
    pub text: String,
}

/// The present question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// Who is asked.
    pub actor: Actor,
    /// What is asked.
    pub text: String,
    /// Every allowed action, in order.
    pub choices: Vec<Choice>,
}

/// One allowed action, for programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Typed {
    /// The action in the game's notation.
    pub action: String,
    /// The action as a phrase for a person.
    pub text: String,
    /// The action as data; see [`Text::action_data`](crate::Text::action_data).
    pub data: Map<String, Value>,
    /// Of a seat's action: the number of its first step among [`DynGame::action_space`](crate::DynGame::action_space).
    pub step: Option<u32>,
    /// Its place among the allowed actions with that first step; always 0 where the first step is all.
    pub rank: u32,
    /// Of an action of chance: its weight.
    pub weight: Option<u32>,
}

/// What a viewer may know of an action; see [`Match::consider`](crate::Match::consider).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// Why it is not allowed; none when it is, or may be.
    pub refusal: Option<Refusal>,
    /// Whether it hangs on something that the viewer may not know.
    pub hidden: bool,
    /// What makes it allowed: citations, as text.
    pub cites: Vec<String>,
    /// What makes it allowed: facts of the position.
    pub facts: Vec<String>,
    /// What follows, as far as the viewer may know it, up to the next action of chance.
    pub lines: Vec<Line>,
    /// Whether more follows that hangs on something that the viewer may not know.
    pub more: bool,
    /// Whether a dealer rolls or draws next.
    pub chance: bool,
}

/// One line of the log as a viewer may read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// What happened, as one sentence.
    pub text: String,
    /// The citations, as text.
    pub cites: Vec<String>,
    /// What happened, as data.
    pub event: Value,
}
