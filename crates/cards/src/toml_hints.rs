//! Common mistakes in a line of TOML, and what to write instead.

use crate::fields::short;
use std::ops::Range;

/// A mistake in a line: its bytes, what is wrong, and what to do.
pub(crate) struct SyntaxHint {
    pub(crate) place: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: String,
}

/// The mistake in a line that is not valid TOML, if it is a known one.
pub(crate) fn hint(line: &str) -> Option<SyntaxHint> {
    let line = line.trim_end();
    header(line)
        .or_else(|| quotes(line))
        .or_else(|| remark(line))
        .or_else(|| sign(line))
        .or_else(|| inner_quotes(line))
        .or_else(|| single_quotes(line))
        .or_else(|| open_text(line))
        .or_else(|| word(line))
        .or_else(|| no_list(line))
        .or_else(|| no_value(line))
        .or_else(|| commas(line))
        .or_else(|| brackets(line))
        .or_else(|| letter(line))
}

fn told(
    place: Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Option<SyntaxHint> {
    Some(SyntaxHint {
        place,
        message: message.into(),
        help: help.into(),
    })
}

/// The key and the value of a line, and the byte at which the value begins.
fn value(line: &str) -> Option<(&str, &str, usize)> {
    let at = line.find('=')?;
    let rest = line.get(at + 1..)?;
    let value = rest.trim_start();
    Some((
        line.get(..at)?.trim(),
        value,
        at + 1 + rest.len() - value.len(),
    ))
}

/// The bytes of a line outside straight quotes.
fn outside(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut inside = false;
    line.char_indices().filter(move |(_, letter)| {
        inside ^= *letter == '"';
        !inside && *letter != '"'
    })
}

/// `[card]]`, `[[card`
fn header(line: &str) -> Option<SyntaxHint> {
    let open = line.chars().take_while(|letter| *letter == '[').count();
    let close = line
        .chars()
        .rev()
        .take_while(|letter| *letter == ']')
        .count();
    let name = line.trim_matches(['[', ']', ' ']);
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c));
    let good = open == close || open == 0;
    if good || !plain {
        return None;
    }
    let help = format!("write `[[{name}]]`, with two brackets on each side");
    told(
        0..line.len(),
        "the brackets of this table do not match",
        help,
    )
}

/// Typographic quotes.
fn quotes(line: &str) -> Option<SyntaxHint> {
    let odd = |letter: char| matches!(letter, '“' | '”' | '„' | '«' | '»' | '‘' | '’');
    let (at, letter) = outside(line).find(|(_, letter)| odd(*letter))?;
    let end = line
        .get(at + letter.len_utf8()..)?
        .find(|c| odd(c) || c == '"')
        .map_or(line.len(), |length| at + letter.len_utf8() + length);
    let inside = line.get(at + letter.len_utf8()..end)?.trim();
    told(
        at..at + letter.len_utf8(),
        "write texts in straight double quotes",
        format!("write `\"{}\"`", short(inside)),
    )
}

/// `// …`, `-- …`
fn remark(line: &str) -> Option<SyntaxHint> {
    let found = ["//", "--", "/*"].into_iter().find_map(|sign| {
        let at = outside(line)
            .map(|(at, _)| at)
            .find(|at| line.get(*at..).is_some_and(|rest| rest.starts_with(sign)))?;
        let before = line.get(..at)?;
        (before.is_empty() || before.ends_with([' ', '\t'])).then_some((at, sign))
    });
    let (at, sign) = found?;
    told(
        at..line.len(),
        format!("`{sign}` does not begin a comment in TOML files"),
        "write `# …`; `//` begins comments only in scripts",
    )
}

