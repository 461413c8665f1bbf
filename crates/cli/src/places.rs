//! Places in a user's file.

use std::path::Path;

/// File, line and column (from 1) of a byte in a text.
pub(crate) fn place(file: &Path, text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let (line, start) = (
        before.matches('\n').count() + 1,
        before.rfind('\n').map_or(0, |at| at + 1),
    );
    format!(
        "{}:{line}:{}",
        file.display(),
        before[start..].chars().count() + 1
    )
}

/// The value stored for the option that a message is about; messages have names in backticks.
pub(crate) fn about_option<'a, T>(reason: &str, known: &'a [(String, T)]) -> Option<&'a T> {
    let named = reason.split('`').nth(1)?;
    known
        .iter()
        .find(|(name, _)| name == named)
        .map(|(_, place)| place)
}
