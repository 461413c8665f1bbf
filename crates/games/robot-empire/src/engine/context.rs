//! The engine: the rulebook, the state being changed and the log together.

use crate::actions::{Action, More, Offer};
use crate::book::rulebook::Rulebook;
use crate::events::{Event, Told};
use crate::facts::response_cache::{self, ResponseCache};
use crate::facts::values;
use crate::legal::list;
use crate::state::{
    Asked, CardDefId, MAX_VAULT, PlaceId, PlayerId, Players, SEATS, State, Step, Unit,
};
use cardwright_kernel::{Cite, Cites, Log, RuleId};
use cardwright_runtime::ids::Id;

/// The actions for a question, in order.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) actions: Vec<Action>,
    /// Whether these are all actions for the current question.
    pub(crate) complete: bool,
}

/// The engine: the rulebook, the state being changed and the log together.
pub(crate) struct Engine<'a, L> {
    pub(crate) book: &'a Rulebook,
    pub(crate) s: &'a mut State,
    pub(crate) log: &'a mut L,
    /// The operation of a card that is being carried out, for citations.
    pub(crate) op: Option<Cite>,
    /// The actions for the current question, if the caller wants them listed immediately.
    pub(crate) listed: Option<Listed>,
    /// Whether a card may have left the table and its place is still kept.
    pub(crate) gaps: bool,
    /// The players whose Batteries the running effect has emptied, who did it, and the operation that did.
    pub(crate) fallen: (Players, Option<PlayerId>, Option<Cite>),
    /// The responses of each seat, as far as they are known.
    responses: [ResponseCache; SEATS],
}

impl<'a, L: Log<Event>> Engine<'a, L> {
    pub(crate) fn new(book: &'a Rulebook, s: &'a mut State, log: &'a mut L) -> Self {
        Engine {
            book,
            s,
            log,
            op: None,
            listed: None,
            gaps: true,
            fallen: Default::default(),
            responses: Default::default(),
        }
    }

    /// Removes a card from a hand.
    pub(crate) fn let_go(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.side_mut(seat).let_go(card);
        self.hand_changed(seat);
    }

    /// Marks that a hand has changed and its responses must be recomputed.
    pub(crate) fn hand_changed(&mut self, seat: PlayerId) {
        self.responses[usize::from(seat)].hand_changed();
    }

    /// Puts a card on a side; returns its place, or `None` if there is no room.
    pub(crate) fn stand(&mut self, seat: PlayerId, unit: Unit) -> Option<PlaceId> {
        let at = PlaceId::of(self.s.side(seat).units.len());
        let stands = self.s.side_mut(seat).units.try_push(unit).is_ok();
        self.side_changed(seat);
        at.filter(|_| stands)
    }

    /// Marks that a side has changed and its responses must be recomputed.
    pub(crate) fn side_changed(&mut self, seat: PlayerId) {
        self.responses[usize::from(seat)].side_changed();
    }

    /// The responses of a seat, recomputed if necessary.
    #[inline]
    pub(crate) fn responses(&mut self, seat: PlayerId) -> ResponseCache {
        let responses = &mut self.responses[usize::from(seat)];
        response_cache::look_up(self.book, self.s, seat, responses);
        debug_assert!(
            responses.cover(response_cache::responses(self.book, self.s, seat)),
            "the means of {seat:?} are stale"
        );
        *responses
    }

