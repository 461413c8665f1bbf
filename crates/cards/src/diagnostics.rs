//! Errors found in packs: what is wrong, where, and what to do.

use crate::codes::Code;
use crate::limits;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Whether a problem prevents loading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The pack cannot be loaded.
    Error,
    /// The pack can be loaded, but probably does not do what its author meant.
    Warning,
}

/// A range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The index of the file in [`Diagnostics::sources`].
    pub file: u16,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// Another place related to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The related range.
    pub span: Span,
    /// A note about that place.
    pub text: String,
}

/// An error or warning in a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable error code, such as `CW0102`; see [`crate::explain`].
    pub code: &'static str,
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// The place of the problem; `None` if it does not belong to a file.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// How to fix the problem.
    pub help: Option<String>,
    /// Related places.
    pub labels: Vec<Label>,
    /// The change that fixes the problem, if it can be made automatically.
    pub fix: Option<Fix>,
}

/// A change of a file that fixes a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The range to replace.
    pub span: Span,
    /// The new text.
    pub replace: String,
}

impl Diagnostic {
    pub(crate) fn error(
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code: code.id,
            severity: Severity::Error,
            span: span.into(),
            message: message.into(),
            help: None,
            labels: Vec::new(),
            fix: None,
        }
    }

    pub(crate) fn warning(
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// The change that replaces the word named in the message by the word from "did you mean `x`?".
    fn meant(&self, text: &str) -> Option<Fix> {
        let (span, help) = (self.span?, self.help.as_deref()?);
        let word = help
            .split_once("did you mean `")?
            .1
            .split('`')
            .next()
            .filter(|word| !word.is_empty())?;
        let there = text.get(span.start..span.end)?;
        // The message names the wrong word, which may be only a part of the range.
        let mut named = self.message.split('`').skip(1).step_by(2);
        let (at, length) = named
            .by_ref()
            .filter(|name| !name.is_empty())
            .find_map(|name| Some((there.find(name)?, name.len())))?;
        let start = span.start + at;
        let end = start + length;
        Some(Fix {
            span: Span { start, end, ..span },
            replace: word.to_owned(),
        })
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn fix(mut self, span: Span, replace: &str) -> Diagnostic {
        self.fix = Some(Fix {
            span,
            replace: replace.to_owned(),
        });
        self
    }

    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }
}

/// A file that diagnostics refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The path as displayed.
    pub path: String,
    /// The content of the file.
    pub text: Arc<str>,
    /// The byte offset of each line.
    lines: Vec<u32>,
}

