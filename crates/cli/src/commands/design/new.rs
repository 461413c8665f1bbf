//! `cardwright new`: a first pack of cards.

use crate::files;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{StarterError, starter};
use clap::Args;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Make a folder with a first pack of cards: one card of each kind, a ruling, and files for editors.
///
/// The pack is without a fault at once: `check`, `text` and `test` work on it, and the README in it says how to go on.
/// Nothing is ever overwritten.
#[derive(Args)]
pub(crate) struct New {
    /// The folder to make. Its name makes the id of the pack: `Space Junk` makes `space-junk`.
    pack: PathBuf,
    /// Which game the cards are for; see `cardwright games`.
    #[arg(long)]
    game: String,
}

impl New {
    /// Writes the pack.
    ///
    /// # Errors
    /// When there is no such game, the name is none for a pack, the folder is not empty, or cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let written = starter(&self.game, &self.name()?)?;
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

    /// The last part of the path; for `.` and the like the folder it leads to.
    fn name(&self) -> Result<String, CommandError> {
        let real = || fs::canonicalize(&self.pack).ok();
        let named = self.pack.file_name().map(ToOwned::to_owned);
        let name =
            named.or_else(|| real().and_then(|path| path.file_name().map(ToOwned::to_owned)));
        let none = || {
            let what = format!("`{}` names no folder", self.pack.display());
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
                "name a folder that is not there yet",
            ));
        }
        let fault = |error| CommandError::file(&self.pack, "read the folder", &error);
        match fs::read_dir(&self.pack).map_err(fault)?.next() {
            None => Ok(()),
            Some(_) => Err(CommandError::refused(
                format!("{shown} is not empty"),
                "name a folder that is new or empty",
            )),
        }
    }

    fn print(&self, out: &mut Out, paths: &[&str]) -> Result<(), CommandError> {
        let pack = quoted(&self.pack.display().to_string());
        out.line(format!("{pack} is a pack of cards now:"))?;
        paths
            .iter()
            .try_for_each(|path| out.line(format!("  {path}")))?;
        out.line("\nThe next steps; its README.md says more:")?;
        for (command, about) in [
            (
                format!("check {pack}"),
                "what is wrong, where, and what to do",
            ),
            (
                format!("text {pack}"),
                "what each card does, beside your own text",
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

/// A path as it is typed.
fn quoted(path: &str) -> String {
    if path.contains(' ') {
        format!("\"{path}\"")
    } else {
        path.into()
    }
}

/// Writes a file that must not be there yet, and its folder.
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
