//! The program `cardwright`: play, make and check cards, judge rulings, simulate, serve.
//!
//! `cargo install --path crates/cli` installs it; `cardwright --help` lists its commands, and `docs/reference/command-line.md` describes
//! each. It is the only part of the project that prints, reads a user's files or looks at a clock. To embed the engine in a program, use
//! the crate `cardwright` instead.
//!
//! Features: `server` (rooms over the network), `postgres` (rooms in PostgreSQL), `lsp` (the language server), `mcp` (assistants); `full` is
//! all of them.

mod args;
mod chance;
mod commands;
pub mod entry_points;
mod files;
mod interrupt;
mod lang;
mod opened;
mod output;
mod packs;
mod paint;
mod places;
mod screen;
mod stop;
mod table;
mod verdicts;
mod watch;

use clap::ColorChoice;
use clap::Parser;
use commands::Command;
use output::{Format, Out};
use std::io::IsTerminal;
use std::process::ExitCode;
use stop::CommandError;

/// Play, simulate, check and replay robot tabletop games whose cards are files.
///
/// Exits 0 on success, 1 when a check fails or an action is refused, 2 on bad usage or an unreadable file.
#[derive(Parser)]
#[command(name = "cardwright", version, max_term_width = 110)]
struct Arguments {
    /// How to print.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to print in colour. `auto` does at a terminal, unless the variable NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

impl Arguments {
    /// The output as it was asked for, and as the terminal is.
    fn out(&self) -> Out {
        let terminal = std::io::stdout().is_terminal();
        // Not locked: `lsp` writes from a thread of its own.
        let mut out = Out::new(
            Box::new(std::io::BufWriter::new(std::io::stdout())),
            self.format,
        );
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        out.colour = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !set("NO_COLOR") && !dumb,
        };
        let size = terminal_size::terminal_size().filter(|_| terminal);
        out.width = size.map(|(width, _)| usize::from(width.0));
        out.height = size.map(|(_, height)| usize::from(height.0));
        out
    }
}

/// What the program does: reads the command line, carries the command out, prints, and ends with its exit code.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() && asks_for_json(std::env::args_os()) => {
            return give_up(&CommandError::from(error), Format::Json);
        }
        Err(error) => error.exit(),
    };
    let mut out = arguments.out();
    let done = arguments
        .command
        .run(&mut out)
        .and_then(|verdict| match out.flush() {
            // A reader who leaves changes no verdict.
            Ok(()) | Err(CommandError::NobodyReads) => Ok(verdict),
            Err(stop) => Err(stop),
        });
    match done {
        Ok(verdict) => verdict.code(),
        Err(stop) => give_up(&stop, arguments.format),
    }
}

/// Whether the command line, which could not be parsed, has `--format json`.
fn asks_for_json(words: impl Iterator<Item = std::ffi::OsString>) -> bool {
    let words: Vec<_> = words.take_while(|word| word != "--").collect();
    words.iter().any(|word| word == "--format=json")
        || words
            .windows(2)
            .any(|pair| pair[0] == "--format" && pair[1] == "json")
}

fn give_up(stop: &CommandError, format: Format) -> ExitCode {
    if let Some(text) = stop.report(format) {
        // Nothing is left to do when even this cannot be written.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
    }
    stop.code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_follow_the_format() {
        let json = |line: &[&str]| asks_for_json(line.iter().map(Into::into));
        assert!(json(&["cardwright", "playy", "--format", "json"]));
        assert!(json(&["cardwright", "--format=json", "playy"]));
        assert!(!json(&["cardwright", "playy", "--format", "text"]));
        assert!(!json(&["cardwright", "playy", "--", "--format", "json"]));

        let Err(error) = Arguments::try_parse_from(["cardwright", "show"]) else {
            panic!("`show` without a file was parsed")
        };
        let stop = CommandError::from(error);
        let report = stop.report(Format::Json).unwrap();
        let value: serde_json::Value = serde_json::from_str(&report).unwrap();
        let what = "the following required arguments were not provided: <FILE>";
        assert_eq!(value["error"]["what"], what);
        assert!(
            value["error"]["help"]
                .as_str()
                .unwrap()
                .contains("Usage: cardwright show")
        );
    }
}
