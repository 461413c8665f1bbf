//! Quick fixes: the changes in problems, the same as those of `check --fix`.

use crate::packs::{Packs, Problem};
use crate::{shown, text, uri};
use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit};
use std::path::Path;

/// The quick fixes for the problems in a range of a file.
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
    let fix = problem.one.fix.as_ref()?;
    let word = &fix.replace;
    let place = fix.span.start..fix.span.end;
    let edit = TextEdit::new(text::range(text, &place), word.clone());
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
