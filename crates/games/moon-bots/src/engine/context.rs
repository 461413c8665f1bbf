//! The engine: the rulebook, the state being changed and the log together.

pub(crate) use cardwright_runtime::effects::Flow;

use crate::book::cites;
use crate::book::rulebook::Rulebook;
use crate::events::Event;
use crate::state::State;
use crate::state::ids::{PlayerId, WeaponId};
use cardwright_kernel::{Cite, Cites, Log, RuleId};

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
        self.log.emit(|| (event(), cites::cites(book, op, rule)));
    }

    /// The same with several rules, or none if the card alone decides.
    #[inline]
    pub(crate) fn emit_under(&mut self, rules: &[RuleId], event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log
            .emit(|| (event(), cites::cites_of(book, op, rules)));
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
            .emit_private(player.seat(), || (event(), cites::cites(book, op, rule)));
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
