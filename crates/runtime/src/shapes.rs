//! What the views and answers of a game look like where they cross a border: each game says it with its tables
//! ([`form`](crate::form)) or with types of its own (`wire.rs` in its folder), which make a JSON schema. Nothing outside the games knows them by name.

#[cfg(feature = "schema")]
use crate::form::{Actions, Form, made::Choice};
use cardwright_kernel::Actor as KernelActor;
#[cfg(feature = "schema")]
pub use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// What the views and answers of a game look like.
#[cfg(feature = "schema")]
#[derive(Clone, Copy, Debug)]
pub struct Shapes {
    /// The schema of a view.
    pub view: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of an answer as data.
    pub answer: fn(&mut SchemaGenerator) -> Schema,
}

#[cfg(feature = "schema")]
impl Shapes {
    /// The shapes that the tables of a view and of actions make.
    pub const fn of_forms<C, View: Form<C>, Action: Actions<C>>() -> Self {
        Shapes {
            view: View::schema,
            answer: SchemaGenerator::subschema_for::<Choice<Action, C>>,
        }
    }

    /// The shapes that the types of a view and of an answer make.
    pub const fn of<View: JsonSchema, Answer: JsonSchema>() -> Self {
        Shapes {
            view: SchemaGenerator::subschema_for::<View>,
            answer: SchemaGenerator::subschema_for::<Answer>,
        }
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

/// Whose eyes something is for: a seat's number from 1 to 8, `"spectator"`, or `"host"` who sees everything.
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
            "description": "A seat's number, or `spectator` who sees what lies open, or `host` who sees everything.",
            "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 8 }, { "enum": ["spectator", "host"] }],
        })
    }
}
