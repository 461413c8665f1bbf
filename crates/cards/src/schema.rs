//! JSON schemas of card files and of `pack.toml`, for completion in editors. Only the loader decides what is valid.

use crate::limits;
use cardwright_effects::dice::MAX_DICE;
use cardwright_effects::{CardKind, Declarable, Fact, FactType, Lexicon};
use serde_json::{Map, Value, json};

/// The pattern of a declared word; the schema cannot know which words exist.
const WORD: &str = "^[a-z][a-z0-9_]*$";
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The JSON schema of a game's card files.
pub fn schema(lexicon: &Lexicon) -> Value {
    let kinds: Vec<&str> = lexicon.kinds.iter().map(|kind| kind.name).collect();
    let each = lexicon.kinds.iter().map(|kind| {
        json!({ "if": { "properties": { "kind": { "const": kind.name } } }, "then": kind_schema(lexicon, kind) })
    });
    let card = json!({
        "type": "object",
        "required": ["id", "kind", "name"],
        "properties": {
            "id": id("The card's id in its pack."),
            "kind": { "enum": kinds, "description": "What kind of card it is." },
        },
        "allOf": each.collect::<Vec<_>>(),
    });
    json!({
        "$schema": DRAFT,
        "title": format!("Cards of {}", lexicon.game),
        "type": "object",
        "required": ["card"],
        "additionalProperties": false,
        "properties": { "card": { "type": "array", "items": card } },
    })
}

/// The JSON schema of `pack.toml`.
pub fn pack_schema(lexicon: &Lexicon) -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "A card pack",
        "type": "object",
        "required": ["id", "version", "api", "game", "name"],
        "anyOf": [{ "required": ["cards"] }, { "required": ["translations"] }, { "required": ["lists"] }],
        "additionalProperties": false,
        "properties": {
            "id": id("The pack's id. It prefixes the ids of its cards."),
            "version": { "type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+([-+].+)?$" },
            "api": { "type": "integer", "minimum": 1, "maximum": lexicon.api, "description": "The version of the game's vocabulary." },
            "game": { "const": lexicon.game },
            "name": translated("The pack's name."),
            "authors": texts,
            "license": { "type": "string" },
            "cards": { "type": "array", "items": { "type": "string" }, "description": "The card files in order." },
            "translations": { "type": "array", "items": { "type": "string" }, "description": "Files with names and texts in other languages, such as `lang/fr.toml`." },
            "depends": { "type": "object", "additionalProperties": { "type": "string" }, "description": "The packs it depends on, each with a version requirement such as `^1.2`." },
            "lists": { "type": "array", "items": { "type": "string" }, "description": "Files with decks for one player, such as `decks/raiders.toml`, in games where each player has a deck." },
            "decks": { "type": "object", "description": "Variants of the deck: for each card, what differs." },
        },
    });
    for sort in lexicon.declarable {
        schema["properties"][sort.table] = declarations(sort);
    }
    schema
}

/// The JSON schema of `pack.toml` for packs of any of these games.
pub fn pack_schemas(lexicons: &[&Lexicon]) -> Value {
    let games: Vec<&str> = lexicons.iter().map(|lexicon| lexicon.game).collect();
    let each = lexicons.iter().map(|lexicon| {
        let mut then = pack_schema(lexicon);
        then.as_object_mut().map(|then| then.remove("$schema"));
        json!({ "if": { "properties": { "game": { "const": lexicon.game } } }, "then": then })
    });
    json!({
        "$schema": DRAFT,
        "title": "A card pack",
        "type": "object",
        "required": ["game"],
        "properties": { "game": { "enum": games, "description": "The game it is for." } },
        "allOf": each.collect::<Vec<_>>(),
    })
}

/// The schema of the declarations of a kind of word.
fn declarations(sort: &Declarable) -> Value {
    let word = json!({
        "type": "object",
        "required": ["id"],
        "additionalProperties": false,
        "properties": {
            "id": { "type": "string", "pattern": WORD, "maxLength": limits::ID_CHARS, "description": "The word." },
            "name": translated("Its name as players read it."),
            "doc": { "type": "string", "description": "What it means, in one line." },
        },
    });
    json!({ "type": "array", "maxItems": sort.most, "items": word, "description": sort.doc })
}

