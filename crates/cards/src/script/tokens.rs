//! The words, numbers, strings and symbols of a script, with or without syntax errors.
//!
//! Rhai stops at the first syntax error. Limits, common mistakes, and the places where parsing continues after an error
//! are found with these tokens, in one pass through the text.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a word of the language.
    Word,
    /// A number.
    Number,
    /// A string in double quotes or backticks.
    Text,
    /// A string without its closing quote, up to the end of its line.
    OpenText,
    /// Something in single or typographic quotes, on one line.
    OddText,
    /// `(`, `[`, `{` or `#{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// An operator, a comma, a semicolon …
    Sign,
    /// A comment with a symbol that does not start one in scripts: `# …`.
    OddRemark,
    /// A comment that starts with `/*` and never ends.
    OpenRemark,
    /// A character that scripts may contain only in strings.
    Odd,
}

/// A token: the positions of its first byte and after its last byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The tokens of a script, without comments and separators.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scan = Scan { text, at: 0 };
    let mut found = Vec::new();
    while let Some(token) = scan.next() {
        found.push(token);
    }
    found
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips separators and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_ascii_start().len();
            let rest = &rest[space..];
            let length = match rest {
                rest if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                rest if rest.starts_with("/*") => remark(rest).unwrap_or(0),
                _ => 0,
            };
            self.at += space + length;
            if length == 0 {
                return;
            }
        }
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let (kind, length) = one(rest, first);
        let start = self.at;
        self.at += length;
        Some(Token {
            kind,
            start,
            end: self.at,
        })
    }
}

/// The first token of a text that is not empty.
fn one(rest: &str, first: char) -> (Kind, usize) {
    let while_is =
        |is: &dyn Fn(char) -> bool| rest.find(|letter: char| !is(letter)).unwrap_or(rest.len());
    match first {
        letter if letter.is_alphabetic() || letter == '_' => (
            Kind::Word,
            while_is(&|letter| letter.is_alphanumeric() || letter == '_'),
        ),
        '0'..='9' => (
            Kind::Number,
            while_is(&|letter| letter.is_ascii_alphanumeric() || letter == '_'),
        ),
        '"' => quoted(rest, '"', false),
        '`' => quoted(rest, '`', true),
        '\'' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' => odd_quoted(rest, first),
        '/' if rest.starts_with("/*") => (Kind::OpenRemark, rest.len()),
        '#' if rest.starts_with("#{") => (Kind::Open, 2),
        '#' if rest.starts_with("#\"") => (Kind::Sign, 1),
        '#' => (Kind::OddRemark, rest.find('\n').unwrap_or(rest.len())),
        '(' | '[' | '{' => (Kind::Open, 1),
        ')' | ']' | '}' => (Kind::Close, 1),
        ',' | ';' | ':' => (Kind::Sign, 1),
        sign if sign.is_ascii() => (
            Kind::Sign,
            while_is(&|letter| "=!<>&|+-*/%?.^~@$\\".contains(letter)).max(1),
        ),
        odd => (Kind::Odd, odd.len_utf8()),
    }
}

/// The length of a comment between `/*` and `*/`, if it ends; such comments can be nested.
fn remark(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while at < bytes.len() {
        match bytes.get(at..at + 2) {
            Some(b"/*") => {
                depth += 1;
                at += 2;
            }
            Some(b"*/") => {
                depth = depth.saturating_sub(1);
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// A string up to its closing quote; a string limited to one line ends with the line.
fn quoted(rest: &str, quote: char, lines: bool) -> (Kind, usize) {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' if !lines => escaped = true,
            '\n' if !lines => return (Kind::OpenText, at),
            letter if letter == quote => return (Kind::Text, at + 1),
            _ => {}
        }
    }
    (Kind::OpenText, rest.len())
}

/// A string in quotes that are not valid in scripts, up to the next such quote on the line.
fn odd_quoted(rest: &str, first: char) -> (Kind, usize) {
    let closes = |letter: char| match first {
        '\'' => letter == '\'',
        _ => matches!(letter, '“' | '”' | '»' | '«' | '‘' | '’' | '"'),
    };
    // A longer string is not the name of a mode. Searching further would be slow in a text with many quotes.
    let mut letters = rest
        .char_indices()
        .skip(1)
        .take(crate::limits::NAME_CHARS)
        .take_while(|(_, letter)| *letter != '\n');
    let second = letters.find(|(_, letter)| closes(*letter));
    match second {
        Some((at, letter)) => (Kind::OddText, at + letter.len_utf8()),
        None => (Kind::Odd, first.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Kind, &str)]) {
        let found: Vec<(Kind, &str)> = tokens(text)
            .iter()
            .map(|token| (token.kind, &text[token.start..token.end]))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn scripts_become_tokens() {
        use Kind::*;
        check("", &[]);
        check(
            "a /* b /* c */ d */e // f\n2_0",
            &[(Word, "a"), (Word, "e"), (Number, "2_0")],
        );
        check(
            "x.y >= \"a \\\" b\";",
            &[
                (Word, "x"),
                (Sign, "."),
                (Word, "y"),
                (Sign, ">="),
                (Text, "\"a \\\" b\""),
                (Sign, ";"),
            ],
        );
        check("\"open\n)", &[(OpenText, "\"open"), (Close, ")")]);
        check(
            "“a” 'b' #c",
            &[(OddText, "“a”"), (OddText, "'b'"), (OddRemark, "#c")],
        );
        check(
            "#{a:1}",
            &[
                (Open, "#{"),
                (Word, "a"),
                (Sign, ":"),
                (Number, "1"),
                (Close, "}"),
            ],
        );
        check("a ≥ 3", &[(Word, "a"), (Odd, "≥"), (Number, "3")]);
        check("a /* open", &[(Word, "a"), (OpenRemark, "/* open")]);
        check("a’s", &[(Word, "a"), (Odd, "’"), (Word, "s")]);
    }
}
