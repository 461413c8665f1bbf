//! `cardwright judge`: checks rulings.

use crate::args::{AsArgs, name_value};
use crate::files::{self, Kind};
use crate::opened::beside;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict as Answer};
use crate::verdicts::{Show, print_accounts};
use cardwright::Viewer;
use cardwright::judge::{Account, Finding, Judge, Verdict, accept};
use clap::Args;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The deepest folder in a folder; deeper is a slip or a trap.
const MAX_DEPTH: usize = 8;

/// Check rulings: play each, and compare what comes out with what it says.
///
/// Files are Markdown as docs/guide/rulings.md describes; of a folder all `.md` files are taken but `README.md`, also in
/// folders inside. A ruling in the folder `rulings` of a pack is played with that pack. Ends with 1 when a ruling does
/// not hold. Rulings lie open, so everything is told; `--as 2` tells what player 2 was told and may know, and checks no
/// more than that.
#[derive(Args)]
pub(crate) struct JudgeFiles {
    /// Rulings, and folders with rulings.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Write what came out into the files.
    #[arg(long)]
    write: bool,
    /// For every line that came out say from which line of the play it comes, which clauses decide it, and for a
    /// refusal which facts were looked at and what would make it legal.
    #[arg(long)]
    explain: bool,
    /// A folder with a pack of cards to play with; may be given several times.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    /// Play every ruling as it stands under this option, such as `edition=de`; may be given several times. The
    /// ruling's own options win, and its cases under other options are left out.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    options: Vec<(String, String)>,
    /// The same as `--option edition=NAME`: how a printed rulebook reads.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
    #[command(flatten)]
    eyes: AsArgs,
}

impl JudgeFiles {
    /// Judges and prints.
    ///
    /// # Errors
    /// When a file or folder cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Answer, CommandError> {
        if let Some(viewer) = self.eyes.viewer.filter(|viewer| *viewer != Viewer::Referee) {
            return self.tell(out, viewer);
        }
        let all = self.each(|judge, file, text| {
            let verdict = judge.judge(text);
            if self.write {
                self.accept(file, text, &verdict)?;
            }
            Ok(verdict)
        })?;
        match out.is_json() {
            true => {
                let named = all
                    .iter()
                    .map(|(file, verdict)| (file.display().to_string(), verdict.clone()));
                out.json(&cardwright_wire::verdicts(&named.collect::<Vec<_>>())?)?;
            }
            false => {
                let all: Vec<_> = all
                    .iter()
                    .map(|(file, verdict)| (file.as_path(), verdict))
                    .collect();
                let whole = !self.paths.iter().any(|path| path.is_dir());
                Show {
                    explain: self.explain,
                    whole,
                    written: self.write,
                }
                .print(out, &all)?;
            }
        }
        let faulty = |verdict: &Verdict| match self.write {
            true => verdict.finding == Finding::Faulty,
            false => !verdict.holds(),
        };
        Ok(if all.iter().any(|(_, verdict)| faulty(verdict)) {
            Answer::No
        } else {
            Answer::Good
        })
    }

    /// Tells what a viewer may know of the rulings.
    fn tell(&self, out: &mut Out, viewer: Viewer) -> Result<Answer, CommandError> {
        if self.write {
            let help = "leave `--as` out: what is written into a ruling is what the host sees";
            return Err(CommandError::usage(
                "--write writes more than a player may know",
                help,
            ));
        }
        let all = self.each(|judge, _, text| Ok(judge.account(text, viewer)))?;
        match out.is_json() {
            true => {
                let named = all
                    .iter()
                    .map(|(file, account)| (file.display().to_string(), account.clone()));
                out.json(&cardwright_wire::accounts(&named.collect::<Vec<_>>())?)?;
            }
            false => print_accounts(out, &all, self.explain)?,
        }
        let holds = |(_, account): &(PathBuf, Account)| account.holds();
        Ok(if all.iter().all(holds) {
            Answer::Good
        } else {
            Answer::No
        })
    }

    /// Does something with each ruling, under the packs that it is played with.
    fn each<T>(
        &self,
        mut done: impl FnMut(&mut Judge, &Path, &str) -> Result<T, CommandError>,
    ) -> Result<Vec<(PathBuf, T)>, CommandError> {
        let mut judge = self.judge()?;
        let named = packs::read_all(&self.packs)?;
        let mut all = Vec::new();
        for file in self.files()? {
            let text = files::read(&file, Kind::Ruling)?;
            let own = packs::of_ruling(&file)
                .map(|folder| packs::read(&folder))
                .transpose()?;
            judge.set_packs(beside(named.clone(), own));
            let done = done(&mut judge, &file, &text)?;
            all.push((file, done));
        }
        Ok(all)
    }

    fn judge(&self) -> Result<Judge, CommandError> {
        let edition = self
            .edition
            .iter()
            .map(|name| ("edition".to_string(), name.clone()));
        let options: Vec<_> = edition.chain(self.options.iter().cloned()).collect();
        if self.write && !options.is_empty() {
            let help = "write down other variants as `## Under …` in the ruling";
            return Err(CommandError::usage(
                "--write would mix what comes out under other options into the rulings",
                help,
            ));
        }
        Ok(Judge::new().with_options(options))
    }

    fn files(&self) -> Result<Vec<PathBuf>, CommandError> {
        let mut files = Vec::new();
        for path in &self.paths {
            match path.is_dir() {
                true => files.extend(rulings_in(path)?),
                false => files.push(path.clone()),
            }
        }
        match files.is_empty() {
            true => Err(CommandError::usage(
                "there is no ruling here",
                "a ruling is a file whose name ends in .md",
            )),
            false => Ok(files),
        }
    }

    fn accept(&self, file: &Path, text: &str, verdict: &Verdict) -> Result<(), CommandError> {
        let new = accept(text, verdict);
        match new == text {
            true => Ok(()),
            false => files::replace(file, &new).map(drop),
        }
    }
}