fn kind_schema(lexicon: &Lexicon, kind: &CardKind) -> Value {
    let mut properties = Map::new();
    properties.insert("id".into(), id("The card's id in its pack."));
    properties.insert(
        "kind".into(),
        json!({ "const": kind.name, "description": kind.doc }),
    );
    properties.insert("name".into(), translated("The card's name."));
    properties.insert(
        "text".into(),
        translated("What the card says, in its author's words."),
    );
    properties.insert(
        "reconstructed".into(),
        json!({ "type": "boolean", "description": "Whether a number is reconstructed rather than the publisher's." }),
    );
    properties.insert(
        "cite".into(),
        json!({ "type": "string", "description": "The clause of the rules that covers it." }),
    );
    if kind.dealt {
        properties.insert(
            "copies".into(),
            json!({ "type": "integer", "minimum": 0, "maximum": limits::COPIES, "default": 1 }),
        );
    }
    if !kind.hooks.is_empty() {
        properties.insert("script".into(), json!({ "type": "string", "pattern": r"\.rhai$", "description": "The script's path from the pack's folder." }));
    }
    let mut required = vec!["id", "kind", "name"];
    for fact in kind.facts {
        properties.insert(fact.name.into(), fact_schema(lexicon, fact));
        required.extend((fact.required && !replaced(kind, fact)).then_some(fact.name));
    }
    let mut schema =
        json!({ "additionalProperties": false, "required": required, "properties": properties });
    let by_script: Vec<&Fact> = kind
        .facts
        .iter()
        .filter(|fact| fact.required && replaced(kind, fact))
        .collect();
    if !by_script.is_empty() {
        let names: Vec<&str> = by_script.iter().map(|fact| fact.name).collect();
        schema["if"] = json!({ "required": ["script"] });
        schema["then"] = json!(true);
        schema["else"] = json!({ "required": names });
    }
    let named = |is: fn(&FactType) -> bool| {
        by_script
            .iter()
            .find(|fact| is(&fact.ty))
            .map(|fact| fact.name)
    };
    let symbols = named(|ty| matches!(ty, FactType::Symbols));
    if let (Some(symbols), Some(dice)) = (symbols, named(|ty| matches!(ty, FactType::Dice))) {
        schema["dependencies"] = json!({ symbols: [dice] });
    }
    schema
}

/// Whether a script may replace a fact about dice.
fn replaced(kind: &CardKind, fact: &Fact) -> bool {
    !kind.hooks.is_empty() && matches!(fact.ty, FactType::Symbols | FactType::Dice)
}

/// The pattern of a single die.
const DIE: &str = "^1d6$";
/// The pattern of a die with an optional number.
const DIE_AND_MORE: &str = r"^1d6(\+[0-9]+)?$";
/// The pattern of dice with an optional number.
const DICE_AND_MORE: &str = r"^[1-3]d6(\+[0-9]+)?$";
const _: () = assert!(cardwright_effects::MAX_ROLLED == 3);

fn fact_schema(lexicon: &Lexicon, fact: &Fact) -> Value {
    let mut schema = match fact.ty {
        FactType::Number { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        FactType::Quantity { min, max, plus } => {
            let die = if plus { DIE_AND_MORE } else { DIE };
            json!({ "oneOf": [{ "type": "integer", "minimum": min, "maximum": max }, { "type": "string", "pattern": die }] })
        }
        FactType::Flag => json!({ "type": "boolean" }),
        FactType::OneOf(words) => json!({ "enum": words }),
        FactType::SomeOf(words) => {
            json!({ "oneOf": [{ "enum": words }, { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "enum": words } }] })
        }
        FactType::Dice => dice(),
        FactType::Symbols => symbols(lexicon),
        FactType::Declared(_) => {
            let word = json!({ "type": "string", "pattern": WORD });
            json!({ "oneOf": [word, { "type": "array", "minItems": 1, "uniqueItems": true, "items": word }] })
        }
    };
    schema["description"] =
        format!("{} For example: {} = {}", fact.doc, fact.name, fact.example).into();
    schema
}

fn dice() -> Value {
    let face = json!({ "type": "integer", "minimum": 1, "maximum": 6 });
    let faces = json!({ "type": "array", "minItems": 1, "items": face });
    let number = |max: i64| json!({ "type": "integer", "minimum": 1, "maximum": max });
    let most = i64::from(MAX_DICE);
    let parts = json!({ "type": "array", "minItems": 2, "maxItems": limits::CONDITIONS, "items": { "type": "object" } });
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "different": number(most), "odd": number(most), "even": number(most), "all": parts, "either": parts,
            "any": faces, "exact": face, "pair": { "const": true }, "alike": number(most), "straight": number(most),
            "sum": number(most * 6), "sum-below": number(most * 6), "sum-above": number(most * 6),
            "sum-odd": { "const": true }, "sum-even": { "const": true }, "highest": face, "lowest": face,
            "one-of": { "type": "array", "minItems": 1, "items": faces }, "dice": number(most),
        },
    })
}

fn symbols(lexicon: &Lexicon) -> Value {
    let number = |doc: &str| {
        let number = json!({ "type": "integer", "minimum": 1, "maximum": 99 });
        json!({ "oneOf": [number, { "type": "string", "pattern": DICE_AND_MORE }], "description": doc })
    };
    let names: Map<String, Value> = lexicon
        .symbols
        .iter()
        .map(|symbol| (symbol.name.to_owned(), number(symbol.doc)))
        .collect();
    let mut symbol = json!({ "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false, "properties": names });
    if lexicon
        .declarable
        .iter()
        .any(|sort| !sort.symbols.is_empty())
    {
        symbol["patternProperties"] = json!({ WORD: number("A word that a pack declares.") });
    }
    json!({ "type": "array", "minItems": 1, "maxItems": limits::SYMBOLS, "items": symbol })
}

fn id(doc: &str) -> Value {
    json!({ "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "maxLength": limits::ID_CHARS, "description": doc })
}

fn translated(doc: &str) -> Value {
    let table = json!({ "type": "object", "required": ["en"], "additionalProperties": { "type": "string" } });
    json!({ "oneOf": [{ "type": "string" }, table], "description": doc })
}
