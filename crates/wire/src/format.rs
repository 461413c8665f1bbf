//! What every document has: its version, and how a value of the library becomes its type here.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(feature = "schema")]
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
            other => Err(D::Error::custom(format!(
                "version {other}; this library reads version {VERSION}"
            ))),
        }
    }
}

#[cfg(feature = "schema")]
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
#[non_exhaustive]
pub struct Broken {
    /// What it is.
    pub what: &'static str,
    /// Why.
    pub why: String,
}
