//! Warnings about amounts above a limit that no card raises.

use crate::codes;
use crate::diagnostics::{Bounded, Diagnostic, Report, Span};
use cardwright_effects::{Amount, Bound, Card, CardSet, FactValue, Lexicon};
use std::collections::BTreeSet;

/// A warning for each limit that an amount exceeds; `own` is for effects in a robot's own turn.
pub(crate) fn exceeded(amount: &Amount, own: bool, least: i16, span: Span) -> Bounded {
    let own = amount.own.filter(|_| own).map(|(_, bound)| bound);
    let all = own
        .into_iter()
        .chain([amount.bound])
        .filter(|bound| least > bound.most);
    all.map(|bound| (bound.raised_by, void(bound, least, span)))
        .collect()
}

fn void(Bound { most, why, .. }: Bound, least: i16, span: Span) -> Diagnostic {
    let message = format!("only {most} of these {least} count: {why}");
    Diagnostic::warning(codes::VOID_AMOUNT, span, message).help(format!("write {most}"))
}

/// The warnings about limits from all packs of a load.
#[derive(Default)]
pub(crate) struct Held {
    /// The warnings of each pack, by its index.
    of: Vec<(usize, Bounded)>,
}

impl Held {
    /// Takes the waiting warnings, which belong to the pack with this index.
    pub(crate) fn of_pack(&mut self, place: usize, report: &mut Report) {
        self.of
            .extend(report.take_held().into_iter().map(|one| (place, one)));
    }

    /// Reports each warning, unless a card raises the limit and is in one of the packs that `needs` lists for the
    /// warning's pack.
    pub(crate) fn tell(
        self,
        needs: &[BTreeSet<usize>],
        lexicon: &Lexicon,
        set: &CardSet,
        report: &mut Report,
    ) {
        if self.of.is_empty() {
            return;
        }
        let raised: BTreeSet<(usize, &str)> = set
            .cards
            .iter()
            .flat_map(|card| numbers(lexicon, card))
            .collect();
        for (place, bounded) in self.of {
            let near = needs.get(place).into_iter().flatten();
            let is_raised = |fact: &str| near.clone().any(|pack| raised.contains(&(*pack, fact)));
            let first = bounded
                .into_iter()
                .find(|(fact, _)| !fact.is_some_and(is_raised));
            first.into_iter().for_each(|(_, one)| report.add(one));
        }
    }
}

/// The numbers above 0 that a card states, by name, with the index of its pack.
fn numbers<'l>(lexicon: &'l Lexicon, card: &Card) -> impl Iterator<Item = (usize, &'l str)> {
    let facts = lexicon
        .kinds
        .get(usize::from(card.kind))
        .map_or(&[][..], |kind| kind.facts);
    let pack = usize::from(card.pack);
    card.facts
        .iter()
        .filter_map(move |(fact, value)| match value {
            FactValue::Number(1..) => Some((pack, facts.get(usize::from(*fact))?.name)),
            _ => None,
        })
}
