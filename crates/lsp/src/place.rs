//! The context of the cursor in a TOML file, complete or still being typed: its table, its key, its word.

use crate::text;
use std::ops::Range;

/// A position in a TOML file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    /// The header of its table, without brackets; empty before the first table.
    pub table: String,
    /// The lines of that table, without its header.
    pub lines: Range<usize>,
    /// The key at the position, or the key whose value contains it.
    pub key: Option<String>,
    /// Whether the position is after the `=`.
    pub in_value: bool,
    /// The word at the position.
    pub word: Range<usize>,
    /// Whether the word is in quotes.
    pub quoted: bool,
    /// The innermost bracket (`[` or `{`) of the value that is open before the position.
    pub open: Option<char>,
    /// Whether the position is in a comment.
    pub remark: bool,
}

/// Analyses the position at a byte.
pub(crate) fn place(text: &str, at: usize) -> Place {
    let lines = table(text, at);
    let header = text
        .get(..lines.start)
        .unwrap_or_default()
        .trim_end()
        .lines()
        .last()
        .unwrap_or_default();
    let (key, value) = key(text, &lines, at);
    let scanned = value
        .map(|from| scan(text.get(from..at).unwrap_or_default()))
        .unwrap_or_default();
    let here = text.get(text::line(text, at).start..at).unwrap_or_default();
    let remark = scanned.remark || (value.is_none() && scan(here).remark);
    Place {
        table: name(header).unwrap_or_default().to_owned(),
        lines,
        key,
        in_value: value.is_some(),
        word: text::word(text, at, true),
        quoted: scanned.quoted,
        open: scanned.open,
        remark,
    }
}

/// The name in a table's header.
fn name(line: &str) -> Option<&str> {
    let line = line.trim_start().strip_prefix('[')?;
    Some(
        line.trim_start_matches('[')
            .split([']', '#'])
            .next()?
            .trim(),
    )
}

/// The lines of the table around a byte.
fn table(text: &str, at: usize) -> Range<usize> {
    let here = text::line(text, at);
    let (mut start, mut end, mut from) = (0, text.len(), 0);
    for line in text.split_inclusive('\n') {
        if name(line).is_some() && !line.trim_start().starts_with("[[[") && is_header(line) {
            if from < here.end && from + line.len() <= here.start + line.len() && from <= here.start
            {
                start = from + line.len();
            } else if from > here.start {
                end = from;
                break;
            }
        }
        from += line.len();
    }
    start.min(text.len())..end.max(start.min(text.len()))
}

/// Whether a line is the header of a table, not a row of a nested list.
fn is_header(line: &str) -> bool {
    let bare = line.split('#').next().unwrap_or_default().trim();
    let inner = bare.trim_start_matches('[').trim_end_matches(']').trim();
    bare.ends_with(']')
        && !inner.is_empty()
        && inner
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | ' '))
        && !inner.chars().all(|c| c.is_ascii_digit() || c == ' ')
}

/// The key at or before a byte, and the start of its value if the byte is inside.
fn key(text: &str, lines: &Range<usize>, at: usize) -> (Option<String>, Option<usize>) {
    let mut from = text::line(text, at).start;
    loop {
        let line = text.get(text::line(text, from)).unwrap_or_default();
        if let Some((key, behind)) = key_of(line) {
            let value = from + behind;
            return match at >= value {
                true => (Some(key), Some(value)),
                // The value above may still be open, but a new line `key =` starts a new one.
                false => (Some(key), None),
            };
        }
        let blank = line.trim().is_empty();
        if from <= lines.start || from == 0 || (blank && from != text::line(text, at).start) {
            return (None, None);
        }
        from = text::line(text, from - 1).start;
        let above = text.get(text::line(text, from)).unwrap_or_default();
        // Only an open bracket continues on the next line.
        if let Some((_, behind)) = key_of(above) {
            let so_far = text.get(from + behind..at).unwrap_or_default();
            if scan(so_far).open.is_none() {
                return (None, None);
            }
        }
    }
}

/// The key at the start of a line, and the byte after its `=`.
fn key_of(line: &str) -> Option<(String, usize)> {
    let (key, _) = line.split_once('=')?;
    let bare = key.trim().trim_matches('"');
    let own = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    (!bare.is_empty() && bare.chars().all(own)).then(|| (bare.to_owned(), key.len() + 1))
}

#[derive(Default)]
struct Scanned {
    quoted: bool,
    open: Option<char>,
    remark: bool,
}

