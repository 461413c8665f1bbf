//! Mistakes that people often make in scripts, especially beginners and users of other languages. Each is reported once
//! with what to write instead, and fixed so that the rest can be read.

mod foreign;
mod signs;

use super::syntax::KEYS;
use super::tokens::{Kind, Token};
use crate::codes::{self, Code};
use crate::fields::short;
use crate::limits;
use cardwright_effects::Lexicon;
use std::ops::Range;

/// A mistake, and the changes that make the rest readable.
pub(super) struct SyntaxHint {
    /// The error code.
    pub(super) code: Code,
    /// The byte range of the mistake.
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
    /// Replacements for reading on, padded with spaces to the original length so that places stay correct.
    mends: Vec<(Range<usize>, String)>,
    /// Whether the rest of the function cannot be interpreted reliably.
    pub(super) breaks: bool,
    /// The forbidden word of Rhai, if that is the mistake; it has its own message.
    pub(super) forbidden: Option<&'static str>,
}

impl SyntaxHint {
    /// Whether the mistake remains in the text and causes a syntax error.
    pub(super) fn stays(&self) -> bool {
        self.mends.is_empty() && !self.breaks
    }

    fn is(&self, word: &str) -> bool {
        self.forbidden == Some(word)
    }
}

/// All mistakes of a script, in order of place.
pub(super) fn hints(text: &str, tokens: &[Token], lexicon: &Lexicon) -> Vec<SyntaxHint> {
    let (blocks, found) = (Vec::new(), Vec::new());
    let mut look = Look {
        text,
        tokens,
        lexicon,
        blocks,
        closed: "",
        asked: (0, 0),
        head: None,
        first: 0,
        round: 0,
        unseen: false,
        found,
    };
    let mut at = 0;
    while at < tokens.len() && look.found.len() < limits::MISTAKES {
        at = look.token(at);
    }
    look.found
}

/// The text with every mistake fixed, at the same length.
pub(super) fn mended(text: &str, hints: &[SyntaxHint]) -> String {
    let mut out = text.to_owned();
    for (place, words) in hints.iter().flat_map(|hint| &hint.mends) {
        let Some(old) = out.get(place.clone()) else {
            continue;
        };
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        let rest: String = old.bytes().skip(words.len()).map(blank).collect();
        out.replace_range(place.clone(), &format!("{words}{rest}"));
    }
    out
}

/// Words of scripts that people write with capital letters.
const WORDS: &[&str] = &[
    "each",
    "when",
    "choose",
    "otherwise",
    "either",
    "by",
    "from",
    "to",
    "in",
    "and",
    "or",
    "not",
    "none",
    "where",
    "of",
    "random",
    "repeat",
    "fn",
    "let",
    "const",
    "if",
    "else",
    "for",
    "true",
    "false",
];
/// The words for a function in other languages.
const FUNCTION: &[&str] = &[
    "function",
    "def",
    "func",
    "fun",
    "sub",
    "void",
    "proc",
    "procedure",
    "action",
    "on",
    "fonction",
    "funktion",
    "función",
    "funcion",
    "função",
    "funcao",
    "functie",
    "funzione",
    "funkcja",
    "method",
    "defun",
];
/// Words followed by a condition or set, up to a brace.
const HEADS: &[&str] = &[
    "when",
    "if",
    "otherwise",
    "else",
    "each",
    "for",
    "choose",
    "elif",
    "elseif",
    "elsif",
    "unless",
];
/// The words for the end of a block in other languages.
const ENDS: &[&str] = &["end", "endif", "endwhen", "endfor", "fi", "done"];

struct Look<'t> {
    text: &'t str,
    tokens: &'t [Token],
    lexicon: &'t Lexicon,
    /// For each open brace: its word (`when`, `if`, `fn` …), the word's token, and the brace's token.
    blocks: Vec<(&'t str, usize, usize)>,
    /// The word of the block closed immediately before.
    closed: &'t str,
    /// The condition of that block: the token of its word, and its last token.
    asked: (usize, usize),
    /// The word for the next block, if it differs from what is written.
    head: Option<&'t str>,
    /// The first token of the current statement.
    first: usize,
    /// The number of open round and square brackets in this statement.
    round: usize,
    /// Whether invisible characters were already reported.
    unseen: bool,
    found: Vec<SyntaxHint>,
}

