//! Reading written positions: the values of a TOML text, with all errors found so far.

use crate::toml::{Texts, in_order};
use cardwright_kernel::{OptionUse, TextError, meant};
use std::ops::Range;
use toml_span::value::{Key, Value};

/// Collects the problems of a position while its values are read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TextErrors {
    /// The problems in the order they were found.
    pub list: Vec<TextError>,
}

impl TextErrors {
    /// Adds a problem for a byte range of the text.
    pub fn add(
        &mut self,
        span: impl Into<Range<usize>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.list.push(TextError::new(span.into(), message, help));
    }

    /// Adds a problem for a value.
    pub fn wrong(
        &mut self,
        value: &Value<'_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(value.span, message, help);
    }

    /// Adds a problem for an unknown key.
    pub fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        let help = format!("write one of {}", known.join(", "));
        self.add(
            key.span,
            format!("there is no key `{}` here", key.name),
            help,
        );
    }

    /// Checks that the options named in a position match the current ones. `theirs` and `ours` are the resulting
    /// options of the position and of the game, in the same order.
    pub fn in_force(&mut self, named: &Texts, theirs: &[OptionUse], ours: &[OptionUse]) {
        let place = |name: &str| named.given.iter().position(|(given, _)| given == name);
        for (theirs, _) in theirs.iter().zip(ours).filter(|(one, other)| one != other) {
            // An edition sets many options at once.
            let at = place(&theirs.name).or(place("edition"));
            let Some(span) = at.and_then(|at| named.spans.get(at)) else {
                continue;
            };
            let (name, value) = (&theirs.name, &theirs.value);
            let message =
                format!("the position is for `{name}` = {value}, but the game has another value");
            let help = "start the game with that option, or delete the line";
            self.add(span.clone(), message, help);
        }
    }

    /// Checks that a value is a table.
    pub fn is_table(&mut self, value: &Value<'_>, example: &str) {
        if value.as_table().is_none() {
            self.wrong(
                value,
                "this is not a table",
                format!("write a table, such as {example}"),
            );
        }
    }

    /// Looks a word up in a list and returns its value.
    pub fn word<T: Copy>(&mut self, value: &Value<'_>, known: &[(&str, T)]) -> Option<T> {
        let name = value.as_str().unwrap_or("");
        let found = known
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, found)| *found);
        if found.is_none() {
            let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            self.wrong(
                value,
                format!("`{name}` is not possible here"),
                meant(name, &names),
            );
        }
        found
    }

    /// Reads an integer of a given type.
    pub fn whole<N: TryFrom<i64>>(&mut self, value: &Value<'_>) -> Option<N> {
        let number = value
            .as_integer()
            .and_then(|number| N::try_from(number).ok());
        if number.is_none() {
            self.wrong(
                value,
                "this is not a possible number",
                "write a whole number, 0 or more",
            );
        }
        number
    }

    /// Reads an integer within limits; returns the lower limit if it is not valid.
    pub fn number(&mut self, value: &Value<'_>, least: i64, most: i64, help: &str) -> i64 {
        match value.as_integer() {
            Some(number) if (least..=most).contains(&number) => number,
            Some(number) => {
                self.wrong(
                    value,
                    format!("{number} is not from {least} to {most}"),
                    help,
                );
                least
            }
            None => {
                self.wrong(value, "this is not a whole number", help);
                least
            }
        }
    }

    /// Reads an integer up to `most` if the key exists.
    pub fn number_into(&mut self, root: &Value<'_>, key: &str, most: i64, put: impl FnOnce(i64)) {
        if let Some(value) = get(root, key) {
            put(self.number(value, 0, most, "write a whole number"));
        }
    }

    /// Reads a boolean; returns `false` if it is not valid.
    pub fn truth(&mut self, value: &Value<'_>) -> bool {
        if value.as_bool().is_none() {
            self.wrong(
                value,
                "this is neither true nor false",
                "write true or false",
            );
        }
        value.as_bool().unwrap_or(false)
    }

    /// Reads a boolean if the key exists.
    pub fn truth_into(&mut self, root: &Value<'_>, key: &str, put: impl FnOnce(bool)) {
        let Some(value) = get(root, key) else { return };
        self.truth(value);
        if let Some(truth) = value.as_bool() {
            put(truth);
        }
    }

    /// The items of a list; adds a problem if the value is not a list.
    pub fn items<'a, 'de>(&mut self, table: &'a Value<'de>, key: &str) -> &'a [Value<'de>] {
        if let Some(value) = get(table, key).filter(|value| value.as_array().is_none()) {
            self.wrong(
                value,
                format!("`{key}` is not a list"),
                format!("such as {key} = []"),
            );
        }
        items(table, key)
    }

    /// The entries of a table in the order of the text; adds a problem if the value is not a table.
    pub fn entries<'a, 'de>(
        &mut self,
        table: &'a Value<'de>,
        key: &str,
        example: &str,
    ) -> Vec<(&'a Key<'de>, &'a Value<'de>)> {
        let Some(value) = get(table, key) else {
            return Vec::new();
        };
        self.is_table(value, example);
        in_order(value)
    }

    /// The ids in the list under a key, with their places; empty if the key does not exist.
    pub fn ids(&mut self, table: &Value<'_>, key: &str) -> Vec<(Range<usize>, String)> {
        let Some(value) = get(table, key) else {
            return Vec::new();
        };
        let Some(list) = value.as_array() else {
            self.wrong(
                value,
                format!("`{key}` is not a list"),
                format!("such as {key} = []"),
            );
            return Vec::new();
        };
        let mut ids = Vec::new();
        for value in list {
            match value.as_str() {
                Some(text) => ids.push((value.span.into(), text.to_string())),
                None => self.wrong(value, "this is not a name", "write a card's id in quotes"),
            }
        }
        ids
    }

    /// The strings of a list, each with its place and without surrounding spaces; `example` shows such a list in
    /// messages.
    pub fn texts(&mut self, value: &Value<'_>, example: &str) -> Vec<(Range<usize>, String)> {
        let Some(items) = value.as_array() else {
            self.wrong(
                value,
                "this is not a list",
                format!("write a list of texts, such as {example}"),
            );
            return Vec::new();
        };
        let mut found = Vec::new();
        for item in items {
            match item.as_str() {
                Some(text) => found.push((item.span.into(), text.trim().to_string())),
                None => self.wrong(item, "this is not a text", "put it in quotes"),
            }
        }
        found
    }
}

