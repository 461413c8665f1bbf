//! Reads tables of a card file key by key, and collects all errors.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::{limits, near};
use toml_span::value::{Table, ValueInner};
use toml_span::{Span as Bytes, Value};

/// The type of a value, for messages.
pub(crate) fn type_name(value: &Value<'_>) -> &'static str {
    match value.as_ref() {
        ValueInner::String(_) => "a text",
        ValueInner::Integer(_) => "a whole number",
        ValueInner::Float(_) => "a decimal number",
        ValueInner::Boolean(_) => "true or false",
        ValueInner::Array(_) => "a list",
        ValueInner::Table(_) => "a table",
    }
}

/// Languages that people may write in full, with their codes.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("en", &["english", "eng", "englisch", "anglais"]),
    ("de", &["deutsch", "german", "ger", "deu", "allemand"]),
    ("fr", &["french", "francais", "français", "fra"]),
    ("es", &["spanish", "espanol", "español", "spa"]),
    ("pt", &["portuguese", "portugues", "português", "por"]),
    ("it", &["italian", "italiano", "ita"]),
    ("nl", &["dutch", "nederlands", "nld"]),
    ("pl", &["polish", "polski", "pol"]),
    ("ru", &["russian", "russkij", "rus", "русский"]),
    ("cs", &["czech", "cesky", "česky", "cz"]),
    ("sv", &["swedish", "svenska", "swe"]),
    ("ja", &["japanese", "jpn", "jp"]),
    ("zh", &["chinese", "zho", "cn"]),
];

/// Checks that a text is a language code, and reports it otherwise.
pub(crate) fn check_code(code: &str, span: Span, report: &mut Report) -> bool {
    let mut parts = code.split('-');
    let first = parts.next().unwrap_or_default();
    let letters = |part: &str| part.chars().all(|c| c.is_ascii_lowercase());
    let written_out = LANGUAGES
        .iter()
        .find(|(_, names)| names.contains(&code.to_lowercase().as_str()));
    let good = (2..=3).contains(&first.len())
        && letters(first)
        && parts.all(|part| (2..=4).contains(&part.len()) && letters(part))
        && code.len() <= 12
        && written_out.is_none();
    if !good {
        let message = format!("`{}` is not a language code", short(code));
        let help = match written_out {
            Some((known, _)) => format!("write `{known}`: a code has two letters"),
            None => "write a code of two letters, such as `en`, `fr` or `pt-br`".to_owned(),
        };
        report.add(Diagnostic::error(codes::UNKNOWN_KEY, span, message).help(help));
    }
    good
}

/// A table while it is read.
pub(crate) struct Fields<'v, 'd> {
    pub(crate) table: &'v Table<'d>,
    pub(crate) file: u16,
    /// The place for errors about missing keys.
    pub(crate) span: Span,
    /// Whether a line of the table could not be parsed, so that a missing key may have been there.
    pub(crate) damaged: bool,
    asked: Vec<&'static str>,
    /// Missing required keys: reported at the end, unless another key was probably meant.
    missing: Vec<(&'static str, Diagnostic)>,
}

impl<'v, 'd> Fields<'v, 'd> {
    /// Makes a reader for a table; any other value is reported.
    pub(crate) fn of(
        value: &'v Value<'d>,
        file: u16,
        what: &str,
        report: &mut Report,
    ) -> Option<Fields<'v, 'd>> {
        let span = in_file(file, value.span);
        match value.as_table() {
            Some(table) => Some(Fields {
                table,
                file,
                span,
                damaged: false,
                asked: Vec::new(),
                missing: Vec::new(),
            }),
            None => {
                report.add(wrong(span, what, "a table", value));
                None
            }
        }
    }

    pub(crate) fn span(&self, value: &Value<'_>) -> Span {
        in_file(self.file, value.span)
    }

    /// The place of a key, or of the table if the key is missing.
    pub(crate) fn key_span(&self, key: &str) -> Span {
        self.table
            .get_key_value(key)
            .map_or(self.span, |(key, _)| in_file(self.file, key.span))
    }

    pub(crate) fn get(&mut self, key: &'static str) -> Option<&'v Value<'d>> {
        self.asked.push(key);
        self.table.get(key)
    }

    /// The value of a required key.
    pub(crate) fn need(&mut self, key: &'static str, example: &str) -> Option<&'v Value<'d>> {
        let value = self.get(key);
        if value.is_none() && !self.damaged {
            let missing =
                Diagnostic::error(codes::MISSING_KEY, self.span, format!("`{key}` is missing"));
            self.missing
                .push((key, missing.help(format!("write `{key} = {example}`"))));
        }
        value
    }

    /// Reports missing keys when the rest of the table is not read. A mistyped key is reported instead.
    pub(crate) fn stop(self, report: &mut Report, other: impl Fn(&str) -> bool) {
        for (key, missing) in self.missing {
            let unread = self
                .table
                .keys()
                .filter(|own| !self.asked.contains(&&*own.name) && !other(&own.name));
            match unread
                .into_iter()
                .find(|own| near::near(&own.name, [key]).is_some())
            {
                None => report.add(missing),
                Some(own) => {
                    let message = format!("unknown key `{}`", short(&own.name));
                    let found = Diagnostic::error(
                        codes::UNKNOWN_KEY,
                        in_file(self.file, own.span),
                        message,
                    );
                    report.add(found.help(format!("did you mean `{key}`?")));
                }
            }
        }
    }

