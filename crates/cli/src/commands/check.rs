//! `cardwright check`: everything that is wrong with a pack.

use crate::output::Out;
use crate::packs;
use crate::stop::{Stop, Verdict};
use cardwright::{Checked, Severity, check_packs};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Check packs of cards and report every mistake with its place.
#[derive(Args)]
pub(crate) struct Check {
    /// The folders of the packs; several are checked together, as they would be played together.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// Take warnings for mistakes: the answer is no when there is any.
    #[arg(long)]
    deny_warnings: bool,
}

impl Check {
    /// Checks and prints.
    ///
    /// # Errors
    /// When a folder cannot be read, or is for no game with cards.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, Stop> {
        let checked = check_packs(&packs::read_all(&self.packs)?)?;
        tell(out, &self.packs, &checked)?;
        let denied = self.deny_warnings && counts(&checked).1 > 0;
        Ok(if checked.is_good() && !denied { Verdict::Good } else { Verdict::No })
    }
}

/// Prints what was found.
///
/// # Errors
/// When it cannot be written.
pub(super) fn tell(out: &mut Out, packs: &[PathBuf], checked: &Checked) -> Result<(), Stop> {
    match out.is_json() {
        true => out.json(&report(checked)),
        false => print(out, packs, checked),
    }
}

/// Every mistake with its place, and a last line that sums up.
fn print(out: &mut Out, packs: &[PathBuf], checked: &Checked) -> Result<(), Stop> {
    let gap = if out.is_short() { "" } else { "\n" };
    let found = if out.is_short() { checked.found.render_short() } else { checked.found.render() };
    if !found.is_empty() {
        out.line(format!("{}{gap}", found.trim_end()))?;
    }
    for reason in &checked.unplayable {
        out.line(format!("error: {reason}{gap}"))?;
    }
    let folders: Vec<String> = packs.iter().map(|folder| folder.display().to_string()).collect();
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
    let errors = checked.found.list.iter().filter(|one| one.severity == Severity::Error).count();
    (errors + checked.unplayable.len(), checked.found.list.len() - errors)
}

fn report(checked: &Checked) -> Value {
    let (errors, warnings) = counts(checked);
    json!({
        "game": checked.game,
        "good": checked.is_good(),
        "cards": checked.cards,
        "digest": checked.digest,
        "errors": errors,
        "warnings": warnings,
        "diagnostics": checked.found.to_json(),
        "unplayable": checked.unplayable,
    })
}
