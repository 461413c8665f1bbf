//! Quick fixes: where a problem's help names the word that was meant, the word is put in its place.

use crate::packs::{Packs, Problem};
use crate::{shown, text, uri};
use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit};
use std::path::Path;

/// The quick fixes of the problems in a range of a file.
pub(crate) fn fixes(packs: &Packs, file: &Path, range: Range) -> Vec<CodeAction> {
    let Some(((_, pack), text)) = packs.of(file).zip(packs.text(file)) else {
        return Vec::new();
    };
    let here = pack.problems.get(file).into_iter().flatten();
    let touches = |one: &&Problem| one.range.start <= range.end && range.start <= one.range.end;
    here.filter(touches)
        .filter_map(|one| fix(file, text, one))
        .collect()
}

#[allow(
    clippy::mutable_key_type,
    reason = "the protocol's own map: an address does not change while it is a key"
)]
fn fix(file: &Path, text: &str, problem: &Problem) -> Option<CodeAction> {
    let (place, word) = repair(text, problem)?;
    let edit = TextEdit::new(text::range(text, &place), word.to_owned());
    let changes = std::iter::once((uri::uri(file)?, vec![edit])).collect();
    Some(CodeAction {
        title: format!("Change to `{word}`"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown::diagnostic(problem)]),
        edit: Some(WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

/// The stretch to change, and the word to put there.
fn repair<'m>(text: &str, problem: &'m Problem) -> Option<(std::ops::Range<usize>, &'m str)> {
    let help = problem.one.help.as_deref()?;
    let word = help
        .split_once("did you mean `")?
        .1
        .split('`')
        .next()
        .filter(|word| !word.is_empty())?;
    let from = problem.bytes.start;
    let there = text.get(problem.bytes.clone())?;
    // The message names what stands there; it may be a part of the stretch.
    let named = problem.one.message.split('`').skip(1).step_by(2);
    let found = named
        .filter(|name| !name.is_empty())
        .find_map(|name| Some((there.find(name)?, name.len())));
    let (at, length) = found?;
    Some((from + at..from + at + length, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fix changes the word that the message names, at any place in the range, and nothing else.
    #[test]
    fn a_fix_changes_the_word_that_the_message_names() {
        let text = "slot = \"hed\" and { enegry = 1 }";
        let range = |part: &str| {
            let at = text.find(part).unwrap();
            at..at + part.len()
        };
        for (stretch, message, help, changed) in [
            (
                "hed",
                "`hed` is no slot",
                "did you mean `head`?",
                Some("hed"),
            ),
            (
                "\"hed\"",
                "`hed` is no slot",
                "did you mean `head`?",
                Some("hed"),
            ),
            (
                "{ enegry = 1 }",
                "no key `enegry`",
                "did you mean `head`? or so",
                Some("enegry"),
            ),
            (
                "enegry = 1",
                "in `card`: no `enegry`",
                "did you mean `head`?",
                Some("enegry"),
            ),
            (
                "enegry = 1",
                "in `card`: no `hed`",
                "did you mean `head`?",
                None,
            ),
            ("hed", "`hed` is no slot", "write another", None),
            ("hed", "`hed` is no slot", "did you mean ``?", None),
        ] {
            let bytes = range(stretch);
            let problem = Problem {
                range: text::range(text, &bytes),
                bytes,
                others: Vec::new(),
                one: cardwright::Diagnostic {
                    code: "CW0101",
                    severity: cardwright::Severity::Error,
                    span: None,
                    message: message.into(),
                    help: Some(help.into()),
                    labels: Vec::new(),
                },
            };
            let expected = changed.map(|word| (range(word), "head"));
            assert_eq!(repair(text, &problem), expected, "{stretch}: {message}");
        }
    }
}
