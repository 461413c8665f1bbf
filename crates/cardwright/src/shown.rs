//! Serializes errors of other crates.

/// Serializes an error as its text.
pub(crate) fn shown<T: std::fmt::Display, S: serde::Serializer>(
    error: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(error)
}

/// A readable message for a JSON error: a missing or mistyped field by its name, and the place.
#[must_use]
pub fn json_fault(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text);
    match error.classify() {
        serde_json::error::Category::Eof => {
            format!("the text is incomplete: it ends at {place}")
        }
        serde_json::error::Category::Data if reason.starts_with("missing field ") => {
            data_fault(reason)
        }
        // Invalid data that is not text has no lines.
        serde_json::error::Category::Data if error.line() == 0 => data_fault(reason),
        serde_json::error::Category::Data => format!("{} ({place})", data_fault(reason)),
        _ => format!("the text is not JSON: see {place}"),
    }
}

/// Says in plain words why data was refused, from the reason that serde gives.
#[must_use]
pub fn data_fault(reason: &str) -> String {
    let told = || {
        let (fault, rest) = reason.split_once(' ')?;
        match (fault, rest.split_once(' ')?) {
            ("missing", ("field", name)) => Some(format!("the field {name} is missing")),
            ("duplicate", ("field", name)) => Some(format!("the field {name} appears twice")),
            ("unknown", ("field", rest)) => {
                let (name, known) = rest.split_once(", ")?;
                let known = known.strip_prefix("expected ");
                Some(match known {
                    Some(known) => format!("there is no field {name} here; write {known}"),
                    None => format!("there is no field {name} here, and there are no others"),
                })
            }
            ("unknown", ("variant", rest)) => {
                let (name, known) = rest.split_once(", expected ")?;
                Some(format!("{name} is not allowed here; write {known}"))
            }
            ("invalid", ("type:" | "value:", rest)) => {
                let (given, needed) = rest.rsplit_once(", expected ")?;
                Some(format!(
                    "this must be {}, not {}",
                    needs(needed),
                    gives(given)
                ))
            }
            ("invalid", ("length", rest)) => {
                let (given, needed) = rest.split_once(", expected ")?;
                let most = needed.split(' ').find(|word| word.parse::<u64>().is_ok())?;
                Some(format!("this must be a list of {most}, not of {given}"))
            }
            _ => None,
        }
    };
    told().unwrap_or_else(|| reason.into())
}

/// What serde expects, in plain words.
fn needs(what: &str) -> String {
    match what {
        "a string" | "a borrowed string" | "variant identifier" => "a text".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        "a boolean" => "true or false".into(),
        "string or map" => "a text or an object".into(),
        "u8" => "a whole number from 0 to 255".into(),
        "u16" => "a whole number from 0 to 65535".into(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        _ => match what.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None if what.starts_with("struct ") => "an object".into(),
            None => what.into(),
        },
    }
}

/// What serde found, in plain words.
fn gives(what: &str) -> String {
    let shown = |sort: &str| what.strip_prefix(sort).map(|value| value.replace('`', ""));
    match what {
        "map" => "an object".into(),
        "sequence" => "a list".into(),
        "null" | "unit value" => "null".into(),
        _ => match (
            shown("string "),
            shown("integer "),
            shown("floating point "),
            shown("boolean "),
        ) {
            (Some(text), ..) => format!("the text {text}"),
            (_, Some(number), ..) | (_, _, Some(number), _) => format!("the number {number}"),
            (.., Some(value)) => value,
            _ => what.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{data_fault, json_fault};

    #[test]
    fn a_fault_names_the_field_or_the_place() {
        #[derive(serde::Deserialize, Debug)]
        #[serde(deny_unknown_fields)]
        struct Pair {
            #[expect(dead_code, reason = "only read")]
            first: u8,
        }
        let fault = |text: &str| json_fault(&serde_json::from_str::<Pair>(text).unwrap_err());
        assert_eq!(fault("{}"), "the field `first` is missing");
        assert_eq!(
            fault("{\"first\":1"),
            "the text is incomplete: it ends at line 1, column 10"
        );
        assert_eq!(
            fault("nonsense"),
            "the text is not JSON: see line 1, column 2"
        );
        assert_eq!(
            fault("{\"frist\":1}"),
            "there is no field `frist` here; write `first` (line 1, column 8)"
        );
        assert_eq!(
            fault("{\"first\":\"a, expected b\"}"),
            "this must be a whole number from 0 to 255, not the text \"a, expected b\" (line 1, column 24)"
        );
        assert_eq!(
            fault("{\"first\":1,\"first\":2}"),
            "the field `first` appears twice (line 1, column 18)"
        );
    }

    /// Checks that no message contains serde's own names for kinds of data.
    #[test]
    fn faults_are_told_without_words_of_programs() {
        use std::collections::BTreeMap;
        #[derive(serde::Deserialize, Debug)]
        #[expect(dead_code, reason = "only read")]
        enum Sort {
            One,
            Two { at: u8 },
        }
        fn faults<T: serde::de::DeserializeOwned>(values: &[serde_json::Value]) -> Vec<String> {
            let read = |value: &serde_json::Value| serde_json::from_value::<T>(value.clone());
            let faults = values.iter().filter_map(|value| read(value).err());
            faults.map(|error| json_fault(&error)).collect()
        }
        let values = [
            serde_json::json!(null),
            serde_json::json!(true),
            serde_json::json!(70_000),
            serde_json::json!(-1),
            serde_json::json!(1.5),
            serde_json::json!("words"),
            serde_json::json!([1]),
            serde_json::json!({ "at": [] }),
            serde_json::json!({ "Two": { "at": "x" } }),
        ];
        let all = [
            faults::<u8>(&values),
            faults::<u16>(&values),
            faults::<u64>(&values),
            faults::<i32>(&values),
            faults::<f64>(&values),
            faults::<bool>(&values),
            faults::<String>(&values),
            faults::<Vec<u8>>(&values),
            faults::<(u8, u8)>(&values),
            faults::<BTreeMap<String, u8>>(&values),
            faults::<Sort>(&values),
        ]
        .concat();
        assert!(all.len() > 60, "{}", all.len());
        for fault in all {
            for word in [
                "invalid", "expected", "sequence", "tuple", "string", "map", "integer", "u8",
                "usize", "variant", "struct", "boolean",
            ] {
                assert!(!fault.contains(word), "{fault}");
            }
        }
        assert_eq!(data_fault("some other reason"), "some other reason");
    }
}
