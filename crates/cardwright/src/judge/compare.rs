//! Differences between the actual and the expected outcome.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// If either side has more lines, the texts are compared line by line, which limits the work.
const MAX_LINES: usize = 2000;
/// The number of lines shown around a difference.
const AROUND: usize = 2;

/// The result of comparing one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The line is expected, and was found.
    Same,
    /// The line is expected, but was not found.
    Missing,
    /// The line was found, but is not expected.
    Extra,
}

/// A line of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// In which of the two outcomes the line is.
    pub kind: ChangeKind,
    /// Its text.
    pub text: String,
    /// The line number in the file.
    pub line: usize,
}

/// Compares the expected lines, each with its line number in the file, with the lines found. `end` is the number of the
/// line after the last one.
pub fn compare(expected: &[(usize, String)], found: &[String], end: usize) -> Vec<Change> {
    let kept = match expected.len().max(found.len()) <= MAX_LINES {
        true => common(expected, found),
        false => expected
            .iter()
            .zip(found)
            .enumerate()
            .filter(|(_, ((_, a), b))| a == *b)
            .map(|(i, _)| (i, i))
            .collect(),
    };
    let mut changes = Vec::new();
    let (mut left, mut right) = (0, 0);
    let place = |at: usize| expected.get(at).map_or(end, |(line, _)| *line);
    for (i, j) in kept.into_iter().chain([(expected.len(), found.len())]) {
        changes.extend(
            expected[left..i]
                .iter()
                .map(|(line, text)| change(ChangeKind::Missing, text, *line)),
        );
        changes.extend(
            found[right..j]
                .iter()
                .map(|text| change(ChangeKind::Extra, text, place(i))),
        );
        changes.extend(
            expected
                .get(i)
                .map(|(line, text)| change(ChangeKind::Same, text, *line)),
        );
        (left, right) = (i + 1, j + 1);
    }
    changes
}

fn change(kind: ChangeKind, text: &str, line: usize) -> Change {
    Change {
        kind,
        text: text.into(),
        line,
    }
}

/// The pairs of indices of a longest common subsequence of lines.
fn common(expected: &[(usize, String)], found: &[String]) -> Vec<(usize, usize)> {
    let expected: Vec<&str> = expected.iter().map(|(_, text)| text.as_str()).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let steps = similar::capture_diff_slices(similar::Algorithm::Myers, &expected, &found);
    let same = steps.into_iter().filter_map(|step| match step {
        similar::DiffOp::Equal {
            old_index,
            new_index,
            len,
        } => Some((old_index, new_index, len)),
        _ => None,
    });
    same.flat_map(|(i, j, len)| (i..i + len).zip(j..j + len))
        .collect()
}

/// A readable comparison with line numbers: `-` marks missing lines, `+` marks extra lines.
pub fn unified(changes: &[Change]) -> String {
    let near = |at: usize| {
        let (from, to) = (
            at.saturating_sub(AROUND),
            (at + AROUND + 1).min(changes.len()),
        );
        changes[from..to]
            .iter()
            .any(|change| change.kind != ChangeKind::Same)
    };
    let (mut text, mut gap) = (String::new(), false);
    for (at, change) in changes.iter().enumerate() {
        if !near(at) {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push_str("     | …\n");
        }
        let _ = match change.kind {
            ChangeKind::Same => writeln!(text, "{:>4} |   {}", change.line, change.text),
            ChangeKind::Missing => writeln!(text, "{:>4} | - {}", change.line, change.text),
            ChangeKind::Extra => writeln!(text, "     | + {}", change.text),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &str, found: &str, unified_text: &str) {
        let lines: Vec<_> = expected
            .split_whitespace()
            .map(String::from)
            .enumerate()
            .map(|(i, s)| (i + 10, s))
            .collect();
        let found: Vec<_> = found.split_whitespace().map(String::from).collect();
        assert_eq!(
            unified(&compare(&lines, &found, 10 + lines.len())),
            unified_text
        );
    }

    #[test]
    fn one_line_that_differs_among_thousands_is_found() {
        for many in [10, MAX_LINES, MAX_LINES + 1, 3 * MAX_LINES] {
            let lines: Vec<_> = (0..many).map(|n| (n + 1, format!("line {n}"))).collect();
            let found: Vec<_> = lines.iter().map(|(_, line)| line.clone()).collect();
            let differ = |found: &[String]| {
                let changes = compare(&lines, found, many + 1);
                changes
                    .iter()
                    .filter(|change| change.kind != ChangeKind::Same)
                    .count()
            };
            assert_eq!(differ(&found), 0);
            for at in [0, many / 2, many - 1] {
                let mut other = found.clone();
                other[at].push('!');
                assert_eq!(differ(&other), 2, "line {at} of {many}");
            }
            assert!(differ(&found[..many - 1]) >= 1);
        }
    }

    #[test]
    fn differences_are_shown_with_their_lines() {
        check("a b c", "a b c", "");
        check(
            "a b c",
            "a x c",
            "  10 |   a\n  11 | - b\n     | + x\n  12 |   c\n",
        );
        check("", "a", "     | + a\n");
        check("a", "", "  10 | - a\n");
        check(
            "a b c d e f g",
            "a b c d e f",
            "     | …\n  14 |   e\n  15 |   f\n  16 | - g\n",
        );
    }
}
