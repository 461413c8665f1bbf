//! Checks that a card stores only one kind of data, and reads only what cards write.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use cardwright_effects::tree::SourcePos;
use cardwright_effects::{Card, Handler, Keeps, Lexicon, Op};
use std::collections::BTreeSet;

/// A word of a script about data stored on the card.
struct Word {
    keeps: &'static Keeps,
    name: &'static str,
    writes: bool,
    at: SourcePos,
}

/// Checks the data that a card stores in all of its hooks.
pub(crate) fn keeps(
    lexicon: &Lexicon,
    handlers: &[Handler],
    span: impl Fn(SourcePos) -> Span,
    report: &mut Report,
) {
    let words: Vec<Word> = handlers
        .iter()
        .flat_map(|handler| words(lexicon, handler))
        .collect();
    let Some(first) = words.iter().find(|word| word.writes).or(words.first()) else {
        return;
    };
    if !first.writes {
        let message = format!(
            "nothing in this script stores {} on the card",
            first.keeps.what
        );
        let verbs = first
            .keeps
            .verbs
            .iter()
            .filter_map(|verb| lexicon.verbs.get(usize::from(*verb)));
        let names: Vec<String> = verbs.map(|verb| format!("`{}`", verb.name)).collect();
        let found = Diagnostic::warning(codes::KEEPS_NOTHING, span(first.at), message);
        return report.add(found.help(format!("use: {}", names.join(", "))));
    }
    if let Some(other) = words
        .iter()
        .find(|word| word.keeps.what != first.keeps.what)
    {
        let message = format!(
            "this card already stores {}, so it cannot store {} too (`{}`)",
            first.keeps.what, other.keeps.what, other.name
        );
        let found = Diagnostic::error(codes::KEEPS_TWO, span(other.at), message);
        let found = found.label(span(first.at), format!("it stores {}", first.keeps.what));
        report.add(found.help("remove one of them, or make two cards"));
    }
}

/// Reports cards that store data which no card reads.
pub(crate) fn never_read(lexicon: &Lexicon, cards: &[Card], report: &mut Report) {
    // It is unknown what a function with an error reads.
    if report.found.has_errors() {
        return;
    }
    let everywhere: BTreeSet<&str> = cards
        .iter()
        .flat_map(|card| &card.handlers)
        .flat_map(|handler| &handler.program.ops)
        .filter_map(|op| match *op {
            Op::Read { noun, .. } => {
                let mut reads = lexicon.idle.reads.iter();
                reads
                    .find(|(_, place)| *place == noun)
                    .map(|(what, _)| *what)
            }
            _ => None,
        })
        .collect();
    for card in cards {
        let words: Vec<Word> = card
            .handlers
            .iter()
            .flat_map(|handler| words(lexicon, handler))
            .collect();
        let reads = words.iter().any(|word| !word.writes);
        let Some(first) = words.first().filter(|first| first.writes && !reads) else {
            continue;
        };
        if everywhere.contains(first.keeps.what) {
            continue;
        }
        let Some(span) = report.span_of(first.at) else {
            continue;
        };
        let message = format!(
            "`{}` stores {} on this card, but nothing ever reads it",
            first.name, first.keeps.what
        );
        let nouns = first.keeps.nouns.iter();
        let names: Vec<String> = nouns
            .filter_map(|noun| lexicon.nouns.get(usize::from(*noun)))
            .map(|noun| format!("`{}`", noun.example))
            .collect();
        let found = Diagnostic::warning(codes::NEVER_READ, span, message);
        report.add(found.help(format!(
            "read it, for example with {}, or remove `{}`",
            names.join(" or "),
            first.name
        )));
    }
}

/// The words of a hook about data stored on the card, in order.
fn words(lexicon: &Lexicon, handler: &Handler) -> Vec<Word> {
    let program = &handler.program;
    let word = |(op, at): (&Op, &SourcePos)| {
        let (place, writes) = match *op {
            Op::Do { verb, .. } => (verb, true),
            Op::Read { noun, .. } => (noun, false),
            _ => return None,
        };
        let of = |keeps: &&Keeps| if writes { keeps.verbs } else { keeps.nouns }.contains(&place);
        let keeps = lexicon.keeps.iter().find(of)?;
        let name = match writes {
            true => lexicon.verbs.get(usize::from(place))?.name,
            false => lexicon.nouns.get(usize::from(place))?.name,
        };
        Some(Word {
            keeps,
            name,
            writes,
            at: *at,
        })
    };
    program
        .ops
        .iter()
        .zip(&program.places)
        .filter_map(word)
        .collect()
}