/// `key: value`, `key value`, `key == value`
fn sign(line: &str) -> Option<SyntaxHint> {
    let key = line.len()
        - line
            .trim_start_matches(|c: char| c.is_alphanumeric() || "-_".contains(c))
            .len();
    let name = line.get(..key).filter(|name| !name.is_empty())?;
    let rest = line.get(key..)?.trim_start();
    let at = line.len() - rest.len();
    let help = format!("write `{name} = …`");
    match rest.chars().next() {
        Some(':') => {
            let end = at + 1 + usize::from(rest.starts_with(":="));
            told(at..end, "write `=` between a key and its value", help)
        }
        Some('=') if rest.starts_with("==") => told(
            at..at + 2,
            "write one `=` between a key and its value",
            help,
        ),
        Some('=') if rest.trim_end() == "=" => told(
            at..at + 1,
            format!("the value of `{name}` is missing"),
            help,
        ),
        Some('=') => None,
        None => told(0..key, format!("the value of `{name}` is missing"), help),
        Some(letter) if letter.is_alphabetic() && rest.contains('=') => {
            let good = rest
                .split('=')
                .next()
                .unwrap_or_default()
                .trim()
                .replace(' ', "-");
            told(
                0..at + good.len(),
                "a key must be one word",
                format!("write `{name}-{} = …`", short(&good)),
            )
        }
        Some(_) => told(
            key..at.max(key + 1).min(line.len()),
            format!("`=` is missing after `{name}`"),
            help,
        ),
    }
}

/// `"He said "hi""`: quotes inside a string.
fn inner_quotes(line: &str) -> Option<SyntaxHint> {
    if line.contains("\"\"\"") || line.contains(['\\', '\'', '\r']) {
        return None;
    }
    let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    let (key, _, from) = value(line)?;
    for pair in quotes.chunks(2) {
        let [open, close] = pair else { break };
        let behind = line.get(close + 1..)?.trim_start();
        let inside = behind.starts_with(|letter: char| letter.is_alphabetic())
            && *open >= from
            && quotes.iter().any(|quote| quote > close);
        if inside {
            let last = quotes.last().copied().unwrap_or(*close);
            let words = line.get(open + 1..last)?;
            let help = format!(
                "write other quotes inside: `{key} = \"{}\"`",
                short(&words.replace('"', "'"))
            );
            let help = if key.is_empty() || *open != from {
                format!(
                    "write other quotes inside: `\"{}\"`",
                    short(&words.replace('"', "'"))
                )
            } else {
                help
            };
            return told(*close..close + 1, "this quote ends the text", help);
        }
    }
    None
}

/// `'Bob's hat'`
fn single_quotes(line: &str) -> Option<SyntaxHint> {
    let (key, value, at) = value(line)?;
    let quotes: Vec<usize> = value.match_indices('\'').map(|(at, _)| at).collect();
    let [first, second, ..] = quotes.as_slice() else {
        return None;
    };
    let odd = *first == 0 && quotes.len() % 2 == 1 && !value.contains('"');
    if !odd {
        return None;
    }
    let words = value.trim_matches('\'');
    told(
        at + second..at + second + 1,
        "this quote ends the text",
        format!("write `{key} = \"{}\"`, with double quotes", short(words)),
    )
}

/// `play_in = "damage", "energy"`: several values without brackets.
fn no_list(line: &str) -> Option<SyntaxHint> {
    let (key, value, at) = value(line)?;
    let value = value.split(" #").next().unwrap_or_default().trim_end();
    if value.starts_with(['[', '{']) || value.ends_with(',') {
        return None;
    }
    if outside(value).any(|(_, letter)| "[]{}=".contains(letter)) {
        return None;
    }
    let comma = outside(value).find(|(_, letter)| *letter == ',')?.0;
    told(
        at + comma..at + comma + 1,
        "write several values in square brackets",
        format!("write `{key} = [{}]`", short(value)),
    )
}

