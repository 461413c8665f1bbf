//! `cardwright check`: everything that is wrong with a pack.

use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use crate::watch::Watch;
use cardwright::{Checked, PackSource, Severity, check_packs};
use clap::Args;
use std::path::PathBuf;

/// Check packs of cards and report every error with its place.
#[derive(Args)]
pub(crate) struct Check {
    /// The folders of the packs; several are checked together, as they would be played together.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// Treat warnings as errors.
    #[arg(long)]
    deny_warnings: bool,
    /// Re-check on every save until Ctrl-C; without a terminal until the input ends.
    #[arg(long)]
    watch: bool,
}

impl Check {
    /// Checks and prints.
    ///
    /// # Errors
    /// When a folder cannot be read, or is for no game with cards.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        if self.watch {
            return self.again_and_again(out);
        }
        let checked = check_packs(&packs::read_all(&self.packs)?)?;
        match tell(out, &self.packs, &checked) {
            Ok(()) | Err(CommandError::NobodyReads) => Ok(self.verdict(&checked)),
            Err(stop) => Err(stop),
        }
    }

    /// One check after the other; the last one gives the verdict.
    fn again_and_again(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        packs::read_all(&self.packs)?;
        let watch = Watch::new(&self.packs)?;
        // Read once more, as nothing told of a change before.
        let mut files = packs::read_all(&self.packs)?;
        let mut last = self.once(out, 1, &files)?;
        for number in 2.. {
            loop {
                if !watch.changed() {
                    return Ok(last);
                }
                match packs::read_all(&self.packs) {
                    // Saved as it was, or a file that is none of the pack's.
                    Ok(now) if now == files => {}
                    Ok(now) => {
                        files = now;
                        break;
                    }
                    // In the middle of a change; what is there afterwards is told.
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

/// Tells why there was no check, and goes on.
fn failure(out: &mut Out, stop: &CommandError) -> Result<(), CommandError> {
    out.text(stop.report(out.format).unwrap_or_default())?;
    out.flush()
}

/// Prints what was found.
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

/// Every error with its place, and a last line that sums up.
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
                "good: {} has {} with it, {}",
                checked.game,
                some(cards, "card"),
                some(warnings, "warning")
            )
        }
        _ => format!("{}, {}", some(errors, "error"), some(warnings, "warning")),
    }
}

/// Errors and warnings.
fn counts(checked: &Checked) -> (usize, usize) {
    let errors = checked
        .found
        .list
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .count();
    (errors, checked.found.list.len() - errors)
}
