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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_one_in_letters() {
        let (file, text) = (Path::new("a.toml"), "é = 1\n\nb");
        for (at, expected) in [
            (0, "1:1"),
            (2, "1:2"),
            (6, "1:6"),
            (7, "2:1"),
            (8, "3:1"),
            (99, "3:2"),
        ] {
            assert_eq!(place(file, text, at), format!("a.toml:{expected}"));
        }
    }

    #[test]
    fn a_message_is_about_the_option_that_it_names_first() {
        let known = [("one".to_owned(), 1), ("two".to_owned(), 2)];
        for (reason, expected) in [
            ("there is no option `two`, but `one`", Some(&2)),
            ("`one` is wrong", Some(&1)),
            ("`three` is not `one`", None),
            ("one", None),
        ] {
            assert_eq!(about_option(reason, &known), expected, "{reason}");
        }
    }
}
