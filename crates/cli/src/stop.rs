//! Why a command stopped, and how that is reported.

use crate::output::Format;
use cardwright::{Diagnostics, LoadError, ReplayError, SessionError, SetupError};
use serde_json::json;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The verdict of a command that finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Success.
    Good,
    /// A check failed, or an action was refused.
    No,
    /// Ctrl-C stopped it, and it printed its results so far.
    Stopped,
}

impl Verdict {
    /// The exit code of the program.
    pub(crate) fn code(self) -> ExitCode {
        match self {
            Verdict::Good => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
            Verdict::Stopped => ExitCode::from(crate::interrupt::INTERRUPTED),
        }
    }
}

/// Why a command stopped before its end.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The reader of the output has stopped reading, as `head` does. This is not reported.
    NobodyReads,
    /// A check failed, or an action was refused.
    Refused(Failure),
    /// A pack has errors.
    Pack(Box<Diagnostics>),
    /// The command could not be understood, or a file could not be read or written.
    Usage(Failure),
}

/// What is wrong, and what to do.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// What is wrong, and where.
    pub(crate) what: String,
    /// How to fix it; may be empty.
    pub(crate) help: String,
}

impl CommandError {
    /// A command line that could not be parsed, or a file that could not be used.
    pub(crate) fn usage(what: impl Into<String>, help: impl Into<String>) -> Self {
        CommandError::Usage(Failure {
            what: what.into(),
            help: help.into(),
        })
    }

    /// The error of a setup, for a command without `--seats`.
    pub(crate) fn without_seats(error: SetupError) -> Self {
        match error {
            SetupError::Players { .. } => {
                CommandError::usage(error.to_string(), "change --players")
            }
            error => error.into(),
        }
    }

    /// A check that failed, or an action that is refused.
    pub(crate) fn refused(what: impl Into<String>, help: impl Into<String>) -> Self {
        CommandError::Refused(Failure {
            what: what.into(),
            help: help.into(),
        })
    }

    /// A file or folder that the system could not read or write.
    pub(crate) fn file(path: &Path, doing: &str, error: &io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::NotFound => "check the path for a typo",
            io::ErrorKind::PermissionDenied => "check its permissions",
            io::ErrorKind::IsADirectory => "give a file, not a folder",
            io::ErrorKind::NotADirectory => "give a folder, not a file",
            _ => "",
        };
        CommandError::usage(format!("cannot {doing} {}: {error}", path.display()), help)
    }

    /// The same error, about a file.
    #[must_use]
    pub(crate) fn about(self, path: &Path) -> Self {
        let named = |failure: Failure| Failure {
            what: format!("{}: {}", path.display(), failure.what),
            ..failure
        };
        match self {
            CommandError::Usage(failure) => CommandError::Usage(named(failure)),
            CommandError::Refused(failure) => CommandError::Refused(named(failure)),
            CommandError::Pack(_) | CommandError::NobodyReads => self,
        }
    }

    /// The exit code of the program.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            CommandError::NobodyReads => ExitCode::SUCCESS,
            CommandError::Refused(_) | CommandError::Pack(_) => ExitCode::from(1),
            CommandError::Usage(_) => ExitCode::from(2),
        }
    }

    /// The message to print, if there is one.
    pub(crate) fn report(&self, format: Format) -> Option<String> {
        match (self, format) {
            (CommandError::NobodyReads, _) => None,
            (
                CommandError::Refused(failure) | CommandError::Usage(failure),
                Format::Text | Format::Short,
            ) => Some(failure.text()),
            (CommandError::Refused(failure) | CommandError::Usage(failure), Format::Json) => {
                let error = json!({ "error": { "what": failure.what, "help": failure.help } });
                Some(format!("{error}\n"))
            }
            (CommandError::Pack(found), Format::Text) => {
                Some(format!("{}\n", found.render().trim_end()))
            }
            (CommandError::Pack(found), Format::Short) => Some(found.render_short()),
            (CommandError::Pack(found), Format::Json) => {
                let what = "the pack has errors";
                Some(format!(
                    "{}\n",
                    json!({ "error": { "what": what, "diagnostics": found.to_json() } })
                ))
            }
        }
    }
}

impl Failure {
    fn text(&self) -> String {
        match self.help.is_empty() {
            true => format!("error: {}\n", self.what),
            false => format!("error: {}\n  help: {}\n", self.what, self.help),
        }
    }
}

impl From<CommandError> for Failure {
    /// The error of a part of the work, after which the command continues.
    fn from(stop: CommandError) -> Self {
        match stop {
            CommandError::Usage(failure) | CommandError::Refused(failure) => failure,
            other => Failure {
                what: other.report(Format::Text).unwrap_or_default(),
                help: String::new(),
            },
        }
    }
}

