//! Checks limits of a script before Rhai parses it.

use super::tokens::{Kind, Token};
use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::limits;

/// The first thing of each kind that exceeds a limit for scripts.
pub(super) fn too_large(file: u16, text: &str, tokens: &[Token]) -> Vec<Diagnostic> {
    let mut bounds = Bounds {
        file,
        text,
        open: Vec::new(),
        names: 0,
        found: Vec::new(),
    };
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        bounds.token(token, before);
        if !bounds.found.is_empty() {
            break;
        }
    }
    bounds.found
}

struct Bounds<'t> {
    file: u16,
    text: &'t str,
    /// The open brackets: the kind of each, and the number of commas so far.
    open: Vec<(Bracket, usize)>,
    names: usize,
    found: Vec<Diagnostic>,
}

/// The kind of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Call,
    List,
    Map,
    Block,
}

impl Bounds<'_> {
    fn tell(&mut self, at: &Token, message: String, help: &str) {
        let span = Span {
            file: self.file,
            start: at.start,
            end: at.end,
        };
        self.found
            .push(Diagnostic::error(codes::SCRIPT_LIMIT, span, message).help(help));
    }

    fn token(&mut self, token: &Token, before: Option<&Token>) {
        let word = self.text.get(token.start..token.end).unwrap_or_default();
        match (token.kind, word) {
            (Kind::Open, _) => {
                let called = before.is_some_and(|before| before.kind == Kind::Word);
                self.open.push((bracket(word, called), 0));
            }
            (Kind::Close, _) => {
                self.open.pop();
            }
            (Kind::Sign, ",") => self.comma(token),
            (Kind::Word, _) if word.len() > limits::WORD_CHARS => {
                let message = format!(
                    "this name has {} letters, but at most {} are allowed",
                    word.chars().count(),
                    limits::WORD_CHARS
                );
                self.tell(token, message, "choose a shorter name");
            }
            (Kind::Word, "let" | "const") => {
                self.names += 1;
                if self.names > limits::NAMES {
                    let message = format!(
                        "the script gives names to more than {} values",
                        limits::NAMES
                    );
                    self.tell(token, message, "split it into several scripts");
                }
            }
            _ => {}
        }
    }

    fn comma(&mut self, token: &Token) {
        let Some((bracket, commas)) = self.open.last_mut() else {
            return;
        };
        *commas += 1;
        let (what, most) = match bracket {
            Bracket::Call => (
                "call or function has more than {} arguments",
                limits::ARGUMENTS,
            ),
            Bracket::List => ("list has more than {} members", limits::MEMBERS),
            Bracket::Map => ("map has more than {} keys", limits::KEYS),
            Bracket::Block => return,
        };
        if *commas >= most {
            let message = format!("this {}", what.replace("{}", &most.to_string()));
            self.tell(token, message, "make it shorter");
        }
    }
}

fn bracket(word: &str, called: bool) -> Bracket {
    match word {
        "(" if called => Bracket::Call,
        "(" | "[" => Bracket::List,
        "#{" => Bracket::Map,
        _ => Bracket::Block,
    }
}
