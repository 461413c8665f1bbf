//! `cardwright check`: reports all errors in packs.

use crate::files;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use crate::watch::Watch;
use cardwright::{Checked, PackSource, Severity, check_packs, fix_packs};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check packs of cards and report every error with its place.
#[derive(Args)]
pub(crate) struct Check {
    /// The folders of the packs. Several packs are checked together, as they would be played together.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// Treat warnings as errors.
    #[arg(long)]
    deny_warnings: bool,
    /// Make the fixes that need no judgement, such as old words and misspelt ones, then check. A file that could
    /// not be read after the fixes is not changed.
    #[arg(long, conflicts_with = "watch")]
    fix: bool,
    /// Check again after every save, until Ctrl-C; without a terminal, until the input ends.
    #[arg(long)]
    watch: bool,
}

impl Check {
    /// Checks the packs and prints the result.
    ///
    /// # Errors
    /// When a folder cannot be read, or its pack is for no game with cards.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        if self.watch {
            return self.again_and_again(out);
        }
        if self.fix {
            return self.fix(out);
        }
        let checked = check_packs(&packs::read_all(&self.packs)?)?;
        match tell(out, &self.packs, &checked) {
            Ok(()) | Err(CommandError::NobodyReads) => Ok(self.verdict(&checked)),
            Err(stop) => Err(stop),
        }
    }

    /// Applies the fixes, prints what changed, and checks.
    fn fix(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let file = |path: &&PathBuf| path.is_file();
        if let Some(path) = self.packs.iter().find(file) {
            let what = format!(
                "{} is one file, which `--fix` does not change",
                path.display()
            );
            return Err(CommandError::usage(
                what,
                "fix the pack's folder and pack it again",
            ));
        }
        let before = packs::read_all(&self.packs)?;
        let fixed = fix_packs(&before)?;
        for (pack, path, bytes) in fixed.changed(&before) {
            // Fixes replace text in text.
            let text = String::from_utf8_lossy(bytes);
            files::replace(&Path::new(&pack.name).join(path), &text)?;
        }
        let checked = check_packs(&fixed.packs)?;
        if out.is_json() {
            let checked_json = cardwright_wire::checked(&checked)?;
            out.json(&json!({ "fixed": fixed.made, "checked": checked_json }))?;
            return Ok(self.verdict(&checked));
        }
        for made in &fixed.made {
            out.line(format!(
                "fixed {}:{}:{}: `{}` is now `{}` [{}]",
                made.file, made.line, made.column, made.from, made.to, made.code
            ))?;
        }
        let count = match fixed.made.len() {
            0 => "nothing to fix".to_owned(),
            1 => "1 fix made".to_owned(),
            many => format!("{many} fixes made"),
        };
        out.line(count)?;
        print(out, &self.packs, &checked)?;
        Ok(self.verdict(&checked))
    }

    /// Checks after every save; the last check gives the verdict.
    fn again_and_again(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        packs::read_all(&self.packs)?;
        let watch = Watch::new(&self.packs)?;
        // Read again, because changes before the watch started were not reported.
        let mut files = packs::read_all(&self.packs)?;
        let mut last = self.once(out, 1, &files)?;
        for number in 2.. {
            loop {
                if !watch.changed() {
                    return Ok(last);
                }
                match packs::read_all(&self.packs) {
                    // Saved without a change, or a file that is not part of the pack.
                    Ok(now) if now == files => {}
                    Ok(now) => {
                        files = now;
                        break;
                    }
                    // In the middle of a change; the check after it prints the result.
                    Err(stop) => failure(out, &stop)?,
                }
            }
            last = self.once(out, number, &files)?;
        }
        Ok(last)
    }

    fn once(
        &self,
        out: &mut Out,
        number: u32,
        files: &[PackSource],
    ) -> Result<Verdict, CommandError> {
        if !out.is_json() {
            out.line(format!("=== check {number}"))?;
        }
        let verdict = match check_packs(files) {
            Ok(checked) if out.is_json() => {
                out.json_line(&cardwright_wire::checked(&checked)?)?;
                self.verdict(&checked)
            }
            Ok(checked) => {
                print(out, &self.packs, &checked)?;
                self.verdict(&checked)
            }
            Err(error) => {
                failure(out, &error.into())?;
                Verdict::No
            }
        };
        if !out.is_json() {
            out.line("=== waiting for changes; Ctrl-C ends\n")?;
        }
        out.flush()?;
        Ok(verdict)
    }

    fn verdict(&self, checked: &Checked) -> Verdict {
        let denied = self.deny_warnings && counts(checked).1 > 0;
        if checked.is_good() && !denied {
            Verdict::Good
        } else {
            Verdict::No
        }
    }
}

/// Prints why a check was not possible, and continues.
fn failure(out: &mut Out, stop: &CommandError) -> Result<(), CommandError> {
    out.text(stop.report(out.format).unwrap_or_default())?;
    out.flush()
}

/// Prints the result of a check.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn tell(
    out: &mut Out,
    packs: &[PathBuf],
    checked: &Checked,
) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json(&cardwright_wire::checked(checked)?),
        false => print(out, packs, checked),
    }
}

/// Prints every error with its place, and a summary as the last line.
fn print(out: &mut Out, packs: &[PathBuf], checked: &Checked) -> Result<(), CommandError> {
    let gap = if out.is_short() { "" } else { "\n" };
    let found = match (out.is_short(), out.colour) {
        (true, _) => checked.found.render_short(),
        (false, true) => checked.found.render_colour(),
        (false, false) => checked.found.render(),
    };
    if !found.is_empty() {
        out.line(format!("{}{gap}", found.trim_end()))?;
    }
    let folders: Vec<String> = packs
        .iter()
        .map(|folder| folder.display().to_string())
        .collect();
    out.line(format!("{}: {}", folders.join(", "), summary(checked)))
}

fn summary(checked: &Checked) -> String {
    let (errors, warnings) = counts(checked);
    let some = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    match checked.cards {
        Some(cards) if errors == 0 => {
            format!(
                "good: {} with {}, {}",
                checked.game,
                some(cards, "card"),
                some(warnings, "warning")
            )
        }
        _ => format!("{}, {}", some(errors, "error"), some(warnings, "warning")),
    }
}

/// The numbers of errors and warnings.
fn counts(checked: &Checked) -> (usize, usize) {
    let errors = checked
        .found
        .list
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .count();
    (errors, checked.found.list.len() - errors)
}
