//! Where everything that is printed goes.

use crate::paint::paint;
use crate::stop::CommandError;
use cardwright::Shade;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// The width where nobody says.
const USUAL_WIDTH: usize = 80;
/// The least width that text is broken for; below it words would be broken too.
const MIN_WIDTH: usize = 20;

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// As text, but an error is one line, `file:line:column: error[code]: message (help)`, as editors read it.
    Short,
    /// For programs.
    Json,
}

/// The output of a command. It is written at the end, or when somebody at a keyboard waits for it.
pub(crate) struct Out {
    to: Box<dyn Write>,
    /// How to print.
    pub(crate) format: Format,
    /// Whether text may be in colour.
    pub(crate) colour: bool,
    /// The width of the terminal, where there is one.
    pub(crate) width: Option<usize>,
    /// Its height.
    pub(crate) height: Option<usize>,
}

impl Out {
    /// An output.
    pub(crate) fn new(to: Box<dyn Write>, format: Format) -> Self {
        Out {
            to,
            format,
            colour: false,
            width: None,
            height: None,
        }
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
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), CommandError> {
        Ok(writeln!(self.to, "{}", text.as_ref())?)
    }

    /// How many columns a line may take.
    pub(crate) fn columns(&self) -> usize {
        self.width.unwrap_or(USUAL_WIDTH).max(MIN_WIDTH)
    }

    /// A sentence or more: at a terminal in lines that fit, broken between words; elsewhere in one line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn prose(&mut self, text: &str) -> Result<(), CommandError> {
        if self.width.is_none() {
            return self.painted(text);
        }
        let options = textwrap::Options::new(self.columns())
            .subsequent_indent("  ")
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(text, options)
            .iter()
            .try_for_each(|line| self.painted(line))
    }

    /// What puts letters of a board in a colour, where there are colours.
    pub(crate) fn brush(&self) -> &'static dyn Fn(Shade, &str) -> String {
        if self.colour {
            &crate::paint::tone
        } else {
            &|_, text| text.to_string()
        }
    }

    /// One line or more of text as it stands, in colour where that is wanted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn painted(&mut self, text: &str) -> Result<(), CommandError> {
        match self.colour {
            true => self.line(paint(text)),
            false => self.line(text),
        }
    }

    /// Text as it is, without an end of line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> Result<(), CommandError> {
        Ok(self.to.write_all(text.as_ref().as_bytes())?)
    }

    /// A value as JSON over several lines.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        self.line(serde_json::to_string_pretty(value).map_err(io::Error::from)?)
    }

    /// A value as JSON in one line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        self.line(serde_json::to_string(value).map_err(io::Error::from)?)
    }

    /// A word of the program to the person.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn note(&mut self, text: &str) -> Result<(), CommandError> {
        match self.is_json() {
            true => self.json_line(&serde_json::json!({ "note": text })),
            false => self.prose(&format!("! {text}")),
        }
    }

    /// Writes what was held back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), CommandError> {
        Ok(self.to.flush()?)
    }
}