    /// The text of a required key.
    pub(crate) fn need_text(
        &mut self,
        key: &'static str,
        example: &str,
        report: &mut Report,
    ) -> Option<&'v str> {
        let value = self.need(key, example)?;
        let text = text(value, self.span(value), key, report)?;
        if text.is_empty() {
            let empty = Diagnostic::error(
                codes::MISSING_KEY,
                self.span(value),
                format!("`{key}` is empty"),
            );
            report.add(empty.help(format!("write `{key} = {example}`")));
        }
        Some(text).filter(|text| !text.is_empty())
    }

    /// The text of an optional key.
    pub(crate) fn text(&mut self, key: &'static str, report: &mut Report) -> Option<&'v str> {
        let value = self.get(key)?;
        text(value, self.span(value), key, report)
    }

    /// The whole number of an optional key, within limits.
    pub(crate) fn number(
        &mut self,
        key: &'static str,
        min: i64,
        max: i64,
        report: &mut Report,
    ) -> Option<i64> {
        let value = self.get(key)?;
        number(value, self.span(value), key, (min, max), report)
    }

    /// The boolean of an optional key.
    pub(crate) fn flag(&mut self, key: &'static str, report: &mut Report) -> Option<bool> {
        let value = self.get(key)?;
        let flag = value.as_bool();
        if flag.is_none() {
            report.add(wrong(self.span(value), key, "true or false", value));
        }
        flag
    }

    /// Reports all keys that were not read.
    pub(crate) fn finish(self, report: &mut Report) {
        self.finish_with(report, |_| None);
    }

    /// Like [`Fields::finish`], with hints for known keys.
    pub(crate) fn finish_with(self, report: &mut Report, hint: impl Fn(&str) -> Option<String>) {
        let unknown: Vec<_> = self
            .table
            .keys()
            .filter(|key| !self.asked.contains(&&*key.name))
            .collect();
        let meant = |missing: &&'static str| {
            let near = |key: &&&toml_span::value::Key<'_>| {
                hint(&key.name).is_none()
                    && near::near(&key.name, self.asked.iter().copied()) == Some(*missing)
            };
            unknown.iter().any(|key| near(&key))
        };
        for (key, missing) in &self.missing {
            if !meant(key) {
                report.add(missing.clone());
            }
        }
        for key in unknown {
            if report.full() {
                return;
            }
            let message = format!("unknown key `{}`", short(&key.name));
            let help = hint(&key.name)
                .unwrap_or_else(|| near::meant(&key.name, "known here", &self.asked));
            report.add(
                Diagnostic::error(codes::UNKNOWN_KEY, in_file(self.file, key.span), message)
                    .help(help),
            );
        }
    }
}

pub(crate) fn in_file(file: u16, span: Bytes) -> Span {
    // After some numbers, the parser's position is too early.
    Span {
        file,
        start: span.start,
        end: span.end.max(span.start),
    }
}

/// At most 60 characters of a text, for a message.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 60;
    let text: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    if text.chars().count() <= MOST {
        text
    } else {
        format!("{}…", text.chars().take(MOST).collect::<String>())
    }
}

pub(crate) fn wrong(span: Span, what: &str, wanted: &str, value: &Value<'_>) -> Diagnostic {
    let message = format!(
        "`{what}` must be {wanted}, but this is {}",
        type_name(value)
    );
    let found = Diagnostic::error(codes::WRONG_TYPE, span, message);
    found.help(match meant(what, wanted, value) {
        Some(good) => format!("write `{what} = {good}`"),
        None => match wanted {
            "a whole number" => {
                format!("write a whole number without quotes, such as `{what} = 1`")
            }
            "true or false" | "true" => format!("write `{what} = true` or `{what} = false`"),
            wanted if wanted.starts_with("a text") => {
                format!("write `{what} = \"…\"`, with quotes")
            }
            "a list of texts" => format!("write `{what} = [\"…\"]`"),
            "a table" => format!("write `{what} = {{ … }}`"),
            wanted => format!("write {wanted}"),
        },
    })
}

/// The diagnostic for a list member of the wrong type.
pub(crate) fn wrong_member(span: Span, key: &str, value: &Value<'_>) -> Diagnostic {
    let message = format!(
        "the members of `{key}` must be texts in quotes, but this is {}",
        type_name(value)
    );
    let good = meant(key, "a text", value).unwrap_or_else(|| "\"…\"".into());
    Diagnostic::error(codes::WRONG_TYPE, span, message).help(format!("write `{key} = [{good}]`"))
}

