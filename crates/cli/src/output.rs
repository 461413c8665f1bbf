//! Where everything that is printed goes.

use crate::stop::Stop;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// As text, but a mistake is one line, `file:line:column: error[code]: message (help)`, as editors read it.
    Short,
    /// For programs.
    Json,
}

/// The output of a command. It is written at the end, or when somebody at a keyboard waits for it.
pub(crate) struct Out {
    to: Box<dyn Write>,
    /// How to print.
    pub(crate) format: Format,
}

impl Out {
    /// An output.
    pub(crate) fn new(to: Box<dyn Write>, format: Format) -> Self {
        Out { to, format }
    }

    /// Whether a program reads it.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether an editor reads it.
    pub(crate) fn is_short(&self) -> bool {
        self.format == Format::Short
    }

    /// One line of text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Stop> {
        Ok(writeln!(self.to, "{}", text.as_ref())?)
    }

    /// Text as it is, without an end of line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> Result<(), Stop> {
        Ok(self.to.write_all(text.as_ref().as_bytes())?)
    }

    /// A value as JSON over several lines.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Stop> {
        self.line(serde_json::to_string_pretty(value).map_err(io::Error::from)?)
    }

    /// A value as JSON in one line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), Stop> {
        self.line(serde_json::to_string(value).map_err(io::Error::from)?)
    }

    /// A word of the program to the person.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn note(&mut self, text: &str) -> Result<(), Stop> {
        match self.is_json() {
            true => self.json_line(&serde_json::json!({ "note": text })),
            false => self.line(format!("! {text}")),
        }
    }

    /// Writes what was held back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        Ok(self.to.flush()?)
    }
}
