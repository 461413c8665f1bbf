//! Compares what a block of TOML states with the actual values, field by field. A table states only the keys that it
//! names; an empty table or list states that there is nothing.

use super::ruling::block::{Block, RulingError};
use cardwright_kernel::meant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::ops::Range;
use toml_span::value::{Key, Value, ValueInner};
use toml_writer::{ToTomlKey, ToTomlValue, TomlKeyBuilder, TomlStringBuilder};

/// A value that differs from what the ruling says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The section of the ruling.
    pub section: String,
    /// The field in that section.
    pub field: String,
    /// The value in the ruling.
    pub expected: Json,
    /// The actual value.
    pub found: Json,
    /// The line number in the file.
    pub line: usize,
}

/// A change of the file's text that makes it match the actual state.
pub(super) type Edit = (Range<usize>, String);

/// The result of a comparison.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) differences: Vec<Difference>,
    pub(super) faults: Vec<RulingError>,
    pub(super) edits: Vec<Edit>,
}

/// How lists of texts and numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lists {
    /// Both lists must have the same elements, in any order.
    Whole,
    /// Every stated element must be present; an empty list states that there is none.
    Among,
}

/// How stated texts are interpreted.
pub(super) trait Reads {
    /// The normalized meaning of a text under a key; equal for all texts with the same meaning.
    fn stated(&self, key: &str, text: &str) -> Vec<String>;

    /// The card id that was probably meant by a text that names no card.
    fn meant(&self, text: &str) -> Option<String>;
}

/// Texts without special interpretation.
pub(super) struct Plain;

impl Reads for Plain {
    fn stated(&self, _key: &str, text: &str) -> Vec<String> {
        vec![text.into()]
    }

    fn meant(&self, _text: &str) -> Option<String> {
        None
    }
}

/// Compares a block with the actual state. A differing text that is nearly the id of a card is reported as a typo, not
/// as a difference.
pub(super) fn compare(
    block: &Block,
    section: &str,
    found: &Map<String, Json>,
    lists: Lists,
    reads: &dyn Reads,
) -> Compared {
    let mut walk = Comparison {
        block,
        section,
        lists,
        reads,
        out: Compared::default(),
    };
    match toml_span::parse(&block.text) {
        Ok(root) => walk.table("", &root, found),
        Err(error) => {
            let help = "state keys of a position, such as `active = \"2\"`";
            walk.fault(
                error.span.start,
                format!("the block is not TOML: {error}"),
                help,
            );
        }
    }
    walk.out
}

struct Comparison<'a> {
    block: &'a Block,
    section: &'a str,
    lists: Lists,
    reads: &'a dyn Reads,
    out: Compared,
}

