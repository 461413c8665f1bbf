//! The output of all commands.

use crate::paint::paint;
use crate::stop::CommandError;
use cardwright::Shade;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// The width if it is unknown.
const USUAL_WIDTH: usize = 80;
/// The minimum width for wrapping text; below it, words would have to be broken.
const MIN_WIDTH: usize = 20;

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// Text in which an error is one line, `file:line:column: error[code]: message (help)`, as editors read it.
    Short,
    /// JSON for programs.
    Json,
}

/// The output of a command. It is written at the end, or when somebody at a keyboard waits for it.
pub(crate) struct Out {
    to: Box<dyn Write>,
    /// The format.
    pub(crate) format: Format,
    /// Whether text may be in colour.
    pub(crate) colour: bool,
    /// The width of the terminal, if there is one.
    pub(crate) width: Option<usize>,
    /// The height of the terminal, if there is one.
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

    /// Whether the format is JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether the format is short, for editors.
    pub(crate) fn is_short(&self) -> bool {
        self.format == Format::Short
    }

    /// Writes a line of text.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), CommandError> {
        Ok(writeln!(self.to, "{}", text.as_ref())?)
    }

    /// The number of columns that a line may take.
    pub(crate) fn columns(&self) -> usize {
        self.width.unwrap_or(USUAL_WIDTH).max(MIN_WIDTH)
    }

    /// Writes one or more sentences: at a terminal, wrapped at its width; otherwise in one line.
    ///
    /// # Errors
    /// When the output cannot be written.
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

    /// The text in bold, if colours are enabled.
    pub(crate) fn bold(&self, text: &str) -> String {
        let bold = clap::builder::styling::Style::new().bold();
        match self.colour {
            true => format!("{bold}{text}{bold:#}"),
            false => text.into(),
        }
    }

    /// A function that colours letters of a board, if colours are enabled.
    pub(crate) fn brush(&self) -> &'static dyn Fn(Shade, &str) -> String {
        if self.colour {
            &crate::paint::tone
        } else {
            &|_, text| text.to_string()
        }
    }

    /// Writes one or more lines of text unwrapped, in colour if enabled.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn painted(&mut self, text: &str) -> Result<(), CommandError> {
        match self.colour {
            true => self.line(paint(text)),
            false => self.line(text),
        }
    }

    /// Writes text without a line ending.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> Result<(), CommandError> {
        Ok(self.to.write_all(text.as_ref().as_bytes())?)
    }

    /// Writes a value as JSON over several lines.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        self.line(serde_json::to_string_pretty(value).map_err(io::Error::from)?)
    }

    /// Writes a value as JSON in one line.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        self.line(serde_json::to_string(value).map_err(io::Error::from)?)
    }

    /// Writes a message from the program to the user.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn note(&mut self, text: &str) -> Result<(), CommandError> {
        match self.is_json() {
            true => self.json_line(&serde_json::json!({ "note": text })),
            false => self.prose(&format!("! {text}")),
        }
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), CommandError> {
        Ok(self.to.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Clone, Default)]
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.borrow_mut().extend(b"<flushed>");
            Ok(())
        }
    }

    /// The output of a command that writes to a terminal of this width, with or without colours.
    fn written(width: Option<usize>, colour: bool, format: Format, write: fn(&mut Out)) -> String {
        let kept = Kept::default();
        let mut out = Out::new(Box::new(kept.clone()), format);
        (out.width, out.colour) = (width, colour);
        write(&mut out);
        String::from_utf8(kept.0.take()).unwrap()
    }

    #[test]
    fn sentences_are_wrapped_at_a_terminal_only() {
        let prose = |out: &mut Out| out.prose("one two three four five six well-known").unwrap();
        let whole = "one two three four five six well-known\n";
        let wrapped = "one two three four\n  five six\n  well-known\n";
        for (width, shown) in [
            (None, whole),
            (Some(80), whole),
            (Some(MIN_WIDTH), wrapped),
            // Narrower than that, the lines are too wide for the terminal.
            (Some(3), wrapped),
        ] {
            assert_eq!(
                written(width, false, Format::Text, prose),
                shown,
                "{width:?}"
            );
        }
    }

    #[test]
    fn what_is_written_has_its_colours_format_and_line_ends() {
        let all = |out: &mut Out| {
            let columns = out.columns().to_string();
            out.text(columns + " ").unwrap();
            out.painted("Robot 1").unwrap();
            out.text(out.bold("bold")).unwrap();
            out.text(out.brush()(Shade::Red, " red ")).unwrap();
            out.note("note").unwrap();
            out.json(&[1]).unwrap();
            out.json_line(&[2]).unwrap();
            out.line("end").unwrap();
            out.flush().unwrap();
        };
        assert_eq!(
            written(None, false, Format::Text, all),
            "80 Robot 1\nbold red ! note\n[\n  1\n]\n[2]\nend\n<flushed>"
        );
        let painted = written(Some(30), true, Format::Json, all);
        assert_eq!(
            painted.replace("\x1b", "^"),
            "30 ^[1m^[34mRobot 1^[0m\n^[1mbold^[0m^[1m^[31m red ^[0m{\"note\":\"note\"}\n[\n  1\n]\n[2]\nend\n<flushed>"
        );
    }
}
