//! Writing what came out into a ruling.

use super::run::Said;
use super::verdict::{CaseVerdict, Verdict};

/// The text of a ruling with what came out as its outcomes. Cases that could not be played to their end stay as they
/// are. `text` is the text the verdict is about.
pub fn accept(text: &str, verdict: &Verdict) -> String {
    let mut text = text.to_string();
    // From the end, so that earlier places stay true.
    for case in verdict.cases.iter().rev().filter(|case| case.faults.is_empty()) {
        write(&mut text, case);
    }
    text
}

fn write(text: &mut String, case: &CaseVerdict) {
    let lines: String = case.transcript.iter().map(|said| Said::line(said) + "\n").collect();
    match &case.outcome {
        Ok(block) => text.replace_range(block.span.clone(), &lines),
        Err(end) => {
            let level = if case.under.is_empty() { "##" } else { "###" };
            let gap = if text[..*end].ends_with('\n') { "\n" } else { "\n\n" };
            text.insert_str(*end, &format!("{gap}{level} Outcome\n\n```text\n{lines}```\n"));
        }
    }
}