impl From<io::Error> for CommandError {
    /// Errors of the program's own output; those of files have a path, see [`CommandError::file`].
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::NobodyReads,
            _ => CommandError::usage(
                format!("cannot write the output: {error}"),
                "check where the output goes",
            ),
        }
    }
}

impl From<clap::Error> for CommandError {
    /// A command line that cannot be parsed. The first paragraph of clap's text is the message, the others are the
    /// help.
    fn from(error: clap::Error) -> Self {
        let text = error.render().to_string();
        let (what, help) = text.split_once("\n\n").unwrap_or((&text, ""));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let what = what.strip_prefix("error: ").unwrap_or(what);
        CommandError::usage(number_needed(&words(what)), help.trim())
    }
}

/// A message of clap about a value, with the number that is needed in plain words.
fn number_needed(what: &str) -> String {
    let Some((before, reason)) = what.rsplit_once(": ") else {
        return what.into();
    };
    let range = reason.split_once(" is not in ").map(|(_, range)| range);
    let needed = match (reason, range.and_then(|range| range.split_once(".."))) {
        (_, Some((low, high))) => match high.strip_prefix('=') {
            Some(high) => format!("write a whole number from {low} to {high}"),
            None => format!("write a whole number, {low} or more"),
        },
        ("invalid digit found in string" | "cannot parse integer from empty string", _) => {
            "write a whole number".into()
        }
        ("number too large to fit in target type", _) => "the number is too large".into(),
        _ => return what.into(),
    };
    format!("{before}: {needed}")
}

impl From<SetupError> for CommandError {
    fn from(error: SetupError) -> Self {
        let what = error.to_string();
        match error {
            SetupError::UnknownGame { name, .. } if Path::new(&name).is_file() => {
                let help = format!("to resume a saved match: `cardwright play --load {name}`");
                CommandError::usage(format!("`{name}` is a file, not a game"), help)
            }
            SetupError::UnknownGame { name, help } if name.contains(['.', '/']) => {
                CommandError::usage(
                    format!("`{name}` is not a game, and there is no such file"),
                    help,
                )
            }
            SetupError::UnknownGame { help, .. } => CommandError::usage(what, help),
            SetupError::Players { .. } => {
                CommandError::usage(what, "change --players, or name as many --seats")
            }
            SetupError::NoCards { .. } => {
                CommandError::usage(what, "packs are for games with cards")
            }
            SetupError::Packs(found) => CommandError::Pack(found),
            _ => CommandError::usage(what, "change --option"),
        }
    }
}

impl From<cardwright_wire::Broken> for CommandError {
    fn from(error: cardwright_wire::Broken) -> Self {
        CommandError::refused(
            error.to_string(),
            "this is a fault of cardwright: please report it",
        )
    }
}

impl From<SessionError> for CommandError {
    fn from(error: SessionError) -> Self {
        let what = error.to_string();
        match error {
            SessionError::Seats { .. } => CommandError::usage(
                what,
                "name one for each with --seats, such as `human,random`",
            ),
            SessionError::NoBot { help, .. } => CommandError::usage(what, help),
            _ => CommandError::usage(what, "change --seats"),
        }
    }
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        let what = error.to_string();
        match error {
            LoadError::Text(error) => CommandError::usage(what, broken_text_help(&error)),
            LoadError::Setup(_) => {
                CommandError::refused(what, "the cards or options in the file were edited")
            }
            LoadError::Replay(error @ ReplayError::Format { .. }) => {
                CommandError::usage(what, replay_help(&error))
            }
            LoadError::Replay(error) => CommandError::refused(what, replay_help(&error)),
            _ => CommandError::refused(what, "give a file that `cardwright play --save` wrote"),
        }
    }
}

fn broken_text_help(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Eof => "use an older copy of the file",
        serde_json::error::Category::Data => {
            "give a file that `cardwright play --save` wrote; this one is other JSON"
        }
        _ => "give a file that `cardwright play --save` wrote",
    }
}

fn replay_help(error: &ReplayError) -> &'static str {
    match error {
        ReplayError::Format { .. } => "use the version of cardwright that wrote it",
        ReplayError::OtherRulebook { .. } => {
            "leave out --pack and the name of the game: a saved match contains its own cards"
        }
        ReplayError::Cut { .. } | ReplayError::Broken(_) => "use an older copy of the file",
        _ => "the file was edited, or another version of cardwright wrote it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_and_what_to_do() {
        let stop = CommandError::usage("there is no game `x`", "the games are a, b");
        let text = "error: there is no game `x`\n  help: the games are a, b\n";
        assert_eq!(stop.report(Format::Text).as_deref(), Some(text));
        let json =
            "{\"error\":{\"what\":\"there is no game `x`\",\"help\":\"the games are a, b\"}}\n";
        assert_eq!(stop.report(Format::Json).as_deref(), Some(json));
    }

    #[test]
    fn a_reader_who_has_gone_is_told_nothing() {
        let stop = CommandError::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(stop.report(Format::Text), None);
    }
}
