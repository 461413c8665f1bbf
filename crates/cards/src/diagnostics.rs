//! Errors found in packs: what, where, what to do.

use crate::codes::Code;
use crate::limits;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The pack cannot be loaded.
    Error,
    /// The pack can be loaded, but this is probably not meant.
    Warning,
}

/// A stretch of a file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file: its place in [`Diagnostics::sources`].
    pub file: u16,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

/// A second place that an error has to do with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable code, such as `CW0102`; see [`crate::explain`].
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is; none when it belongs to no file.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Other places it has to do with.
    pub labels: Vec<Label>,
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

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
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

/// A file that diagnostics speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its path as shown.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The byte at which each line begins.
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

    /// Line and column, from 1, of a byte; columns count characters.
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

    /// The bytes of the lines that a span lies on.
    fn lines_of(&self, span: Span) -> Range<usize> {
        // The end of the text is shown behind its last line.
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

    /// A place alone, for lines that are too long to show.
    fn origin(&self, byte: usize) -> Origin<'_> {
        let (line, column) = self.line_column(byte);
        Origin::path(&*self.path)
            .line(line as usize)
            .char_column(column as usize)
    }

    /// The lines of a stretch with what is said of places in it. Only they are given to the renderer, which goes
    /// through all of its text each time.
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

    /// The nearest place at or before a byte where a character begins.
    fn floor(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// Every error of a load, in order of place, with the files they are in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The errors.
    pub list: Vec<Diagnostic>,
    /// The files.
    pub sources: Vec<Source>,
}

impl Diagnostics {
    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|one| one.severity == Severity::Error)
    }

    /// Adds a reason why no game can be made of the cards of a set that are right by themselves. It is told at the line of
    /// a file that it names in the words "FILE, line N: …", or else where the last pack lists its cards.
    pub fn add_unplayable(&mut self, reason: &str, own: &str) {
        let told = reason.split_once(", line ").and_then(|(file, rest)| {
            let (line, what) = rest.split_once(": ")?;
            let line = line.parse::<usize>().ok()?.checked_sub(1)?;
            let file = file.rsplit(": ").next()?;
            let is = |source: &&Source| source.path.ends_with(file) && source.path.starts_with(own);
            let place = self.sources.iter().position(|source| is(&source))?;
            let start = *self.sources.get(place)?.lines.get(line)? as usize;
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

    /// All of them as plain text with excerpts.
    pub fn render(&self) -> String {
        self.render_with(&Renderer::plain())
    }

    /// All of them as text with excerpts, in colour.
    pub fn render_colour(&self) -> String {
        self.render_with(&Renderer::styled())
    }

    /// Each of them as one line, `file:line:column: error[CW0102]: message (help)`, as editors read it.
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

    /// All of them as a JSON list of objects with `code`, `severity`, `file`, `line`, `column`, `end_line`,
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

/// As [`Diagnostics::to_json`] writes it.
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
    /// Warnings that were not kept: many of them must not hide an error.
    left_out: usize,
    /// Warnings that wait for all cards to be read.
    held: Vec<Bounded>,
}

/// A warning for each bound that an amount exceeds, the tightest first, with the fact of cards that raises the bound.
/// The first that nothing raises is true.
pub(crate) type Bounded = Vec<(Option<&'static str>, Diagnostic)>;

impl Report {
    /// Adds an error, unless the same one is known: several cards may share a script.
    pub(crate) fn add(&mut self, one: Diagnostic) {
        let warning = one.severity == Severity::Warning;
        if warning && self.warnings >= limits::MISTAKES {
            self.left_out += 1;
        } else if !self.full() && !self.found.list.contains(&one) {
            self.warnings += usize::from(warning);
            self.found.list.push(one);
        }
    }

    /// Keeps warnings until it is known which bounds cards raise.
    pub(crate) fn hold(&mut self, one: Bounded) {
        // Of more, no warning would be kept either.
        if !one.is_empty() && self.held.len() < limits::ALL_MISTAKES && !self.held.contains(&one) {
            self.held.push(one);
        }
    }

    /// The warnings that wait.
    pub(crate) fn take_held(&mut self) -> Vec<Bounded> {
        std::mem::take(&mut self.held)
    }

    /// Whether nobody need look for more errors.
    pub(crate) fn full(&self) -> bool {
        self.found.list.len() >= limits::ALL_MISTAKES
    }

    pub(crate) fn source(&self, file: u16) -> Option<&Source> {
        self.found.sources.get(usize::from(file))
    }

    /// The word that stands at a line and column.
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

    /// Line and column of a span's start.
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

    /// The beginning of a file that is not there.
    pub(crate) fn missing_file(&mut self, path: String) -> Span {
        let file = self.found.sources.len() as u16;
        self.found.sources.push(Source::new(path, "".into()));
        Span {
            file,
            start: 0,
            end: 0,
        }
    }

    /// Gives errors of packs as a whole a place: the manifest of the last pack.
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

    /// The errors in order of place; when there are too many, a last one that says so.
    pub(crate) fn finish(mut self) -> Diagnostics {
        let full = self.full();
        self.place_all();
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
            // No error is left out for a warning.
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
