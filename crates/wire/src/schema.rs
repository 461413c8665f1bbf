//! The JSON schemas of the documents.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

/// The schema of a type (draft 2020-12), with the name of its file.
fn schema<T: JsonSchema>(name: &'static str) -> (&'static str, Value) {
    let schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    (name, schema.to_value())
}

/// The JSON schemas of all documents, by name.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        schema::<crate::Accounts>("accounts"),
        schema::<crate::Actions>("actions"),
        schema::<crate::Analysis>("analysis"),
        schema::<crate::Arena>("arena"),
        schema::<crate::Balance>("balance"),
        schema::<crate::Checked>("checked"),
        schema::<crate::Codes>("codes"),
        schema::<crate::Costs>("costs"),
        schema::<crate::Explained>("explained"),
        schema::<crate::Found>("found"),
        schema::<crate::Games>("games"),
        schema::<crate::Hint>("hint"),
        schema::<crate::Learned>("learned"),
        schema::<crate::Lines>("lines"),
        schema::<crate::Mutations>("mutations"),
        schema::<crate::Odds>("odds"),
        schema::<crate::Perft>("perft"),
        schema::<crate::Played>("played"),
        schema::<crate::Position>("position"),
        schema::<crate::Question>("question"),
        schema::<crate::Readings>("readings"),
        schema::<crate::Refusal>("refusal"),
        schema::<crate::Rejudged>("rejudged"),
        schema::<crate::Report>("report"),
        schema::<crate::RulingReadings>("ruling-readings"),
        schema::<crate::Saved>("saved"),
        schema::<crate::Scene>("scene"),
        schema::<crate::Shown>("shown"),
        schema::<crate::Standings>("standings"),
        schema::<crate::Starter>("starter"),
        schema::<crate::Table>("table"),
        schema::<crate::Texts>("texts"),
        schema::<crate::Unreadable>("unreadable"),
        schema::<crate::Verdicts>("verdicts"),
        schema::<crate::Why>("why"),
        schema::<crate::Written>("written"),
    ]
}
