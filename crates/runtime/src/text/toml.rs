//! TOML texts as values with places, for positions and options.

use cardwright_kernel::TextError;
use std::ops::Range;
use toml_span::value::{Key, Value, ValueInner};

/// The maximum bytes of a written position or of options. The longest text without repetitions has under 8,000, and
/// every further line would be a problem to report.
const MAX_BYTES: usize = 32 << 10;

/// Parses a TOML text.
pub fn parse(text: &str) -> Result<Value<'_>, Vec<TextError>> {
    if text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes; {MAX_BYTES} are allowed", text.len());
        return Err(vec![TextError::new(
            0..0,
            message,
            "leave out everything that is as at the start of a game",
        )]);
    }
    toml_span::parse(text).map_err(|error| {
        let message = format!("the text is not TOML: {error}");
        // At the end of a text the parser's position is past the end; after some numbers it is too early.
        let start = boundary(text, error.span.start);
        let span = start..boundary(text, error.span.end).max(start);
        vec![TextError::new(
            span,
            message,
            "fix this first; nothing after it was read",
        )]
    })
}

/// The last character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// The entries of a table as strings.
pub struct Texts {
    /// The keys and values.
    pub given: Vec<(String, String)>,
    /// The byte range of each value.
    pub spans: Vec<Range<usize>>,
}

/// An option named in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionAt {
    /// The name of the option.
    pub name: String,
    /// The value of the option.
    pub value: String,
    /// The byte range of the value in the text.
    pub span: Range<usize>,
}

impl Texts {
    /// Combines the options with their places.
    pub fn placed(self) -> Vec<OptionAt> {
        let placed = |((name, value), span)| OptionAt { name, value, span };
        self.given.into_iter().zip(self.spans).map(placed).collect()
    }
}

/// Reads a table whose values are strings, integers or lists of these, as strings with their places; a list is joined
/// with commas.
pub fn texts(table: &Value<'_>) -> Result<Texts, Vec<TextError>> {
    let (mut given, mut spans, mut flaws) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in in_order(table) {
        match text_of(value) {
            Some(text) => {
                given.push((key.name.to_string(), text));
                spans.push(value.span.into());
            }
            None => flaws.push(not_a_text(key, value)),
        }
    }
    if flaws.is_empty() {
        Ok(Texts { given, spans })
    } else {
        Err(flaws)
    }
}

/// The options in a TOML text as names and values (a table `[options]`, or the same keys at the top level), with the
/// byte range of each value.
pub fn options(text: &str) -> Result<Texts, Vec<TextError>> {
    let root = parse(text)?;
    let Some(top) = root.as_table() else {
        return texts(&root);
    };
    let table = match top.get("options") {
        Some(options) if top.len() == 1 => options,
        _ => &root,
    };
    texts(table)
}

/// The entries of a table in the order of the text; empty for any other value.
pub fn in_order<'a, 'de>(value: &'a Value<'de>) -> Vec<(&'a Key<'de>, &'a Value<'de>)> {
    let mut entries: Vec<_> = value.as_table().into_iter().flatten().collect();
    entries.sort_by_key(|(key, _)| key.span.start);
    entries
}

fn text_of(value: &Value<'_>) -> Option<String> {
    match value.as_ref() {
        ValueInner::String(text) => Some(text.to_string()),
        ValueInner::Integer(number) => Some(number.to_string()),
        ValueInner::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(text_of).collect();
            Some(items?.join(","))
        }
        _ => None,
    }
}

fn not_a_text(key: &Key<'_>, value: &Value<'_>) -> TextError {
    let message = format!("`{}` is a {}", key.name, value.as_ref().type_str());
    TextError::new(
        value.span.into(),
        message,
        "write a text, a whole number or a list of them",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of an error is always within the text, whatever the parser reports.
    #[test]
    fn places_lie_in_the_text() {
        let starts = [
            "a = 32ons.",
            "a = 1.",
            "a = 1e",
            "a = \"",
            "a = 0x",
            "a = 1_",
            "a = 'ä",
            "[a",
            "a = 1-",
            "é = 1.é",
            "",
        ];
        for start in starts {
            for end in [
                "",
                "\t",
                "\t\0",
                "\n",
                " \u{ff}",
                "-b\"\u{ff}",
                ".",
                "\r",
                "é\0\0",
            ] {
                let text = format!("{start}{end}");
                for flaw in parse(&text).err().into_iter().flatten() {
                    assert!(
                        text.get(flaw.span.clone()).is_some(),
                        "{:?} in {text:?}",
                        flaw.span
                    );
                }
            }
        }
    }
}
