//! A state being changed: the rulebook, the state and the log together.

use crate::moon_bots::cards::book::Rulebook;
use crate::moon_bots::play::events::Event;
use crate::moon_bots::state::State;
use cardwright_kernel::{Cite, Cites, Log, RuleId, Seat};
pub(crate) use cardwright_runtime::effects::Flow;

/// What every change works on.
pub(crate) struct Table<'a, L: Log<Event>> {
    pub(crate) book: &'a Rulebook,
    pub(crate) s: &'a mut State,
    pub(crate) log: &'a mut L,
    /// The operation of a card that is being carried out, for citations.
    pub(crate) op: Option<Cite>,
}

impl<'a, L: Log<Event>> Table<'a, L> {
    pub(crate) fn new(book: &'a Rulebook, s: &'a mut State, log: &'a mut L) -> Self {
        Table { book, s, log, op: None }
    }

    /// Logs a public event: the card's operation first, if one is being carried out, then the card's own clause, then
    /// the rule.
    #[inline]
    pub(crate) fn tell(&mut self, rule: RuleId, event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log.tell(|| (event(), book.cites(op, rule)));
    }

    /// The same under several rules. None will do where a card says it all.
    #[inline]
    pub(crate) fn tell_under(&mut self, rules: &[RuleId], event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log.tell(|| (event(), book.cites_of(op, rules)));
    }

    /// Logs an event that one player alone may know.
    #[inline]
    pub(crate) fn whisper(&mut self, player: u8, rule: RuleId, event: impl FnOnce() -> Event) {
        let (book, op) = (self.book, self.op);
        self.log.whisper(Seat(player), || (event(), book.cites(op, rule)));
    }

    /// Logs what a weapon as a whole does: the rules, then the weapon's own clause, then further rules.
    #[inline]
    pub(crate) fn tell_weapon(
        &mut self,
        weapon: u8,
        rules: &[RuleId],
        more: &[RuleId],
        event: impl FnOnce() -> Event,
    ) {
        let book = self.book;
        let clause =
            || book.clause_of(book.weapons[usize::from(weapon)].card).filter(|own| !rules.contains(own));
        let all = || rules.iter().copied().chain(clause()).chain(more.iter().copied());
        self.log.tell(|| (event(), all().fold(Cites::none(), Cites::and)));
    }
}

impl Rulebook {
    /// What decided: the card's operation and its own clause, if a card did it, and the rule it comes under.
    pub(crate) fn cites(&self, op: Option<Cite>, rule: RuleId) -> Cites {
        self.cites_of(op, &[rule])
    }

    /// The same under several rules.
    fn cites_of(&self, op: Option<Cite>, rules: &[RuleId]) -> Cites {
        self.bound.cites(op, rules)
    }
}