impl Source {
    pub(crate) fn new(path: String, text: Arc<str>) -> Source {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0)
            .chain(behind.map(|(at, _)| at as u32 + 1))
            .collect();
        Source { path, text, lines }
    }

    /// The line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, byte: usize) -> (u32, u32) {
        let byte = self.floor(byte);
        let line = self.lines.partition_point(|start| *start as usize <= byte);
        let start = line
            .checked_sub(1)
            .and_then(|line| self.lines.get(line))
            .map_or(0, |start| *start as usize);
        let column = self
            .text
            .get(start..byte)
            .map_or(0, |before| before.chars().count())
            + 1;
        (line as u32, column as u32)
    }

    /// The byte range of the lines that contain a span.
    fn lines_of(&self, span: Span) -> Range<usize> {
        // The end of the text belongs to its last line.
        let start = self.floor(span.start.min(self.text.len().saturating_sub(1)));
        let end = self.floor(span.end.max(span.start));
        let before = self.lines.partition_point(|line| *line as usize <= start);
        let first = before
            .checked_sub(1)
            .and_then(|line| self.lines.get(line))
            .map_or(0, |line| *line as usize);
        let behind = self
            .lines
            .partition_point(|line| (*line as usize) < end.max(start + 1));
        first
            ..self
                .lines
                .get(behind)
                .map_or(self.text.len(), |line| *line as usize)
    }

    /// A place without an excerpt, for lines that are too long to show.
    fn origin(&self, byte: usize) -> Origin<'_> {
        let (line, column) = self.line_column(byte);
        Origin::path(&*self.path)
            .line(line as usize)
            .char_column(column as usize)
    }

    /// The lines of a range with their labels. The renderer gets only these lines, because it scans its whole input
    /// each time.
    fn snippet<'a>(
        &'a self,
        lines: Range<usize>,
        places: &[(Span, AnnotationKind, Option<&'a str>)],
    ) -> Snippet<'a, Annotation<'a>> {
        let text = self.text.get(lines.clone()).unwrap_or_default();
        let snippet = Snippet::source(text)
            .path(&*self.path)
            .line_start(self.line_column(lines.start).0 as usize);
        places.iter().fold(snippet, |snippet, (span, kind, text)| {
            let (start, end) = (self.floor(span.start), self.floor(span.end.max(span.start)));
            let place = start.saturating_sub(lines.start)..end.saturating_sub(lines.start);
            snippet.annotation(kind.span(place).label(*text))
        })
    }

    /// The last character boundary at or before a byte.
    fn floor(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// All errors and warnings from loading packs, ordered by place, with the affected files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The errors and warnings.
    pub list: Vec<Diagnostic>,
    /// The affected files.
    pub sources: Vec<Source>,
}

impl Diagnostics {
    /// Whether there is at least one error, not only warnings.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|one| one.severity == Severity::Error)
    }

    /// Adds a reason why no game can be made of cards that have no errors themselves. It is reported at the line named
    /// in the reason as "FILE, line N: …", or else at the last pack's list of cards.
    pub fn add_unplayable(&mut self, reason: &str, own: &str) {
        let told = reason.split_once(", line ").and_then(|(file, rest)| {
            let (line, what) = rest.split_once(": ")?;
            let line = line.parse::<usize>().ok()?.checked_sub(1)?;
            let file = file.rsplit(": ").next()?;
            let is = |source: &&Source| source.path.ends_with(file) && source.path.starts_with(own);
            let place = self.sources.iter().position(|source| is(&source))?;
            let start = *self.sources.get(place)?.lines.get(line)? as usize;
            let (place, start) = self
                .part_named(place, start, what, own)
                .unwrap_or((place, start));
            Some((place, start, what))
        });
        let manifest = |source: &Source| {
            source.path.ends_with(limits::MANIFEST) && source.path.starts_with(own)
        };
        let (place, start, what) = told
            .or_else(|| {
                let place = self.sources.iter().rposition(manifest)?;
                let text = &self.sources.get(place)?.text;
                let line = text.find("\ncards").map_or(0, |at| at + 1);
                Some((place, line, reason))
            })
            .unwrap_or((0, 0, reason));
        let length = self
            .sources
            .get(place)
            .and_then(|source| source.text.get(start..)?.lines().next())
            .map_or(0, str::len);
        let span = Span {
            file: place as u16,
            start,
            end: start + length,
        };
        let (message, help) = what
            .split_once("; ")
            .unwrap_or((what, "remove cards, or write fewer `copies`"));
        let found = Diagnostic::error(crate::codes::NO_GAME, span, message).help(help);
        self.list.push(found);
    }

    /// Where a card that begins at a place, in the pack of the folder `own`, has the first fact or function that a message
    /// names in backticks.
    fn part_named(
        &self,
        place: usize,
        start: usize,
        message: &str,
        own: &str,
    ) -> Option<(usize, usize)> {
        let source = self.sources.get(place)?;
        let card = source.text.get(start..)?;
        let card = card.split("\n[[").next().unwrap_or(card);
        let line_of = |text: &str, is: &dyn Fn(&str) -> bool| {
            let mut lines = text.split_inclusive('\n');
            let mut at = 0;
            lines.find_map(|line| {
                let begins = at;
                at += line.len();
                is(line).then_some(begins)
            })
        };
        let written = |line: &str, key: &str| {
            let rest = line.strip_prefix(key).map(str::trim_start);
            rest.is_some_and(|rest| rest.starts_with(['=', '(']))
        };
        let script = card.lines().find_map(|line| {
            let file = line.strip_prefix("script")?.split('"').nth(1)?;
            let ends = format!("/{file}");
            let is = |source: &Source| source.path.ends_with(&ends) && source.path.starts_with(own);
            self.sources.iter().position(is)
        });
        let words = message.split('`').skip(1).step_by(2).map(|word| {
            let word = word.strip_prefix("fn ").unwrap_or(word);
            let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
            word.split(ends).next().unwrap_or_default()
        });
        words.filter(|word| !word.is_empty()).find_map(|word| {
            if let Some(at) = line_of(card, &|line| written(line, word)) {
                return Some((place, start + at));
            }
            let file = script?;
            let is = |line: &str| {
                line.strip_prefix("fn ")
                    .is_some_and(|rest| written(rest, word))
            };
            let at = line_of(&self.sources.get(file)?.text, &is)?;
            Some((file, at))
        })
    }

    /// The diagnostics as plain text with excerpts.
    pub fn render(&self) -> String {
        self.render_with(&Renderer::plain())
    }

    /// The diagnostics as coloured text with excerpts.
    pub fn render_colour(&self) -> String {
        self.render_with(&Renderer::styled())
    }

    /// One line per diagnostic, `file:line:column: error[CW0102]: message (help)`, in the format that editors read.
    pub fn render_short(&self) -> String {
        self.list.iter().map(|one| self.one_short(one)).collect()
    }

    fn one_short(&self, one: &Diagnostic) -> String {
        let source = |span: Span| Some((self.sources.get(usize::from(span.file))?, span));
        let place = one
            .span
            .and_then(source)
            .map_or(String::new(), |(source, span)| {
                let (line, column) = source.line_column(span.start);
                format!("{}:{line}:{column}: ", source.path)
            });
        let level = if one.severity == Severity::Error {
            "error"
        } else {
            "warning"
        };
        let help = one
            .help
            .as_ref()
            .map_or(String::new(), |help| format!(" ({help})"));
        let said = format!("{}{help}", one.message)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        format!("{place}{level}[{}]: {said}\n", one.code)
    }

    fn render_with(&self, renderer: &Renderer) -> String {
        self.list
            .iter()
            .map(|one| format!("{}\n", renderer.render(&[self.group(one)])))
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn group<'a>(&'a self, one: &'a Diagnostic) -> Group<'a> {
        let level = if one.severity == Severity::Error {
            Level::ERROR
        } else {
            Level::WARNING
        };
        let mut group = Group::with_title(level.primary_title(&*one.message).id(one.code));
        let primary = one
            .span
            .iter()
            .map(|span| (*span, AnnotationKind::Primary, None));
        let others = one
            .labels
            .iter()
            .map(|label| (label.span, AnnotationKind::Context, Some(&*label.text)));
        let all: Vec<_> = primary.chain(others).collect();
        let mut files: Vec<u16> = Vec::new();
        for (span, ..) in &all {
            if !files.contains(&span.file) {
                files.push(span.file);
            }
        }
        for file in files {
            let Some(source) = self.sources.get(usize::from(file)) else {
                continue;
            };
            let here: Vec<_> = all
                .iter()
                .filter(|(span, ..)| span.file == file)
                .copied()
                .collect();
            let lines = here
                .iter()
                .map(|(span, ..)| source.lines_of(*span))
                .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            let lines = lines.unwrap_or_default();
            group = match here
                .iter()
                .any(|(span, ..)| source.lines_of(*span).len() > limits::LINE_SHOWN)
            {
                true => {
                    group.element(source.origin(here.first().map_or(0, |(span, ..)| span.start)))
                }
                false => group.element(source.snippet(lines, &here)),
            };
        }
        if let Some(help) = &one.help {
            group = group.element(Level::HELP.message(&**help));
        }
        group
    }

    /// The diagnostics as a JSON list of objects with `code`, `severity`, `file`, `line`, `column`, `end_line`,
    /// `end_column`, `message`, `help` and `labels`.
    pub fn to_json(&self) -> serde_json::Value {
        self.list.iter().map(|one| self.one_json(one)).collect()
    }

    fn one_json(&self, one: &Diagnostic) -> serde_json::Value {
        let mut json = serde_json::json!({ "code": one.code, "severity": one.severity, "message": one.message });
        if let Some(help) = &one.help {
            json["help"] = help.as_str().into();
        }
        if let Some(span) = one.span {
            self.place_json(span, &mut json);
        }
        let labels = one.labels.iter().map(|label| {
            let mut json = serde_json::json!({ "text": label.text });
            self.place_json(label.span, &mut json);
            json
        });
        json["labels"] = labels.collect();
        json
    }

    fn place_json(&self, span: Span, json: &mut serde_json::Value) {
        let Some(source) = self.sources.get(usize::from(span.file)) else {
            return;
        };
        let ((line, column), (end_line, end_column)) =
            (source.line_column(span.start), source.line_column(span.end));
        json["file"] = source.path.as_str().into();
        json["line"] = line.into();
        json["column"] = column.into();
        json["end_line"] = end_line.into();
        json["end_column"] = end_column.into();
    }
}

/// Serialized like [`Diagnostics::to_json`].
impl Serialize for Diagnostics {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render())
    }
}

