//! Views and answers of games, as data. What they look like each game says itself; here their schemas come together.

#[cfg(feature = "schema")]
use cardwright::games;
#[cfg(feature = "schema")]
use cardwright::shapes::{Shapes, shapes};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
#[cfg(feature = "schema")]
use std::borrow::Cow;

/// What a viewer sees of a game: an object, as the game's schema says; the document's `game` says which game it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct View(pub Map<String, Value>);

/// An answer as data: an object whose `kind` says which it is, as the game's schema says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answer(pub Map<String, Value>);

#[cfg(feature = "schema")]
impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        "View".into()
    }

    fn json_schema(made: &mut SchemaGenerator) -> Schema {
        let any = of_games(made, |shapes| shapes.view);
        json_schema!({ "description": "What a viewer sees of a game; the document's `game` says which it is.", "anyOf": any })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Answer {
    fn schema_name() -> Cow<'static, str> {
        "Answer".into()
    }

    fn json_schema(made: &mut SchemaGenerator) -> Schema {
        let any = of_games(made, |shapes| shapes.answer);
        json_schema!({
            "description": "An answer as data. `kind` says which it is; which kinds there are is the game's.",
            "anyOf": any,
        })
    }
}

/// The schema of a game that makes it.
#[cfg(feature = "schema")]
type Made = fn(&mut SchemaGenerator) -> Schema;

/// One schema a game.
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
