//! Views and actions of each game as JSON, and their schemas. A game makes them with its tables ([`form`](crate::form)) or
//! with its own types. Nothing outside the games knows these types by name.

#[cfg(feature = "schema")]
use crate::form::{Actions, Form, made::Choice};
use cardwright_kernel::Actor as KernelActor;
#[cfg(feature = "schema")]
pub use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The schemas of a game's views and actions.
#[cfg(feature = "schema")]
#[derive(Clone, Copy, Debug)]
pub struct Shapes {
    /// The schema of a view.
    pub view: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of an action as data.
    pub action: fn(&mut SchemaGenerator) -> Schema,
}

#[cfg(feature = "schema")]
impl Shapes {
    /// The schemas derived from the tables of a view and of actions.
    pub const fn of_forms<C, View: Form<C>, Action: Actions<C>>() -> Self {
        Shapes {
            view: View::schema,
            action: SchemaGenerator::subschema_for::<Choice<Action, C>>,
        }
    }

    /// The schemas derived from the Rust types of a view and of an action.
    pub const fn of<View: JsonSchema, Action: JsonSchema>() -> Self {
        Shapes {
            view: SchemaGenerator::subschema_for::<View>,
            action: SchemaGenerator::subschema_for::<Action>,
        }
    }
}

/// A value as a JSON object; empty if it is not one.
pub fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Who answers, or how the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Actor {
    /// A seat.
    Seat {
        /// Its number, from 1.
        seat: u8,
    },
    /// Dice or a draw, which a person enters: a match with a seed never waits for it.
    Chance,
    /// Nobody: the game is over.
    Over {
        /// The seats that won or share the win; none where nobody won.
        winners: Vec<u8>,
    },
}

impl From<KernelActor> for Actor {
    fn from(actor: KernelActor) -> Self {
        match actor {
            KernelActor::Seat(seat) => Actor::Seat { seat: seat.into() },
            KernelActor::Chance => Actor::Chance,
            KernelActor::Over(outcome) => Actor::Over {
                winners: outcome.winners.iter().map(u8::from).collect(),
            },
        }
    }
}

/// The viewer: a seat's number from 1 to 8, `"spectator"`, or `"host"` who sees everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Viewer(pub cardwright_kernel::Viewer);

#[cfg(feature = "schema")]
impl JsonSchema for Viewer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Viewer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "description": "A seat's number, `spectator` (sees what everybody may see) or `host` (sees everything).",
            "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 8 }, { "enum": ["spectator", "host"] }],
        })
    }
}
