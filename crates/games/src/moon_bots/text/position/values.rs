//! Values of a written position: words, numbers and texts, each with what is wrong with it.

use super::Reader;
use cardwright_kernel::meant;
use std::ops::Range;
use toml_span::value::Value;

impl Reader<'_> {
    /// What a word of a list stands for.
    pub(crate) fn word<T: Copy>(&mut self, value: &Value<'_>, known: &[(&str, T)]) -> Option<T> {
        let name = value.as_str().unwrap_or("");
        let found = known.iter().find(|(own, _)| *own == name).map(|(_, found)| *found);
        if found.is_none() {
            let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            self.flaw(value.span, format!("`{name}` is not possible here"), meant(name, &names));
        }
        found
    }

    /// A whole number within bounds; the least where it is none.
    pub(crate) fn number(&mut self, value: &Value<'_>, least: i64, most: i64, help: &str) -> i64 {
        match value.as_integer() {
            Some(number) if (least..=most).contains(&number) => number,
            Some(number) => {
                self.flaw(value.span, format!("{number} is not from {least} to {most}"), help);
                least
            }
            None => {
                self.flaw(value.span, "this is no whole number", help);
                least
            }
        }
    }

    /// A whole number up to `most`, if it is written.
    pub(crate) fn number_into(&mut self, root: &Value<'_>, key: &str, most: i64, put: impl FnOnce(i64)) {
        if let Some(value) = get(root, key) {
            put(self.number(value, 0, most, "write a whole number"));
        }
    }

    /// Yes or no, if it is written.
    pub(super) fn truth_into(&mut self, root: &Value<'_>, key: &str, put: impl FnOnce(bool)) {
        match get(root, key).map(|value| (value.span, value.as_bool())) {
            None => {}
            Some((_, Some(truth))) => put(truth),
            Some((span, None)) => self.flaw(span, "this is neither true nor false", "write true or false"),
        }
    }

    /// The texts of a list, with their places.
    pub(super) fn texts(&mut self, table: &Value<'_>, key: &str) -> Vec<(Range<usize>, String)> {
        let mut texts = Vec::new();
        match get(table, key).map(|value| (value.span, value.as_array())) {
            None => {}
            Some((_, Some(list))) => {
                for value in list {
                    match value.as_str() {
                        Some(text) => texts.push((value.span.into(), text.to_string())),
                        None => self.flaw(value.span, "this is no name", "write a card's id in quotes"),
                    }
                }
            }
            Some((span, None)) => {
                self.flaw(span, format!("`{key}` is no list"), format!("such as {key} = []"))
            }
        }
        texts
    }
}

pub(crate) fn get<'a, 'de>(table: &'a Value<'de>, key: &str) -> Option<&'a Value<'de>> {
    table.as_table()?.get(key)
}

pub(crate) fn items<'a, 'de>(table: &'a Value<'de>, key: &str) -> &'a [Value<'de>] {
    get(table, key).and_then(|value| value.as_array()).map_or(&[], Vec::as_slice)
}
