//! Positions in a text: converts between bytes, and lines with UTF-16 units.

use lsp_types::{Position, Range};
use std::ops::Range as Bytes;

/// The position of a byte. A byte after the end gives the end; a byte inside a character gives that character.
pub(crate) fn position(text: &str, byte: usize) -> Position {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = text.get(..byte).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count();
    let column: usize = before
        .get(start..)
        .unwrap_or_default()
        .chars()
        .map(char::len_utf16)
        .sum();
    Position::new(line as u32, column as u32)
}

/// The client's range for a range of bytes.
pub(crate) fn range(text: &str, bytes: &Bytes<usize>) -> Range {
    Range::new(
        position(text, bytes.start),
        position(text, bytes.end.max(bytes.start)),
    )
}

/// The byte of a position. A position after the end of its line gives the end of the line; one after the last line
/// gives the end of the text.
pub(crate) fn byte(text: &str, at: Position) -> usize {
    let Some(start) = line_start(text, at.line as usize) else {
        return text.len();
    };
    let line = text
        .get(start..)
        .unwrap_or_default()
        .split(['\n', '\r'])
        .next()
        .unwrap_or_default();
    let mut units = 0;
    for (place, letter) in line.char_indices() {
        if units >= at.character as usize {
            return start + place;
        }
        units += letter.len_utf16();
    }
    start + line.len()
}

fn line_start(text: &str, line: usize) -> Option<usize> {
    match line {
        0 => Some(0),
        _ => text.match_indices('\n').nth(line - 1).map(|(at, _)| at + 1),
    }
}

/// The text after an edit by the client.
pub(crate) fn edited(text: &str, range: Option<Range>, new: String) -> String {
    let Some(range) = range else { return new };
    let (start, end) = (byte(text, range.start), byte(text, range.end));
    let (before, behind) = (text.get(..start), text.get(end.max(start)..));
    format!(
        "{}{new}{}",
        before.unwrap_or_default(),
        behind.unwrap_or_default()
    )
}

/// The word around a byte: letters, digits, `_` and, if `hyphens` is true, `-`.
pub(crate) fn word(text: &str, at: usize, hyphens: bool) -> Bytes<usize> {
    let own = |c: char| c.is_alphanumeric() || c == '_' || (hyphens && c == '-');
    let (before, behind) = (
        text.get(..at).unwrap_or_default(),
        text.get(at..).unwrap_or_default(),
    );
    let start = before.trim_end_matches(own).len();
    let end = text.len() - behind.trim_start_matches(own).len();
    start..end.max(start)
}

/// The line around a byte, without its line break.
pub(crate) fn line(text: &str, at: usize) -> Bytes<usize> {
    let at = at.min(text.len());
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |end| end + 1);
    let end = text
        .get(at..)
        .and_then(|behind| behind.find('\n'))
        .map_or(text.len(), |end| at + end);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16_units() {
        let text = "a = \"ä𝄞b\"\nc\r\nd";
        let check = |byte: usize, line, column| {
            assert_eq!(position(text, byte), Position::new(line, column))
        };
        let at = |part: &str| text.find(part).unwrap_or_default();
        check(0, 0, 0);
        check(at("ä"), 0, 5);
        check(at("𝄞"), 0, 6);
        check(at("𝄞") + 2, 0, 6);
        check(at("b\""), 0, 8);
        check(at("c"), 1, 0);
        check(at("d"), 2, 0);
        check(999, 2, 1);
        for part in ["a", "ä", "𝄞", "b\"", "c", "d"] {
            assert_eq!(byte(text, position(text, at(part))), at(part), "{part}");
        }
        assert_eq!(byte(text, Position::new(1, 99)), at("c") + 1);
        assert_eq!(byte(text, Position::new(9, 0)), text.len());
    }

    #[test]
    fn edits_are_made_where_they_are_meant() {
        let at = |line, column| Position::new(line, column);
        let check = |range, new: &str| edited("a𝄞b\nc", range, new.into());
        assert_eq!(check(None, "x"), "x");
        assert_eq!(check(Some(Range::new(at(0, 1), at(0, 3))), "-"), "a-b\nc");
        assert_eq!(check(Some(Range::new(at(0, 4), at(1, 0))), ""), "a𝄞bc");
        assert_eq!(check(Some(Range::new(at(1, 1), at(0, 0))), "!"), "a𝄞b\nc!");
    }

    #[test]
    fn words_and_lines_are_found() {
        let text = "left-arm = 1\nx";
        assert_eq!(text.get(word(text, 2, true)), Some("left-arm"));
        assert_eq!(text.get(word(text, 2, false)), Some("left"));
        assert_eq!(word(text, 9, true), 9..9);
        assert_eq!(text.get(line(text, 3)), Some("left-arm = 1"));
        assert_eq!(line(text, 99), 13..14);
    }
}
