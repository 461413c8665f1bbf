//! The JSON schemas of the tools' results, composed of those of the wire format.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Types whose details only programs need. The reference of the wire format describes them.
const SHORT: [&str; 2] = ["ActionData", "View"];

/// Every type of the wire format by name.
static TYPES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut types = Map::new();
    for (_, mut schema) in cardwright_wire::schemas() {
        let Some(own) = schema.as_object_mut() else {
            continue;
        };
        own.remove("$schema");
        own.values_mut().for_each(without_formats);
        if let Some(Value::Object(more)) = own.remove("$defs") {
            types.extend(more);
        }
        if let Some(Value::String(title)) = own.remove("title") {
            types.insert(title, schema);
        }
    }
    for name in SHORT {
        types.insert(name.into(), json!({ "type": "object" }));
    }
    types
});

/// Removes number formats that JSON Schema does not have, such as `uint8`, because clients reject them.
pub(crate) fn without_formats(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(without_formats),
        Value::Object(map) => {
            map.retain(|key, value| key != "format" || !value.is_string());
            map.values_mut().for_each(without_formats);
        }
        _ => {}
    }
}

/// A type of the wire format.
pub(crate) fn of(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A list of items.
pub(crate) fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// The schema of a tool's result: a type of the wire format.
pub(crate) fn document(name: &str) -> Value {
    with_types(TYPES.get(name).cloned().unwrap_or_default())
}

/// The schema of a tool's result with these properties.
pub(crate) fn object(required: &[&str], properties: Value) -> Value {
    with_types(json!({
        "type": "object", "required": required, "additionalProperties": false, "properties": properties,
    }))
}

/// The schema with every type that it uses.
fn with_types(mut schema: Value) -> Value {
    let (mut needed, mut types) = (BTreeSet::new(), Map::new());
    references(&schema, &mut needed);
    while let Some(name) = needed.pop_first() {
        if types.contains_key(&name) {
            continue;
        }
        let own = TYPES.get(&name).cloned().unwrap_or_default();
        references(&own, &mut needed);
        types.insert(name, own);
    }
    if !types.is_empty() {
        schema["$defs"] = types.into();
    }
    schema
}

fn references(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Array(list) => list.iter().for_each(|one| references(one, names)),
        Value::Object(map) => {
            let named = map.get("$ref").and_then(Value::as_str);
            names.extend(
                named
                    .and_then(|at| at.strip_prefix("#/$defs/"))
                    .map(String::from),
            );
            map.values().for_each(|one| references(one, names));
        }
        _ => {}
    }
}
