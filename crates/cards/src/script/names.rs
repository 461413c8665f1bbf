//! Checks that each name in a script is known, and that each call has the right number of arguments.

use super::chance::{self, Roll};
use super::fault::{OFF, PRINTS};
use super::symbols::{Unknown, head};
use super::walk::Walk;
use crate::codes;
use crate::fields::short;
use crate::near;
use crate::reference::signature;
use cardwright_effects::Ty;
use rhai::{Expr, FnCallExpr, Position};
use std::collections::BTreeSet;

impl Walk<'_> {
    pub(super) fn variable(&mut self, name: &str, qualified: bool, at: Position) {
        self.used.insert(name.to_owned());
        self.here = self.script.byte(at);
        if qualified {
            let help = "write the name alone".into();
            self.error(
                codes::UNKNOWN_VARIABLE,
                at,
                "in card scripts, names have no `::`".into(),
                help,
            );
            return;
        }
        let word = |word: &cardwright_effects::Word<'_>| word.name == name;
        if self.find(name).is_some()
            || name == "none"
            || self.lexicon.all_words().any(|one| word(&one))
        {
            return;
        }
        self.symbols
            .unknown
            .insert(Unknown::Variable(name.to_owned()));
        let message = format!("unknown name `{}`", short(name));
        let help = if self.top.contains(name) {
            format!(
                "to use it in every function, write `const {} = …` outside the functions",
                short(name)
            )
        } else if let Some(hook) = self.hook.filter(|hook| {
            let mut more = hook.params.iter().skip(1);
            more.any(|param| param.name == name)
        }) {
            // The script may leave parameters out.
            head(hook)
        } else if let Some((params, function)) = self.game_function(name) {
            match params {
                [] => format!("it is a function: write `{function}()`"),
                _ => format!("it is a function: write `{function}(…)`"),
            }
        } else if self.function_names().contains(&name) {
            format!("it is a function: write `{name}(…)`")
        } else if self
            .lexicon
            .nouns
            .iter()
            .any(|noun| noun.property && noun.name == name)
        {
            format!(
                "it is a property: write `{}.{name}`, or the name of another one before the dot",
                self.owner
            )
        } else if let Some(help) = self.chance_as_value(name) {
            help
        } else if matches!(
            name,
            "self" | "myself" | "this" | "i" | "my" | "owner" | "you"
        ) {
            format!(
                "the first parameter of the function is the owner of the card: write `{}`",
                self.owner
            )
        } else if let Some(word) = self.hook_word(name) {
            word
        } else if let Some(help) = self.lexicon.phrases.meant(name) {
            help.to_owned()
        } else {
            let local = self
                .scopes
                .iter()
                .flatten()
                .chain(&self.globals)
                .map(|local| local.name.as_str());
            let known: Vec<&str> = local
                .chain(self.lexicon.all_words().map(|word| word.name))
                .collect();
            let functions = self.function_names();
            match near::near(name, known.iter().copied()) {
                None if functions.contains(&name.to_lowercase().as_str()) => {
                    format!("it is a function: write `{}(…)`", name.to_lowercase())
                }
                Some(close) => format!("did you mean `{close}`?"),
                None => {
                    let known = near::nearest_first(name, &known);
                    format!("known here: {}", near::words(&known))
                }
            }
        };
        self.error(codes::UNKNOWN_VARIABLE, at, message, help);
    }

    /// What to write for chance used as a value: `d6`, `Math.random()`.
    fn chance_as_value(&self, name: &str) -> Option<String> {
        if chance::is_house(name) {
            return Some(chance::HELP.into());
        }
        let roll = Roll::parse(name)?;
        let start = self.here;
        Some(roll.instead(&self.script.text, start..start + name.len()))
    }

    /// A hint for a word that is often confused with one of the game's: the owner, if the function has another name for
    /// it, or a thing that must be chosen first.
    fn hook_word(&self, name: &str) -> Option<String> {
        let first = |hook: &cardwright_effects::Hook| {
            hook.params.first().is_some_and(|param| param.name == name)
        };
        if self.lexicon.hooks.iter().any(first) {
            return Some(format!(
                "the function's parameter is `{}`: use the same name for both",
                self.owner
            ));
        }
        let gives = |noun: &&cardwright_effects::Noun| {
            let begins = noun
                .name
                .strip_prefix(name)
                .is_some_and(|rest| matches!(rest, "s" | "es" | "ed"));
            !noun.property && matches!(noun.gives, cardwright_effects::Ty::Many(_)) && begins
        };
        if let Some(noun) = self.lexicon.nouns.iter().find(gives) {
            return Some(format!(
                "nothing has this name yet; choose one first: {}",
                noun.example
            ));
        }
        let binds = |noun: &&cardwright_effects::Noun| {
            [format!("each {name} in "), format!("choose {name} in ")]
                .iter()
                .any(|words| noun.example.starts_with(words))
        };
        let noun = self.lexicon.nouns.iter().find(binds)?;
        Some(format!(
            "nothing has this name yet; choose one first: {}",
            noun.example
        ))
    }

    /// The names of all functions a script may call.
    pub(super) fn function_names(&self) -> Vec<&str> {
        let nouns = self
            .lexicon
            .nouns
            .iter()
            .filter(|noun| !noun.property && noun.name != "this")
            .map(|noun| noun.name);
        let verbs = self.lexicon.verbs.iter().map(|verb| verb.name);
        nouns
            .chain(verbs)
            .chain(self.own.keys().map(String::as_str))
            .chain(["not", "min", "max", "abs", "clamp", "value_if", "coin"])
            .collect()
    }

    pub(super) fn call(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        if call.is_operator_call()
            || !call
                .name
                .starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            return;
        }
        if matches!(call.name.as_str(), "and" | "or") {
            return;
        }
        self.here = self.script.byte(at);
        self.numbers = numbers(&call.args);
        self.known_call(&call.name, call.args.len(), None, at);
    }

    pub(super) fn method(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        self.numbers = None;
        self.known_call(&call.name, call.args.len() + 1, Some(call.args.len()), at);
    }

    /// Checks the name and the number of arguments of a call. `method` is the number of arguments in brackets of a
    /// method call.
    fn known_call(&mut self, name: &str, count: usize, method: Option<usize>, at: Position) {
        self.symbols.called.insert(name.to_owned());
        if OFF.iter().any(|(off, _)| *off == name) {
            return self.forbidden(name, at);
        }
        if PRINTS.contains(&name)
            && !self.own.contains_key(name)
            && self.game_function(name).is_none()
        {
            self.symbols
                .unknown
                .insert(Unknown::Function(name.to_owned(), count));
            return self.forbidden(name, at);
        }
        let params = self.game_function(name);
        if let Some((params, function)) = params {
            if params.len() != count {
                self.symbols
                    .unknown
                    .insert(Unknown::Function(name.to_owned(), count));
                let meant = self.lexicon.phrases.meant(&format!("{function}/{count}"));
                let written = signature(self.lexicon, function, params);
                let help = match meant {
                    Some(help) => help.to_owned(),
                    None if method.is_some_and(|method| method == params.len()) => {
                        format!("write {written}, without a word and a dot before it")
                    }
                    None => format!("write {written}"),
                };
                self.error(
                    codes::WRONG_COUNT,
                    at,
                    counts(name, count, &[params.len()]),
                    help,
                );
            }
            return;
        }
        let counts_known: BTreeSet<usize> = match (self.own.get(name), self.builtins.get(name)) {
            (Some(own), _) if method.is_none() => own.clone(),
            (_, Some(builtin)) => builtin.clone(),
            _ => return self.unknown_function(name, count, at),
        };
        if !counts_known.contains(&count) {
            self.symbols
                .unknown
                .insert(Unknown::Function(name.to_owned(), count));
            let known: Vec<usize> = counts_known.into_iter().collect();
            self.error(
                codes::WRONG_COUNT,
                at,
                counts(name, count, &known),
                match name {
                    "min" => "write `min(a, b)`, or `lowest x in … of …` for a set".into(),
                    "max" => "write `max(a, b)`, or `highest x in … of …` for a set".into(),
                    _ => "correct the arguments".into(),
                },
            );
        }
    }

    fn game_function(
        &self,
        name: &str,
    ) -> Option<(&'static [cardwright_effects::Param], &'static str)> {
        let noun = self
            .lexicon
            .nouns
            .iter()
            .find(|noun| noun.name == name && !noun.property);
        let verb = self.lexicon.verbs.iter().find(|verb| verb.name == name);
        noun.map(|noun| (noun.params, noun.name))
            .or(verb.map(|verb| (verb.params, verb.name)))
    }

    fn unknown_function(&mut self, name: &str, count: usize, at: Position) {
        self.symbols
            .unknown
            .insert(Unknown::Function(name.to_owned(), count));
        let property = name == "count"
            || self
                .lexicon
                .nouns
                .iter()
                .any(|noun| noun.name == name && noun.property);
        let message = format!("unknown function `{}`", short(name));
        let help = match property {
            true => format!(
                "it is a property: write `{}.{name}` without brackets",
                self.owner
            ),
            false => self.meant_function(name),
        };
        self.error(codes::UNKNOWN_FUNCTION, at, message, help);
    }

    /// A hint for an unknown function.
    fn meant_function(&self, name: &str) -> String {
        let known = self.function_names();
        let rolled = self
            .numbers
            .as_ref()
            .and_then(|numbers| Roll::of_call(name, numbers));
        if let Some(roll) = rolled {
            let rest = self.script.text.get(self.here..).unwrap_or_default();
            let end = rest.find(')').map_or(name.len(), |at| at + 1);
            return roll.instead(&self.script.text, self.here..self.here + end);
        }
        if Roll::of_call(name, &[]).is_some() {
            return chance::HELP.into();
        }
        if matches!(
            name,
            "flip" | "flip_coin" | "coin_flip" | "toss" | "toss_coin" | "coin_toss"
        ) {
            return "write `when coin() { … } otherwise { … }`".into();
        }
        if let Some(help) = self.lexicon.phrases.meant(name) {
            return help.into();
        }
        if let Some(close) = near::near(name, known.iter().copied()) {
            return format!("did you mean `{close}`?");
        }
        self.spoken_of(name).unwrap_or_else(|| {
            let mut known = near::nearest_first(name, &known);
            let verb = |name: &str| self.lexicon.verbs.iter().any(|verb| verb.name == name);
            if self.begins_statement() {
                known.sort_by_key(|name| !verb(name));
            }
            format!(
                "no function has a name like this one; functions are: {}",
                near::words(&known)
            )
        })
    }

    /// Whether the call that is checked is a statement, which wants a verb.
    fn begins_statement(&self) -> bool {
        let before = self.script.text.get(..self.here).unwrap_or_default();
        let answers = self.hook.is_some_and(|hook| hook.answers);
        before.trim_end().ends_with(['{', '}', ';']) && !answers
    }

    /// The functions of the game that have words in common with a name, or the verbs whose descriptions contain its
    /// words.
    fn spoken_of(&self, name: &str) -> Option<String> {
        const MOST: usize = 4;
        let words = |text: &str| -> Vec<String> {
            let parts = text.split(|c: char| !c.is_alphanumeric());
            parts
                .filter(|part| part.len() > 2)
                .map(|part| part.to_lowercase().trim_end_matches('s').to_owned())
                .collect()
        };
        let wanted = words(name);
        let shared = |text: &str| {
            words(text)
                .iter()
                .filter(|word| wanted.contains(word))
                .count()
        };
        let nouns = self.lexicon.nouns.iter().filter(|noun| !noun.property);
        let verbs = self.lexicon.verbs.iter();
        let by_name = nouns
            .map(|noun| (shared(noun.name), noun.name, noun.params))
            .chain(
                verbs
                    .clone()
                    .map(|verb| (shared(verb.name), verb.name, verb.params)),
            );
        let by_doc = verbs.map(|verb| (shared(verb.doc), verb.name, verb.params));
        for mut all in [by_name.collect::<Vec<_>>(), by_doc.collect()] {
            all.retain(|(shared, ..)| *shared > 0);
            all.sort_by_key(|(shared, ..)| std::cmp::Reverse(*shared));
            let close: Vec<String> = all
                .iter()
                .take(MOST)
                .map(|(_, function, params)| signature(self.lexicon, function, params))
                .collect();
            if !close.is_empty() {
                return Some(format!(
                    "no function has this name; the nearest are {}",
                    close.join(" and ")
                ));
            }
        }
        None
    }

    /// The type that the game gives to parameters of a name.
    fn ty_of_name(&self, name: &str) -> Option<Ty> {
        let hooks = self.lexicon.hooks.iter().flat_map(|hook| hook.params);
        let verbs = self.lexicon.verbs.iter().flat_map(|verb| verb.params);
        let mut params = hooks.chain(verbs);
        let of_this = || {
            let mut this = self.lexicon.nouns.iter().filter(|noun| noun.name == "this");
            let ty = this.next()?.gives;
            (name == "this" && this.next().is_none()).then_some(ty)
        };
        let found = params.find(|param| param.name == name);
        found.map(|param| param.ty).or_else(of_this)
    }

    pub(super) fn property(&mut self, name: &str, at: Position) {
        let of = std::mem::take(&mut self.dotted);
        let nouns = self.lexicon.nouns;
        let properties = || nouns.iter().filter(|noun| noun.property);
        let mut known: Vec<&str> = properties().map(|noun| noun.name).collect();
        known.push("count");
        let of_map = self.map_keys.contains(name) || matches!(name, "len" | "is_empty");
        if known.contains(&name) || of_map {
            return;
        }
        self.symbols
            .unknown
            .insert(Unknown::Property(name.to_owned()));
        let message = format!("unknown property `{}`", short(name));
        let help = match self.game_function(name) {
            Some((params, function)) => {
                let noun = nouns.iter().find(|noun| noun.name == function);
                match noun.filter(|noun| noun.params.len() == 1) {
                    Some(noun) if matches!(noun.gives, Ty::Many(_)) => format!(
                        "it is a function: write `{function}({0})`, or `{function}({0}).count` for how many",
                        self.owner
                    ),
                    _ => format!(
                        "it is a function: write {}",
                        signature(self.lexicon, function, params)
                    ),
                }
            }
            None => match self.lexicon.phrases.meant(name) {
                Some(help) => help.to_owned(),
                None => match near::near(name, known.iter().copied()) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => {
                        let ty = self.ty_of_name(&of);
                        let fits = |name: &str| {
                            let mut named = properties().filter(|noun| noun.name == name);
                            named.any(|noun| noun.params.first().map(|param| param.ty) == ty)
                        };
                        let mut seen = BTreeSet::new();
                        known.retain(|name| seen.insert(*name));
                        let mut known = near::nearest_first(name, &known);
                        known.sort_by_key(|name| ty.is_some() && !fits(name));
                        format!("properties are: {}", near::words(&known))
                    }
                },
            },
        };
        self.error(codes::UNKNOWN_PROPERTY, at, message, help);
    }
}