impl<'t> Look<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .and_then(|token| self.text.get(token.start..token.end))
            .unwrap_or_default()
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The bytes from the start of one token to the end of another.
    fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        let start = self
            .tokens
            .get(from)
            .map_or(self.text.len(), |token| token.start);
        start
            ..self
                .tokens
                .get(to)
                .map_or(self.text.len(), |token| token.end)
                .max(start)
    }

    fn hint(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut SyntaxHint {
        let hint = SyntaxHint {
            code: codes::SCRIPT_SYNTAX,
            span,
            message: message.into(),
            help: help.into(),
            mends: Vec::new(),
            breaks: false,
            forbidden: None,
        };
        self.found.push(hint);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Records a mistake, with other words to read instead of some tokens.
    fn instead(
        &mut self,
        from: usize,
        to: usize,
        words: &str,
        message: String,
        help: &str,
    ) -> usize {
        let place = self.bytes(from, to);
        let hint = self.hint(place.clone(), message, help);
        hint.mends.push((place, words.to_owned()));
        to + 1
    }

    /// Records a mistake after which the text cannot be interpreted reliably.
    fn breaks(&mut self, at: usize, message: impl Into<String>, help: &str) -> usize {
        let span = self.bytes(at, at);
        self.hint(span, message, help).breaks = true;
        at + 1
    }

    /// Checks a token; returns the one to continue with.
    fn token(&mut self, at: usize) -> usize {
        let word = self.word(at);
        match self.kind(at) {
            Some(Kind::Open) => return self.open(at, word),
            Some(Kind::Close) => return self.close(at, word),
            _ => {}
        }
        let next = match self.kind(at) {
            Some(Kind::Word) if let Some(next) = self.hyphens(at) => Some(next),
            Some(Kind::Text) if self.without_or(at) => Some(at + 1),
            Some(Kind::Word) if self.word(at.wrapping_sub(1)) != "." => self.any_word(at, word),
            Some(Kind::Sign) => self.sign(at, word),
            Some(Kind::Number) => self.number(at, word),
            Some(Kind::OpenText) => Some(self.breaks(
                at,
                "this text is never closed",
                "write `\"` at the end of the text",
            )),
            Some(Kind::OpenRemark) => {
                Some(self.breaks(at, "this comment is never closed", "write `*/` at its end"))
            }
            Some(Kind::OddText) => Some(self.quotes(at, word)),
            Some(Kind::OddRemark) => {
                let message = "`#` does not begin a comment in scripts".to_owned();
                Some(self.instead(
                    at,
                    at,
                    "",
                    message,
                    "write `// …`; `#` begins comments only in TOML files",
                ))
            }
            Some(Kind::Odd) => Some(self.odd(at, word)),
            _ => None,
        };
        if word == ";" {
            (self.first, self.round, self.closed) = (at + 1, 0, "");
        }
        next.unwrap_or(at + 1)
    }

    fn open(&mut self, at: usize, word: &'t str) -> usize {
        if word == "[" && self.heads_function() && self.word(at.wrapping_sub(1)) == ")" {
            let help = "write `{` here, and `}` at the end of the function";
            return self.breaks(at, "the body of a function must be in braces", help);
        }
        if word != "{" {
            self.round += usize::from(word != "#{");
            self.blocks.extend((word == "#{").then_some(("#{", at, at)));
            return at + 1;
        }
        let head = match self.word(self.first) {
            _ if self.head.is_some() => self.head.take().unwrap_or_default(),
            "otherwise" | "elif" | "elsif" | "elseif" => "when",
            "else" => self.closed,
            "private" => "fn",
            head if self.first < at => head,
            _ => "",
        };
        self.blocks.push((head, self.first, at));
        (self.first, self.round, self.closed) = (at + 1, 0, "");
        at + 1
    }

    fn close(&mut self, at: usize, word: &str) -> usize {
        if word != "}" {
            self.round = self.round.saturating_sub(1);
            return at + 1;
        }
        let (block, first, brace) = self.blocks.pop().unwrap_or_default();
        if block != "#{" {
            (self.first, self.round, self.closed) = (at + 1, 0, block);
            self.asked = (first, brace.saturating_sub(1));
        }
        at + 1
    }

    fn any_word(&mut self, at: usize, word: &'t str) -> Option<usize> {
        if word == "fn" && !self.blocks.is_empty() && !self.begins_line(at) {
            let help = "end the function before it with `}`, and write this one after it";
            return Some(self.breaks(at, "this function is inside another one", help));
        }
        let outside = self.blocks.is_empty() && self.round == 0 && at == self.first;
        if let Some(next) = self.as_value(at, word) {
            return Some(next);
        }
        if self.no_semicolon(at, word) {
            return Some(at + 1);
        }
        if let Some(next) = self.foreign(at, word) {
            return Some(next);
        }
        if let Some(next) = outside.then(|| self.head(at, word)).flatten() {
            return Some(next);
        }
        if self.is_property(self.word(at + 1)) && !WORDS.contains(&word) && !self.is_property(word)
        {
            return self.point(at, word);
        }
        if !word.is_ascii() {
            let mend = word.chars().map(|c| {
                if c.is_ascii() {
                    c.to_string()
                } else {
                    "_".repeat(c.len_utf8())
                }
            });
            let mend: String = mend.collect();
            let message = format!("`{}` is not a valid name", short(word));
            return Some(self.instead(
                at,
                at,
                &mend,
                message,
                "a name has letters from a to z, digits and `_`",
            ));
        }
        let lower = word.to_ascii_lowercase();
        if lower != word && WORDS.contains(&lower.as_str()) && self.word(at + 1) != "(" {
            let message = format!("`{word}` is written with a capital letter");
            return Some(self.instead(at, at, &lower, message, &format!("write `{lower}`")));
        }
        if outside {
            return None;
        }
        if at == self.first {
            return self
                .foreign_statement(at, word)
                .or_else(|| self.statement(at, word))
                .or_else(|| self.sentence(at, word));
        }
        match word {
            "then" if HEADS.contains(&self.word(self.first)) && self.word(at + 1) == "{" => {
                Some(self.instead(
                    at,
                    at,
                    "",
                    "scripts have no `then`".into(),
                    "remove it: `when … { … }`",
                ))
            }
            "then" if HEADS.contains(&self.word(self.first)) => Some(self.breaks(
                at,
                "scripts have no `then`",
                "write `when … { … }` with braces",
            )),
            "is" | "equals" if self.round > 0 || HEADS.contains(&self.word(self.first)) => {
                Some(self.superlative(at).unwrap_or_else(|| self.is(at, word)))
            }
            "no" | "none" | "some" | "every" if self.word(at + 2) == "in" => {
                let name = short(self.word(at + 1));
                let (any, help) = match word {
                    "every" => ("all", format!("write `all {name} in … where …`")),
                    "some" => ("any", format!("write `any {name} in … where …`")),
                    _ => ("any", format!("write `not(any {name} in … where …)`")),
                };
                let message = format!("scripts have no `{word} {name} in`");
                Some(self.instead(at, at, any, message, &help))
            }
            "either" if !matches!(self.word(self.first), "choose" | "random") => Some(self.breaks(
                at,
                "`choose` is missing before `either`",
                "write `choose either \"…\" { } or \"…\" { }`",
            )),
            _ => None,
        }
    }

    /// Checks the first word outside functions.
    fn head(&mut self, at: usize, word: &str) -> Option<usize> {
        let named = self.kind(at + 1) == Some(Kind::Word);
        if FUNCTION.contains(&word) && named {
            let message = format!("scripts have no `{word}`");
            self.first = at;
            let help = format!("write `fn {}(…) {{ … }}`", short(self.word(at + 1)));
            self.instead(at, at, "fn", message, &help);
            return Some(at + 2);
        }
        if word == "fn" {
            return None;
        }
        if let Some(next) = self.foreign_head(at, word) {
            return Some(next);
        }
        if matches!(word, "private" | "const" | "let") || self.word(at + 1) != "(" {
            return None;
        }
        let closed = (at..self.tokens.len().min(at + 64)).find(|at| self.word(*at) == ")")?;
        if self.word(closed + 1) != "{" {
            return None;
        }
        let message = format!("`fn` is missing before `{}`", short(word));
        let help = format!("write `fn {}(…) {{ … }}`", short(word));
        Some(self.breaks(at, message, &help))
    }

    /// Checks the first word of a statement.
    fn statement(&mut self, at: usize, word: &'t str) -> Option<usize> {
        let next = self.word(at + 1);
        match word {
            "for" if matches!(next, "each" | "every" | "all") => {
                let message = format!("scripts use `each` instead of `for {next}`");
                let place = self.bytes(at, at + 1);
                let hint = self.hint(place.clone(), message, "write `each x in … { … }`");
                hint.mends.push((place, "    each".into()));
                self.first = at + 1;
                Some(at + 2)
            }
            "foreach" | "forall" | "forEach" => {
                let message = format!("scripts have no `{word}`");
                Some(self.instead(at, at, "each", message, "write `each x in … { … }`"))
            }
            "each" if self.word(at + 2) == "of" => Some(self.of(at, "each")),
            "choose" => self.choose(at),
            "else" if self.closed == "when" => Some(self.otherwise(at, next)),
            "otherwise" if next == "if" || self.closed == "if" => Some(self.otherwise(at, next)),
            "otherwise" if matches!(self.closed, "choose" | "random" | "each" | "repeat") => {
                let closed = self.closed;
                let message = format!("`otherwise` belongs to `when`, but this follows `{closed}`");
                let help = match closed {
                    "choose" | "random" => {
                        "ask before the choice: `when set.count > 0 { choose x in set { … } } otherwise { … }`; for a player who may refuse, `choose either \"…\" { … } or \"…\" { … }`"
                    }
                    "each" => {
                        "ask before it: `when set.count > 0 { each x in set { … } } otherwise { … }`"
                    }
                    _ => "write `when … { … } otherwise { … }`",
                };
                Some(self.instead(at, at, "when true", message, help))
            }
            "elif" | "elsif" | "elseif" => {
                let help = "write `otherwise when … { }`, or `else if … { }` after `if`";
                Some(self.instead(at, at, "when", format!("scripts have no `{word}`"), help))
            }
            "either" => Some(self.breaks(
                at,
                "`choose` is missing before `either`",
                "write `choose either \"…\" { } or \"…\" { }`",
            )),
            "unless" => Some(self.instead(
                at,
                at,
                "when",
                "scripts have no `unless`".into(),
                "write `when not(…) { … }`",
            )),
            "repeat" | "times" if !KEYS.contains(&word) => Some(self.up_to_brace(at, word)),
            "begin" => Some(self.breaks(
                at,
                "scripts have no `begin`",
                "write blocks in braces: `{ … }`",
            )),
            // The block that it ends has already been reported.
            word if ENDS.contains(&word) && self.found.last().is_some_and(|hint| hint.breaks) => {
                (!matches!(next, "(" | "=" | ".")).then_some(at + 1)
            }
            word if ENDS.contains(&word) && !matches!(next, "(" | "=" | ".") => Some(self.breaks(
                at,
                format!("scripts have no `{word}`"),
                "a block ends with `}`",
            )),
            word if self.is_function(word) => self.without_brackets(at, word),
            _ => None,
        }
    }

    /// Whether a token is the first of its line and as far left as functions are.
    fn begins_line(&self, at: usize) -> bool {
        let start = self.bytes(at, at).start;
        let line = self
            .text
            .get(..start)
            .map_or("", |before| before.rsplit('\n').next().unwrap_or_default());
        line.is_empty() || line == "private "
    }

    fn is_property(&self, word: &str) -> bool {
        self.lexicon
            .nouns
            .iter()
            .any(|noun| noun.property && noun.name == word)
    }

    /// A missing dot: `me energy`
    fn point(&mut self, at: usize, word: &str) -> Option<usize> {
        let (this, next) = (self.bytes(at, at), self.bytes(at + 1, at + 1));
        let gap = self.text.get(this.end..next.start)?;
        if gap != " "
            || !matches!(
                self.word(at + 2),
                "" | ")" | ";" | "," | "}" | "{" | "<" | ">" | "<=" | ">=" | "==" | "!="
            )
        {
            return None;
        }
        let property = self.word(at + 1).to_owned();
        let message = format!(
            "a dot is missing between `{}` and `{property}`",
            short(word)
        );
        let hint = self.hint(
            this.start..next.end,
            message,
            format!("write `{}.{property}`", short(word)),
        );
        hint.mends.push((this.end..next.start, ".".into()));
        Some(at + 2)
    }

    /// `left-arm`: a name with hyphens that is known with underscores.
    fn hyphens(&mut self, at: usize) -> Option<usize> {
        let end = |at: usize| self.tokens.get(at).map(|token| token.end);
        let start = |at: usize| self.tokens.get(at).map(|token| token.start);
        let follows = |last: &usize| {
            self.word(last + 1) == "-"
                && self.kind(last + 2) == Some(Kind::Word)
                && end(*last) == start(last + 1)
                && end(last + 1) == start(last + 2)
        };
        let mut name = self.word(at).to_owned();
        let mut last = at;
        while follows(&last) && name.len() <= limits::ID_CHARS {
            last += 2;
            name = format!("{name}_{}", self.word(last));
            if self.is_name(&name) {
                let message = format!(
                    "`{}` is written with `_`",
                    self.text.get(self.bytes(at, last))?
                );
                return Some(self.instead(at, last, &name, message, &format!("write `{name}`")));
            }
        }
        None
    }

    /// Whether the game has this name.
    fn is_name(&self, name: &str) -> bool {
        self.is_function(name)
            || self.is_property(name)
            || self.lexicon.all_words().any(|word| word.name == name)
            || self.lexicon.hooks.iter().any(|hook| hook.name == name)
    }

    /// `choose either "a" { … } "b" { … }`
    fn without_or(&mut self, at: usize) -> bool {
        let follows = at == self.first && matches!(self.closed, "choose" | "random" | "or");
        if follows {
            let label = short(self.word(at)).to_owned();
            self.breaks(
                at,
                "`or` is missing before this option",
                &format!("write `or {label} {{ … }}`"),
            );
        }
        follows
    }

    /// Whether the game has a function with this name.
    fn is_function(&self, word: &str) -> bool {
        self.lexicon.verbs.iter().any(|verb| verb.name == word)
            || self
                .lexicon
                .nouns
                .iter()
                .any(|noun| !noun.property && noun.name == word)
    }

    /// Missing brackets: `gain me, 2`
    fn without_brackets(&mut self, at: usize, word: &str) -> Option<usize> {
        let behind = matches!(
            self.kind(at + 1),
            Some(Kind::Word | Kind::Number | Kind::Text)
        );
        if !behind && self.word(at + 1) != "[" {
            return None;
        }
        let end = self.statement_end(at);
        let message = format!("the brackets after `{word}` are missing");
        self.instead(at, end, "", message, &format!("write `{word}(…);`"));
        Some(end + 1)
    }

    /// The last token of a statement, without its terminator.
    fn statement_end(&self, at: usize) -> usize {
        let ends = |at: &usize| matches!(self.word(*at), ";" | "{" | "}");
        (at..self.tokens.len())
            .find(ends)
            .unwrap_or(self.tokens.len())
            .saturating_sub(1)
            .max(at)
    }

    /// `repeat 3 { … }`
    fn up_to_brace(&mut self, at: usize, word: &str) -> usize {
        let end = self.statement_end(at);
        let message = format!("scripts have no `{word}`");
        let help = "write `for i in 0..3 { … }` for three times, or `each x in … { … }` for a set of the game";
        let place = self.bytes(at, end);
        let span = self.bytes(at, at);
        self.hint(span, message, help)
            .mends
            .push((place, String::new()));
        end + 1
    }

    /// `each x of …`, `choose x of …`
    fn of(&mut self, at: usize, word: &str) -> usize {
        let message = "scripts have no `of`".to_owned();
        self.instead(
            at + 2,
            at + 2,
            "in",
            message,
            &format!("write `{word} {} in …`", short(self.word(at + 1))),
        )
    }

    fn choose(&mut self, at: usize) -> Option<usize> {
        if let Some(next) = self.foreign_choice(at) {
            return Some(next);
        }
        if matches!(self.kind(at + 1), Some(Kind::Text)) {
            let message = "`either` is missing after `choose`";
            return Some(self.breaks(at, message, "write `choose either \"…\" { } or \"…\" { }`"));
        }
        match self.word(at + 2) {
            "of" if self.word(at + 3) == "either" => None,
            "of" => Some(self.of(at, "choose")),
            "from" => {
                let end = self.statement_end(at);
                if (at..=end).any(|at| self.word(at) == "to") {
                    return None;
                }
                let name = short(self.word(at + 1));
                let message = "`from` needs two numbers".to_owned();
                let help = format!(
                    "to choose from a set write `choose {name} in … {{ }}`; to choose a number write `choose {name} from 1 to 3 {{ }}`"
                );
                Some(self.instead(at + 2, at + 2, "in", message, &help))
            }
            _ => None,
        }
    }

    /// `else` after `when`, `otherwise` after `if`, and `otherwise if`.
    fn otherwise(&mut self, at: usize, next: &str) -> usize {
        let with_if = next == "if";
        let last = at + usize::from(with_if);
        if self.word(at) == "otherwise" && self.closed == "if" {
            self.asks_early(at);
        } else {
            let (message, help) = match (self.word(at), with_if) {
                ("otherwise", _) => (
                    "`otherwise` is followed by `when`, not `if`",
                    "write `otherwise when … { }`",
                ),
                (_, true) => (
                    "`else` belongs to `if`, but this follows `when`",
                    "write `otherwise when … { }`",
                ),
                (_, false) => (
                    "`else` belongs to `if`, but this follows `when`",
                    "write `otherwise { }`",
                ),
            };
            self.instead(
                at,
                last,
                if with_if { "when" } else { "" },
                message.into(),
                help,
            );
        }
        self.first = if with_if { last } else { at };
        self.head = Some("when");
        last + 1
    }

    /// `if … { } otherwise { }`: `otherwise` shows that `when` was meant.
    fn asks_early(&mut self, at: usize) {
        let (first, last) = self.asked;
        let (span, asked, otherwise) = (
            self.bytes(first, first),
            self.bytes(first, last),
            self.bytes(at, at),
        );
        let message = "`otherwise` belongs to `when`, but this follows `if`, which runs once, while the card loads";
        let hint = self.hint(span, message, "write `when … { } otherwise { }`");
        hint.mends
            .extend([(asked, String::new()), (otherwise, String::new())]);
    }

    /// `is`, `is not`, `equals`
    fn is(&mut self, at: usize, word: &str) -> usize {
        let not = self.word(at + 1) == "not" && self.word(at + 2) != "(";
        let sign = if not { "!=" } else { "==" };
        let words = if not {
            format!("{word} not")
        } else {
            word.to_owned()
        };
        let help = format!("write `{sign}`");
        self.instead(
            at,
            at + usize::from(not),
            sign,
            format!("scripts have no `{words}`"),
            &help,
        )
    }
}
