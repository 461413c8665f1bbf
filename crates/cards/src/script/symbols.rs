//! Compares the contents of a script with what the game calls.

use super::trace::Script;
use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::short;
use crate::near;
use cardwright_effects::{CardKind, Hook, Lexicon};
use std::collections::{BTreeMap, BTreeSet};

/// An unknown word.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unknown {
    /// A variable.
    Variable(String),
    /// A function, or a known one with a wrong number of arguments.
    Function(String, usize),
    /// A property.
    Property(String),
}

/// A function of a script.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: usize,
    /// The names of its parameters.
    pub(crate) names: Vec<String>,
    pub(crate) place: Span,
}

/// The functions and words of a script.
#[derive(Default)]
pub(crate) struct Symbols {
    pub(crate) functions: Vec<Function>,
    /// The functions called somewhere in the script.
    pub(crate) called: BTreeSet<String>,
    /// The functions that could not be parsed.
    pub(crate) damaged: BTreeSet<String>,
    /// Whether the script could be parsed without fixing mistakes.
    pub(crate) whole: bool,
    /// The places of errors already reported.
    pub(crate) errors: Vec<Span>,
    /// The unknown words. They get a value that is valid everywhere, so that the rest is checked too.
    pub(crate) unknown: BTreeSet<Unknown>,
    /// The load-time questions (`if`, `&&`, `||`) and their places, by the byte of their condition.
    pub(crate) asked: BTreeMap<usize, (&'static str, Span)>,
    /// Whether the script uses `this`.
    pub(crate) this: bool,
}

impl Symbols {
    /// Whether the whole script is known.
    pub(crate) fn is_sure(&self) -> bool {
        self.whole && self.damaged.is_empty() && self.errors.is_empty()
    }

    /// Whether an error was reported before a byte in its line.
    pub(crate) fn tells_line_of(&self, byte: usize, text: &str) -> bool {
        let line = text
            .get(..byte)
            .map_or(0, |before| before.rfind('\n').map_or(0, |at| at + 1));
        self.errors
            .iter()
            .any(|told| (line..byte).contains(&told.start))
    }

    /// How many parameters a script gives the function of a hook, if the game can call it; the last ones may be left
    /// out.
    pub(crate) fn params(&self, hook: &Hook) -> Option<usize> {
        let mut named = self
            .functions
            .iter()
            .filter(|function| function.name == hook.name);
        let params = named.next()?.params;
        (hook.accepts(params) && named.next().is_none()).then_some(params)
    }

    pub(crate) fn place(&self, name: &str) -> Option<Span> {
        self.functions
            .iter()
            .find(|function| function.name == name)
            .map(|function| function.place)
    }
}

/// The functions that a name may stand for: one with a similar spelling, or those with the most words in common in
/// their names or descriptions; otherwise all.
fn meant_hook(lexicon: &Lexicon, name: &str, hooks: &[&str]) -> String {
    if let Some(help) = lexicon.phrases.meant(name) {
        return help.to_owned();
    }
    if let Some(close) = near::near(name, hooks.iter().copied()) {
        return format!("did you mean `{close}`?");
    }
    let words = |text: &str| -> Vec<String> {
        let parts = text
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter(|part| part.len() > 2);
        parts
            .map(|part| part.to_lowercase().trim_end_matches(['s', 'd']).to_owned())
            .collect()
    };
    let wanted = words(name);
    let shared = |text: &str| {
        words(text)
            .iter()
            .filter(|word| wanted.contains(word))
            .count()
    };
    let of = |name: &&str| lexicon.hooks.iter().find(|hook| hook.name == *name);
    let score = |name: &&str| {
        (
            shared(name),
            of(name).map_or(0, |hook| shared(hook.doc).min(1)),
        )
    };
    // Take the first of equals: `max_by_key` would return the last.
    let best = hooks
        .iter()
        .rev()
        .max_by_key(|name| score(name))
        .filter(|name| score(name) > (0, 0));
    match best {
        Some(best) => format!(
            "did you mean `{best}`? The game calls: {}",
            near::words(&near::nearest_first(name, hooks))
        ),
        None => called(name, hooks),
    }
}

/// The functions of a kind of card, the most similar ones first.
fn called(name: &str, hooks: &[&str]) -> String {
    let hooks = match name {
        "" => hooks.to_vec(),
        name => near::nearest_first(name, hooks),
    };
    format!(
        "for this kind of card the game calls: {}",
        near::words(&hooks)
    )
}

/// The correct head of a function.
pub(super) fn head(hook: &Hook) -> String {
    let names: Vec<&str> = hook.params.iter().map(|param| param.name).collect();
    format!("write `fn {}({})`", hook.name, names.join(", "))
}

/// A parameter that has the name of a different parameter of the game.
fn swapped<'n>(hook: &Hook, names: &'n [String]) -> Option<&'n str> {
    let elsewhere = |(place, name): &(usize, &'n String)| {
        let is = hook
            .params
            .iter()
            .position(|param| param.name == name.as_str());
        is.is_some_and(|is| is != *place)
    };
    let found = names.iter().enumerate().find(elsewhere);
    found.map(|(_, name)| name.as_str())
}

