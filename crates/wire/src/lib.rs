//! What crosses a border of Cardwright: every question, answer, line, view, refusal, save and report as a type, with a
//! JSON schema; and [`rpc`], a protocol of lines that speaks them.
//!
//! Hosts (a server, a page, another language) translate these types and add nothing. They hold: keys are `snake_case`,
//! words with a fixed meaning are `kebab-case`, seats and players count from 1, cards and places go by their ids and
//! names, and every document says its `version`. A type here changes only together with [`VERSION`]; the recorded matches
//! under `conformance/` fail otherwise.
//!
//! ```
//! use cardwright::{Session, Setup, Viewer};
//!
//! let seats = vec!["human".into(), "random".into()];
//! let session = Session::begin("robotory", &Setup::players(2), 7, seats)?;
//! let question = cardwright_wire::question(&session, Viewer::Referee)?;
//! assert_eq!(question.actor, cardwright_wire::Actor::Seat { seat: 1 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod games;
mod packs;
mod play;
mod reports;
pub mod rpc;
mod saves;
mod scenes;
mod schema;
mod verdicts;
pub mod views;

pub use answers::{
    Answer, EmpireNames, LunarCommandAnswer, MoonBotsAnswer, RobotEmpireAnswer, RobotoryAnswer, Share,
};
pub use games::{Game, Games, games};
pub use packs::{CardText, Checked, Diagnostic, Label, PackFiles, Severity, Texts, checked, texts};
pub use play::{
    Actions, Actor, Choice, Line, Lines, Played, Position, Question, Refusal, Said, Table, Unreadable,
    Viewer, Who, Why, WhyChoice, actions, lines, position, question, refusal, table, unreadable, why,
};
pub use reports::{
    CardOdds, DiceOdds, Fraction, Number, Odds, Report, RobotOdds, TurnOdds, Wanted, card_odds, robot_odds,
};
pub use saves::{Copy, Pack, Save, Saved, copied, saved};
pub use scenes::{Drawing, Item, Mark, Scene, Shape, Starter, scene};
pub use schema::schemas;
pub use verdicts::{
    Case, Change, ChangeSort, Cited, Difference, End, Eyes, Fault, Finding, SeenChanges, Sees, Standing,
    Unexpected, Verdict, Verdicts, verdicts,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use thiserror::Error;

/// The version of every document here.
pub const VERSION: u32 = 1;

/// The `version` of a document: [`VERSION`] and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Version),
            other => Err(D::Error::custom(format!("version {other}; this library reads version {VERSION}"))),
        }
    }
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": VERSION, "description": "The version of the format." })
    }
}

/// Something of the library that the wire has no words for: a fault of this library, never of its user.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} cannot be written for the wire: {why}")]
pub struct Broken {
    /// What it is.
    pub what: &'static str,
    /// Why.
    pub why: String,
}

/// A value of the library as its type of the wire. Both are written alike; where they are not, a test fails.
pub(crate) fn as_wire<T: DeserializeOwned>(what: &'static str, value: &impl Serialize) -> Result<T, Broken> {
    let read = |value| serde_json::from_value(value);
    serde_json::to_value(value).and_then(read).map_err(|error| Broken { what, why: error.to_string() })
}
