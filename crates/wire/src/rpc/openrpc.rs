//! The protocol as an OpenRPC document.

use super::faults::codes;
use super::params::{
    Asked, Cancel, CardsOf, Give, Initialize, LoadMatch, Mutate, NewMatch, NewPack, Nothing,
    OddsOf, OfMatch, OnePack, Packs, RulesName, RulesQuestion, RulesTexts, Rulings, Seen, SeenFrom,
    Simulate, Undo, World,
};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// The OpenRPC document: every method with the schemas of its parameters and result, and every error.
pub fn openrpc() -> Value {
    let mut made = SchemaSettings::draft07()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let methods = methods(&mut made);
    let errors: Map<String, Value> = codes::ALL
        .iter()
        .map(|(code, kind, text)| ((*kind).into(), json!({ "code": code, "message": text })))
        .collect();
    let schemas: Map<String, Value> = made.take_definitions(true);
    json!({
        "openrpc": "1.3.2",
        "info": {
            "title": "Cardwright",
            "version": super::PROTOCOL.to_string(),
            "description": "JSON-RPC 2.0, one message a line. Parameters are given by name.",
        },
        "methods": methods,
        "components": { "schemas": schemas, "errors": errors },
    })
}

fn methods(made: &mut SchemaGenerator) -> Vec<Value> {
    let begun = json!({
        "type": "object",
        "required": ["version", "match", "game", "players", "seats", "actor", "actions_played"],
        "properties": { "match": { "type": "string" } },
    });
    let free = || json!({ "type": "object" });
    vec![
        of::<Initialize>(made, "initialize", "The games, methods and limits.", free()),
        of::<Rulings>(
            made,
            "judge/run",
            "Checks rulings.",
            R(result::<crate::Verdicts>),
        ),
        of::<Rulings>(
            made,
            "judge/write",
            "Rulings with their actual outcomes written into them; rulings that cannot be played stay as they are.",
            R(result::<crate::Written>),
        ),
        of::<OfMatch>(
            made,
            "match/actions",
            "Every answer that seats can give, with its number.",
            R(result::<crate::Actions>),
        ),
        of::<OfMatch>(
            made,
            "match/bots",
            "Lets stopped bots continue.",
            R(result::<crate::Played>),
        ),
        of::<OfMatch>(
            made,
            "match/cancel",
            "Stops the bots of a match; the request that waits for them is answered with an error.",
            free(),
        ),
        of::<OfMatch>(made, "match/close", "Closes a match.", free()),
        of::<OfMatch>(
            made,
            "match/hint",
            "What a bot would answer for the seat that is asked, and how often the answers won in the games that it tried.",
            R(result::<crate::Hint>),
        ),
        of::<SeenFrom>(
            made,
            "match/lines",
            "The lines that a viewer has received.",
            R(result::<crate::Lines>),
        ),
        of::<LoadMatch>(made, "match/load", "Resumes a saved match.", begun.clone()),
        of::<NewMatch>(made, "match/new", "Starts a match.", begun.clone()),
        of::<Give>(
            made,
            "match/play",
            "Plays an answer; bots, dice and draws follow.",
            R(result::<crate::Played>),
        ),
        of::<Seen>(
            made,
            "match/position",
            "The state of the match: who is asked, the score and whether it is over.",
            R(result::<crate::Position>),
        ),
        of::<Asked>(
            made,
            "match/question",
            "The question, with every allowed answer.",
            R(result::<crate::Question>),
        ),
        of::<Seen>(
            made,
            "match/save",
            "The saved match: the host's file, or a seat's copy.",
            R(result::<crate::Saved>),
        ),
        of::<Seen>(
            made,
            "match/scene",
            "The board as shapes.",
            R(result::<crate::Scene>),
        ),
        of::<Undo>(
            made,
            "match/undo",
            "Undoes people's answers; only for the host.",
            free(),
        ),
        of::<Seen>(
            made,
            "match/view",
            "The table as a viewer sees it.",
            R(result::<crate::Table>),
        ),
        of::<Give>(
            made,
            "match/why",
            "Whether an answer is allowed, why, and what follows.",
            R(result::<crate::Why>),
        ),
        of::<World>(
            made,
            "match/world",
            "A new match that a seat cannot tell from this one, to try answers in.",
            begun,
        ),
        of::<OnePack>(
            made,
            "pack/archive",
            "A pack as one file (`.cwpack`) with the digest of its files, as `cardwright pack` writes it; `base64` has the bytes.",
            free(),
        ),
        of::<Cancel>(made, "pack/cancel", "Cancels a `pack/mutate`.", free()),
        of::<Packs>(
            made,
            "pack/check",
            "Everything that is wrong with packs.",
            R(result::<crate::Checked>),
        ),
        of::<Mutate>(
            made,
            "pack/mutate",
            "Changes cards and reports which ruling notices each change; `pack/progress` reports the progress.",
            R(result::<crate::Mutations>),
        ),
        of::<NewPack>(
            made,
            "pack/new",
            "The files of a starter pack.",
            R(result::<crate::Starter>),
        ),
        of::<OddsOf>(
            made,
            "pack/odds",
            "Exact chances of cards, of a robot's turn, or of an attack.",
            R(result::<crate::Odds>),
        ),
        of::<Packs>(
            made,
            "pack/test",
            "Checks the rulings of packs.",
            R(result::<crate::Verdicts>),
        ),
        of::<CardsOf>(
            made,
            "pack/text",
            "Cards, with their effects as text.",
            R(result::<crate::Texts>),
        ),
        of::<RulesQuestion>(
            made,
            "rules/ask",
            "Answers a question about the rules in people's own words, with the clauses that say so, best first.",
            R(result::<crate::Found>),
        ),
        of::<RulesName>(
            made,
            "rules/explain",
            "A clause, a ruling, an open question or a card, with everything that belongs to it.",
            R(result::<crate::Explained>),
        ),
        of::<RulesTexts>(
            made,
            "rules/texts",
            "Gives the JavaScript module the texts that `rules/ask` and `rules/explain` need; the first texts stay. Other hosts have them already.",
            free(),
        ),
        of::<Nothing>(made, "shutdown", "Ends the session.", free()),
        of::<Cancel>(made, "simulate/cancel", "Cancels a simulation.", free()),
        of::<Simulate>(
            made,
            "simulate/run",
            "Plays games between bots; `simulate/progress` reports the progress.",
            R(result::<crate::Report>),
        ),
    ]
}

/// The schema of a result.
trait Shape {
    fn shape(self, made: &mut SchemaGenerator) -> Value;
}

impl Shape for Value {
    fn shape(self, _: &mut SchemaGenerator) -> Value {
        self
    }
}

/// A result with the schema of a type.
struct R(fn(&mut SchemaGenerator) -> Value);

impl Shape for R {
    fn shape(self, made: &mut SchemaGenerator) -> Value {
        (self.0)(made)
    }
}

fn result<T: JsonSchema>(made: &mut SchemaGenerator) -> Value {
    made.subschema_for::<T>().to_value()
}

fn of<P: JsonSchema>(
    made: &mut SchemaGenerator,
    name: &str,
    summary: &str,
    gives: impl Shape,
) -> Value {
    let schema: Schema = P::json_schema(made);
    let schema = schema.to_value();
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let params: Vec<Value> = properties
        .into_iter()
        .map(|(name, schema)| {
            let required = required.contains(&Value::from(name.as_str()));
            json!({ "name": name, "required": required, "schema": schema })
        })
        .collect();
    let gives = gives.shape(made);
    json!({
        "name": name,
        "summary": summary,
        "paramStructure": "by-name",
        "params": params,
        "result": { "name": "result", "schema": gives },
    })
}
