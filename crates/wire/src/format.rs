//! Parts of every document: its version, and the conversion of library values to its types.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
#[cfg(feature = "schema")]
use std::borrow::Cow;
use thiserror::Error;

/// The version of all documents defined in this crate.
pub const VERSION: u32 = 2;

/// The `version` field of a document; it accepts only [`VERSION`].
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

/// A value of the library that cannot be expressed in these documents. It always means an error in this library, never
/// in the user's input.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} cannot be converted: {why}")]
#[non_exhaustive]
pub struct Broken {
    /// What could not be converted.
    pub what: &'static str,
    /// Why the conversion failed.
    pub why: String,
}

/// Converts a JSON value that must be an object.
pub(crate) fn object(what: &'static str, value: &Value) -> Result<Map<String, Value>, Broken> {
    match value {
        Value::Object(map) => Ok(map.clone()),
        other => Err(Broken {
            what,
            why: format!("{other} is not an object"),
        }),
    }
}
