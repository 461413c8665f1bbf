//! Words and forms of other languages, both programming and natural ones, in places where scripts use others.

use super::{FUNCTION, HEADS, Look};
use crate::fields::short;
use crate::script::chance::{self, Roll, around};
use crate::script::tokens::Kind;

/// Words that start a class in other languages.
const CLASS: &[&str] = &[
    "class",
    "struct",
    "interface",
    "object",
    "enum",
    "impl",
    "namespace",
];
/// Words for a missing value.
const NOTHING: &[&str] = &["null", "nil", "undefined"];
/// Words that introduce a condition on members in other languages.
const WHERE: &[&str] = &["if", "when", "whose", "with", "having", "that"];
/// Words before the end of a range in other languages.
const TO: &[&str] = &["until", "till", "through", "thru", "upto", "and"];
/// Words that may be followed by another word in a statement.
const BEFORE_WORDS: &[&str] = &[
    "let",
    "const",
    "if",
    "else",
    "for",
    "in",
    "otherwise",
    "either",
    "or",
    "by",
    "not",
    "private",
    "fn",
    "import",
    "export",
    "as",
    "is",
    "var",
    "mut",
];
/// Words that connect two others into a condition.
const BETWEEN: &[&str] = &[
    "and",
    "or",
    "has",
    "contains",
    "is",
    "in",
    "not",
    "equals",
    "otherwise",
];

impl<'t> Look<'t> {
    /// `let foe = choose(opponents(me));`, `gain(me, random(1, 6))`: a choice or a random number used as a value.
    pub(super) fn as_value(&mut self, at: usize, word: &str) -> Option<usize> {
        if !matches!(word, "choose" | "random") {
            return None;
        }
        let before = self.word(at.wrapping_sub(1));
        let value = at != self.first
            && matches!(
                before,
                "=" | "(" | "," | "+" | "-" | "*" | "<" | ">" | "==" | "return" | "in"
            );
        let open = match (self.word(at + 1), self.word(at + 3)) {
            ("(", _) => at + 1,
            (".", "(") => at + 3,
            _ if value => return Some(self.choice_as_value(at, word)),
            _ => return None,
        };
        let close = self.closing(open)?;
        // `choose (n + 1) foes in …` chooses several things.
        if self.kind(close + 1) == Some(Kind::Word) && self.word(close + 2) == "in" {
            return None;
        }
        let (place, inside) = (self.bytes(at, close), self.bytes(open, close));
        let inside = self.text.get(inside.start + 1..inside.end - 1)?.trim();
        let numbers: Option<Vec<i64>> = match inside {
            "" => Some(Vec::new()),
            inside => inside
                .split(',')
                .map(|one| one.trim().parse().ok())
                .collect(),
        };
        let help = match numbers.as_deref() {
            Some([low, high]) => Roll::between(*low, *high).instead(self.text, place),
            Some([high]) => Roll::between(1, *high).instead(self.text, place),
            Some(_) => chance::HELP.to_owned(),
            None => {
                let set = short(inside);
                let written = around(
                    self.text,
                    place,
                    "x",
                    |words| format!("{word} x in {set} {{ {words} }}"),
                    |name| format!("{word} {name} in {set} {{ … }}"),
                );
                format!("write `{written}`: put what happens into the braces")
            }
        };
        self.breaks(at, format!("`{word}` has no value"), &help);
        Some(close + 1)
    }

    /// `let foe = choose foe in opponents(me);`
    fn choice_as_value(&mut self, at: usize, word: &str) -> usize {
        let end = (at..self.tokens.len())
            .find(|at| matches!(self.word(*at), ";" | "{" | "}"))
            .unwrap_or(self.tokens.len());
        // As an argument, the choice ends before the next argument or the end of the call.
        let mut depth = 0_usize;
        let argument = (at..end).find(|at| match self.word(*at) {
            "(" | "[" => {
                depth += 1;
                false
            }
            ")" | "]" | "," if depth == 0 => true,
            ")" | "]" => {
                depth -= 1;
                false
            }
            _ => false,
        });
        let last = argument.unwrap_or(end);
        let words = self.bytes(at, last.saturating_sub(1).max(at));
        let choice = short(self.text.get(words.clone()).unwrap_or_default().trim());
        let name = short(self.word(at + 1));
        let body = match argument {
            None => "…".to_owned(),
            Some(_) => {
                let call = self.bytes(self.first, end.saturating_sub(1).max(last));
                let before = self.text.get(call.start..words.start).unwrap_or_default();
                let behind = self.text.get(words.end..call.end).unwrap_or_default();
                short(&format!("{before}{name}{behind};"))
            }
        };
        let help = format!("write `{choice} {{ {body} }}`: put what happens into the braces");
        self.breaks(at, format!("`{word}` has no value"), &help);
        end
    }

