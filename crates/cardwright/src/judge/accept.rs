//! Writing what came out into a ruling.

use super::fields::Edit;
use super::run::Said;
use super::verdict::{CaseVerdict, Verdict};

/// The text of a ruling with what came out as its outcomes, and with what is so in its other blocks. Cases that could
/// not be played to their end, or went otherwise than their play says, stay as they are. `text` is the text the verdict
/// is about.
pub fn accept(text: &str, verdict: &Verdict) -> String {
    let played = |case: &&CaseVerdict| case.faults.is_empty() && case.unexpected.is_empty();
    let mut edits: Vec<Edit> = Vec::new();
    for case in verdict.cases.iter().filter(played) {
        edits.extend(case.edits.iter().cloned());
        edits.extend(outcome(text, case));
    }
    // From the end, so that earlier places stay true.
    edits.sort_by_key(|(span, _)| std::cmp::Reverse((span.start, span.end)));
    let mut text = text.to_string();
    for (span, write) in edits {
        text.replace_range(span, &write);
    }
    text
}

/// The lines that came out, where the outcome stands or is missing.
fn outcome(text: &str, case: &CaseVerdict) -> Option<Edit> {
    let lines: String = case
        .transcript
        .iter()
        .map(|said| Said::line(said) + "\n")
        .collect();
    match &case.outcome {
        Ok(block) => Some((block.span.clone(), lines)),
        // What states the end of the play needs no outcome.
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
