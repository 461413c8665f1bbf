//! TOML texts as values with places: what positions and options share.

use cardwright_kernel::TextError;
use std::ops::Range;
use toml_span::value::{Key, Value, ValueInner};

/// Bytes of a written position or of options: the longest that says anything once has under 8,000, and every line
/// beyond that is a flaw to tell.
const MAX_BYTES: usize = 32 << 10;

/// The values of a text.
pub fn parse(text: &str) -> Result<Value<'_>, Vec<TextError>> {
    if text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes; {MAX_BYTES} are allowed", text.len());
        return Err(vec![TextError::new(
            0..0,
            message,
            "leave out what is as at the start of a game",
        )]);
    }
    toml_span::parse(text).map_err(|error| {
        let message = format!("the text is not TOML: {error}");
        // At the end of a text the parser points past it; behind some numbers it points backwards.
        let start = boundary(text, error.span.start);
        let span = start..boundary(text, error.span.end).max(start);
        vec![TextError::new(
            span,
            message,
            "mend this first; nothing after it was read",
        )]
    })
}

/// The last place up to `at` where a character of the text begins or the text ends.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// The entries of a table as texts.
pub struct Texts {
    /// Keys and values.
    pub given: Vec<(String, String)>,
    /// The bytes of each value.
    pub spans: Vec<Range<usize>>,
}

/// An option that a text names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionAt {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The bytes of the value in the text.
    pub span: Range<usize>,
}

impl Texts {
    /// Each with its place.
    pub fn placed(self) -> Vec<OptionAt> {
        let placed = |((name, value), span)| OptionAt { name, value, span };
        self.given.into_iter().zip(self.spans).map(placed).collect()
    }
}

/// Keys, values and places of a table whose values are texts, whole numbers or lists of these, as texts; a list is
/// written with commas.
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

/// Name and value of each option in a TOML text (a table `[options]`, or the same keys at the top), with the bytes
/// of each value.
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

/// The entries of a table in the order of the text; none of anything else.
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

    /// Wherever the parser points, the place of a flaw lies in the text.
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
