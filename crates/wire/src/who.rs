//! Who answers, and who looks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who answers, or how the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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

impl From<cardwright::Actor> for Actor {
    fn from(actor: cardwright::Actor) -> Self {
        match actor {
            cardwright::Actor::Seat(seat) => Actor::Seat { seat: seat.into() },
            cardwright::Actor::Chance => Actor::Chance,
            cardwright::Actor::Over(outcome) => {
                Actor::Over { winners: outcome.winners.iter().map(u8::from).collect() }
            }
        }
    }
}

/// Whose eyes something is for: a seat's number from 1 to 8, `"spectator"`, or `"host"` who sees everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Viewer(pub cardwright::Viewer);

impl JsonSchema for Viewer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Viewer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A seat's number, or `spectator` who sees what lies open, or `host` who sees everything.",
            "oneOf": [{ "type": "integer", "minimum": 1, "maximum": 8 }, { "enum": ["spectator", "host"] }],
        })
    }
}

/// Who gives an answer, in verdicts and reasons: `{"seat": 2}` or `"chance"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A seat, from 1.
    Seat(u8),
    /// Dice or a draw.
    Chance,
}
