//! A state being changed: the rulebook, the state and the log together.

use super::book::Rulebook;
use super::events::Event;
use super::state::State;
use cardwright_kernel::{Cite, Cites, Log, RuleId, Seat};

/// What every change works on.
pub(super) struct Table<'a, L: Log<Event>> {
    pub(super) book: &'a Rulebook,
    pub(super) s: &'a mut State,
    pub(super) log: &'a mut L,
    /// The operation of a card that is being carried out, for citations.
    pub(super) op: Option<Cite>,
}

/// Whether the game goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// It goes on.
    On,
    /// Somebody is asked, or the game is over.
    Stop,
}

impl<'a, L: Log<Event>> Table<'a, L> {
    pub(super) fn new(book: &'a Rulebook, s: &'a mut State, log: &'a mut L) -> Self {
        Table { book, s, log, op: None }
    }

    /// Logs a public event: the card's operation first, if one is being carried out, then the rule.
    #[inline]
    pub(super) fn tell(&mut self, rule: RuleId, event: impl FnOnce() -> Event) {
        let op = self.op;
        self.log.tell(|| (event(), cites(op, rule)));
    }

    /// Logs an event that one player alone may know.
    #[inline]
    pub(super) fn whisper(&mut self, player: u8, rule: RuleId, event: impl FnOnce() -> Event) {
        let op = self.op;
        self.log.whisper(Seat(player), || (event(), cites(op, rule)));
    }
}

fn cites(op: Option<Cite>, rule: RuleId) -> Cites {
    match op {
        Some(op) => Cites::from(op).and(rule),
        None => Cites::from(rule),
    }
}
