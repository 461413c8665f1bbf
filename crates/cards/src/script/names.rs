//! Whether each name in a script is known, and each call has the right number of arguments.

use super::fault::OFF;
use super::outline::Unknown;
use super::trace::signature;
use super::walk::Walk;
use crate::codes;
use crate::fields::short;
use crate::near;
use rhai::{FnCallExpr, Position};
use std::collections::BTreeSet;

impl Walk<'_> {
    pub(super) fn variable(&mut self, name: &str, qualified: bool, at: Position) {
        self.used.insert(name.to_owned());
        if qualified {
            let help = "write the name alone".into();
            self.error(codes::UNKNOWN_VARIABLE, at, "names have no `::` in card scripts".into(), help);
            return;
        }
        let word = |word: &&cardwright_effects::Word| word.name == name;
        if self.find(name).is_some() || name == "none" || self.lexicon.words.iter().any(|one| word(&one)) {
            return;
        }
        self.outline.unknown.insert(Unknown::Variable(name.to_owned()));
        let message = format!("nothing is known of the name `{}`", short(name));
        let help = if self.top.contains(name) {
            format!(
                "functions see the constants that stand outside of them: write `const {} = …` there",
                short(name)
            )
        } else if self.function_names().contains(&name) {
            format!("it is a function: write `{name}(…)`")
        } else {
            let local = self.scopes.iter().flatten().chain(&self.globals).map(|local| local.name.as_str());
            let known: Vec<&str> = local.chain(self.lexicon.words.iter().map(|word| word.name)).collect();
            near::meant(name, "known here are", &known)
        };
        self.error(codes::UNKNOWN_VARIABLE, at, message, help);
    }

    /// The names of all functions a script may call.
    pub(super) fn function_names(&self) -> Vec<&str> {
        let nouns = self.lexicon.nouns.iter().filter(|noun| !noun.property).map(|noun| noun.name);
        let verbs = self.lexicon.verbs.iter().map(|verb| verb.name);
        nouns.chain(verbs).chain(self.own.keys().map(String::as_str)).chain(["not", "min", "max"]).collect()
    }

    pub(super) fn call(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        if call.is_operator_call() || !call.name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return;
        }
        if matches!(call.name.as_str(), "and" | "or") {
            return;
        }
        self.known_call(&call.name, call.args.len(), None, at);
    }

    pub(super) fn method(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        self.known_call(&call.name, call.args.len() + 1, Some(call.args.len()), at);
    }

    /// Checks name and number of arguments of a call. `method` is the number in brackets of a call with a point.
    fn known_call(&mut self, name: &str, count: usize, method: Option<usize>, at: Position) {
        self.outline.called.insert(name.to_owned());
        if OFF.iter().any(|(off, _)| *off == name) {
            return self.forbidden(name, at);
        }
        let params = self.game_function(name);
        if let Some((params, function)) = params {
            if params.len() != count {
                self.outline.unknown.insert(Unknown::Function(name.to_owned(), count));
                let help = format!("it is written {}", signature(self.lexicon, function, params));
                self.error(codes::WRONG_COUNT, at, counts(name, count, &[params.len()]), help);
            }
            return;
        }
        let counts_known: BTreeSet<usize> = match (self.own.get(name), self.builtins.get(name)) {
            (Some(own), _) if method.is_none() => own.clone(),
            (_, Some(builtin)) => builtin.clone(),
            _ => return self.unknown_function(name, count, at),
        };
        if !counts_known.contains(&count) {
            self.outline.unknown.insert(Unknown::Function(name.to_owned(), count));
            let known: Vec<usize> = counts_known.into_iter().collect();
            self.error(codes::WRONG_COUNT, at, counts(name, count, &known), "correct the arguments".into());
        }
    }

    fn game_function(&self, name: &str) -> Option<(&'static [cardwright_effects::Param], &'static str)> {
        let noun = self.lexicon.nouns.iter().find(|noun| noun.name == name && !noun.property);
        let verb = self.lexicon.verbs.iter().find(|verb| verb.name == name);
        noun.map(|noun| (noun.params, noun.name)).or(verb.map(|verb| (verb.params, verb.name)))
    }

    fn unknown_function(&mut self, name: &str, count: usize, at: Position) {
        self.outline.unknown.insert(Unknown::Function(name.to_owned(), count));
        let property =
            name == "count" || self.lexicon.nouns.iter().any(|noun| noun.name == name && noun.property);
        let message = format!("nothing is known of the function `{}`", short(name));
        let help = match property {
            true => format!("it is a property: write `x.{name}` without brackets"),
            false => {
                let known = self.function_names();
                match near::near(name, known.iter().copied().chain(self.builtins.keys().map(String::as_str)))
                {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => format!("functions are: {}", near::list(&known)),
                }
            }
        };
        self.error(codes::UNKNOWN_FUNCTION, at, message, help);
    }

    pub(super) fn property(&mut self, name: &str, at: Position) {
        let mut known: Vec<&str> =
            self.lexicon.nouns.iter().filter(|noun| noun.property).map(|noun| noun.name).collect();
        known.push("count");
        let of_map = self.map_keys.contains(name) || matches!(name, "len" | "is_empty");
        if known.contains(&name) || of_map {
            return;
        }
        self.outline.unknown.insert(Unknown::Property(name.to_owned()));
        let message = format!("nothing is known of the property `{}`", short(name));
        let help = match self.game_function(name) {
            Some((params, function)) => {
                format!("it is a function: write {}", signature(self.lexicon, function, params))
            }
            None => near::meant(name, "properties are", &known),
        };
        self.error(codes::UNKNOWN_PROPERTY, at, message, help);
    }
}

fn counts(name: &str, count: usize, known: &[usize]) -> String {
    let known: Vec<String> = known.iter().map(usize::to_string).collect();
    let known = known.join(" or ");
    let many = if known == "1" { "argument" } else { "arguments" };
    format!("`{}` takes {known} {many}, not {count}", short(name))
}