    /// The number of actions of an offer; without a list, at most 2 are counted.
    ///
    /// `responses` are those of the seat that acts.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, offer: Offer, responses: ResponseCache) -> usize {
        if let Some(listed) = &mut self.listed {
            listed.actions.clear();
            let _ = list::offers(self.book, self.s, offer, responses, &mut |action| {
                listed.actions.push(action);
                More::Continue(())
            });
            return listed.actions.len();
        }
        self.count_of(offer, responses)
    }

    /// The same without a list.
    #[inline(never)]
    fn count_of(&self, offer: Offer, responses: ResponseCache) -> usize {
        let mut answers = 0;
        let _ = list::offers(self.book, self.s, offer, responses, &mut |_| {
            answers += 1;
            if answers > 1 {
                More::Break(())
            } else {
                More::Continue(())
            }
        });
        answers
    }

    /// The same for a fighter that attacks or blocks, which does not depend on the seat's hand.
    #[inline(always)]
    pub(crate) fn number_of_ways(&mut self, seat: PlayerId, step: Step) -> usize {
        self.number_of(Offer::Step(seat, step), ResponseCache::default())
    }

    /// Asks a seat for one of the actions that were counted last.
    pub(crate) fn ask_counted(&mut self, seat: PlayerId) -> bool {
        self.s.asked = Asked::Seat(seat);
        if let Some(listed) = &mut self.listed {
            listed.complete = true;
        }
        true
    }

    /// Logs a public event. It cites the operation of the card in progress, if any, then the card's own clause, then
    /// the rule.
    #[inline]
    pub(crate) fn emit<T: Into<Told>>(
        &mut self,
        rule: RuleId,
        what: &'static str,
        text: impl FnOnce(&Rulebook, &State) -> T,
    ) {
        self.emit_hit(rule, what, (PlayerId::First, 0), text);
    }

    /// The same for damage, lost coins or a destroyed card, with the affected player and the amount (see [`Event`]).
    #[inline]
    pub(crate) fn emit_hit<T: Into<Told>>(
        &mut self,
        rule: RuleId,
        what: &'static str,
        (seat, points): (PlayerId, u8),
        text: impl FnOnce(&Rulebook, &State) -> T,
    ) {
        let (book, s, op) = (self.book, &*self.s, self.op);
        self.log.emit(|| {
            let Told { text, facts } = text(book, s).into();
            (
                Event {
                    what,
                    text,
                    seat,
                    points,
                    facts,
                },
                book.bound.cites(op, &[rule]),
            )
        });
    }

    /// The same for an event that only one seat may know.
    #[inline]
    pub(crate) fn emit_private<T: Into<Told>>(
        &mut self,
        seat: PlayerId,
        rule: RuleId,
        what: &'static str,
        text: impl FnOnce(&Rulebook) -> T,
    ) {
        let (book, op) = (self.book, self.op);
        self.log.emit_private(seat.seat(), || {
            let Told { text, facts } = text(book).into();
            (
                Event {
                    what,
                    text,
                    facts,
                    ..Event::default()
                },
                book.bound.cites(op, &[rule]),
            )
        });
    }

    /// The same for an event of a card as a whole, citing the clause it states as its own.
    #[inline]
    pub(crate) fn emit_card<T: Into<Told>>(
        &mut self,
        rule: RuleId,
        def: CardDefId,
        what: &'static str,
        text: impl FnOnce(&Rulebook, &State) -> T,
    ) {
        let (book, s) = (self.book, &*self.s);
        self.log.emit(|| {
            let cites = Cites::from(rule);
            let Told { text, facts } = text(book, s).into();
            let own = book.clause_of(def).filter(|own| *own != rule);
            (
                Event {
                    what,
                    text,
                    facts,
                    ..Event::default()
                },
                own.map_or(cites.clone(), |own| cites.and(own)),
            )
        });
    }

    /// Puts coins into the War Chest (clause RE-1.4).
    pub(crate) fn fill_chest(&mut self, coins: u16) {
        if !values::has_bank(self.book) {
            self.s.chest += coins;
        }
    }

    /// Takes up to this many coins from the War Chest; an unlimited bank always has enough (clause RE-1.10).
    pub(crate) fn draw_chest(&mut self, coins: u8) -> u8 {
        if values::has_bank(self.book) {
            return coins;
        }
        let there = u16::from(coins).min(self.s.chest);
        self.s.chest -= there;
        there as u8
    }

    /// Puts coins into a Vault.
    pub(crate) fn bank(&mut self, seat: PlayerId, coins: u16) {
        let vault = &mut self.s.side_mut(seat).vault;
        *vault = vault.saturating_add(coins).min(MAX_VAULT);
    }

    /// A player pays from the Vault as far as possible; returns the amount paid.
    pub(crate) fn pay(&mut self, seat: PlayerId, coins: u8) -> u8 {
        let vault = &mut self.s.side_mut(seat).vault;
        let paid = u16::from(coins).min(*vault);
        *vault -= paid;
        self.fill_chest(paid);
        paid as u8
    }
}