/// The value of a key in a table.
pub fn get<'a, 'de>(table: &'a Value<'de>, key: &str) -> Option<&'a Value<'de>> {
    table.as_table()?.get(key)
}

/// The items of the list under a key.
pub fn items<'a, 'de>(table: &'a Value<'de>, key: &str) -> &'a [Value<'de>] {
    get(table, key)
        .and_then(|value| value.as_array())
        .map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: PartialEq + std::fmt::Debug>(
        text: &str,
        read: impl Fn(&mut TextErrors, &Value<'_>) -> T,
        value: T,
        found: &[&str],
    ) {
        let root = crate::toml::parse(text).unwrap();
        let mut flaws = TextErrors::default();
        assert_eq!(read(&mut flaws, &root), value, "{text}");
        let told: Vec<_> = flaws
            .list
            .iter()
            .map(|flaw| {
                format!(
                    "{}: {} ({})",
                    &text[flaw.span.clone()],
                    flaw.message,
                    flaw.help
                )
            })
            .collect();
        assert_eq!(told, found, "{text}");
    }

    #[test]
    fn values_are_read_or_their_flaws_told() {
        let number = |flaws: &mut TextErrors, root: &Value<'_>| {
            flaws.number(get(root, "a").unwrap(), 1, 6, "a face")
        };
        check("a = 3", number, 3, &[]);
        check("a = 7", number, 1, &["7: 7 is not from 1 to 6 (a face)"]);
        check(
            "a = true",
            number,
            1,
            &["true: this is not a whole number (a face)"],
        );
        let whole =
            |flaws: &mut TextErrors, root: &Value<'_>| flaws.whole::<u8>(get(root, "a").unwrap());
        check("a = 255", whole, Some(255), &[]);
        check(
            "a = -1",
            whole,
            None,
            &["-1: this is not a possible number (write a whole number, 0 or more)"],
        );
        let truth = |flaws: &mut TextErrors, root: &Value<'_>| flaws.truth(get(root, "a").unwrap());
        check("a = true", truth, true, &[]);
        check(
            "a = 1",
            truth,
            false,
            &["1: this is neither true nor false (write true or false)"],
        );
        let ids = |flaws: &mut TextErrors, root: &Value<'_>| flaws.ids(root, "a").len();
        check(
            "a = [\"x\", 1]",
            ids,
            1,
            &["1: this is not a name (write a card's id in quotes)"],
        );
        check("a = 1", ids, 0, &["1: `a` is not a list (such as a = [])"]);
        check("b = 1", ids, 0, &[]);
        let word = |flaws: &mut TextErrors, root: &Value<'_>| {
            flaws.word(get(root, "a").unwrap(), &[("play", 2)])
        };
        check("a = \"play\"", word, Some(2), &[]);
        check(
            "a = \"plya\"",
            word,
            None,
            &["plya: `plya` is not possible here (did you mean `play`?)"],
        );
    }
}