/// `{ pair }`, `{ any = 1, 6 }`: something in braces without a key or a value.
fn no_value(line: &str) -> Option<SyntaxHint> {
    let (_, value, from) = value(line)?;
    let open = outside(value).find(|(_, letter)| *letter == '{')?.0;
    let inside = value.get(open + 1..)?;
    let inside = inside.get(..inside.find('}')?)?;
    if inside.contains(['[', '{', '"']) {
        return None;
    }
    let mut start = from + open + 1;
    let parts: Vec<&str> = inside.split(',').collect();
    for (place, part) in parts.iter().enumerate() {
        let words = part.trim();
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        if words.is_empty() || words.contains(['=', ':']) {
            continue;
        }
        let number = words.bytes().all(|byte| byte.is_ascii_digit());
        let before = parts
            .get(place.wrapping_sub(1))
            .and_then(|before| before.split_once('='));
        if let Some((key, first)) = before.filter(|_| number) {
            let rest = parts.get(place..)?.join(",");
            let help = format!(
                "write `{} = [{}, {}]`",
                key.trim(),
                first.trim(),
                rest.trim()
            );
            return told(
                at..at + words.len(),
                "write several values in square brackets",
                help,
            );
        }
        // `{ fist 2 }`
        if let Some((key, value)) = words.split_once(' ') {
            let help = format!("write `{} = {}`", short(key), short(value.trim()));
            return told(
                at..at + words.len(),
                format!("`=` is missing after `{}`", short(key)),
                help,
            );
        }
        if words
            .chars()
            .all(|c| c.is_alphanumeric() || "-_".contains(c))
            && !number
        {
            let help = format!(
                "write `{{ {words} = true }}`, or the number that you mean, such as `{{ {words} = 1 }}`"
            );
            return told(
                at..at + words.len(),
                format!("the value of `{words}` is missing"),
                help,
            );
        }
    }
    None
}

/// A string without its closing quote.
fn open_text(line: &str) -> Option<SyntaxHint> {
    if line.contains("\"\"\"") || line.contains('\\') {
        return None;
    }
    let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    let last = *quotes.last().filter(|_| quotes.len() % 2 == 1)?;
    let (_, value, at) = value(line)?;
    if quotes.len() == 1 && last > at {
        return told(
            last..last + 1,
            "this text has a quote only at its end",
            format!("write `\"{}`", short(value)),
        );
    }
    told(
        last..line.len(),
        "this text is never closed",
        "write `\"` at the end of the text",
    )
}

/// `True`, `yes`, `2,5`, `2.5x`, or a string without quotes.
fn word(line: &str) -> Option<SyntaxHint> {
    let (key, value, at) = value(line)?;
    let value = value.split('#').next().unwrap_or_default().trim_end();
    let place = at..at + value.len();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match value.to_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => {
            return told(
                place,
                format!("`{value}` is not a TOML value"),
                format!("write `{key} = true`"),
            );
        }
        "false" | "no" | "off" | "n" => {
            return told(
                place,
                format!("`{value}` is not a TOML value"),
                format!("write `{key} = false`"),
            );
        }
        _ => {}
    }
    if let Some((whole, part)) = value.split_once(',')
        && digits(whole)
        && digits(part.trim())
    {
        return told(
            place,
            "only whole numbers are allowed here",
            format!("write `{key} = {whole}`"),
        );
    }
    let number = value.trim_end_matches([';', ',', '.']);
    if value != number
        && (digits(number)
            || number.ends_with(['"', ']', '}'])
            || matches!(number, "true" | "false"))
    {
        let sign = value.get(number.len()..).unwrap_or_default();
        let end = at + value.len() - sign.len();
        return told(
            end..at + value.len(),
            format!("`{sign}` has no meaning at the end of a line"),
            "remove it",
        );
    }
    if digits(value) && value.starts_with('0') && value.len() > 1 {
        let good = value.trim_start_matches('0');
        return told(
            place,
            "a number must not begin with 0",
            format!(
                "write `{key} = {}`",
                if good.is_empty() { "0" } else { good }
            ),
        );
    }
    // Every whole number of up to 18 digits is valid TOML.
    if digits(value) && value.len() > 18 {
        return told(place, "this number is too large", "write a smaller number");
    }
    let text =
        value.starts_with(|c: char| c.is_alphabetic()) && !value.contains(['"', '[', '{', '=']);
    if text {
        return told(
            place,
            "this text has no quotes",
            format!("write `{key} = \"{}\"`", short(value)),
        );
    }
    None
}