/// Reserved words of scripts, which packs cannot declare.
const RESERVED: &[&str] = &[
    "none",
    "otherwise",
    "either",
    "by",
    "from",
    "to",
    "in",
    "and",
    "or",
    "not",
    "min",
    "max",
    "abs",
    "clamp",
    "value_if",
    "has",
    "count",
    "where",
    "of",
    "coin",
    "this",
    "let",
    "const",
    "if",
    "else",
    "for",
    "fn",
    "private",
    "true",
    "false",
    "break",
    "continue",
    "as",
    "global",
    "is",
    "var",
    "static",
    "shared",
    "goto",
    "exit",
    "match",
    "case",
    "default",
    "public",
    "protected",
    "new",
    "use",
    "with",
    "module",
    "package",
    "super",
    "thread",
    "spawn",
    "go",
    "await",
    "async",
    "sync",
    "yield",
    "void",
    "null",
    "nil",
    "print",
    "debug",
    "type_of",
    "is_def_var",
    "is_def_fn",
    "is_shared",
];

/// Whether a word already has a meaning in scripts.
pub(crate) fn reserved(name: &str) -> bool {
    RESERVED.contains(&name)
        || super::syntax::KEYS.contains(&name)
        || OFF.iter().any(|(off, _)| *off == name)
}

