//! `cardwright referee`: follows a game at a real table, entered line by line.

mod session;
mod show;

use crate::args::{AsArgs, SetupArgs};
use crate::commands::keeping::{Keeping, offer};
use crate::commands::play::input::input;
use crate::files::{self, Kind};
use crate::lang::LangArgs;
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{BeginError, RecordError, Referee, Viewer, game};
use clap::Args;
use session::{RefereeSession, name};
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

/// Follow a game that people play at a real table, and see what happens and who has to act.
///
/// You enter dice, cards and actions. `get ?` enters a card that only its owner has seen. `help` lists what you can
/// type; docs/guide/at-the-table.md shows a game. Without a terminal, it reads and prints lines, and the exit code
/// is 1 if a line was refused.
///
/// The host sees everything that was entered. `--as 2` shows what player 2 may know; if the session has cards that
/// player 2 may not see, you can look and ask, but not enter actions.
#[derive(Args)]
pub(crate) struct RefereeTable {
    /// The game; see `cardwright games`. A saved session knows its game.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Start from a position (TOML), as in rulings.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Save the session in this file after every line. Default: a file of the program's own.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Resume the session in this file. It is saved there too, unless --save names another file.
    #[arg(
        long,
        value_name = "FILE",
        alias = "resume",
        conflicts_with_all = ["game", "players", "packs", "options", "options_file", "edition", "position"]
    )]
    load: Option<PathBuf>,
    #[command(flatten)]
    eyes: AsArgs,
    #[command(flatten)]
    lang: LangArgs,
}

impl RefereeTable {
    /// Handles lines until the input ends.
    ///
    /// # Errors
    /// When the game cannot be played with this setup, or a file cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let terminal = stdin().is_terminal() && stdout().is_terminal() && !out.is_json();
        let mut input = input(terminal);
        let load = match self.load.clone() {
            None if terminal && self.is_plain() => {
                let info = game(self.game.as_deref().unwrap_or_default())?;
                offer(out, &mut *input, Kind::Session, info.id)?
            }
            load => load,
        };
        let (table, mut keeping) = match &load {
            Some(file) => self.go_on(file)?,
            None => self.start()?,
        };
        let viewer = self
            .eyes
            .at(table.rulebook().about().players)?
            .unwrap_or(Viewer::Referee);
        let table = table.for_viewer(viewer);
        if table.holds_secrets() {
            // Only the host writes the host's session.
            keeping = Keeping::unnamed(Kind::Session, name(&table));
        }
        keeping.watch();
        RefereeSession::new(table, terminal, keeping, input)
            .with_lang(&self.lang.lang)?
            .run(out)
    }

    /// Whether only the game is given.
    fn is_plain(&self) -> bool {
        let SetupArgs { players, with } = &self.setup;
        self.save.is_none() && self.position.is_none() && players.is_none() && with.is_empty()
    }

    fn start(&self) -> Result<(Referee, Keeping), CommandError> {
        let table = self.begin()?;
        let keeping = match self.save.clone() {
            Some(file) => Keeping::named(Kind::Session, name(&table), file),
            None => Keeping::unnamed(Kind::Session, name(&table)),
        };
        Ok((table, keeping))
    }

    fn go_on(&self, file: &Path) -> Result<(Referee, Keeping), CommandError> {
        let text = files::read(file, Kind::Session)?;
        let table = from_text(file, &text).map_err(|error| self.eyes.told(error, file))?;
        let keeping = match self.save.clone() {
            Some(other) => Keeping::named(Kind::Session, name(&table), other),
            None => {
                let ours = Keeping::unnamed(Kind::Session, name(&table));
                let ours = ours.goes_on(file.to_path_buf(), text, table.save())?;
                if self.load.is_some() {
                    ours.by_name()
                } else {
                    ours
                }
            }
        };
        Ok((table, keeping))
    }

    fn begin(&self) -> Result<Referee, CommandError> {
        let info = game(self.game.as_deref().unwrap_or_default())?;
        let Some(file) = &self.position else {
            let setup = self.setup.setup(info.usual)?;
            return Referee::new(info.id, setup, None).map_err(begin_fault);
        };
        let start = Start::read(file)?;
        let mut stop = None;
        for setup in start.setups(info, &self.setup)? {
            match Referee::new(info.id, setup, Some(start.text.clone())) {
                Ok(table) => return Ok(table),
                Err(error) => stop = stop.or(Some(error)),
            }
        }
        let error = match stop {
            Some(BeginError::Position(flaws)) => {
                let told: Vec<_> = flaws
                    .iter()
                    .map(|flaw| crate::args::flaw_line(&start.text, flaw))
                    .collect();
                CommandError::usage(told.join("\n"), "docs/guide/rulings.md explains positions")
                    .about(file)
            }
            Some(error) => begin_fault(error),
            None => CommandError::usage("no game can start from this position", "fix the position"),
        };
        Err(self.eyes.told(error, file))
    }
}

fn begin_fault(error: BeginError) -> CommandError {
    match error {
        BeginError::Setup(error) => CommandError::without_seats(error),
        error => CommandError::usage(error.to_string(), "fix the position"),
    }
}

/// Resumes a session from its file.
///
/// # Errors
/// When the file cannot be read, is not a session, or contains a line that is refused.
pub(super) fn resume(file: &Path) -> Result<Referee, CommandError> {
    from_text(file, &files::read(file, Kind::Session)?)
}

fn from_text(file: &Path, text: &str) -> Result<Referee, CommandError> {
    let fault = |error: RecordError| {
        let what = error.to_string();
        match error {
            RecordError::Text(_) => {
                CommandError::usage(what, "give a file that `cardwright referee --save` wrote")
            }
            RecordError::Format { .. } => {
                CommandError::usage(what, "use the version of cardwright that wrote it")
            }
            RecordError::Begin(error) => begin_fault(error),
            RecordError::Line { .. } => {
                let help = "the file was edited: fix the line, or delete it and the lines after it";
                CommandError::refused(what, help)
            }
            // The official cards of this version differ.
            _ => CommandError::refused(what, "use the version of cardwright that wrote it"),
        }
    };
    Referee::load(text).map_err(|error| fault(error).about(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        table: RefereeTable,
    }

    /// An unfinished session is offered only if the command line names nothing but a game.
    #[test]
    fn a_session_of_another_kind_is_asked_for_by_any_argument_about_it() {
        let plain = |more: &str| {
            let words = ["referee", "robotory"]
                .into_iter()
                .chain(more.split_whitespace());
            Words::try_parse_from(words).unwrap().table.is_plain()
        };
        for more in ["", "--as 1"] {
            assert!(plain(more), "{more}");
        }
        for more in [
            "--save a",
            "--position a",
            "--players 2",
            "--option a=b",
            "--options a",
            "--pack a",
            "--edition a",
        ] {
            assert!(!plain(more), "{more}");
        }
    }
}
