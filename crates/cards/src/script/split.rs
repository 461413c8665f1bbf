//! Continues parsing after syntax errors, so that one does not hide the next: function by function, and within a
//! function after the statement with the error.

use super::brackets;
use super::fault;
use super::tokens::{Kind, Token, tokens};
use super::trace::Script;
use crate::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::limits;
use rhai::Engine;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The usable parts of a script with syntax errors.
pub(super) struct Mended {
    /// The syntax errors.
    pub(super) found: Vec<Diagnostic>,
    /// The script without the bodies of functions with errors, at the same length.
    pub(super) text: String,
    /// The functions with errors.
    pub(super) damaged: BTreeSet<String>,
    /// Whether the code outside functions has no errors, so that the rest can be checked.
    pub(super) readable: bool,
}

/// Parses a script in pieces. Functions at the places in `broken` are not checked further; `again` limits the bytes
/// parsed more than once.
pub(super) fn mended(
    engine: &Engine,
    script: &Script,
    broken: &[usize],
    again: &mut usize,
) -> Mended {
    let text = &*script.text;
    let all = tokens(text);
    let mut mended = Mended {
        found: Vec::new(),
        text: text.to_owned(),
        damaged: BTreeSet::new(),
        readable: true,
    };
    for piece in pieces(text, &all).into_iter().take(limits::FUNCTIONS + 1) {
        let inside = |at: usize| piece.bytes.contains(&at);
        let here: &[Token] = all.get(piece.tokens.clone()).unwrap_or_default();
        let found = if broken.iter().any(|at| inside(*at)) {
            Some(Vec::new())
        } else if let Some(found) = brackets::unpaired(text, here) {
            Some(vec![unpaired(script.file, found)])
        } else {
            Some(breaks(engine, script, &piece.bytes, again)).filter(|found| !found.is_empty())
        };
        let Some(found) = found else { continue };
        mended.found.extend(found);
        let name = piece.name(text, here);
        mended.readable &= name.is_some();
        mended.damaged.extend(name);
        let body = piece.body(text, here);
        let blank: String = text
            .get(body.clone())
            .unwrap_or_default()
            .bytes()
            .map(blank)
            .collect();
        mended.text.replace_range(body, &blank);
    }
    mended
}

fn blank(byte: u8) -> char {
    if byte == b'\n' { '\n' } else { ' ' }
}

fn unpaired(file: u16, found: brackets::Unpaired) -> Diagnostic {
    let span = |token: Token| Span {
        file,
        start: token.start,
        end: token.end,
    };
    let one =
        Diagnostic::error(codes::SCRIPT_SYNTAX, span(found.at), found.message).help(found.help);
    found.other.into_iter().fold(one, |one, other| {
        one.label(span(other), "this one is not closed")
    })
}

/// The syntax errors in a piece: after each, its statement is removed and the rest parsed again.
fn breaks(
    engine: &Engine,
    script: &Script,
    piece: &Range<usize>,
    again: &mut usize,
) -> Vec<Diagnostic> {
    let mut text = script
        .text
        .get(piece.clone())
        .unwrap_or_default()
        .trim_end()
        .to_owned();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut last = 0;
    while found.len() < limits::BREAKS {
        let Err(error) = engine.compile(&text) else {
            break;
        };
        let here = Script::new(script.file, Arc::from(&*text));
        let byte = here.byte(error.1);
        if !found.is_empty() && byte <= last {
            break;
        }
        last = byte;
        let mut one = fault::parse(&error, &here);
        if let Some(span) = &mut one.span {
            (span.start, span.end) = (span.start + piece.start, span.end + piece.start);
        }
        found.push(one);
        // If something is nested too deeply, so is everything that contains it.
        if matches!(*error.0, rhai::ParseErrorType::ExprTooDeep) {
            break;
        }
        let place = statement(&text, byte);
        if place.is_empty() || *again < text.len() {
            break;
        }
        *again -= text.len();
        let blanks: String = text
            .get(place.clone())
            .unwrap_or_default()
            .bytes()
            .map(blank)
            .collect();
        text.replace_range(place, &blanks);
    }
    found
}

/// The statement around a byte, up to the brace of its block, whose content is still parsed.
fn statement(text: &str, byte: usize) -> Range<usize> {
    let all = tokens(text);
    let is = |token: &Token, words: &[&str]| {
        words.contains(&text.get(token.start..token.end).unwrap_or_default())
    };
    let at = all.partition_point(|token| token.end <= byte);
    let first = all
        .get(..at)
        .unwrap_or_default()
        .iter()
        .rposition(|token| is(token, &[";", "{", "}"]));
    let first = first.map_or(0, |at| at + 1);
    let ends = |token: &&Token| is(token, &[";", "{", "}"]);
    let rest = all.get(at.max(first)..).unwrap_or_default();
    let start = all.get(first).map_or(text.len(), |token| token.start);
    match rest.iter().find(ends) {
        Some(end) if is(end, &[";"]) => start..end.end,
        Some(end) => start..end.start.max(start),
        None => start..text.len(),
    }
}