/// The brackets and strings left open at the end of an incomplete value.
fn scan(text: &str) -> Scanned {
    let (mut open, mut quote, mut escaped, mut remark) = (Vec::new(), None, false, false);
    for letter in text.chars() {
        match (letter, quote) {
            ('\n', _) => (quote, remark, escaped) = (None, false, false),
            _ if remark => {}
            (_, Some(_)) if escaped => escaped = false,
            ('\\', Some('"')) => escaped = true,
            (_, Some(closing)) if letter == closing => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(letter),
            ('#', None) => remark = true,
            ('[' | '{', None) => open.push(letter),
            (']' | '}', None) => drop(open.pop()),
            _ => {}
        }
    }
    Scanned {
        quoted: quote.is_some(),
        open: open.last().copied(),
        remark,
    }
}

/// The double-quoted value of a key in a table, such as `kind` of a card.
pub(crate) fn text_of<'t>(text: &'t str, lines: &Range<usize>, key: &str) -> Option<&'t str> {
    let table = text.get(lines.clone())?;
    table.lines().find_map(|line| {
        let (found, behind) = key_of(line)?;
        let value = line.get(behind..)?.trim_start().strip_prefix('"')?;
        (found == key).then(|| value.split('"').next()).flatten()
    })
}

/// All keys of a table.
pub(crate) fn keys(text: &str, lines: &Range<usize>) -> Vec<String> {
    let table = text.get(lines.clone()).unwrap_or_default();
    table
        .lines()
        .filter_map(|line| Some(key_of(line)?.0))
        .collect()
}

/// The quoted string around a byte.
pub(crate) fn quoted(text: &str, at: usize) -> Option<Range<usize>> {
    let line = text::line(text, at);
    let (before, behind) = (text.get(line.start..at)?, text.get(at..line.end)?);
    let sign = if before.matches('"').count() % 2 == 1 {
        '"'
    } else {
        '\''
    };
    if before.matches(sign).count() % 2 == 0 {
        return None;
    }
    Some(line.start + before.rfind(sign)? + 1..at + behind.find(sign)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "id = \"x\"\n\n[[card]]\nid = \"top-hat\"\nkind = \"part\" # a remark\neffect = [\n  { fist = 1 },\n  \n]\nsl\n\n[[card]]\nid = \"b\"\nkind = \"weapon\"\n";

    fn at(part: &str) -> Place {
        place(TEXT, TEXT.find(part).unwrap() + part.len())
    }

    #[test]
    fn a_place_knows_its_table_and_key() {
        let check = |part: &str, table: &str, key: Option<&str>, in_value| {
            let found = at(part);
            assert_eq!(
                (found.table.as_str(), found.key.as_deref(), found.in_value),
                (table, key, in_value),
                "{part}"
            );
        };
        check("id = \"", "", Some("id"), true);
        check("kind = \"pa", "card", Some("kind"), true);
        check("kin", "card", Some("kind"), false);
        check("{ fis", "card", Some("effect"), true);
        check("1 },\n ", "card", Some("effect"), true);
        check("sl", "card", None, false);
        let word = |part: &str| TEXT.get(at(part).word);
        assert_eq!(word("id = \"to"), Some("top-hat"));
        assert_eq!((word("sl"), word("{ fis")), (Some("sl"), Some("fist")));
        assert!(at("# a re").remark && !at("kind = \"pa").remark);
        assert!(at("kind = \"pa").quoted && !at("{ fis").quoted);
        assert_eq!(
            (at("{ fis").open, at("1 },\n ").open),
            (Some('{'), Some('['))
        );
    }

    #[test]
    fn a_card_has_the_keys_of_its_own() {
        let first = at("sl").lines;
        assert_eq!(text_of(TEXT, &first, "kind"), Some("part"));
        assert_eq!(keys(TEXT, &first), ["id", "kind", "effect"]);
        assert_eq!(text_of(TEXT, &at("\"weap").lines, "kind"), Some("weapon"));
        assert_eq!(
            TEXT.get(quoted(TEXT, TEXT.find("art\"").unwrap()).unwrap()),
            Some("part")
        );
        assert_eq!(quoted(TEXT, 1), None);
    }

    #[test]
    fn any_text_and_any_place_are_taken() {
        for text in [
            "",
            "[",
            "[[card]]",
            "=\n=",
            "a = [\n[1,\n2]]\n",
            "ä = \"",
            "[[card]]\n\n\n[x",
            "a = '\n'''",
        ] {
            for at in 0..=text.len() {
                if text.is_char_boundary(at) {
                    place(text, at);
                    quoted(text, at);
                }
            }
        }
    }
}
