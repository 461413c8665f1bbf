//! Views and actions of games, as data. Each game defines its own schema; this module combines them.

#[cfg(feature = "schema")]
use cardwright::games;
#[cfg(feature = "schema")]
use cardwright::shapes::{Shapes, shapes};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use serde_json::json;
use serde_json::{Map, Value};
#[cfg(feature = "schema")]
use std::borrow::Cow;

/// A game as a viewer sees it: an object that follows the game's schema. The document's `game` says which game it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct View(pub Map<String, Value>);

/// An action as structured data: an object that follows the game's schema. Its `kind` says which action it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionData(pub Map<String, Value>);

#[cfg(feature = "schema")]
impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        "View".into()
    }

    fn json_schema(made: &mut SchemaGenerator) -> Schema {
        let any = of_games(made, |shapes| shapes.view);
        json_schema!({ "description": "What a viewer sees of a game; `game` in the document says which game.", "anyOf": any })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for ActionData {
    fn schema_name() -> Cow<'static, str> {
        "ActionData".into()
    }

    fn json_schema(made: &mut SchemaGenerator) -> Schema {
        let any = of_games(made, |shapes| shapes.action);
        json_schema!({
            "description": "An action as data. `kind` says which it is; which kinds there are is the game's.",
            "anyOf": any,
        })
    }
}

/// Changes the schema of a document with `game` and `view` into a choice between games, each with that game's view, so
/// that generated types can be distinguished by `game`.
#[cfg(feature = "schema")]
pub(crate) fn told_apart(document: &mut Schema) {
    let Some(Value::Object(properties)) = document.remove("properties") else {
        return;
    };
    let closed = document.remove("additionalProperties");
    let required = document.remove("required");
    document.remove("type");
    // A separate schema finds the names of the games' types; definitions are in the same place as in this document.
    let below = properties["view"]["$ref"].as_str().unwrap_or_default();
    let place = below.strip_suffix("View").unwrap_or(below);
    let mut made = SchemaGenerator::default();
    let each = games().iter().filter_map(|game| {
        let of = (shapes(game.id)?.view)(&mut made).to_value();
        let name = of["$ref"].as_str()?.rsplit('/').next()?;
        let mut properties = properties.clone();
        properties.insert(
            "game".into(),
            json!({ "const": game.id, "description": "The game's id." }),
        );
        properties.insert(
            "view".into(),
            json!({ "$ref": format!("{place}{name}"), "description": "The table as data." }),
        );
        let mut one = Map::new();
        one.insert("type".into(), "object".into());
        one.insert("description".into(), format!("Of {}.", game.title).into());
        one.insert("properties".into(), properties.into());
        one.insert("required".into(), required.clone()?);
        one.insert("additionalProperties".into(), closed.clone()?);
        Some(Value::Object(one))
    });
    let each: Vec<Value> = each.collect();
    document.insert("oneOf".into(), each.into());
}

/// A function that makes a game's schema.
#[cfg(feature = "schema")]
type Made = fn(&mut SchemaGenerator) -> Schema;

/// The schemas of all games.
#[cfg(feature = "schema")]
fn of_games(made: &mut SchemaGenerator, which: impl Fn(Shapes) -> Made) -> Vec<Value> {
    let each = games()
        .iter()
        .filter_map(|game| Some((game, shapes(game.id)?)));
    each.map(|(game, shapes)| {
        let Value::Object(mut schema) = which(shapes)(made).to_value() else {
            return true.into();
        };
        schema.insert("description".into(), format!("Of {}.", game.title).into());
        schema.into()
    })
    .collect()
}
