//! The engine: the rulebook, the state being changed and the log together.

use crate::cards::rulebook::Rulebook;
use crate::play::events::Event;
use crate::rules::*;
use crate::state::State;
use crate::state::ids::{PlayerId, WeaponId};
use cardwright_kernel::{Cite, Cites, Log, RuleId};
pub(crate) use cardwright_runtime::effects::Flow;

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

/// The context of every change.
pub(crate) struct Engine<'a, L: Log<Event>> {
    pub(crate) book: &'a Rulebook,
    pub(crate) s: &'a mut State,
    pub(crate) log: &'a mut L,
    /// The operation of a card that is being carried out, for citations.
    pub(crate) op: Option<Cite>,
}

impl<'a, L: Log<Event>> Engine<'a, L> {
    pub(crate) fn new(book: &'a Rulebook, s: &'a mut State, log: &'a mut L) -> Self {
        Engine {
            book,
            s,
            log,
            op: None,
        }
    }

    /// Logs a public event. It cites the operation of the card in progress, if any, then the card's own clause, then
    /// the rule.
    #[inline]
    pub(crate) fn emit(&mut self, rule: RuleId, event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log.emit(|| (event(), book.cites(op, rule)));
    }

    /// The same with several rules, or none if the card alone decides.
    #[inline]
    pub(crate) fn emit_under(&mut self, rules: &[RuleId], event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log.emit(|| (event(), book.cites_of(op, rules)));
    }

    /// Logs an event that only one player may know.
    #[inline]
    pub(crate) fn emit_private(
        &mut self,
        player: PlayerId,
        rule: RuleId,
        event: impl FnOnce() -> Event,
    ) {
        let (book, op) = (self.book, self.op);
        self.log
            .emit_private(player.seat(), || (event(), book.cites(op, rule)));
    }

    /// Logs an event of a weapon as a whole. It cites the rules, then the weapon's own clause, then further rules.
    #[inline]
    pub(crate) fn emit_weapon(
        &mut self,
        weapon: WeaponId,
        rules: &[RuleId],
        more: &[RuleId],
        event: impl FnOnce() -> Event,
    ) {
        let book = self.book;
        let clause = || {
            book.clause_of(book.weapons[usize::from(weapon)].card)
                .filter(|own| !rules.contains(own))
        };
        let all = || {
            rules
                .iter()
                .copied()
                .chain(clause())
                .chain(more.iter().copied())
        };
        self.log
            .emit(|| (event(), all().fold(Cites::none(), Cites::and)));
    }
}

impl Rulebook {
    /// The citations of an event: the card's operation and its own clause, if a card caused it, and the rule.
    pub(crate) fn cites(&self, op: Option<Cite>, rule: RuleId) -> Cites {
        self.cites_of(op, &[rule])
    }

    /// The same with several rules.
    pub(crate) fn cites_of(&self, op: Option<Cite>, rules: &[RuleId]) -> Cites {
        // The clause of a printed card applies to a homebrew card only because of MB-13.23.
        if op.is_some_and(|op| self.is_home_made(op))
            && rules.iter().any(|rule| OF_PRINTED.contains(rule))
        {
            let rules: Vec<RuleId> = [AS_PRINTED]
                .into_iter()
                .chain(rules.iter().copied())
                .collect();
            return self.bound.cites(op, &rules);
        }
        self.bound.cites(op, rules)
    }

    /// Whether an operation belongs to a card of another pack; the ids of such cards start with the pack's name.
    fn is_home_made(&self, op: Cite) -> bool {
        let Cite::Op { program, .. } = op else {
            return false;
        };
        self.bound
            .get(program)
            .is_some_and(|owned| self.card(owned.card).id.contains(':'))
    }
}