/// The arguments of a call, if all are constant numbers.
fn numbers(args: &[Expr]) -> Option<Vec<i64>> {
    let number = |arg: &Expr| match arg {
        Expr::IntegerConstant(number, _) => Some(*number),
        _ => None,
    };
    args.iter().map(number).collect()
}

fn counts(name: &str, count: usize, known: &[usize]) -> String {
    let known: Vec<String> = known.iter().map(usize::to_string).collect();
    let known = known.join(" or ");
    let many = if known == "1" {
        "argument"
    } else {
        "arguments"
    };
    format!("`{}` takes {known} {many}, not {count}", short(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that cannot be variables in scripts must be refused as declarations of packs.
    #[test]
    fn what_rhai_reserves_is_reserved() {
        let engine = super::super::bare_engine();
        let rhai = "let const is if else switch do while until loop for in continue break return throw try catch fn \
                    private this import export as global eval Fn call curry is_shared is_def_fn is_def_var type_of \
                    print debug var static shared goto exit match case default void null nil public protected new \
                    use with module package super thread spawn go await async sync yield true false super match";
        for word in rhai.split_whitespace() {
            let plain = engine
                .compile(format!("const {word} = 1; fn f() {{ {word} }}"))
                .is_ok();
            assert!(plain || reserved(word), "{word}");
        }
        assert!(!reserved("laser") && !reserved("armoured"));
    }
}
