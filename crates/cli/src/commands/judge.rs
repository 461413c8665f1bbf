//! `cardwright judge`: checks rulings.

use crate::args::{AsArgs, name_value};
use crate::commands::count::simulate::bar;
use crate::files::{self, Kind};
use crate::interrupt;
use crate::opened::beside;
use crate::output::Out;
use crate::packs;
use crate::readings::{Told, about, print_readings, readings};
use crate::stop::{CommandError, Verdict as Answer};
use crate::verdicts::{Show, print_accounts, went, word};
use cardwright::Viewer;
use cardwright::judge::{Account, Finding, Judge, RulingError, Verdict, accept};
use clap::Args;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The maximum depth of nested folders; anything deeper is a mistake or a trap.
const MAX_DEPTH: usize = 8;

/// Check rulings: play each one and compare the outcome with the one it states.
///
/// Rulings are Markdown files, as described in docs/guide/rulings.md. In a folder, all `.md` files except
/// `README.md` are rulings, including those in subfolders. A ruling in the folder `rulings` of a pack is played
/// with that pack. The exit code is 1 if a ruling does not hold. Ctrl-C finishes the current ruling, prints the
/// results so far, and exits with 130. Rulings are public, so everything is shown; `--as 2` shows and checks only
/// what player 2 may know.
#[derive(Args)]
pub(crate) struct JudgeFiles {
    /// Rulings, or folders with rulings.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Write the actual outcomes into the files.
    #[arg(long)]
    write: bool,
    /// For every line of the outcome, print the line of the play that caused it and the clauses behind it. For a
    /// refusal, print its facts and what would make the action legal.
    #[arg(long)]
    explain: bool,
    /// A folder with a pack of cards to play with; repeat it for more packs.
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<PathBuf>,
    /// Play every ruling under this option, such as `edition=de`; repeat it for more options. Options in the ruling
    /// itself take precedence. Its cases under other options are skipped.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_value)]
    options: Vec<(String, String)>,
    /// Play by this printed edition of the rules; the same as `--option edition=NAME`.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
    /// Play the main case of each ruling under every printed edition too, and show what differs; in a game without
    /// editions, under every variant of its open questions. The exit code is that of the rules that were asked for.
    #[arg(long, conflicts_with_all = ["write", "explain", "viewer"])]
    every_edition: bool,
    #[command(flatten)]
    eyes: AsArgs,
}

impl JudgeFiles {
    /// Judges the rulings and prints the verdicts.
    ///
    /// # Errors
    /// When a file or folder cannot be read or written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Answer, CommandError> {
        if let Some(viewer) = self.eyes.viewer.filter(|viewer| *viewer != Viewer::Referee) {
            return self.tell(out, viewer);
        }
        if self.every_edition {
            return self.under_every_edition(out);
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
        Ok(if interrupt::is_stopped() {
            Answer::Stopped
        } else if all.iter().any(|(_, verdict)| faulty(verdict)) {
            Answer::No
        } else {
            Answer::Good
        })
    }

    /// Plays each ruling under every edition and shows what differs.
    fn under_every_edition(&self, out: &mut Out) -> Result<Answer, CommandError> {
        let all = self.each(|judge, _, text| {
            let asked = told(judge.judge(text));
            let options = self.all_options();
            let made = cardwright_wire::ruling_reading;
            let readings = readings(&about(&asked.data.game), &asked, made, |(name, value)| {
                let mut options = options.clone();
                options.push((name.into(), value.into()));
                judge.set_options(options);
                Ok(told(judge.judge(text)))
            });
            judge.set_options(options);
            Ok((asked, readings?))
        })?;
        let good = all.iter().all(|(_, (asked, _))| asked.data.holds());
        if out.is_json() {
            let named = all
                .into_iter()
                .map(|(file, (_, readings))| (file.display().to_string(), readings));
            out.json(&cardwright_wire::ruling_readings(named.collect()))?;
        } else {
            for (file, (asked, readings)) in &all {
                let finding = word(asked.data.finding);
                out.line(format!("{}: {finding}", file.display()))?;
                print_readings(out, &about(&asked.data.game), &asked.lines, readings)?;
                out.line("")?;
            }
        }
        Ok(if interrupt::is_stopped() {
            Answer::Stopped
        } else if good {
            Answer::Good
        } else {
            Answer::No
        })
    }