impl Comparison<'_> {
    fn fault(&mut self, byte: usize, message: String, help: impl Into<String>) {
        self.out
            .faults
            .push(RulingError::new(self.block.place(byte), message, help));
    }

    fn table(&mut self, path: &str, stated: &Value<'_>, found: &Map<String, Json>) {
        for (key, value) in in_order(stated) {
            let field = if path.is_empty() {
                key.name.to_string()
            } else {
                format!("{path}.{}", key.name)
            };
            match found.get(key.name.as_ref()) {
                Some(found) => self.value(&field, key, value, found),
                None => {
                    let known: Vec<_> = found.keys().map(String::as_str).collect();
                    let place = if path.is_empty() {
                        String::new()
                    } else {
                        format!(" in `{path}`")
                    };
                    let message = format!("nothing is called `{}`{place}", key.name);
                    // Names of robots are too short to tell which one was meant.
                    let help = match (inside(found, &key.name), key.name.len()) {
                        (Some(table), _) => format!("it is one of those below `[{table}]`"),
                        (None, 0..=2) => format!("write one of {}", known.join(", ")),
                        (None, _) => meant(&key.name, &known),
                    };
                    self.fault(key.span.start, message, help);
                }
            }
        }
    }

    fn value(&mut self, field: &str, key: &Key<'_>, stated: &Value<'_>, found: &Json) {
        match (stated.as_ref(), found) {
            (ValueInner::Table(table), Json::Object(found)) if !table.is_empty() => {
                self.table(field, stated, found)
            }
            (ValueInner::Table(_), Json::Object(there)) => {
                if there.values().any(is_something) {
                    self.differs(field, stated, Json::Object(only_something(there)));
                }
            }
            // A series of `[[robot]]` states the members of a table in order.
            (ValueInner::Array(list), Json::Object(found)) => self.in_turn(field, key, list, found),
            (ValueInner::Array(list), Json::Array(there)) => {
                if !self.same_list(&key.name, list, there) {
                    self.differs(field, stated, found.clone());
                }
            }
            _ if self.says(&key.name, &json(stated)) == self.says(&key.name, found) => {}
            _ => self.differs(field, stated, found.clone()),
        }
    }

    fn in_turn(
        &mut self,
        field: &str,
        key: &Key<'_>,
        list: &[Value<'_>],
        found: &Map<String, Json>,
    ) {
        for (at, value) in list.iter().enumerate() {
            match found.iter().nth(at) {
                Some((name, Json::Object(found))) => {
                    self.table(&format!("{field}.{name}"), value, found)
                }
                _ => {
                    let message = format!("`{field}` number {} is one too many", at + 1);
                    let help = format!("there are {}", found.len());
                    self.fault(value.span.start.max(key.span.start), message, help);
                }
            }
        }
    }

    /// The meaning of a value as texts for comparison.
    fn says(&self, key: &str, value: &Json) -> Vec<String> {
        match value {
            Json::String(text) => self.reads.stated(key, text),
            other => vec![plain(other)],
        }
    }

    fn same_list(&self, key: &str, stated: &[Value<'_>], found: &[Json]) -> bool {
        let [mut one, mut other] = [stated.iter().map(json).collect::<Vec<_>>(), found.to_vec()]
            .map(|list| {
                let says = list.iter().flat_map(|value| self.says(key, value));
                says.collect::<Vec<_>>()
            });
        if self.lists == Lists::Among && !one.is_empty() {
            // Each actual text matches once: what is stated twice must be there twice.
            let mut take = |text: &String| {
                other
                    .iter()
                    .position(|own| own == text)
                    .map(|at| other.remove(at))
            };
            return one.iter().all(|text| take(text).is_some());
        }
        one.sort();
        other.sort();
        one == other
    }

    /// Reports every text in a value that is nearly the id of a card; returns whether there was one.
    fn misspelt(&mut self, stated: &Value<'_>) -> bool {
        match stated.as_ref() {
            ValueInner::String(text) => {
                let Some(near) = self.reads.meant(text) else {
                    return false;
                };
                let help = format!("did you mean `{near}`?");
                self.fault(
                    stated.span.start,
                    format!("there is no card `{text}`"),
                    help,
                );
                true
            }
            ValueInner::Array(list) => list.iter().filter(|value| self.misspelt(value)).count() > 0,
            ValueInner::Table(table) => {
                table.values().filter(|value| self.misspelt(value)).count() > 0
            }
            _ => false,
        }
    }

    fn differs(&mut self, field: &str, stated: &Value<'_>, found: Json) {
        if self.misspelt(stated) {
            return;
        }
        let (line, _) = self.block.place(stated.span.start);
        // A header such as `[market]` is not a value that can be replaced.
        let text = &self.block.text;
        let table = matches!(stated.as_ref(), ValueInner::Table(_));
        if !table || text[stated.span.start.min(text.len())..].starts_with('{') {
            let (before, span) = (self.block.span.start, stated.span.start..stated.span.end);
            let text_span = matches!(stated.as_ref(), ValueInner::String(_));
            let Range { start, end } = if text_span {
                with_quotes(text, span)
            } else {
                span
            };
            self.out
                .edits
                .push((before + start..before + end, toml(&found)));
        }
        self.out.differences.push(Difference {
            section: self.section.into(),
            field: field.into(),
            expected: json(stated),
            found,
            line,
        });
    }
}

/// The byte range of a value including its quotes.
fn with_quotes(text: &str, span: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_quote = |at: usize| bytes.get(at).is_some_and(|byte| b"\"'".contains(byte));
    let mut start = span.start;
    while start > 0 && is_quote(start - 1) {
        start -= 1;
    }
    let Some(quote) = bytes.get(start).copied().filter(|_| is_quote(start)) else {
        return span;
    };
    let fence = bytes[start..]
        .iter()
        .take_while(|byte| **byte == quote)
        .count();
    // Two quotes are an empty string; three or more start a multi-line string.
    let fence = match fence {
        2 => return start..start + 2,
        1 => 1,
        _ => 3,
    };
    let mut end = start + fence;
    while end < bytes.len() && !bytes[end..].starts_with(&[quote; 3][..fence]) {
        end += if bytes[end] == b'\\' && quote == b'"' {
            2
        } else {
            1
        };
    }
    start..(end + fence).min(bytes.len())
}

/// The entries of a table in the order of the text.
fn in_order<'a, 'de>(value: &'a Value<'de>) -> Vec<(&'a Key<'de>, &'a Value<'de>)> {
    let mut entries: Vec<_> = value.as_table().into_iter().flatten().collect();
    entries.sort_by_key(|(key, _)| key.span.start);
    entries
}

/// The first nested table that has the key, such as `robot.1` for `energy`.
fn inside(found: &Map<String, Json>, key: &str) -> Option<String> {
    found.iter().find_map(|(name, value)| {
        let (first, table) = value.as_object()?.iter().next()?;
        table
            .get(key)
            .map(|_| format!("{name}.{}", toml_key(first)))
    })
}

/// Whether a value is not empty or zero.
fn is_something(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(truth) => *truth,
        Json::Number(number) => number.as_i64() != Some(0),
        Json::String(text) => !text.is_empty() && text != "empty",
        Json::Array(list) => !list.is_empty(),
        Json::Object(table) => table.values().any(is_something),
    }
}

