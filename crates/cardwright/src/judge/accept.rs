//! Writing the outcome into a ruling.

use super::fields::Edit;
use super::run::Said;
use super::verdict::{CaseVerdict, Verdict};

/// Updates the text of a ruling so that its outcome and its other blocks match what was found. Cases that could not be
/// played to the end, or whose play went differently from what the ruling says, are left unchanged. `text` must be the
/// text that the verdict is about.
pub fn accept(text: &str, verdict: &Verdict) -> String {
    let played = |case: &&CaseVerdict| case.faults.is_empty() && case.unexpected.is_empty();
    let mut edits: Vec<Edit> = Vec::new();
    for case in verdict.cases.iter().filter(played) {
        edits.extend(case.edits.iter().cloned());
        edits.extend(outcome(text, case));
    }
    // Edit from the end, so that earlier places stay valid.
    edits.sort_by_key(|(span, _)| std::cmp::Reverse((span.start, span.end)));
    let mut text = text.to_string();
    for (span, write) in edits {
        text.replace_range(span, &write);
    }
    text
}

/// The edit that replaces or inserts the lines of the outcome.
fn outcome(text: &str, case: &CaseVerdict) -> Option<Edit> {
    let lines: String = case
        .transcript
        .iter()
        .map(|said| Said::line(said) + "\n")
        .collect();
    match &case.outcome {
        Ok(block) => Some((block.span.clone(), lines)),
        // A case that states anything else about the end of its play needs no outcome.
        Err(_) if case.states => None,
        Err(end) => {
            let level = if case.under.is_empty() { "##" } else { "###" };
            let gap = if text[..*end].ends_with('\n') {
                "\n"
            } else {
                "\n\n"
            };
            Some((
                *end..*end,
                format!("{gap}{level} Outcome\n\n```text\n{lines}```\n"),
            ))
        }
    }
}
