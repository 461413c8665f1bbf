//! TOML files with syntax errors: every error is reported, and the valid parts are read.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report};
use crate::fields::in_file;
use crate::limits;
use crate::toml_hints::{hint, is_open};
use std::ops::Range;
use toml_span::{Error, ErrorKind, Value};

/// A file without its lines that cannot be parsed.
pub(crate) struct Document {
    text: String,
    /// The tables with removed lines.
    damaged: Vec<Range<usize>>,
}

impl Document {
    /// Parses a file; syntax errors are reported and their lines removed.
    pub(crate) fn of(text: &str, file: u16, report: &mut Report) -> Document {
        match toml_span::parse(text) {
            Ok(_) => Document {
                text: text.to_owned(),
                damaged: Vec::new(),
            },
            Err(error) => Document::mended(text, file, error, report),
        }
    }

    /// Reports all syntax errors and removes their lines; `error` is the first one.
    pub(crate) fn mended(text: &str, file: u16, error: Error, report: &mut Report) -> Document {
        let mut document = Document {
            text: text.to_owned(),
            damaged: Vec::new(),
        };
        let (mut error, mut again, mut told) = (Some(error), limits::TOML_AGAIN, 0);
        while let Some(one) = error.take() {
            let at = document.culprit(one.span.start.min(document.text.len()));
            let line = line(&document.text, at);
            let table = table(&document.text, at);
            let known = document.damaged.contains(&table);
            // The rest of a broken value may follow; report only what starts like a new line.
            let here = document.text.get(line.clone()).unwrap_or_default();
            // The rest of a string left open on an earlier line may follow too; it ends with the quote.
            let rest = here.trim_end().ends_with('"')
                && here.matches('"').count() == 1
                && !here.contains('=');
            let follows = known && (!begins(here) || rest);
            if !follows {
                report.add(found(text, file, &one, at));
                told += 1;
            }
            let place = if follows || is_header(document.text.get(line.clone()).unwrap_or_default())
            {
                table.clone()
            } else {
                line
            };
            if !known {
                document.damaged.push(table);
            }
            let bound = told >= limits::TOML_BREAKS || again < text.len();
            if bound {
                let message = "this file may have more syntax errors after this one";
                let more =
                    Diagnostic::error(codes::MANY_MISTAKES, in_file(file, one.span), message);
                report.add(more.help("fix the first error first"));
            }
            if bound || !document.leave_out(place) {
                document.text.clear();
                document.damaged = std::iter::once(0..text.len()).collect();
                break;
            }
            again -= text.len();
            error = toml_span::parse(&document.text).err();
        }
        document
    }

    /// The byte that causes an error: if a line by itself cannot continue the text before, that is the line above with
    /// an open bracket.
    fn culprit(&self, at: usize) -> usize {
        let (here, table) = (line(&self.text, at), table(&self.text, at));
        let text = self.text.get(here.clone()).unwrap_or_default();
        let own = begins(text) && (text.contains('=') || is_header(text));
        let from = if is_header(text) {
            self::table(&self.text, here.start.saturating_sub(1)).start
        } else {
            table.start
        };
        let before = self
            .text
            .get(from..here.start)
            .filter(|_| own)
            .unwrap_or_default();
        let mut open = None;
        let mut start = from;
        for line in before.split_inclusive('\n') {
            if !is_header(line.trim_end()) && begins(line) {
                open = is_open(line).then_some(start);
            }
            start += line.len();
        }
        open.unwrap_or(at)
    }

    /// The values of the remaining lines.
    pub(crate) fn value(&self) -> Option<Value<'_>> {
        toml_span::parse(&self.text).ok()
    }

    /// Whether no lines were removed.
    pub(crate) fn is_whole(&self) -> bool {
        self.damaged.is_empty()
    }

    /// Whether lines were removed in the table that starts at a byte.
    pub(crate) fn is_damaged(&self, at: usize) -> bool {
        self.damaged.iter().any(|table| table.contains(&at))
    }

    /// Blanks a range; returns `false` if it was blank already.
    fn leave_out(&mut self, place: Range<usize>) -> bool {
        let Some(old) = self.text.get(place.clone()) else {
            return false;
        };
        if old.trim().is_empty() {
            return false;
        }
        let blank: String = old
            .bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
            .collect();
        self.text.replace_range(place, &blank);
        true
    }
}

