//! `cardwright new`: creates a starter pack, or adds a card to a pack.

use super::new_card::NewCard;
use crate::files;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{StarterError, starter};
use clap::{Args, Subcommand};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Create a starter pack: a card of each kind, a ruling, and files for editors.
///
/// The pack passes `check`, `text` and `test` immediately, and its README explains the next steps. Existing files
/// are never overwritten. `cardwright new card` adds a card to a pack.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct New {
    #[command(subcommand)]
    what: Option<What>,
    /// The folder to create. The id of the pack is derived from its name: `Space Junk` becomes `space-junk`.
    #[arg(required = true)]
    pack: Option<PathBuf>,
    /// The game of the cards; see `cardwright games`.
    #[arg(long, required = true)]
    game: Option<String>,
}

/// What can be created besides a pack.
#[derive(Subcommand)]
enum What {
    Card(NewCard),
}

impl New {
    /// Creates what was asked for.
    ///
    /// # Errors
    /// See [`NewPack::run`] and [`NewCard::run`].
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match (&self.what, &self.pack, &self.game) {
            (Some(What::Card(card)), ..) => card.run(out),
            (None, Some(pack), Some(game)) => NewPack { pack, game }.run(out),
            // The parser requires both.
            (None, ..) => Err(CommandError::usage(
                "there is no folder or no game",
                "write `cardwright new FOLDER --game GAME`",
            )),
        }
    }
}

/// A starter pack to create.
struct NewPack<'a> {
    pack: &'a PathBuf,
    game: &'a str,
}

impl NewPack<'_> {
    /// Writes the pack.
    ///
    /// # Errors
    /// When there is no such game, the name cannot be that of a pack, or the folder is not empty or cannot be
    /// written.
    fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let written = starter(self.game, &self.name()?)?;
        self.check_free()?;
        for (path, text) in &written {
            write_new(&self.pack.join(path), text)?;
        }
        let paths: Vec<&str> = written.iter().map(|(path, _)| path.as_str()).collect();
        match out.is_json() {
            true => {
                out.json(&json!({ "pack": self.pack.display().to_string(), "files": paths }))?
            }
            false => self.print(out, &paths)?,
        }
        Ok(Verdict::Good)
    }

    /// The last part of the path; for paths such as `.`, the name of the folder they lead to.
    fn name(&self) -> Result<String, CommandError> {
        let real = || fs::canonicalize(self.pack).ok();
        let named = self.pack.file_name().map(ToOwned::to_owned);
        let name =
            named.or_else(|| real().and_then(|path| path.file_name().map(ToOwned::to_owned)));
        let none = || {
            let what = format!("`{}` is not the name of a folder", self.pack.display());
            CommandError::refused(what, "give the new folder a name, such as `space-junk`")
        };
        name.map(|name| name.to_string_lossy().into_owned())
            .ok_or_else(none)
    }

    fn check_free(&self) -> Result<(), CommandError> {
        let shown = self.pack.display();
        if !self.pack.exists() {
            return Ok(());
        }
        if !self.pack.is_dir() {
            return Err(CommandError::refused(
                format!("{shown} is a file"),
                "name a folder that does not exist yet",
            ));
        }
        let fault = |error| CommandError::file(self.pack, "read the folder", &error);
        match fs::read_dir(self.pack).map_err(fault)?.next() {
            None => Ok(()),
            Some(_) => Err(CommandError::refused(
                format!("{shown} is not empty"),
                "name a folder that is new or empty",
            )),
        }
    }

    fn print(&self, out: &mut Out, paths: &[&str]) -> Result<(), CommandError> {
        let pack = quoted(&self.pack.display().to_string());
        out.line(format!("Created the pack {pack}:"))?;
        paths
            .iter()
            .try_for_each(|path| out.line(format!("  {path}")))?;
        out.line("\nNext steps (more in its README.md):")?;
        for (command, about) in [
            (
                format!("check {pack}"),
                "what is wrong, where, and what to do",
            ),
            (
                format!("text {pack}"),
                "what each card does, next to your own text",
            ),
            (format!("test {pack}"), "plays the rulings"),
            (
                format!("play {} --pack {pack}", self.game),
                "play with your cards",
            ),
        ] {
            out.line(format!("  cardwright {command:36} {about}"))?;
        }
        Ok(())
    }
}

/// A path with quotation marks where a shell needs them.
fn quoted(path: &str) -> String {
    if path.contains(' ') {
        format!("\"{path}\"")
    } else {
        path.into()
    }
}

/// Writes a file that does not exist yet, and creates its folder.
fn write_new(path: &Path, text: &str) -> Result<(), CommandError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .map_err(|error| CommandError::file(folder, "make the folder", &error))?;
    files::create_open(path, text).map(drop)
}

impl From<StarterError> for CommandError {
    fn from(error: StarterError) -> Self {
        match error {
            StarterError::Game(error) => error.into(),
            StarterError::Name { ref help, .. } => {
                CommandError::refused(error.to_string(), help.clone())
            }
            other => CommandError::refused(other.to_string(), "take another name"),
        }
    }
}