/// `[1 6]`, `["a" "b"]`, `{ fist = 1 } { missile = 2 }`
fn commas(line: &str) -> Option<SyntaxHint> {
    let (_, value, from) = value(line)?;
    let bytes = value.as_bytes();
    let (mut inside, mut last) = (false, b' ');
    for (at, byte) in bytes.iter().enumerate() {
        let before = last;
        let gap = at > 0 && bytes.get(at - 1) == Some(&b' ');
        let ends = before.is_ascii_alphanumeric() || matches!(before, b'"' | b'}' | b']');
        let begins = byte.is_ascii_alphanumeric() || matches!(byte, b'"' | b'{' | b'[');
        let missing = !inside
            && ends
            && begins
            && (gap || !(before.is_ascii_alphanumeric() && byte.is_ascii_alphanumeric()));
        if missing && *byte != b'#' && bytes.iter().any(|byte| matches!(byte, b'[' | b'{')) {
            return told(
                from + at..from + at + 1,
                "a comma is missing before this",
                "write `,` between the members of a list",
            );
        }
        inside ^= *byte == b'"';
        if *byte != b' ' {
            last = *byte;
        }
    }
    let doubled = outside(value)
        .zip(outside(value).skip(1))
        .find(|((_, a), (_, b))| *a == ',' && *b == ',');
    if let Some(((at, _), _)) = doubled {
        return told(
            from + at..from + at + 2,
            "there are two commas here",
            "write one `,`",
        );
    }
    let semicolon = outside(value).find(|(_, letter)| *letter == ';');
    if let Some((at, _)) = semicolon {
        return told(
            from + at..from + at + 1,
            "`;` has no meaning here",
            "write `,` between the members of a list",
        );
    }
    let colon = outside(value).find(|(_, letter)| *letter == ':');
    let (at, _) = colon.filter(|_| value.starts_with(['[', '{']))?;
    told(
        from + at..from + at + 1,
        "write `=` between a key and its value",
        "write `{ fist = 1 }`, with `=`",
    )
}

/// Brackets that are not closed on the line, or that close nothing.
fn brackets(line: &str) -> Option<SyntaxHint> {
    let (_, value, from) = value(line)?;
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, letter) in outside(value) {
        let wanted = match open.last() {
            Some((_, '[')) => ']',
            Some((_, '{')) => '}',
            _ => ' ',
        };
        match letter {
            '#' => break,
            '[' | '{' => open.push((at, letter)),
            ']' | '}' if letter == wanted => {
                open.pop();
            }
            ']' | '}' if wanted == ' ' => {
                return told(
                    from + at..from + at + 1,
                    format!("this `{letter}` has no opening bracket"),
                    "remove it, or write the bracket that it closes",
                );
            }
            ']' | '}' => {
                let (before, behind) = line.split_at(from + at);
                let whole = format!(
                    "{}{wanted}{}{behind}",
                    before.trim_end(),
                    if wanted == ']' { " " } else { "" }
                );
                let help = match whole.len() {
                    ..=100 => format!("write `{whole}`"),
                    _ => format!("write `{wanted}`"),
                };
                let message = format!("`{wanted}` is missing before this");
                return told(from + at..from + at + 1, message, help);
            }
            _ => {}
        }
    }
    let (at, letter) = open.last().copied()?;
    // The value with all open brackets closed.
    let closed: String = open
        .iter()
        .rev()
        .map(|(_, letter)| if *letter == '[' { ']' } else { '}' })
        .collect();
    let whole = format!(
        "{}{closed}",
        line.split(" #").next()?.trim_end().trim_end_matches(',')
    );
    let help = match whole.len() {
        ..=100 => format!("write `{whole}`"),
        _ => format!("write `{closed}` at its end; `{{ … }}` must be on one line"),
    };
    told(
        from + at..from + at + 1,
        format!("this `{letter}` is never closed"),
        help,
    )
}

/// Whether a bracket of a line's value is still open at its end.
pub(crate) fn is_open(line: &str) -> bool {
    let count = |open: char, close: char| {
        outside(line)
            .take_while(|(_, letter)| *letter != '#')
            .fold(0_i32, |depth, (_, letter)| {
                depth + i32::from(letter == open) - i32::from(letter == close)
            })
    };
    count('[', ']') > 0 || count('{', '}') > 0
}

