//! Signs, numbers, quotes and letters that stand where scripts have others.

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
            let message = format!("nothing stands before `{sign}` that it could compare");
            let hint = self.hint(
                span,
                message,
                "say both sides again: `me.energy > 3 and me.energy < 6`",
            );
            hint.mends.push((place, String::new()));
            return Some(at + 2);
        }
        let asked = HEADS.contains(&self.word(self.first)) || self.word(self.first) == "or";
        match sign {
            "=" if asked || self.round > 0 || self.answers(at) => Some(self.equals(at)),
            "=>" if self.is_arrow(at) => {
                let help = "write `each foe in opponents(me) { … }`, or a function `fn name(x) { … }` of its own";
                Some(self.breaks(
                    at,
                    "functions without a name are not available in card scripts",
                    help,
                ))
            }
            "=>" | "=<" | "<>" | "===" | "!==" | "=!" | ":=" => {
                let good = match sign {
                    "=>" => ">=",
                    "=<" => "<=",
                    "===" => "==",
                    ":=" => "=",
                    _ => "!=",
                };
                let message = format!("`{sign}` is no sign of scripts");
                Some(self.instead(at, at, good, message, &format!("write `{good}`")))
            }
            "->" if self.kind(at + 1) == Some(Kind::Word) => Some(self.instead(
                at,
                at,
                ".",
                "`->` is no sign of scripts".into(),
                "write a point: `me.energy`",
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
                    "`--` begins no remark in scripts",
                    "write `// …`",
                );
                hint.mends.push((start..start + line, String::new()));
                Some(
                    (at..self.tokens.len())
                        .find(|at| self.bytes(*at, *at).start >= start + line)
                        .unwrap_or(self.tokens.len()),
                )
            }
            "++" | "--" => Some(self.breaks(
                at,
                format!("`{sign}` is no sign of scripts"),
                "write `x = x + 1`",
            )),
            ":" if self.blocks.last().is_some_and(|(word, ..)| *word == "#{") => None,
            ":" if HEADS.contains(&self.word(self.first)) || self.heads_function() => {
                Some(self.colon(at))
            }
            "?" => {
                let help = "write `when … { … } otherwise { … }`; `max(a, b)` and `min(a, b)` choose of two numbers";
                Some(self.breaks(at, "`?` is no sign of scripts", help))
            }
            "@" | "$" | "\\" | "~" => Some(self.breaks(
                at,
                format!("`{sign}` is no sign of scripts"),
                "leave it out",
            )),
            _ => None,
        }
    }

    /// Whether `=` stands in the answer of a function that only answers: `fn can(me) { me = active() }`.
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
        // `x = 2;` where `let x` stands before it gives a value.
        answers
            && !matches!(target, "let" | "const")
            && !(at == self.first + 1 && (*head..at).any(|at| given(&at)))
    }

    /// `=` where something is asked.
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
            "`=` gives a value; `==` asks whether two are the same",
            "write `==`",
        );
        match (behind, before) {
            (true, _) => hint.mends.push((place.start..place.end + 1, "==".into())),
            (_, true) => hint.mends.push((place.start - 1..place.end, "==".into())),
            _ => hint.breaks = true,
        }
        at + 1
    }

    /// Whether the present statement is the head of a function.
    pub(super) fn heads_function(&self) -> bool {
        let word = self.word(self.first);
        word == "fn" || FUNCTION.contains(&word)
    }

    /// `when … :`
    fn colon(&mut self, at: usize) -> usize {
        let help = "write `{` there, and `}` where the block ends";
        let message = "a block stands in braces, not behind a colon";
        if self.word(at + 1) == "{" {
            return self.instead(at, at, "", message.into(), "leave `:` out");
        }
        self.breaks(at, message, help)
    }

    pub(super) fn number(&mut self, at: usize, word: &str) -> Option<usize> {
        // As many digits as a number of load time has.
        const DIGITS: usize = 18;
        let letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        if let Some(roll) = Roll::parse(word).filter(|_| letters) {
            let help = roll.instead(self.text, self.bytes(at, at));
            let message = format!("`{word}` is no number");
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
            "numbers during play are between -32768 and 32767",
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
            "texts stand in straight double quotes".into(),
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
            // Copied text is full of them: they are told once.
            if std::mem::replace(&mut self.unseen, true) {
                return at + 1;
            }
            let message = format!("a character that is not seen, U+{code:04X}, stands here");
            let all = (at..self.tokens.len()).filter(|at| is_unseen(self.word(*at)));
            let all: Vec<_> = all.map(|at| (self.bytes(at, at), String::new())).collect();
            let more = match all.len() {
                1 => "",
                _ => ", and wherever it stands behind",
            };
            let help = format!("write an ordinary blank, or leave it out, here{more}");
            let span = self.bytes(at, at);
            self.hint(span, message, help).mends = all;
            return at + 1;
        }
        let message = format!("`{letter}` is no sign of scripts");
        match good {
            "" if "'“”„«»‘’".contains(letter) => {
                self.breaks(at, "texts stand in straight double quotes", "write `\"…\"`")
            }
            "" => self.breaks(at, message, "leave it out"),
            good => self.instead(at, at, good, message, &format!("write `{good}`")),
        }
    }
}

/// Whether a text is a single letter, or several, that nobody sees.
fn is_unseen(text: &str) -> bool {
    let unseen = |c: char| {
        (c.is_whitespace() && !c.is_ascii())
            || c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}')
    };
    !text.is_empty() && text.chars().all(unseen)
}
