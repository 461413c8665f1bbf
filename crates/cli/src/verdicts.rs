//! Prints verdicts on rulings.

use crate::output::Out;
use crate::stop::CommandError;
use cardwright::judge::{
    Account, CaseAccount, CaseVerdict, ChangeKind, Cited, Difference, Finding, RulingError, Said,
    SeenChanges, Unexpected, Verdict, unified,
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The options for printing verdicts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Show {
    /// Whether to print the clauses behind each line, and the facts behind each refusal.
    pub(crate) explain: bool,
    /// Whether to print rulings that hold too, with their whole outcome.
    pub(crate) whole: bool,
    /// Whether the outcomes were written into the files.
    pub(crate) written: bool,
}

impl Show {
    /// Prints the verdicts, and the number of each kind.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn print(
        &self,
        out: &mut Out,
        all: &[(&Path, &Verdict)],
    ) -> Result<(), CommandError> {
        for (file, verdict) in all {
            if out.is_short() {
                print_short(out, file, verdict)?;
            } else if !verdict.holds() || self.whole || self.explain {
                self.print_ruling(out, file, verdict)?;
            }
        }
        let (held, differ) = (count(all, Finding::Holds), count(all, Finding::Differs));
        let faulty = all.len() - held - differ;
        let written = if self.written {
            "; the actual outcome was written into each ruling that could be played"
        } else {
            ""
        };
        let all_of = if all.len() == 1 {
            "1 ruling".into()
        } else {
            format!("{} rulings", all.len())
        };
        let hold = if held == 1 { "holds" } else { "hold" };
        let differ = if differ == 1 {
            "1 differs".into()
        } else {
            format!("{differ} differ")
        };
        out.line(format!(
            "{all_of}: {held} {hold}, {differ}, {faulty} faulty{written}"
        ))
    }

    fn print_ruling(
        &self,
        out: &mut Out,
        file: &Path,
        verdict: &Verdict,
    ) -> Result<(), CommandError> {
        out.line(format!("{}: {}", file.display(), word(verdict.finding)))?;
        if !verdict.title.is_empty() {
            out.line(format!("  {}", verdict.title))?;
        }
        for fault in &verdict.faults {
            print_fault(out, file, fault)?;
        }
        for case in &verdict.cases {
            self.print_case(out, file, case)?;
        }
        out.line("")
    }

    fn print_case(
        &self,
        out: &mut Out,
        file: &Path,
        case: &CaseVerdict,
    ) -> Result<(), CommandError> {
        if !case.under.is_empty() {
            let under: Vec<_> = case
                .under
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            out.line(format!(
                "  under {}: {}",
                under.join(", "),
                word(case.finding)
            ))?;
        }
        if self.explain {
            case.transcript
                .iter()
                .try_for_each(|said| explain(out, said, &case.cited))?;
        } else if self.whole {
            case.transcript
                .iter()
                .try_for_each(|said| out.line(format!("    {}", said.line())))?;
        }
        case.faults
            .iter()
            .try_for_each(|fault| print_fault(out, file, fault))?;
        if case.finding == Finding::Differs {
            print_differences(out, file, case)?;
        }
        Ok(())
    }
}

/// Prints all differences between a case and its actual outcome.
fn print_differences(out: &mut Out, file: &Path, case: &CaseVerdict) -> Result<(), CommandError> {
    case.unexpected
        .iter()
        .try_for_each(|unexpected| print_unexpected(out, file, unexpected))?;
    if case
        .changes
        .iter()
        .any(|change| change.kind != ChangeKind::Same)
    {
        out.line("  expected (-) and actual (+) outcome, with the line of the file:")?;
        out.text(unified(&case.changes))?;
    }
    print_seen(out, &case.seen, &case.differences)
}

/// Prints what a viewer saw differently, and what differs at the end.
fn print_seen(
    out: &mut Out,
    seen: &[SeenChanges],
    differences: &[Difference],
) -> Result<(), CommandError> {
    for seen in seen {
        out.line(format!(
            "  {}: expected (-) and actual (+) lines:",
            seen.section
        ))?;
        out.text(unified(&seen.changes))?;
    }
    if !differences.is_empty() {
        out.line("  stated (-) and actual (+) at the end of the play:")?;
    }
    for Difference {
        section,
        field,
        expected,
        found,
        line,
    } in differences
    {
        out.line(format!(
            "{line:>4} | - {section}: {field}: {}",
            stated(expected)
        ))?;
        out.line(format!("     | + {section}: {field}: {}", stated(found)))?;
    }
    Ok(())
}