impl std::error::Error for Diagnostics {}

/// Collects errors while packs are read.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) found: Diagnostics,
    warnings: usize,
    /// How often an error was added, known before or not.
    pub(crate) errors: usize,
    /// The number of warnings that were dropped, so that they do not hide an error.
    left_out: usize,
    /// Warnings that can be decided only after all cards are read.
    held: Vec<Bounded>,
}

/// A warning for each limit that an amount exceeds, lowest limit first, with the card fact that raises the limit. The
/// first one whose limit is not raised is reported.
pub(crate) type Bounded = Vec<(Option<&'static str>, Diagnostic)>;

impl Report {
    /// Adds an error, unless it is already known: several cards may share a script.
    pub(crate) fn add(&mut self, one: Diagnostic) {
        let warning = one.severity == Severity::Warning;
        self.errors += usize::from(!warning);
        if warning && self.warnings >= limits::MISTAKES {
            self.left_out += 1;
        } else if !self.full() && !self.found.list.contains(&one) {
            self.warnings += usize::from(warning);
            self.found.list.push(one);
        }
    }

    /// Keeps warnings until it is known which limits cards raise.
    pub(crate) fn hold(&mut self, one: Bounded) {
        // No warning beyond this limit would be shown anyway.
        if !one.is_empty() && self.held.len() < limits::ALL_MISTAKES && !self.held.contains(&one) {
            self.held.push(one);
        }
    }

    /// Takes the warnings that were kept.
    pub(crate) fn take_held(&mut self) -> Vec<Bounded> {
        std::mem::take(&mut self.held)
    }

    /// Whether there are so many errors that no more need to be found.
    pub(crate) fn full(&self) -> bool {
        self.found.list.len() >= limits::ALL_MISTAKES
    }

    pub(crate) fn source(&self, file: u16) -> Option<&Source> {
        self.found.sources.get(usize::from(file))
    }

    /// The word at a line and column.
    pub(crate) fn span_of(&self, at: cardwright_effects::tree::SourcePos) -> Option<Span> {
        let source = self.source(at.file)?;
        let line = usize::try_from(at.line).ok()?.checked_sub(1)?;
        let start = *source.lines.get(line)? as usize;
        let rest = source.text.get(start..)?;
        let column = usize::try_from(at.column).ok()?.saturating_sub(1);
        let start = start + rest.char_indices().nth(column).map_or(0, |(at, _)| at);
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let rest = source.text.get(start..)?;
        let length = rest.find(|letter| !word(letter)).unwrap_or(rest.len());
        Some(Span {
            file: at.file,
            start,
            end: start + length.max(1).min(rest.len()),
        })
    }

    /// The line and column of a span's start.
    pub(crate) fn at(&self, span: Span) -> cardwright_effects::tree::SourcePos {
        let (line, column) = self
            .source(span.file)
            .map_or((0, 0), |source| source.line_column(span.start));
        cardwright_effects::tree::SourcePos {
            file: span.file,
            line,
            column,
        }
    }

    /// A span at the start of a missing file.
    pub(crate) fn missing_file(&mut self, path: String) -> Span {
        let file = self.found.sources.len() as u16;
        self.found.sources.push(Source::new(path, "".into()));
        Span {
            file,
            start: 0,
            end: 0,
        }
    }

    /// Assigns errors about packs as a whole to the manifest of the last pack.
    fn place_all(&mut self) {
        if self.found.list.iter().all(|one| one.span.is_some()) {
            return;
        }
        let manifest = limits::MANIFEST;
        let sources = self.found.sources.iter();
        let last = sources
            .enumerate()
            .rev()
            .find(|(_, source)| source.path.ends_with(manifest));
        let place = match last {
            Some((file, _)) => Span {
                file: file as u16,
                start: 0,
                end: 0,
            },
            None => self.missing_file(manifest.to_owned()),
        };
        for one in &mut self.found.list {
            one.span.get_or_insert(place);
        }
    }

    /// Adds the fix to each problem whose help names a single word to write.
    fn find_fixes(&mut self) {
        for one in &mut self.found.list {
            let source = one
                .span
                .and_then(|span| self.found.sources.get(usize::from(span.file)));
            if let (None, Some(source)) = (&one.fix, source) {
                one.fix = one.meant(&source.text);
            }
        }
    }

    /// The errors ordered by place; if there are too many, followed by one that says so.
    pub(crate) fn finish(mut self) -> Diagnostics {
        let full = self.full();
        self.place_all();
        self.find_fixes();
        let list = &mut self.found.list;
        let place = |one: &Diagnostic| {
            (
                one.span.map_or((0, 0), |span| (span.file, span.start)),
                one.severity,
            )
        };
        list.sort_by_key(place);
        let more = list.len().saturating_sub(limits::MISTAKES) + self.left_out;
        if more > 0 {
            let least = if full || self.left_out > 0 {
                "at least "
            } else {
                ""
            };
            // Sort errors first, so that no error is dropped in favour of a warning.
            list.sort_by_key(|one| one.severity);
            list.truncate(limits::MISTAKES);
            let severity = list.first().map_or(Severity::Warning, |one| one.severity);
            list.sort_by_key(place);
            let message = format!(
                "there are {least}{more} more errors than the {} shown",
                list.len()
            );
            let last = list.last().and_then(|one| one.span);
            let many = Diagnostic::error(crate::codes::MANY_MISTAKES, last, message);
            list.push(Diagnostic {
                severity,
                ..many.help("fix these first")
            });
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fix changes only the word that the message names, at any position in the range.
    #[test]
    fn a_fix_changes_the_word_that_the_message_names() {
        let text = "slot = \"hed\" and { enegry = 1 }";
        let range = |part: &str| {
            let start = text.find(part).unwrap_or_default();
            let end = start + part.len();
            Span {
                file: 0,
                start,
                end,
            }
        };
        for (stretch, message, help, changed) in [
            (
                "hed",
                "`hed` is no slot",
                "did you mean `head`?",
                Some("hed"),
            ),
            (
                "\"hed\"",
                "`hed` is no slot",
                "did you mean `head`?",
                Some("hed"),
            ),
            (
                "{ enegry = 1 }",
                "no key `enegry`",
                "did you mean `head`? or so",
                Some("enegry"),
            ),
            (
                "enegry = 1",
                "in `card`: no `enegry`",
                "did you mean `head`?",
                Some("enegry"),
            ),
            (
                "enegry = 1",
                "in `card`: no `hed`",
                "did you mean `head`?",
                None,
            ),
            ("hed", "`hed` is no slot", "write another", None),
            ("hed", "`hed` is no slot", "did you mean ``?", None),
        ] {
            let one = Diagnostic::error(crate::codes::UNKNOWN_WORD, range(stretch), message);
            let expected = changed.map(|word| Fix {
                span: range(word),
                replace: "head".into(),
            });
            assert_eq!(one.help(help).meant(text), expected, "{stretch}: {message}");
        }
    }
}