/// The place of a function's name in a script that cannot be parsed.
pub(super) fn head(file: u16, text: &str, name: &str) -> Option<Span> {
    let all = tokens(text);
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let found = all.windows(2).find(
        |pair| matches!(pair, [first, second] if word(first) == "fn" && word(second) == name),
    );
    found.and_then(|pair| pair.last()).map(|token| Span {
        file,
        start: token.start,
        end: token.end,
    })
}

/// The code before the first function, or a function.
struct Piece {
    tokens: Range<usize>,
    bytes: Range<usize>,
}

impl Piece {
    /// The name of the function.
    fn name(&self, text: &str, here: &[Token]) -> Option<String> {
        let head = here
            .iter()
            .position(|token| text.get(token.start..token.end) == Some("fn"))?;
        let name = here
            .get(head + 1)
            .filter(|token| token.kind == Kind::Word)?;
        text.get(name.start..name.end).map(str::to_owned)
    }

    /// The bytes between the braces of the function, or the whole piece if its head cannot be parsed.
    fn body(&self, text: &str, here: &[Token]) -> Range<usize> {
        let is = |token: &Token, word: &str| text.get(token.start..token.end) == Some(word);
        let head = here.iter().position(|token| is(token, "{"));
        let plain = |head: &[Token]| {
            let words = head.iter().filter(|token| token.kind == Kind::Word);
            let signs = head
                .iter()
                .filter(|token| matches!(token.kind, Kind::Open | Kind::Close | Kind::Sign));
            words.count() > 1
                && signs.count() + 1 < head.len()
                && head.iter().any(|token| is(token, "fn"))
                && head.last().is_some_and(|token| is(token, ")"))
        };
        match head {
            Some(head) if plain(here.get(..head).unwrap_or_default()) => {
                let open = here.get(head).map_or(self.bytes.start, |token| token.end);
                let last = here
                    .last()
                    .filter(|token| is(token, "}"))
                    .filter(|token| token.start >= open);
                match last {
                    Some(last) => open..last.start,
                    None => self.bytes.clone(),
                }
            }
            _ => self.bytes.clone(),
        }
    }
}

/// The pieces of a script: each function extends from its `fn` to the next.
fn pieces(text: &str, all: &[Token]) -> Vec<Piece> {
    let is = |at: usize, word: &str| {
        all.get(at)
            .is_some_and(|token| text.get(token.start..token.end) == Some(word))
    };
    let mut starts = vec![0];
    let mut depth = 0_usize;
    for (at, token) in all.iter().enumerate() {
        let before = text.get(..token.start).unwrap_or_default();
        let left = before.is_empty() || before.ends_with('\n') || before.ends_with("\nprivate ");
        // A function inside another one means that the outer one is broken.
        if is(at, "fn") && at > 0 && !is(at - 1, ".") && (left || depth == 0) {
            starts.push(if is(at - 1, "private") { at - 1 } else { at });
            depth = 0;
        }
        match text.get(token.start..token.end) {
            Some("{" | "#{") => depth += 1,
            Some("}") => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    starts.dedup();
    let byte = |at: usize| {
        if at == 0 {
            0
        } else {
            all.get(at).map_or(text.len(), |token| token.start)
        }
    };
    let ends = starts.iter().copied().skip(1).chain([all.len()]);
    let piece = |(from, to)| {
        let end = if to == all.len() {
            text.len()
        } else {
            byte(to)
        };
        Piece {
            tokens: from..to,
            bytes: byte(from)..end,
        }
    };
    starts.iter().copied().zip(ends).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = pieces(text, &tokens(text))
            .into_iter()
            .map(|piece| &text[piece.bytes])
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn scripts_are_shared_out_to_functions() {
        check("fn a() {}\nfn b() {}", &["fn a() {}\n", "fn b() {}"]);
        check(
            "const N = 1;\nfn a() {}\n// fn\nprivate fn b() {}",
            &["const N = 1;\n", "fn a() {}\n// fn\n", "private fn b() {}"],
        );
        check("fn a() {", &["fn a() {"]);
        check("", &[""]);
        check(
            "/* fn\nfn a */ fn b() {}\nfn c() {}",
            &["/* fn\nfn a */ fn b() {}\n", "fn c() {}"],
        );
    }

    #[test]
    fn what_breaks_is_a_statement() {
        let check = |text: &str, at: &str, expected: &str| {
            let place = statement(text, text.find(at).unwrap());
            assert_eq!(&text[place], expected);
        };
        check("fn a() { gain(1 2); lose(3); }", "2", "gain(1 2);");
        check("fn a() { each x of y { lose(x); } }", "of", "each x of y ");
        check("fn a() { lose(3) }", "3", "lose(3) ");
        check("fn a() { lose(3)", "3", "lose(3)");
    }
}
