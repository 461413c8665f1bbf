//! Symbols, numbers, quotes and letters that scripts do not use.

use super::{FUNCTION, HEADS, Look};
use crate::fields::short;
use crate::script::chance::Roll;
use crate::script::tokens::Kind;

impl Look<'_> {
    pub(super) fn sign(&mut self, at: usize, sign: &str) -> Option<usize> {
        const COMPARES: &[&str] = &["<", ">", "<=", ">=", "==", "!="];
        if COMPARES.contains(&sign)
            && matches!(self.word(at - at.min(1)), "and" | "or" | "&&" | "||")
        {
            let place = self.bytes(at - 1, at + 1);
            let span = self.bytes(at, at);
            let message = format!("there is no value before `{sign}` to compare");
            let number = self.lexicon.phrases.examples.number;
            let help = format!("repeat both sides: `me.{number} > 3 and me.{number} < 6`");
            let hint = self.hint(span, message, help);
            hint.mends.push((place, String::new()));
            return Some(at + 2);
        }
        let asked = HEADS.contains(&self.word(self.first)) || self.word(self.first) == "or";
        match sign {
            "=" if asked || self.round > 0 || self.answers(at) => Some(self.equals(at)),
            "=>" if self.is_arrow(at) => {
                let help = "write `each foe in opponents(me) { … }`, or a separate function `fn name(x) { … }`";
                Some(self.breaks(at, "card scripts have no functions without a name", help))
            }
            "=>" | "=<" | "<>" | "===" | "!==" | "=!" | ":=" => {
                let good = match sign {
                    "=>" => ">=",
                    "=<" => "<=",
                    "===" => "==",
                    ":=" => "=",
                    _ => "!=",
                };
                let message = format!("scripts have no `{sign}`");
                Some(self.instead(at, at, good, message, &format!("write `{good}`")))
            }
            "->" if self.kind(at + 1) == Some(Kind::Word) => Some(self.instead(
                at,
                at,
                ".",
                "scripts have no `->`".into(),
                &format!("write a dot: `me.{}`", self.lexicon.phrases.examples.number),
            )),
            "--" if at == self.first => {
                let start = self.tokens.get(at).map_or(0, |token| token.start);
                let line = self
                    .text
                    .get(start..)
                    .and_then(|rest| rest.lines().next())
                    .map_or(0, str::len);
                let hint = self.hint(
                    start..start + line,
                    "`--` does not begin a comment in scripts",
                    "write `// …`",
                );
                hint.mends.push((start..start + line, String::new()));
                Some(
                    (at..self.tokens.len())
                        .find(|at| self.bytes(*at, *at).start >= start + line)
                        .unwrap_or(self.tokens.len()),
                )
            }
            "++" | "--" => {
                Some(self.breaks(at, format!("scripts have no `{sign}`"), "write `x = x + 1`"))
            }
            ":" if self.blocks.last().is_some_and(|(word, ..)| *word == "#{") => None,
            ":" if HEADS.contains(&self.word(self.first)) || self.heads_function() => {
                Some(self.colon(at))
            }
            "?" => {
                let help = "write `when … { … } otherwise { … }`; for the larger or smaller number write `max(a, b)` or `min(a, b)`";
                Some(self.breaks(at, "scripts have no `?`", help))
            }
            "@" | "$" | "\\" | "~" => {
                Some(self.breaks(at, format!("scripts have no `{sign}`"), "remove it"))
            }
            _ => None,
        }
    }

    /// Whether `=` is in the answer of a function that only answers: `fn can(me) { me = active() }`.
    fn answers(&self, at: usize) -> bool {
        let [("fn", head, _)] = self.blocks.as_slice() else {
            return false;
        };
        let name = self.word(head + 1);
        let answers = self
            .lexicon
            .hooks
            .iter()
            .any(|hook| hook.answers && hook.name == name);
        let target = self.word(self.first);
        let given =
            |at: &usize| matches!(self.word(*at), "let" | "const") && self.word(at + 1) == target;
        // `x = 2;` assigns a value if `let x` is before it.
        answers
            && !matches!(target, "let" | "const")
            && !(at == self.first + 1 && (*head..at).any(|at| given(&at)))
    }

    /// `=` in a condition.
    fn equals(&mut self, at: usize) -> usize {
        let place = self.bytes(at, at);
        let behind = self
            .text
            .get(place.end..)
            .is_some_and(|rest| rest.starts_with(' '));
        let before = self
            .text
            .get(..place.start)
            .is_some_and(|text| text.ends_with(' '));
        let hint = self.hint(
            place.clone(),
            "`=` assigns a value; `==` compares two values",
            "write `==`",
        );
        match (behind, before) {
            (true, _) => hint.mends.push((place.start..place.end + 1, "==".into())),
            (_, true) => hint.mends.push((place.start - 1..place.end, "==".into())),
            _ => hint.breaks = true,
        }
        at + 1
    }

    /// Whether the current statement is the head of a function.
    pub(super) fn heads_function(&self) -> bool {
        let word = self.word(self.first);
        word == "fn" || FUNCTION.contains(&word)
    }

    /// `when … :`
    fn colon(&mut self, at: usize) -> usize {
        let help = "write `{` here, and `}` at the end of the block";
        let message = "a block is in braces, not after a colon";
        if self.word(at + 1) == "{" {
            return self.instead(at, at, "", message.into(), "remove `:`");
        }
        self.breaks(at, message, help)
    }

    pub(super) fn number(&mut self, at: usize, word: &str) -> Option<usize> {
        // The maximum number of digits of a load-time number.
        const DIGITS: usize = 18;
        let letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        if let Some(roll) = Roll::parse(word).filter(|_| letters) {
            let help = roll.instead(self.text, self.bytes(at, at));
            let message = format!("`{word}` is not a number");
            return Some(self.instead(at, at, "1", message, &help));
        }
        if word.len() <= DIGITS
            || !word
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'_')
        {
            return None;
        }
        let message = "this number is too large".to_owned();
        Some(self.instead(
            at,
            at,
            "1",
            message,
            "numbers during play must be between -32768 and 32767",
        ))
    }

    pub(super) fn quotes(&mut self, at: usize, word: &str) -> usize {
        let odd = |letter: char| "'“”„«»‘’\"".contains(letter);
        let inside: String = word
            .trim_matches(odd)
            .chars()
            .filter(|letter| *letter != '"')
            .collect();
        let help = format!("write `\"{}\"`", short(&inside));
        self.instead(
            at,
            at,
            &format!("\"{inside}\""),
            "write texts in straight double quotes".into(),
            &help,
        )
    }

    pub(super) fn odd(&mut self, at: usize, letter: &str) -> usize {
        let good = match letter {
            "≥" => ">=",
            "≤" => "<=",
            "≠" => "!=",
            "×" | "·" => "*",
            "÷" => "/",
            "−" | "–" | "—" => "-",
            "¬" => "!",
            "∧" => "and",
            "∨" => "or",
            "…" => "..",
            "，" | "、" => ",",
            "；" => ";",
            "：" => ":",
            "（" => "(",
            "）" => ")",
            "｛" => "{",
            "｝" => "}",
            "＝" => "=",
            "＞" => ">",
            "＜" => "<",
            "．" | "。" => ".",
            "＋" => "+",
            _ => "",
        };
        let code = letter.chars().next().map_or(0, u32::from);
        if good.is_empty() && is_unseen(letter) {
            // Copied text contains many of them, so only the first is reported.
            if std::mem::replace(&mut self.unseen, true) {
                return at + 1;
            }
            let message = format!("there is an invisible character here, U+{code:04X}");
            let all = (at..self.tokens.len()).filter(|at| is_unseen(self.word(*at)));
            let all: Vec<_> = all.map(|at| (self.bytes(at, at), String::new())).collect();
            let more = match all.len() {
                1 => "",
                _ => ", and everywhere after this",
            };
            let help = format!("write an ordinary space or nothing, here{more}");
            let span = self.bytes(at, at);
            self.hint(span, message, help).mends = all;
            return at + 1;
        }
        let message = format!("scripts have no `{letter}`");
        match good {
            "" if "'“”„«»‘’".contains(letter) => {
                self.breaks(at, "write texts in straight double quotes", "write `\"…\"`")
            }
            "" => self.breaks(at, message, "remove it"),
            good => self.instead(at, at, good, message, &format!("write `{good}`")),
        }
    }
}

/// Whether a text consists of invisible characters.
fn is_unseen(text: &str) -> bool {
    let unseen = |c: char| {
        (c.is_whitespace() && !c.is_ascii())
            || c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}')
    };
    !text.is_empty() && text.chars().all(unseen)
}
