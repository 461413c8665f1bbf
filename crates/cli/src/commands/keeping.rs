//! Saving during `play` and `referee`: in the file that the user named, or else in one of the program's own, so
//! that nothing is lost by Ctrl-C, a closed terminal or a file that cannot be written.

use crate::commands::play::input::Input;
use crate::files::{self, Keeper, Kind};
use crate::interrupt::Interrupt;
use crate::output::Out;
use crate::stop::{CommandError, Failure};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Saves a match or a session while it is played.
pub(crate) struct Keeping {
    kind: Kind,
    /// The name of the program's own file, without its ending.
    name: String,
    keeper: Option<Keeper>,
    /// Whether the user named the file.
    pub(crate) named: bool,
    /// The program's own file, used while the user's file cannot be written.
    spare: Option<Keeper>,
    /// The text that was read from the file; the file is not written until there is something new.
    loaded: Option<String>,
    /// Whether anything was written.
    pub(crate) wrote: bool,
    /// The errors of writing that were already reported.
    told: Vec<String>,
    interrupt: Interrupt,
}

impl Keeping {
    /// Saves in a file of the program's own, once there is something to save.
    pub(crate) fn unnamed(kind: Kind, name: String) -> Self {
        let (keeper, loaded, told) = (None, None, Vec::new());
        let interrupt = Interrupt::default();
        Keeping {
            kind,
            name,
            keeper,
            named: false,
            spare: None,
            loaded,
            wrote: false,
            told,
            interrupt,
        }
    }

    /// Saves in the file that the user named.
    pub(crate) fn named(kind: Kind, name: String, file: PathBuf) -> Self {
        Keeping {
            keeper: Some(Keeper::new(kind, file)),
            named: true,
            ..Keeping::unnamed(kind, name)
        }
    }

    /// Continues in the file that was read. `held` is its text, and `loaded` is what would be written now.
    ///
    /// # Errors
    /// When another program is saving a match in it.
    pub(crate) fn goes_on(
        self,
        file: PathBuf,
        held: String,
        loaded: String,
    ) -> Result<Self, CommandError> {
        let keeper = Some(Keeper::of(self.kind, file, held)?);
        Ok(Keeping {
            keeper,
            loaded: Some(loaded),
            ..self
        })
    }

    /// Marks the file as named by the user.
    pub(crate) fn by_name(self) -> Self {
        Keeping {
            named: true,
            ..self
        }
    }

    /// From now on, Ctrl-C and other interruptions print where the match is saved.
    pub(crate) fn watch(&mut self) {
        self.interrupt = Interrupt::watch();
    }

    /// Writes the user's file before the game, to report immediately if it cannot be written.
    ///
    /// # Errors
    /// When the file or the output cannot be written.
    pub(crate) fn begin(&mut self, out: &mut Out, text: &str) -> Result<(), CommandError> {
        let Some(keeper) = self.keeper.as_mut().filter(|_| self.loaded.is_none()) else {
            return Ok(());
        };
        let kept = keeper.keep(text)?;
        self.wrote |= kept.new;
        kept.notes.iter().try_for_each(|text| out.note(text))?;
        self.interruptible(out);
        Ok(())
    }

