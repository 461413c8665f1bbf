//! Words of earlier versions. They are read as the new words, with a warning that contains the fix.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::in_file;
use cardwright_effects::{AliasUse, FactType, Lexicon};
use std::borrow::Cow;
use toml_span::Value;
use toml_span::value::{Key, Table, ValueInner};

/// The warning about an old word.
pub(crate) fn warning(old: &str, new: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        codes::OLD_WORD,
        span,
        format!("`{old}` is now called `{new}`"),
    )
    .help(format!("write `{new}`; `cardwright check --fix` does it"))
    .fix(span, new)
}

/// Renames the old keys and effect symbols of the cards of a file.
pub(crate) fn renew(file: &mut Value<'_>, number: u16, lexicon: &Lexicon, report: &mut Report) {
    if lexicon.aliases.is_empty() {
        return;
    }
    let ValueInner::Table(mut top) = file.take() else {
        return;
    };
    if let Some(cards) = top.get_mut("card") {
        each_table(cards, |card| {
            let kind = card.get("kind").and_then(Value::as_str).unwrap_or_default();
            let kind = lexicon.kinds.iter().find(|known| known.name == kind);
            let has = |fact: &str| {
                kind.is_some_and(|kind| kind.facts.iter().any(|known| known.name == fact))
            };
            rename(card, number, report, |old| {
                lexicon.alias(AliasUse::Key, old).filter(|new| has(new))
            });
            let facts = kind.iter().flat_map(|kind| kind.facts);
            for fact in facts.filter(|fact| matches!(fact.ty, FactType::Symbols)) {
                if let Some(symbols) = card.get_mut(fact.name) {
                    each_table(symbols, |symbol| {
                        rename(symbol, number, report, |old| {
                            lexicon.alias(AliasUse::Symbol, old)
                        });
                    });
                }
            }
        });
    }
    file.set(ValueInner::Table(top));
}

/// Renames the old keys of the changes that the decks of a manifest make to cards.
pub(crate) fn renew_decks(
    file: &mut Value<'_>,
    number: u16,
    lexicon: &Lexicon,
    report: &mut Report,
) {
    if lexicon.aliases.is_empty() {
        return;
    }
    each_value(file, |key, decks| {
        if key == "decks" {
            each_value(decks, |_, deck| {
                each_value(deck, |_, card| {
                    let mut inner = card.take();
                    if let ValueInner::Table(table) = &mut inner {
                        rename(table, number, report, |old| {
                            lexicon.alias(AliasUse::Key, old)
                        });
                    }
                    card.set(inner);
                });
            });
        }
    });
}

/// Applies a function to each value of a table.
fn each_value<'d>(table: &mut Value<'d>, mut change: impl FnMut(&str, &mut Value<'d>)) {
    let mut inner = table.take();
    if let ValueInner::Table(table) = &mut inner {
        table
            .iter_mut()
            .for_each(|(key, value)| change(&key.name, value));
    }
    table.set(inner);
}

/// Applies a function to each table of a list.
fn each_table<'d>(list: &mut Value<'d>, mut change: impl FnMut(&mut Table<'d>)) {
    let mut inner = list.take();
    if let ValueInner::Array(items) = &mut inner {
        for item in items {
            let mut value = item.take();
            if let ValueInner::Table(table) = &mut value {
                change(table);
            }
            item.set(value);
        }
    }
    list.set(inner);
}

/// Renames old keys of a table, unless their new names are present.
fn rename<'d>(
    table: &mut Table<'d>,
    file: u16,
    report: &mut Report,
    new_name: impl Fn(&str) -> Option<&'static str>,
) {
    let old: Vec<Key<'d>> = table
        .keys()
        .filter(|key| new_name(&key.name).is_some())
        .cloned()
        .collect();
    for key in old {
        let Some(new) = new_name(&key.name).filter(|new| !table.contains_key(*new)) else {
            continue;
        };
        report.add(warning(&key.name, new, in_file(file, key.span)));
        if let Some(value) = table.remove(&key) {
            let name = Cow::Borrowed(new);
            table.insert(Key { name, ..key }, value);
        }
    }
}