/// A value as it is written in a ruling.
fn stated(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Describes a line of the play whose result differs from what the ruling says.
pub(crate) fn went(unexpected: &Unexpected) -> String {
    let Unexpected {
        action,
        refused,
        message,
        cites,
        ..
    } = unexpected;
    match refused {
        true => {
            format!(
                "the ruling differs: `{action}` is allowed here, and the ruling says that it is refused"
            )
        }
        false => {
            format!(
                "the ruling differs: `{action}` is refused here: {message} [{}]",
                cites.join(", ")
            )
        }
    }
}

fn print_unexpected(
    out: &mut Out,
    file: &Path,
    unexpected: &Unexpected,
) -> Result<(), CommandError> {
    let Unexpected {
        line,
        column,
        facts,
        help,
        ..
    } = unexpected;
    out.line(format!(
        "  {}:{line}:{column}: {}",
        file.display(),
        went(unexpected)
    ))?;
    facts
        .iter()
        .try_for_each(|fact| out.line(format!("    fact: {fact}")))?;
    if help.is_empty() {
        Ok(())
    } else {
        out.line(format!("    help: {help}"))
    }
}

/// Prints each error and each difference as one line, as editors read it.
fn print_short(out: &mut Out, file: &Path, verdict: &Verdict) -> Result<(), CommandError> {
    let place =
        |line: usize, column: usize| format!("{}:{line}:{column}: error[ruling]", file.display());
    let faults = verdict.cases.iter().flat_map(|case| &case.faults);
    for fault in verdict.faults.iter().chain(faults) {
        let help = if fault.help.is_empty() {
            String::new()
        } else {
            format!(" ({})", fault.help)
        };
        out.line(format!(
            "{}: {}{help}",
            place(fault.line, fault.column),
            fault.message
        ))?;
    }
    let differ: Vec<_> = verdict
        .cases
        .iter()
        .filter(|case| case.finding == Finding::Differs)
        .collect();
    for unexpected in differ.iter().flat_map(|case| &case.unexpected) {
        out.line(format!(
            "{}: {}",
            place(unexpected.line, unexpected.column),
            went(unexpected)
        ))?;
    }
    for Difference {
        section,
        field,
        expected,
        found,
        line,
    } in differ.iter().flat_map(|case| &case.differences)
    {
        let (expected, found) = (stated(expected), stated(found));
        out.line(format!(
            "{}: {section}: {field}: {expected} is stated, but it is {found}",
            place(*line, 1)
        ))?;
    }
    let seen = differ
        .iter()
        .flat_map(|case| case.seen.iter().flat_map(|seen| &seen.changes));
    for change in differ.iter().flat_map(|case| &case.changes).chain(seen) {
        let what = match change.kind {
            ChangeKind::Same => continue,
            ChangeKind::Missing => "is missing from the outcome",
            ChangeKind::Extra => "is in the outcome, but not in the ruling",
        };
        out.line(format!(
            "{}: {what}: {}",
            place(change.line, 1),
            change.text
        ))?;
    }
    Ok(())
}

fn print_fault(out: &mut Out, file: &Path, fault: &RulingError) -> Result<(), CommandError> {
    out.line(format!(
        "  {}:{}:{}: {}",
        file.display(),
        fault.line,
        fault.column,
        fault.message
    ))?;
    if fault.help.is_empty() {
        Ok(())
    } else {
        out.line(format!("    help: {}", fault.help))
    }
}

/// Prints one line of the outcome with everything that decided it.
fn explain(out: &mut Out, said: &Said, cited: &[Cited]) -> Result<(), CommandError> {
    let from = said
        .from
        .map_or(String::new(), |line| format!("line {line}: "));
    out.line(format!("    {from}{}", said.text))?;
    for cite in &said.cites {
        let title = cited
            .iter()
            .find(|cited| cited.cite == *cite)
            .map_or("", |cited| &cited.title);
        out.line(format!("        {cite} {title}").trim_end())?;
    }
    said.facts
        .iter()
        .try_for_each(|fact| out.line(format!("        fact: {fact}")))?;
    if said.help.is_empty() {
        Ok(())
    } else {
        out.line(format!("        help: {}", said.help))
    }
}

fn count(all: &[(&Path, &Verdict)], finding: Finding) -> usize {
    all.iter()
        .filter(|(_, verdict)| verdict.finding == finding)
        .count()
}

pub(crate) fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::Holds => "holds",
        Finding::Differs => "differs",
        Finding::Faulty => "faulty",
    }
}

/// Prints what a viewer may know of rulings.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn print_accounts(
    out: &mut Out,
    all: &[(PathBuf, Account)],
    explained: bool,
) -> Result<(), CommandError> {
    for (file, account) in all {
        let Account {
            viewer, finding, ..
        } = account;
        out.line(format!(
            "{}: {}, as far as {viewer} may know",
            file.display(),
            word(*finding)
        ))?;
        account
            .faults
            .iter()
            .try_for_each(|fault| print_fault(out, file, fault))?;
        for case in &account.cases {
            print_case_account(out, file, case, explained)?;
        }
        out.line("")?;
    }
    Ok(())
}

fn print_case_account(
    out: &mut Out,
    file: &Path,
    case: &CaseAccount,
    explained: bool,
) -> Result<(), CommandError> {
    if !case.under.is_empty() {
        let under: Vec<_> = case
            .under
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        out.line(format!(
            "  under {}: {}",
            under.join(", "),
            word(case.finding)
        ))?;
    }
    for said in &case.told {
        match explained {
            true => explain(out, said, &case.cited)?,
            false => out.line(format!("    {}", said.line()))?,
        }
    }
    case.faults
        .iter()
        .try_for_each(|fault| print_fault(out, file, fault))?;
    for change in &case.changes {
        out.line(format!(
            "  {}:{}:1: the ruling does not decide: {}",
            file.display(),
            change.line,
            change.text
        ))?;
    }
    print_seen(out, &case.seen, &case.differences)
}