fn only_something(table: &Map<String, Json>) -> Map<String, Json> {
    let something = table.iter().filter(|(_, value)| is_something(value));
    something
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// A value as text for comparison. Numbers equal their text, because a robot may be written as `2` or `"2"`.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn json(value: &Value<'_>) -> Json {
    match value.as_ref() {
        ValueInner::String(text) => text.to_string().into(),
        ValueInner::Integer(number) => (*number).into(),
        ValueInner::Float(number) => (*number).into(),
        ValueInner::Boolean(truth) => (*truth).into(),
        ValueInner::Array(list) => Json::Array(list.iter().map(json).collect()),
        ValueInner::Table(table) => Json::Object(
            table
                .iter()
                .map(|(key, value)| (key.name.to_string(), json(value)))
                .collect(),
        ),
    }
}

/// A value as TOML on one line.
pub(crate) fn toml(value: &Json) -> String {
    match value {
        Json::Null => "\"\"".into(),
        Json::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Json::Object(table) => {
            let pairs = table
                .iter()
                .map(|(key, value)| format!("{} = {}", toml_key(key), toml(value)));
            match table.is_empty() {
                true => "{}".into(),
                false => format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", ")),
            }
        }
        Json::String(text) => TomlStringBuilder::new(text).as_basic().to_toml_value(),
        plain => plain.to_string(),
    }
}

/// A TOML key, quoted if necessary.
pub(crate) fn toml_key(key: &str) -> String {
    let key = TomlKeyBuilder::new(key);
    key.as_unquoted()
        .unwrap_or_else(|| key.as_basic())
        .to_toml_key()
}
