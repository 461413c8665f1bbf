//! Input from people.

use crate::output::Out;
use crate::stop::CommandError;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, Read};

/// The maximum length of a line; actions are much shorter.
const LONGEST_LINE: u64 = 10_000;

/// A source of lines.
pub(crate) trait Input {
    /// The next line, after printing a prompt, which may be empty; `None` at the end of input.
    ///
    /// # Errors
    /// When the input or output fails.
    fn line(&mut self, out: &mut Out, prompt: &str) -> Result<Option<String>, CommandError>;
}

/// Reads lines without editing.
pub(crate) struct Lines<R>(pub(crate) R);

impl<R: BufRead> Input for Lines<R> {
    fn line(&mut self, out: &mut Out, prompt: &str) -> Result<Option<String>, CommandError> {
        out.text(prompt)?;
        out.flush()?;
        let mut line = Vec::new();
        let fault =
            |error: io::Error| CommandError::usage(format!("cannot read the input: {error}"), "");
        (&mut self.0)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(fault)?;
        let whole = !line.is_empty();
        Ok(whole.then(|| harmless(&String::from_utf8_lossy(&line))))
    }
}

/// A person at a terminal, who can edit the line and recall earlier ones with the arrow keys.
pub(crate) struct Editor(DefaultEditor);

impl Input for Editor {
    fn line(&mut self, out: &mut Out, prompt: &str) -> Result<Option<String>, CommandError> {
        out.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => {
                let line = harmless(&line);
                if line.len() > 1 {
                    // A line missing from the history can be typed again.
                    let _ = self.0.add_history_entry(&line);
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(CommandError::usage(
                format!("cannot read the input: {error}"),
                "",
            )),
        }
    }
}

/// The editor at a terminal; plain lines elsewhere.
pub(crate) fn input(terminal: bool) -> Box<dyn Input> {
    match DefaultEditor::new() {
        Ok(editor) if terminal => Box::new(Editor(editor)),
        _ => Box::new(Lines(io::stdin().lock())),
    }
}

/// The line without control characters, so that it is safe to print.
fn harmless(line: &str) -> String {
    let plain = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    line.trim_end().chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_taken_out() {
        assert_eq!(harmless("buy\ttop-left \r\n"), "buy top-left");
        assert_eq!(
            harmless("\x1b[2Jpass\u{9b}1m\n"),
            "\u{fffd}[2Jpass\u{fffd}1m"
        );
    }
}