    /// The token that closes the bracket at a token.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (open..self.tokens.len()).find(|at| {
            match self.kind(*at) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }

    /// `gain(me, 1) lose(me, 1)`: a second statement after a call.
    pub(super) fn no_semicolon(&mut self, at: usize, word: &str) -> bool {
        let first = self.word(self.first);
        let calls = (self.is_function(first) && self.word(self.first + 1) == "(")
            || matches!(first, "let" | "const");
        let begins = self
            .lexicon
            .verbs
            .iter()
            .any(|verb| verb.name == word && self.word(at + 1) == "(")
            || matches!(
                word,
                "let" | "const" | "when" | "each" | "choose" | "repeat"
            );
        if at == self.first || self.round > 0 || !calls || !begins || self.word(at - 1) != ")" {
            return false;
        }
        let gap = self.bytes(at - 1, at - 1).end..self.bytes(at, at).start;
        let between = self.text.get(gap.clone()).unwrap_or_default();
        let blank = between
            .find(' ')
            .filter(|_| between.trim().is_empty())
            .map(|blank| gap.start + blank);
        let statement = self.bytes(self.first, at - 1);
        let statement = short(self.text.get(statement).unwrap_or_default());
        let help = format!("write `{statement};` and then `{word} …`");
        let span = self.bytes(at, at);
        let hint = self.hint(span, "`;` is missing before this", help);
        match blank {
            Some(blank) => hint.mends.push((blank..blank + 1, ";".into())),
            None => hint.breaks = true,
        }
        self.first = at;
        true
    }

    /// Checks a word that is reported anywhere.
    pub(super) fn foreign(&mut self, at: usize, word: &str) -> Option<usize> {
        let next = self.word(at + 1);
        if matches!(word, "async" | "await") && self.kind(at + 1) == Some(Kind::Word) {
            self.first = if at == self.first { at + 1 } else { self.first };
            return Some(self.instead(
                at,
                at,
                "",
                format!("scripts have no `{word}`"),
                "remove it",
            ));
        }
        if NOTHING.contains(&word) && !matches!(next, "(" | "=") {
            let message = format!("scripts have no `{word}`");
            let help = "to ask whether a set has members, write `set.count > 0`; to allow choosing nothing, write `… or none`";
            return Some(self.breaks(at, message, help));
        }
        if at != self.first && WHERE.contains(&word) && self.chooses_from_set(at) {
            let message = format!("`{word}` does not filter a set");
            return Some(self.instead(at, at, "where", message, "write `where` and a condition"));
        }
        None
    }

    /// Whether a token follows the set of a choice or a loop, outside brackets.
    fn chooses_from_set(&self, at: usize) -> bool {
        let first = self.word(self.first);
        let behind = |word: &str| (self.first..at).any(|at| self.word(at) == word);
        matches!(first, "choose" | "random" | "each")
            && self.round == 0
            && behind("in")
            && !behind("either")
            && !behind("where")
    }

    /// Checks the first word outside functions, if it does not start a function.
    pub(super) fn foreign_head(&mut self, at: usize, word: &str) -> Option<usize> {
        let next = self.word(at + 1);
        if CLASS.contains(&word) && (next == "{" || self.kind(at + 1) == Some(Kind::Word)) {
            let help = "put everything into functions: write `fn play(me) { … }`";
            return Some(self.breaks(at, format!("scripts have no `{word}`"), help));
        }
        let name = if matches!(word, "const" | "let" | "var") {
            at + 1
        } else {
            at
        };
        let given = if self.word(name + 1) == "=" {
            self.word(name + 2)
        } else {
            ""
        };
        if FUNCTION.contains(&given) || (given == "(" && self.is_arrow_behind(name + 2)) {
            let name = short(self.word(name)).to_owned();
            let span = self.bytes(at, at);
            let help = format!("write `fn {name}(…) {{ … }}`");
            self.hint(span, "in scripts, a function begins with `fn`", help)
                .breaks = true;
            // Everything up to the end belongs to the function that cannot be read.
            return Some(self.end_of_block(at));
        }
        let words = self.kind(at + 1) == Some(Kind::Word);
        let own =
            BEFORE_WORDS.contains(&word) || HEADS.contains(&word) || super::KEYS.contains(&word);
        if words && !own && !FUNCTION.contains(&word) {
            let verb = self.lexicon.phrases.examples.verb;
            let help =
                format!("write what the card does in a function: `fn play(me) {{ {verb}; }}`");
            self.breaks(
                at,
                "outside functions, a script may have only constants",
                &help,
            );
            return Some(self.end_of_block(at));
        }
        None
    }

    /// Whether the round brackets that open here are followed by `=>`.
    fn is_arrow_behind(&self, open: usize) -> bool {
        let closed = (open..self.tokens.len().min(open + 32)).find(|at| self.word(*at) == ")");
        closed.is_some_and(|closed| self.word(closed + 1) == "=>")
    }

    /// The token after the block or statement that starts here.
    fn end_of_block(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for next in at..self.tokens.len() {
            match self.kind(next) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) if depth <= 1 && self.word(next) == "}" => return next + 1,
                Some(Kind::Close) => depth = depth.saturating_sub(1),
                _ if self.word(next) == "fn" && self.begins_line(next) => return next,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// `foe.energy is highest`
    pub(super) fn superlative(&mut self, at: usize) -> Option<usize> {
        let most = match self.word(at + 1) {
            "highest" | "most" | "largest" | "biggest" | "greatest" | "max" | "maximum" => "most",
            "lowest" | "least" | "smallest" | "fewest" | "min" | "minimum" => "least",
            _ => return None,
        };
        if matches!(self.word(at + 2), "(") || self.kind(at + 2) == Some(Kind::Word) {
            return None;
        }
        let number = self.lexicon.phrases.examples.number;
        let help = format!(
            "write `{most} x in opponents(me) of x.{number}`: it is a set, so `choose foe in {most} x in … of … {{ … }}` works too"
        );
        Some(self.breaks(at + 1, "no value has this name", &help))
    }

    /// Checks the first word of a statement.
    pub(super) fn foreign_statement(&mut self, at: usize, word: &'t str) -> Option<usize> {
        let next = self.word(at + 1);
        match word {
            "choose" | "random" | "each" if self.word(at + 2) == "," => {
                let help = "for several things together, write `choose 2 foes in opponents(me) { each foe in foes { … } }`; for one after the other, write a second `choose` in the braces of the first";
                let message = format!("`{word}` names one variable");
                Some(self.breaks(at + 2, message, help))
            }
            _ if next == "{"
                && let Some(help) = self.lexicon.phrases.meant(word) =>
            {
                self.breaks(at, format!("scripts have no `{word}`"), help);
                Some(self.end_of_block(at))
            }
            "for" if next == "(" => {
                let help = "write `repeat 3 { … }` for three times, or `each x in … { … }` for a set of the game";
                self.breaks(at, "scripts have another form of `for`", help);
                Some(self.statement_brace(at))
            }
            "switch" | "match" if self.kind(at + 1) == Some(Kind::Word) => {
                let help = "write `when … { } otherwise when … { }`";
                self.breaks(at, format!("scripts have no `{word}`"), help);
                if let Some(hint) = self.found.last_mut().filter(|_| word == "switch") {
                    hint.forbidden = Some("switch");
                }
                Some(self.end_of_block(at))
            }
            "try" if next == "{" => Some(self.attempt(at)),
            "catch"
                if self.word(at.wrapping_sub(1)) == "}"
                    && self.found.iter().any(|hint| hint.is("try")) =>
            {
                let behind = if next == "(" { at + 4 } else { at + 1 };
                Some(behind)
            }
            "let" | "const" | "var"
                if self.kind(at + 2) == Some(Kind::Word)
                    && self.kind(at + 1) == Some(Kind::Word) =>
            {
                let joined = format!("{}_{}", short(next), short(self.word(at + 2)));
                let help = format!("write `{joined}`");
                Some(self.breaks(at + 1, "a name must be one word", &help))
            }
            "each" | "choose" | "for" | "random" => self.without_in(at, word),
            _ => None,
        }
    }

    /// Several words in a row without brackets.
    pub(super) fn sentence(&mut self, at: usize, word: &'t str) -> Option<usize> {
        let next = self.word(at + 1);
        let words = self.kind(at + 1) == Some(Kind::Word) && !BETWEEN.contains(&next);
        let own = BEFORE_WORDS.contains(&word)
            || HEADS.contains(&word)
            || super::ENDS.contains(&word)
            || super::KEYS.contains(&word)
            || super::super::names::reserved(word);
        if !words || own || self.is_function(word) {
            return None;
        }
        let end = self.statement_end(at);
        let verb = (at..=end)
            .map(|at| self.word(at))
            .find(|word| self.is_function(word));
        let help = match verb {
            Some(verb) => format!("write `{verb}(…);`"),
            None => format!(
                "write a verb and what it needs in brackets, such as `{};`",
                self.lexicon.phrases.examples.verb
            ),
        };
        let place = self.bytes(at, end);
        let hint = self.hint(place.clone(), "this is a sentence, not a statement", help);
        hint.mends.push((place, String::new()));
        Some(end + 1)
    }

    /// `try { … } catch (e) { … }`: both blocks are read as they are.
    fn attempt(&mut self, at: usize) -> usize {
        let mut mends = vec![(self.bytes(at, at), String::new())];
        let caught = (at..self.tokens.len()).find(|at| self.word(*at) == "catch");
        if let Some(caught) = caught {
            let last = if self.word(caught + 1) == "(" {
                caught + 3
            } else {
                caught
            };
            mends.push((self.bytes(caught, last), String::new()));
        }
        let span = self.bytes(at, at);
        let hint = self.hint(span, "", "");
        hint.forbidden = Some("try");
        hint.mends = mends;
        at + 1
    }

    /// `choose foe opponents(me) { … }`
    fn without_in(&mut self, at: usize, word: &str) -> Option<usize> {
        let (name, next) = (self.word(at + 1), self.word(at + 2));
        let words = self.kind(at + 1) == Some(Kind::Word) && self.kind(at + 2) == Some(Kind::Word);
        let known = matches!(next, "in" | "from" | "of" | "to" | "each" | "every" | "all");
        let special = matches!(name, "up" | "by" | "either" | "each" | "every" | "all");
        // `choose n foes in …`: a number, followed by the name.
        if !words || known || special || self.word(at + 3) == "in" {
            return None;
        }
        let set = self.bytes(at + 2, at + 2);
        let help = format!("write `{word} {} in …`", short(name));
        let message = format!("`in` is missing after `{}`", short(name));
        self.hint(set, message, help);
        Some(self.statement_brace(at))
    }

    /// The opening brace of a statement's block, or the end of the statement.
    fn statement_brace(&self, at: usize) -> usize {
        (at..self.tokens.len())
            .find(|at| self.word(*at) == "{")
            .unwrap_or(self.tokens.len())
    }

    /// `choose n from 1 until 3`
    pub(super) fn foreign_choice(&mut self, at: usize) -> Option<usize> {
        let end = self.statement_end(at);
        let find = |wanted: &[&str]| (at + 3..=end).find(|at| wanted.contains(&self.word(*at)));
        if self.word(at + 2) != "from" || find(&["to"]).is_some() {
            return None;
        }
        let until = find(TO)?;
        let message = format!("`{}` does not belong here", self.word(until));
        let help = format!(
            "write `choose {} from … to … {{ }}`",
            short(self.word(at + 1))
        );
        self.instead(until, until, "to", message, &help);
        Some(until + 1)
    }

    /// `foe => …`: an anonymous function.
    pub(super) fn is_arrow(&self, at: usize) -> bool {
        let (before, further) = (self.word(at.wrapping_sub(1)), self.word(at.wrapping_sub(2)));
        let named =
            self.kind(at.wrapping_sub(1)) == Some(Kind::Word) && matches!(further, "(" | ",");
        named || (before == ")" && self.word(at + 1) == "{")
    }
}