/// Checks a script's functions against those that the game calls for a kind of card.
pub(crate) fn check_hooks(
    lexicon: &Lexicon,
    symbols: &Symbols,
    script: &Script,
    kind: &CardKind,
    report: &mut Report,
) {
    let hooks: Vec<&str> = kind
        .hooks
        .iter()
        .filter_map(|hook| lexicon.hooks.get(usize::from(*hook)))
        .map(|hook| hook.name)
        .collect();
    for (at, function) in symbols.functions.iter().enumerate() {
        let before = &symbols.functions[..at];
        let Some(place) = lexicon
            .hooks
            .iter()
            .position(|hook| hook.name == function.name)
        else {
            // It is unknown what a function that could not be parsed calls.
            if !symbols.called.contains(&function.name) && symbols.damaged.is_empty() {
                let message = format!("nothing calls the function `{}`", short(&function.name));
                let help = meant_hook(lexicon, &function.name, &hooks);
                report.add(
                    Diagnostic::error(codes::UNUSED_FUNCTION, function.place, message).help(help),
                );
            }
            continue;
        };
        let hook = &lexicon.hooks[place];
        if !kind.hooks.contains(&(place as u8)) {
            let message = format!(
                "the game does not call `{}` for cards of the kind `{}`",
                hook.name, kind.name
            );
            let help = called(hook.name, &hooks);
            report.add(Diagnostic::error(codes::HOOK_NOT_HERE, function.place, message).help(help));
        } else if !hook.accepts(function.params) {
            let message = format!(
                "`{}` has {} parameters here, but the game passes {}",
                hook.name,
                function.params,
                hook.params.len()
            );
            // Such as `play_on` for a `play` with a target.
            let longer = format!("{}_", hook.name);
            let others = kind
                .hooks
                .iter()
                .map(|place| &lexicon.hooks[usize::from(*place)]);
            let others = others
                .filter(|other| other.name.starts_with(&longer) && other.accepts(function.params));
            let help = others.fold(head(hook), |help, other| {
                format!("{help}, or {}", head(other).trim_start_matches("write "))
            });
            report.add(Diagnostic::error(codes::HOOK_PARAMS, function.place, message).help(help));
        } else if before.iter().any(|other| other.name == function.name) {
            let message = format!("`{}` is defined twice", hook.name);
            report.add(
                Diagnostic::error(codes::HOOK_PARAMS, function.place, message)
                    .help("merge the two functions into one"),
            );
        } else if let Some(name) = swapped(hook, &function.names) {
            let message = format!(
                "the game passes the parameters of `{}` in another order: `{name}` is not here",
                hook.name
            );
            report.add(
                Diagnostic::error(codes::HOOK_PARAMS, function.place, message).help(head(hook)),
            );
        }
    }
    if !symbols
        .functions
        .iter()
        .any(|function| hooks.contains(&function.name.as_str()))
        && symbols.functions.is_empty()
        && symbols.damaged.is_empty()
    {
        let span = Span {
            file: script.file,
            start: 0,
            end: 0,
        };
        let empty = Diagnostic::error(
            codes::MISSING_HOOK,
            span,
            "the script has no function, so the card does nothing",
        );
        report.add(empty.help(called("", &hooks)));
    }
}