    /// Prints what a viewer may know of the rulings.
    fn tell(&self, out: &mut Out, viewer: Viewer) -> Result<Answer, CommandError> {
        if self.write {
            let help = "leave `--as` out: rulings contain what the host sees";
            return Err(CommandError::usage(
                "--write would write more than a player may know",
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
        Ok(if interrupt::is_stopped() {
            Answer::Stopped
        } else if all.iter().all(holds) {
            Answer::Good
        } else {
            Answer::No
        })
    }

    /// Calls a function with each ruling, and with the packs for it.
    fn each<T>(
        &self,
        mut done: impl FnMut(&mut Judge, &Path, &str) -> Result<T, CommandError>,
    ) -> Result<Vec<(PathBuf, T)>, CommandError> {
        let mut judge = self.judge()?;
        let named = packs::read_all(&self.packs)?;
        let mut all = Vec::new();
        let files = self.files()?;
        let (count, several) = (files.len(), files.len() > 1);
        if several {
            interrupt::stop_on_request();
        }
        let bar = bar(count as u64, "rulings");
        for file in files {
            if several && interrupt::is_stopped() {
                break;
            }
            let text = files::read(&file, Kind::Ruling)?;
            let own = packs::of_ruling(&file)
                .map(|folder| packs::read(&folder))
                .transpose()?;
            judge.set_packs(beside(named.clone(), own));
            let done = done(&mut judge, &file, &text)?;
            all.push((file, done));
            bar.inc(1);
        }
        bar.finish_and_clear();
        if all.len() < count {
            eprintln!("stopped after {} of {count} rulings", all.len());
        }
        Ok(all)
    }

    /// The options to play under, with the edition.
    fn all_options(&self) -> Vec<(String, String)> {
        let edition = self
            .edition
            .iter()
            .map(|name| ("edition".to_string(), name.clone()));
        edition.chain(self.options.iter().cloned()).collect()
    }

    fn judge(&self) -> Result<Judge, CommandError> {
        let options = self.all_options();
        if self.write && !options.is_empty() {
            let help = "write down other variants as `## Under …` in the ruling";
            return Err(CommandError::usage(
                "--write would mix outcomes under other options into the rulings",
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

/// The lines of a ruling's main case, with what was expected otherwise and what is wrong.
fn told(verdict: Verdict) -> Told<Verdict> {
    let fault = |fault: &RulingError| format!("  cannot be played: {}", fault.message);
    let mut lines: Vec<String> = verdict.faults.iter().map(fault).collect();
    if let Some(case) = verdict.cases.iter().find(|case| case.under.is_empty()) {
        lines.extend(
            case.transcript
                .iter()
                .map(|said| format!("  {}", said.line())),
        );
        lines.extend(case.unexpected.iter().map(|one| format!("  {}", went(one))));
        lines.extend(case.faults.iter().map(fault));
    }
    Told {
        lines,
        data: verdict,
    }
}

/// Every ruling in a folder and its subfolders, sorted by path.
///
/// # Errors
/// As [`files_in`].
pub(crate) fn rulings_in(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = files_in(folder, "md")?;
    files.retain(|file| !about_its_folder(file));
    Ok(files)
}

/// Whether a file among rulings describes their folder instead.
fn about_its_folder(file: &Path) -> bool {
    file.ends_with("README.md")
}

/// Every file in a folder and its subfolders whose name has that ending, sorted by path.
///
/// # Errors
/// When a folder cannot be read, or is nested too deep.
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
            // A broken link counts as a file that cannot be read.
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
            let what = format!("{} is more than {MAX_DEPTH} folders deep", path.display());
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
