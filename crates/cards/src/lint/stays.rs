//! Checks that a card stays on the table if it has functions that run only then.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use cardwright_effects::tree::SourcePos;
use cardwright_effects::{Handler, Lexicon, Op, Stays};
use std::collections::BTreeSet;

/// Checks the effects of a playable card in all of its hooks.
pub(crate) fn stays(
    lexicon: &Lexicon,
    how: Stays,
    handlers: &[Handler],
    place: impl Fn(&str) -> Option<Span>,
    span: impl Fn(SourcePos) -> Span,
    report: &mut Report,
) {
    early(lexicon, how, handlers, span, report);
    let stays = |op: &Op| matches!(op, Op::Do { verb, .. } if how.verbs.contains(verb));
    let name = |hook: u8| lexicon.hooks.get(usize::from(hook)).map(|hook| hook.name);
    let idle = handlers
        .iter()
        .filter(|handler| !how.without.contains(&handler.hook));
    if let Some(staying) = handlers
        .iter()
        .find(|handler| handler.program.ops.iter().any(stays))
    {
        let place_of = |handler: &Handler| place(name(handler.hook)?);
        if let Some(span) = place_of(staying).filter(|_| idle.count() == 0) {
            let message = "the card stays, but no function of it runs while it stays";
            let help = "write a function for what happens then, or do not let the card stay";
            report.add(Diagnostic::warning(codes::NEVER_STAYS, span, message).help(help));
        }
        return own_turn(lexicon, how, handlers, &place, report);
    }
    laid(lexicon, how, handlers, &place, report);
    let mut places: Vec<Span> = idle
        .filter_map(|handler| place(name(handler.hook)?))
        .collect();
    places.sort();
    let Some((first, others)) = places.split_first() else {
        return;
    };
    let message = "this runs only while the card stays, but nothing makes it stay";
    let found = Diagnostic::warning(codes::NEVER_STAYS, *first, message);
    let found = others
        .iter()
        .fold(found, |found, span| found.label(*span, "this too"));
    report.add(found.help(help(lexicon, how)));
}

/// Reports functions that never run if the card is shown in another player's turn, unless a condition asks whose turn it
/// is.
fn own_turn(
    lexicon: &Lexicon,
    how: Stays,
    handlers: &[Handler],
    place: &impl Fn(&str) -> Option<Span>,
    report: &mut Report,
) {
    let name = |hook: u8| lexicon.hooks.get(usize::from(hook)).map(|hook| hook.name);
    for only in how.own_turn {
        let asks = |op: &Op| matches!(op, Op::Read { noun, .. } if *noun == only.active);
        let asked = handlers.iter().any(|handler| {
            how.without.contains(&handler.hook) && handler.program.ops.iter().any(asks)
        });
        let own = handlers.iter().any(|handler| handler.hook == only.hook);
        let (Some(hook), Some(any)) = (name(only.hook), name(only.any)) else {
            continue;
        };
        if let Some(span) = place(hook).filter(|_| own && !asked) {
            let message =
                format!("`{hook}` never runs if you show the card in another player's turn");
            let help = format!("write `{any}` instead");
            report.add(Diagnostic::warning(codes::NEVER_STAYS, span, message).help(help));
        }
    }
}

/// Reports verbs about the card on the table in front of the verb that makes it stay.
fn early(
    lexicon: &Lexicon,
    how: Stays,
    handlers: &[Handler],
    span: impl Fn(SourcePos) -> Span,
    report: &mut Report,
) {
    let name = |verb: u8| lexicon.verbs.get(usize::from(verb)).map(|verb| verb.name);
    let kept = |verb: &u8| {
        how.laid.contains(verb) || lexicon.keeps.iter().any(|keeps| keeps.verbs.contains(verb))
    };
    for handler in handlers
        .iter()
        .filter(|handler| how.without.contains(&handler.hook))
    {
        let verbs = handler.program.ops.iter().zip(&handler.program.places);
        let verbs: Vec<(u8, SourcePos)> = verbs
            .filter_map(|(op, at)| match op {
                Op::Do { verb, .. } => Some((*verb, *at)),
                _ => None,
            })
            .collect();
        let stays = verbs.iter().position(|(verb, _)| how.verbs.contains(verb));
        let Some((before, after)) = stays.and_then(|at| verbs.split_at_checked(at)) else {
            continue;
        };
        let early = before.iter().find(|(verb, _)| kept(verb));
        let (Some((verb, at)), Some((stays, _))) = (early, after.first()) else {
            continue;
        };
        if let (Some(verb), Some(stays)) = (name(*verb), name(*stays)) {
            let message = format!("`{verb}` does nothing here: the card is not on the table yet");
            let found = Diagnostic::warning(codes::NEVER_STAYS, span(*at), message);
            report.add(found.help(format!("write it after `{stays}`")));
        }
    }
}

/// Reports verbs that only affect a card that stays.
fn laid(
    lexicon: &Lexicon,
    how: Stays,
    handlers: &[Handler],
    place: &impl Fn(&str) -> Option<Span>,
    report: &mut Report,
) {
    for handler in handlers
        .iter()
        .filter(|handler| how.without.contains(&handler.hook))
    {
        let verb = handler.program.ops.iter().find_map(|op| match op {
            Op::Do { verb, .. } if how.laid.contains(verb) => lexicon.verbs.get(usize::from(*verb)),
            _ => None,
        });
        let hook = lexicon
            .hooks
            .get(usize::from(handler.hook))
            .and_then(|hook| place(hook.name));
        let (Some(verb), Some(span)) = (verb, hook) else {
            continue;
        };
        let message = format!(
            "`{}` needs a card that stays, but nothing makes this one stay",
            verb.name
        );
        report.add(Diagnostic::warning(codes::NEVER_STAYS, span, message).help(help(lexicon, how)));
    }
}

/// A hint about which verbs make the card stay, and where to write them.
fn help(lexicon: &Lexicon, how: Stays) -> String {
    let verbs = how
        .verbs
        .iter()
        .filter_map(|verb| lexicon.verbs.get(usize::from(*verb)));
    let hooks = verbs
        .clone()
        .filter_map(|verb| verb.sense.hooks)
        .flatten()
        .collect::<BTreeSet<_>>();
    let hooks = hooks
        .into_iter()
        .filter_map(|hook| lexicon.hooks.get(usize::from(*hook)));
    let (verbs, hooks) = (
        either(verbs.map(|verb| verb.name)),
        either(hooks.map(|hook| hook.name)),
    );
    format!("call {verbs} in {hooks}, or remove this")
}

/// "`a`, `b` or `c`"
fn either<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