/// A value of the expected type that was probably meant.
fn meant(what: &str, wanted: &str, value: &Value<'_>) -> Option<String> {
    match (value.as_ref(), wanted) {
        (ValueInner::String(text), "a whole number") => text
            .trim()
            .parse::<i64>()
            .ok()
            .map(|number| number.to_string()),
        (ValueInner::Float(number), "a whole number") if number.is_finite() => {
            Some(format!("{number:.0}"))
        }
        // A version has three numbers, so two of them look like a decimal number.
        (ValueInner::Float(number), wanted)
            if number.is_finite() && wanted.starts_with("a text") =>
        {
            Some(format!(
                "\"{number:?}{}\"",
                if what == "version" { ".0" } else { "" }
            ))
        }
        (ValueInner::Array(list), wanted) if wanted.starts_with("a text") && list.len() == 1 => {
            list.first()?
                .as_str()
                .map(|text| format!("\"{}\"", short(text)))
        }
        (ValueInner::String(text), "true or false" | "true") => {
            match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "on" => Some("true".into()),
                "false" | "no" | "off" => Some("false".into()),
                _ => None,
            }
        }
        (ValueInner::Integer(number), "true or false" | "true") if (0..=1).contains(number) => {
            Some((*number == 1).to_string())
        }
        (ValueInner::Integer(number), wanted) if wanted.starts_with("a text") => {
            Some(format!("\"{number}\""))
        }
        (ValueInner::Boolean(truth), wanted) if wanted.starts_with("a text") => {
            Some(format!("\"{truth}\""))
        }
        (ValueInner::String(text), "a list of texts") => Some(format!("[\"{}\"]", short(text))),
        _ => None,
    }
}

pub(crate) fn text<'v>(
    value: &'v Value<'_>,
    span: Span,
    key: &str,
    report: &mut Report,
) -> Option<&'v str> {
    let text = value.as_str();
    if text.is_none() {
        report.add(wrong(span, key, "a text in quotes", value));
    }
    text
}

pub(crate) fn number(
    value: &Value<'_>,
    span: Span,
    key: &str,
    (min, max): (i64, i64),
    report: &mut Report,
) -> Option<i64> {
    let Some(number) = value.as_integer() else {
        report.add(wrong(span, key, "a whole number", value));
        return None;
    };
    if (min..=max).contains(&number) {
        return Some(number);
    }
    let message = format!("`{key}` is {number}, but must be from {min} to {max}");
    let near = number.clamp(min, max);
    let found = Diagnostic::error(codes::OUT_OF_RANGE, span, message);
    report.add(found.help(format!(
        "write a number from {min} to {max}, such as `{key} = {near}`"
    )));
    None
}

/// The members of a list, or a single value.
pub(crate) fn some<'v, 'd>(value: &'v Value<'d>) -> Vec<&'v Value<'d>> {
    match value.as_array() {
        Some(list) => list.iter().collect(),
        None => vec![value],
    }
}

/// Reads a text in one or more languages, English first: `"…"` or `{ en = "…", fr = "…" }`.
pub(crate) fn translated(
    value: &Value<'_>,
    file: u16,
    key: &str,
    report: &mut Report,
) -> Vec<(String, String)> {
    if let Some(text) = value.as_str() {
        check_shown(text, key, in_file(file, value.span), report);
        return vec![("en".into(), text.into())];
    }
    let Some(table) = value.as_table() else {
        report.add(wrong(
            in_file(file, value.span),
            key,
            "a text, or a table of texts by language",
            value,
        ));
        return Vec::new();
    };
    let mut texts = Vec::new();
    for (language, value) in table {
        check_code(&language.name, in_file(file, language.span), report);
        let span = in_file(file, value.span);
        if let Some(text) = text(value, span, &language.name, report) {
            check_shown(text, key, span, report);
            texts.push((language.name.to_string(), text.to_owned()));
        }
    }
    if !table.contains_key("en") {
        let missing = Diagnostic::error(
            codes::MISSING_KEY,
            in_file(file, value.span),
            format!("`{key}` has no English text"),
        );
        report.add(missing.help("write `en = \"…\"` beside the other languages"));
    }
    texts.sort_by_key(|(language, _)| (language != "en", language.clone()));
    texts
}

/// Reports a name or text that cannot be displayed next to others.
pub(crate) fn check_shown(text: &str, key: &str, span: Span, report: &mut Report) {
    let most = if key == "text" {
        limits::TEXT_CHARS
    } else {
        limits::NAME_CHARS
    };
    let odd = text.chars().find(|letter| {
        turns(*letter) || letter.is_control() && !(key == "text" && *letter == '\n')
    });
    let (message, help) = if text.trim().is_empty() {
        (
            format!("`{key}` is empty"),
            "write the text that players read",
        )
    } else if let Some(odd) = odd {
        let code = u32::from(odd);
        (
            format!(
                "`{key}` contains the character U+{code:04X}, which changes how text is displayed"
            ),
            "remove it",
        )
    } else if text.chars().count() > most {
        (
            format!(
                "`{key}` has {} characters, but at most {most} are allowed",
                text.chars().count()
            ),
            "make it shorter",
        )
    } else {
        return;
    };
    report.add(Diagnostic::error(codes::BAD_TEXT, span, message).help(help));
}

/// Whether a character changes the writing direction of the text around it.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