/// A character that no value contains outside quotes.
fn letter(line: &str) -> Option<SyntaxHint> {
    let (at, letter) = outside(line).find(|(_, letter)| !letter.is_ascii())?;
    let code = u32::from(letter);
    let (message, help) = match letter {
        '–' | '—' | '−' => (format!("`{letter}` is not valid in TOML"), "write `-`"),
        letter
            if letter.is_whitespace() || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{feff}') =>
        {
            (
                format!("there is an invisible character here, U+{code:04X}"),
                "write an ordinary space or nothing",
            )
        }
        letter => (
            format!("`{letter}` is outside quotes"),
            "write texts in quotes: `\"…\"`; keys have only letters from a to z",
        ),
    };
    told(at..at + letter.len_utf8(), message, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quote inside a string is reported only if a word follows it and another quote follows the word.
    #[test]
    fn quotes_inside_of_texts_are_told_from_quotes_around_them() {
        for line in [
            r#"name = "He said "hi"""#,
            r#"name = "He said " hi " and left""#,
            r#"name = "The "old" hat""#,
            r#"words = ["one", "the "old" hat"]"#,
        ] {
            assert!(inner_quotes(line).is_some(), "{line}");
        }
        for line in [
            r#"name = "A hat""#,
            r#"name = "A hat" # "new""#,
            r#"name = "A \"new\" hat""#,
            r#"words = ["one", "two"]"#,
            r#"name = "A hat" or"#,
            r#"name = """A "new" hat""""#,
            "name = 'A \"new\" hat'",
        ] {
            assert!(inner_quotes(line).is_none(), "{line}");
        }
    }

    #[test]
    fn single_quotes_inside_of_texts_are_told_from_those_around_them() {
        let found = |line: &str| single_quotes(line).is_some();
        assert!(found("name = 'Bob's hat'"));
        for line in [
            "name = 'A hat'",
            "name = 'A' hat's'",
            "name = A hat's",
            "name = Bob's hat's brim's",
            "name = 'Bob's \"old\" hat'",
            "words = ['one', 'two']",
        ] {
            assert!(!found(line), "{line}");
        }
    }

    /// A hint marks the part of a line that is wrong; here it is between `‹` and `›`.
    #[test]
    fn hints_mark_what_is_wrong() {
        for marked in [
            "‹[card]]›",
            "‹[[card›",
            "name = ‹“›A”",
            "copies = 2 ‹// two›",
            r#"id ‹:› "a""#,
            r#"id ‹:=› "a""#,
            r#"id ‹==› "a""#,
            r#"id‹ ›"a""#,
            "id ‹=›",
            "‹id›",
            "‹my key› = 1",
            r#"name = "He said ‹"›hi"""#,
            "name = 'Bob‹'›s hat'",
            r#"name = ‹"A hat›"#,
            r#"name = A hat‹"›"#,
            "copies = ‹yes›",
            "copies = ‹2,5›",
            "copies = 2‹;›",
            "copies = ‹02›",
            "copies = ‹1234567890123456789›",
            "name = ‹Hat›",
            r#"play_in = "damage"‹,› "energy""#,
            "activate = { ‹pair› }",
            "activate = { any = 1, ‹6› }",
            "effect = { ‹fist 2› }",
            "any = [1 ‹6›]",
            "any = [1‹,,› 6]",
            "any = [1‹;› 6]",
            "effect = [{ fist‹:› 1 }]",
            "any = 1‹]›",
            "any = ‹[›1, 6",
            "effect = [{ fist = 1 ‹]›",
            "copies = 1 ‹–› 2",
        ] {
            let line = marked.replace(['‹', '›'], "");
            let place = hint(&line).map(|hint| hint.place).unwrap_or_default();
            let (before, behind) = (&line[..place.start], &line[place.end..]);
            assert_eq!(
                format!("{before}‹{}›{behind}", &line[place.clone()]),
                marked
            );
        }
    }
}