/// Every ruling of a folder, also in folders inside, in order of path.
///
/// # Errors
/// As [`files_in`].
pub(crate) fn rulings_in(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = files_in(folder, "md")?;
    files.retain(|file| !about_its_folder(file));
    Ok(files)
}

/// Whether a file among rulings is none, but tells about its folder.
pub(crate) fn about_its_folder(file: &Path) -> bool {
    file.ends_with("README.md")
}

/// Every file of a folder whose name has that ending, also in folders inside, in order of path.
///
/// # Errors
/// When a folder cannot be read, or lies too deep.
pub(crate) fn files_in(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder)
        .min_depth(1)
        .follow_links(true)
        .sort_by_file_name()
    {
        let (path, depth, is_folder) = match entry {
            Ok(entry) => (
                entry.path().to_path_buf(),
                entry.depth(),
                entry.file_type().is_dir(),
            ),
            // A link that leads nowhere is a file that cannot be read.
            Err(error)
                if error.loop_ancestor().is_none()
                    && error.path().is_some_and(Path::is_symlink) =>
            {
                (
                    error.path().unwrap_or(folder).to_path_buf(),
                    error.depth(),
                    false,
                )
            }
            Err(error) => {
                let folder = error.path().unwrap_or(folder).to_path_buf();
                return Err(CommandError::file(
                    &folder,
                    "read the folder",
                    &error.into(),
                ));
            }
        };
        if is_folder && depth > MAX_DEPTH {
            let what = format!("{} lies more than {MAX_DEPTH} folders deep", path.display());
            return Err(CommandError::usage(
                what,
                "keep the files closer to the folder you name",
            ));
        }
        if !is_folder && path.extension().is_some_and(|own| own == ending) {
            files.push(path);
        }
    }
    Ok(files)
}