/// The line around a byte.
fn line(text: &str, at: usize) -> Range<usize> {
    let at = (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    // A missing end of a line is noticed only after it.
    let at = match text.get(..at) {
        Some(before)
            if before.ends_with('\n')
                && text.get(at..).is_none_or(|rest| rest.trim().is_empty()) =>
        {
            before.trim_end().len()
        }
        _ => at,
    };
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let end = text
        .get(at..)
        .and_then(|rest| rest.find('\n'))
        .map_or(text.len(), |length| at + length);
    start..end
}

/// The table around a byte, from its header to the next one.
fn table(text: &str, at: usize) -> Range<usize> {
    let line = line(text, at);
    let mut start = line.start;
    while start > 0
        && !is_header(
            text.get(start..)
                .and_then(|rest| rest.lines().next())
                .unwrap_or_default(),
        )
    {
        start = text
            .get(..start - 1)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1);
    }
    let mut end = line.end;
    while end < text.len()
        && !is_header(
            text.get(end + 1..)
                .and_then(|rest| rest.lines().next())
                .unwrap_or_default(),
        )
    {
        end = text
            .get(end + 1..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |length| end + 1 + length);
    }
    start..end
}

/// Whether a line is the header of a table, or intended as one.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim_end();
    let inside = |c: char| c.is_alphanumeric() || "[]-_.\"' :".contains(c);
    line.starts_with('[') && line.chars().all(inside) && !line.contains(',')
}

/// Whether a line starts like a key with a value.
fn begins(line: &str) -> bool {
    line.starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '[')
        && !line.starts_with("[[ ")
}

/// The diagnostic for a syntax error, with a specific message for common mistakes.
fn found(text: &str, file: u16, error: &Error, at: usize) -> Diagnostic {
    let place = line(text, at);
    let here = text.get(place.clone()).unwrap_or_default();
    if error.to_string().contains("nesting depth") {
        let deep = Diagnostic::error(
            codes::SYNTAX,
            in_file(file, error.span),
            "this is nested too deeply",
        );
        return deep.help("a card needs at most lists of tables: `[{ fist = 1 }, { energy = 1 }]`");
    }
    if here.trim_start().starts_with('{') {
        let json = Diagnostic::error(
            codes::SYNTAX,
            in_file(file, error.span),
            "this is not TOML; it looks like JSON",
        );
        return json.help("write a key, `=` and a value on each line: `id = \"my-pack\"`");
    }
    if !matches!(
        error.kind,
        ErrorKind::DuplicateKey { .. } | ErrorKind::DuplicateTable { .. }
    ) && let Some(hint) = hint(here)
    {
        let span =
            toml_span::Span::new(place.start + hint.place.start, place.start + hint.place.end);
        return Diagnostic::error(codes::SYNTAX, in_file(file, span), hint.message).help(hint.help);
    }
    let found = Diagnostic::error(codes::SYNTAX, in_file(file, error.span), error.to_string());
    match &error.kind {
        ErrorKind::DuplicateKey { first, .. } => found
            .label(in_file(file, *first), "first here")
            .help("write each key once in a table: remove one of them, or begin the next table before it"),
        ErrorKind::DuplicateTable { first, .. } => found
            .label(in_file(file, *first), "first here")
            .help("write each table once: put its keys together, or begin a list of tables with `[[…]]`"),
        ErrorKind::UnquotedString => found.help("write texts in quotes: `\"…\"`"),
        ErrorKind::InvalidEscape(_) => found.help("write `/` in paths, and `\\\\` for a backslash in a text"),
        ErrorKind::InvalidNumber => found.help("write a whole number such as `2`, or a text in quotes"),
        _ => found.help("write one `key = value` on each line: texts in `\"…\"`, lists in `[ … ]`, tables in `{ … }`"),
    }
}
