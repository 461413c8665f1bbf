//! The program `cardwright`: play games, make and check cards, judge rulings, simulate, serve.
//!
//! `cargo install --path crates/cli` installs it. `cardwright --help` lists its commands, and
//! `docs/reference/command-line.md` describes each. Only this part of the project prints, reads users' files or
//! uses a clock. To embed the engine in a program, use the crate `cardwright` instead.
//!
//! Features: `server` (rooms over the network), `postgres` (rooms in PostgreSQL), `lsp` (the language server),
//! `mcp` (assistants); `full` enables all of them.

mod args;
mod chance;
mod commands;
pub mod entry_points;
mod files;
mod help;
mod interrupt;
mod lang;
mod opened;
mod output;
mod packs;
mod paint;
mod places;
mod readings;
mod screen;
mod settings;
mod statistics;
mod stop;
mod table;
mod verdicts;
mod watch;

use clap::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser};
use commands::Command;
use output::{Format, Out};
use std::io::IsTerminal;
use std::process::ExitCode;
use stop::CommandError;

/// Play, simulate, check and replay robot tabletop games whose cards are files.
///
/// The exit code is 0 on success, 1 if a check fails or an action is refused, and 2 after wrong usage or an
/// unreadable file.
#[derive(Parser)]
#[command(name = "cardwright", version, max_term_width = 110)]
struct Arguments {
    /// The format of the output.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, help_heading = help::GLOBAL)]
    format: Format,
    /// When to use colours. `auto` uses them at a terminal, unless the variable NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = help::GLOBAL)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

/// The command line, as the help describes it.
fn command() -> clap::Command {
    help::with_examples(Arguments::command())
}

impl Arguments {
    /// The output, as requested and as the terminal allows.
    fn out(&self) -> Out {
        let terminal = std::io::stdout().is_terminal();
        // Not locked, because `lsp` writes from a thread of its own.
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

/// Runs the program: parses the command line, runs the command, prints the result, and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let parsed = command().try_get_matches();
    let arguments = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() && asks_for_json(std::env::args_os()) => {
            return give_up(&CommandError::from(error), Format::Json);
        }
        Err(error) if error.kind() == clap::error::ErrorKind::ValueValidation => {
            return give_up(&CommandError::from(error), Format::Text);
        }
        Err(error) => error.exit(),
    };
    let mut out = arguments.out();
    let done = arguments
        .command
        .run(&mut out)
        .and_then(|verdict| match out.flush() {
            // A reader that stops reading, such as `head`, does not change the verdict.
            Ok(()) | Err(CommandError::NobodyReads) => Ok(verdict),
            Err(stop) => Err(stop),
        });
    match done {
        Ok(verdict) => verdict.code(),
        Err(stop) => give_up(&stop, arguments.format),
    }
}

/// Whether a command line that could not be parsed contains `--format json`.
fn asks_for_json(words: impl Iterator<Item = std::ffi::OsString>) -> bool {
    let words: Vec<_> = words.take_while(|word| word != "--").collect();
    words.iter().any(|word| word == "--format=json")
        || words
            .windows(2)
            .any(|pair| pair[0] == "--format" && pair[1] == "json")
}

fn give_up(stop: &CommandError, format: Format) -> ExitCode {
    if let Some(text) = stop.report(format) {
        // If even this write fails, nothing can be done.
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

    #[test]
    fn a_number_that_is_none_is_told_in_plain_words() {
        let told = |line: &[&str]| {
            let Err(error) = Arguments::try_parse_from(line) else {
                panic!("{line:?} was parsed")
            };
            let report = CommandError::from(error).report(Format::Json).unwrap();
            let report: serde_json::Value = serde_json::from_str(&report).unwrap();
            report["error"]["what"].as_str().unwrap().to_owned()
        };
        let perft = |depth| told(&["cardwright", "perft", "robotory", "--depth", depth]);
        let games = |games| told(&["cardwright", "simulate", "robotory", "--games", games]);
        assert!(perft("x").ends_with(": write a whole number"));
        assert!(perft("").ends_with(": write a whole number"));
        assert!(perft("0").ends_with(": write a whole number from 1 to 100"));
        assert!(games("0").ends_with(": write a whole number, 1 or more"));
        assert!(games("99999999999999999999").ends_with(": the number is too large"));
    }
}