    /// Saves what is new. If the file cannot be written, the game continues, and the match is saved in a file of
    /// the program's own; each reason is reported once.
    ///
    /// # Errors
    /// When output cannot be written.
    pub(crate) fn keep(&mut self, out: &mut Out, text: &str) -> Result<(), CommandError> {
        if self.loaded.as_deref() == Some(text) {
            return Ok(());
        }
        self.loaded = None;
        match self.write(text) {
            Ok(notes) => {
                self.wrote = true;
                notes.iter().try_for_each(|text| out.note(text))?;
                if let Some(spare) = self.spare.take() {
                    spare.discard();
                }
                if !std::mem::take(&mut self.told).is_empty() {
                    out.note(&format!("saved again in {}", self.path_text()))?;
                }
            }
            Err(failure) => {
                self.complain(out, &failure)?;
                if self.named {
                    self.keep_beside(out, text)?;
                }
            }
        }
        self.interruptible(out);
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<Vec<String>, Failure> {
        let _busy = self.interrupt.busy();
        let mut keep = || {
            let keeper = match &mut self.keeper {
                Some(keeper) => keeper,
                None => {
                    let file = files::autosave(self.kind, &self.name)?;
                    self.keeper.insert(Keeper::new(self.kind, file))
                }
            };
            keeper.keep(text)
        };
        keep().map(|kept| kept.notes).map_err(Failure::from)
    }

    fn keep_beside(&mut self, out: &mut Out, text: &str) -> Result<(), CommandError> {
        let first = self.spare.is_none();
        let spare = match self.spare.take() {
            Some(spare) => Ok(spare),
            None => files::autosave(self.kind, &self.name).map(|file| Keeper::new(self.kind, file)),
        };
        let kept = spare.and_then(|mut spare| spare.keep(text).map(|_| spare));
        match kept {
            Ok(spare) => {
                if first {
                    out.note(&format!(
                        "meanwhile it is kept in {}",
                        spare.path().display()
                    ))?;
                }
                self.wrote = true;
                self.spare = Some(spare);
                Ok(())
            }
            Err(stop) => self.complain(out, &Failure::from(stop)),
        }
    }

    fn complain(&mut self, out: &mut Out, failure: &Failure) -> Result<(), CommandError> {
        if self.told.contains(&failure.what) {
            return Ok(());
        }
        self.told.push(failure.what.clone());
        out.note(&format!("not saved: {}", failure.what))
    }

    /// Saves in another file from now on. If that cannot be written, nothing changes.
    ///
    /// # Errors
    /// When the file or the output cannot be written.
    pub(crate) fn keep_in(
        &mut self,
        out: &mut Out,
        file: PathBuf,
        text: &str,
    ) -> Result<(), CommandError> {
        let same = self
            .keeper
            .as_ref()
            .is_some_and(|keeper| keeper.path() == file);
        if same {
            self.loaded = None;
            return self.keep(out, text);
        }
        let mut keeper = Keeper::new(self.kind, file);
        let kept = keeper.keep(text)?;
        if let Some(old) = self.keeper.replace(keeper).filter(|_| !self.named) {
            old.discard();
        }
        if let Some(spare) = self.spare.take() {
            spare.discard();
        }
        (self.named, self.wrote, self.loaded) = (true, true, None);
        self.told.clear();
        self.interruptible(out);
        kept.notes.iter().try_for_each(|text| out.note(text))
    }

    /// Deletes the program's own file, because nobody wants it.
    pub(crate) fn forget(&mut self) {
        if let Some(keeper) = self.keeper.take_if(|_| !self.named) {
            keeper.discard();
        }
        self.wrote = false;
        self.interrupt.say(None);
    }

    /// The file in which the match is saved.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.spare
            .as_ref()
            .or(self.keeper.as_ref())
            .map(Keeper::path)
    }

    fn path_text(&self) -> String {
        self.path()
            .map(|path| path.display().to_string())
            .unwrap_or_default()
    }

    /// Prints where the match is saved, if it is.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn say(&self, out: &mut Out, over: bool) -> Result<(), CommandError> {
        let ours = !self.named && self.loaded.is_some();
        match self.path().filter(|_| self.wrote || ours) {
            Some(path) if out.is_json() => {
                out.json_line(&json!({ "saved": path.display().to_string() }))
            }
            Some(path) => out.line(format!("# {}", self.where_kept(path, over))),
            None => Ok(()),
        }
    }

    fn where_kept(&self, path: &Path, over: bool) -> String {
        let path = quoted(path);
        match (self.kind, over) {
            (Kind::Session, _) => {
                format!("saved in {path}; `cardwright referee --load {path}` resumes")
            }
            (_, true) => format!("saved in {path}; `cardwright replay {path}` shows it"),
            (_, false) => format!("saved in {path}; `cardwright play --load {path}` resumes"),
        }
    }

    /// Sets what Ctrl-C prints from now on.
    fn interruptible(&self, out: &Out) {
        let Some(path) = self.path().filter(|_| self.wrote || self.loaded.is_some()) else {
            return;
        };
        let told = match out.is_json() {
            true => json!({ "saved": path.display().to_string() }).to_string(),
            false => format!("# {}", self.where_kept(path, false)),
        };
        self.interrupt.say(Some(told));
    }
}

/// Offers to continue the match that was left last; returns its file if the user accepts.
///
/// # Errors
/// When output or input fails.
pub(crate) fn offer(
    out: &mut Out,
    input: &mut dyn Input,
    kind: Kind,
    game: &str,
) -> Result<Option<PathBuf>, CommandError> {
    let Some((file, more)) = files::offered(kind, game) else {
        return Ok(None);
    };
    if more > 0 {
        let folder = file.parent().unwrap_or(&file).display();
        out.line(format!(
            "# {} left earlier: see {folder}",
            counted(more, kind)
        ))?;
    }
    let what = if kind == Kind::Session {
        "session"
    } else {
        "match"
    };
    // The path is no part of the question, because the terminal would break the words after it.
    out.prose(&format!(
        "# the last {what} of {game} is in {}",
        file.display()
    ))?;
    loop {
        let Some(reply) = input.line(out, "Resume it? [Y/n] ")? else {
            return Ok(None);
        };
        match reply.trim().to_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(Some(file)),
            "n" | "no" => return Ok(None),
            _ => out.note("type y to resume it, or n for a new one")?,
        }
    }
}

fn counted(more: usize, kind: Kind) -> String {
    match (kind, more) {
        (Kind::Session, 1) => "1 more session was".into(),
        (Kind::Session, _) => format!("{more} more sessions were"),
        (_, 1) => "1 more match was".into(),
        _ => format!("{more} more matches were"),
    }
}

/// A path as it is typed in a shell.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(' ') {
        format!("\"{path}\"")
    } else {
        path
    }
}
