//! What events cite: the operation and clause of a card, and rules.

use crate::book::rulebook::Rulebook;
use crate::rules::{
    ADJUSTMENT, AS_PRINTED, BLACK_MARKET, BOOST, DEFLECTION, ENERGY_STOCK, EXTRA_UPGRADE,
    LOOK_CLOSER, PROTECTION, REST, SPY, STRONGER, TRICK,
};
use cardwright_kernel::{Cite, Cites, RuleId};

/// Clauses about printed cards that also say how homebrew cards work (MB-13.23).
const OF_PRINTED: [RuleId; 12] = [
    BOOST,
    PROTECTION,
    ENERGY_STOCK,
    DEFLECTION,
    STRONGER,
    ADJUSTMENT,
    REST,
    BLACK_MARKET,
    LOOK_CLOSER,
    EXTRA_UPGRADE,
    SPY,
    TRICK,
];

/// The citations of an event: the card's operation and its own clause, if a card caused it, and the rule.
pub(crate) fn cites(book: &Rulebook, op: Option<Cite>, rule: RuleId) -> Cites {
    cites_of(book, op, &[rule])
}

/// The same with several rules.
pub(crate) fn cites_of(book: &Rulebook, op: Option<Cite>, rules: &[RuleId]) -> Cites {
    // The clause of a printed card applies to a homebrew card only because of MB-13.23.
    if op.is_some_and(|op| is_home_made(book, op))
        && rules.iter().any(|rule| OF_PRINTED.contains(rule))
    {
        let rules: Vec<RuleId> = [AS_PRINTED]
            .into_iter()
            .chain(rules.iter().copied())
            .collect();
        return book.bound.cites(op, &rules);
    }
    book.bound.cites(op, rules)
}

/// Whether an operation belongs to a card of another pack; the ids of such cards start with the pack's name.
fn is_home_made(book: &Rulebook, op: Cite) -> bool {
    let Cite::Op { program, .. } = op else {
        return false;
    };
    book.bound
        .get(program)
        .is_some_and(|owned| book.card(owned.card).id.contains(':'))
}
