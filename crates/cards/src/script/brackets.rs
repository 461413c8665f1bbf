//! Finds brackets that are never closed, and closing brackets without an opening one.

use super::tokens::{Kind, Token};

/// An error about brackets: the place, the message, the help, and a related place.
pub(super) struct Unpaired {
    pub(super) at: Token,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) other: Option<Token>,
}

/// Words after which no brace is inside round brackets.
const HEADS: &[&str] = &["when", "if", "otherwise", "each", "for", "choose"];

/// The first bracket error in the tokens of a function.
pub(super) fn unpaired(text: &str, tokens: &[Token]) -> Option<Unpaired> {
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let mut open: Vec<Token> = Vec::new();
    let mut first = "";
    let mut begins = true;
    for token in tokens {
        let (is, top) = (word(token), open.last().map_or("", word));
        if begins {
            first = is;
        }
        begins = matches!(is, ";" | "{" | "}");
        let round = matches!(top, "(" | "[");
        match token.kind {
            Kind::Open if is == "{" && round && HEADS.contains(&first) => {
                return Some(missing(text, &open, *token));
            }
            Kind::Open => open.push(*token),
            Kind::Sign if is == ";" && round => return Some(missing(text, &open, *token)),
            Kind::Close if top.is_empty() => return Some(nothing(is, *token)),
            Kind::Close if closing(top) == is => {
                let last = open.pop()?;
                if is == "}" && top == "{" && outer(text, *token, last) {
                    return Some(never(last, top));
                }
            }
            Kind::Close if is == "}" && round => return Some(missing(text, &open, *token)),
            Kind::Close => {
                let message = format!("`{is}` does not close `{top}`");
                let help = format!("write `{}`", closing(top));
                return Some(Unpaired {
                    at: *token,
                    message,
                    help,
                    other: open.last().copied(),
                });
            }
            _ => {}
        }
    }
    open.last().map(|last| match word(last) {
        "(" | "[" => {
            let end = tokens.last().map_or(*last, |token| Token {
                start: token.end,
                end: token.end,
                ..*token
            });
            missing(text, &open, end)
        }
        brace => never(*last, brace),
    })
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// The error for a missing `)` before a token.
fn missing(text: &str, open: &[Token], before: Token) -> Unpaired {
    let other = open.last().copied();
    let top = other
        .and_then(|token| text.get(token.start..token.end))
        .unwrap_or_default();
    let message = format!("`{}` is missing", closing(top));
    Unpaired {
        at: before,
        message,
        help: format!("write `{}` before this", closing(top)),
        other,
    }
}

fn never(at: Token, is: &str) -> Unpaired {
    let message = format!("this `{is}` is never closed");
    Unpaired {
        at,
        message,
        help: "write `}` where the block ends".into(),
        other: None,
    }
}

fn nothing(is: &str, at: Token) -> Unpaired {
    let message = format!("this `{is}` has no opening bracket");
    let help = format!("remove it, or write the bracket that `{is}` closes");
    Unpaired {
        at,
        message,
        help,
        other: None,
    }
}

/// Whether a closing brace at the start of a line is further left than the line of the brace it would close. If so, it
/// closes another brace, and this one is unclosed.
fn outer(text: &str, close: Token, open: Token) -> bool {
    let line = |at: usize| {
        text.get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1)
    };
    let (closes, opens) = (line(close.start), line(open.start));
    let blank = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.len() - rest.trim_start_matches([' ', '\t']).len()
    };
    closes != opens && closes + blank(closes) == close.start && blank(closes) < blank(opens)
}
