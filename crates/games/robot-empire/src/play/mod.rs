//! The rules: what may be done, what it does, and what comes next.

pub(crate) mod actions;
mod answer;
pub(crate) mod apply;
mod chains;
pub(crate) mod chance;
pub(crate) mod combat;
mod compact;
mod damage;
mod destroy;
pub(crate) mod event;
pub(crate) mod fights;
mod phases;
pub(crate) mod refuse;
pub(crate) mod stack;
mod turn;
pub(crate) mod values;

use super::cards::book::Rulebook;
use super::fast::response_cache::ResponseCache;
use super::state::{
    Asked, CardDefId, MAX_VAULT, PlaceId, RECHARGING, SEATS, Spot, State, Step, Unit,
};
use crate::state::PlayerId;
use answer::{Action, More, Offer};
use cardwright_kernel::{Cite, Cites, Log, RuleId};
use cardwright_runtime::ids::Id;
use event::Event;

/// The answers to a question, in their order.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) actions: Vec<Action>,
    /// Whether these are all answers to the question that is asked.
    pub(crate) complete: bool,
}

/// The rules at work on a state.
pub(crate) struct Engine<'a, L> {
    pub(crate) book: &'a Rulebook,
    pub(crate) s: &'a mut State,
    pub(crate) log: &'a mut L,
    /// The operation of a card that is being carried out, for citations.
    pub(crate) op: Option<Cite>,
    /// The answers to the question that is asked, where somebody wants them listed at once.
    pub(crate) listed: Option<Listed>,
    /// Whether a card may have left the table whose place is still kept.
    pub(crate) gaps: bool,
    /// Of each seat what it has to answer with, as far as that is known.
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
            responses: Default::default(),
        }
    }

    /// A card leaves a hand.
    pub(crate) fn let_go(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.side_mut(seat).let_go(card);
        self.hand_changed(seat);
    }

    /// What a hand holds has to be looked up anew.
    pub(crate) fn hand_changed(&mut self, seat: PlayerId) {
        self.responses[usize::from(seat)].hand_changed();
    }

    /// A card comes to stand on a side, if there is room; where.
    pub(crate) fn stand(&mut self, seat: PlayerId, unit: Unit) -> Option<PlaceId> {
        let at = PlaceId::of(self.s.side(seat).units.len());
        let stands = self.s.side_mut(seat).units.try_push(unit).is_ok();
        self.side_changed(seat);
        at.filter(|_| stands)
    }

    /// What the cards of a side are able to has to be looked up anew.
    pub(crate) fn side_changed(&mut self, seat: PlayerId) {
        self.responses[usize::from(seat)].side_changed();
    }

    /// What a seat has to answer with.
    #[inline]
    pub(crate) fn responses(&mut self, seat: PlayerId) -> ResponseCache {
        let responses = &mut self.responses[usize::from(seat)];
        self.book.look_up(self.s, seat, responses);
        debug_assert!(
            responses.cover(self.book.responses(self.s, seat)),
            "the means of {seat:?} are stale"
        );
        *responses
    }

    /// How many answers there are, of which what is counted beyond the second does not matter.
    ///
    /// `responses` are those of the seat that answers.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, offer: Offer, responses: ResponseCache) -> usize {
        if let Some(listed) = &mut self.listed {
            listed.actions.clear();
            let _ = self.book.offers(self.s, offer, responses, &mut |action| {
                listed.actions.push(action);
                More::Continue(())
            });
            return listed.actions.len();
        }
        self.count_of(offer, responses)
    }

    /// The same where nobody wants a list.
    #[inline(never)]
    fn count_of(&self, offer: Offer, responses: ResponseCache) -> usize {
        let mut answers = 0;
        let _ = self.book.offers(self.s, offer, responses, &mut |_| {
            answers += 1;
            if answers > 1 {
                More::Break(())
            } else {
                More::Continue(())
            }
        });
        answers
    }

    /// The same of a seat whose fighter attacks or blocks, which has nothing to do with what the seat holds.
    #[inline(always)]
    pub(crate) fn number_of_ways(&mut self, seat: PlayerId, step: Step) -> usize {
        self.number_of(Offer::Step(seat, step), ResponseCache::default())
    }

    /// A seat is asked for one of the answers that were counted last.
    pub(crate) fn ask_counted(&mut self, seat: PlayerId) -> bool {
        self.s.asked = Asked::Seat(seat);
        if let Some(listed) = &mut self.listed {
            listed.complete = true;
        }
        true
    }

    /// Tells everybody that something happened: the card's operation first, if one is being carried out, then the
    /// card's own clause, then the rule.
    #[inline]
    pub(crate) fn emit(
        &mut self,
        rule: RuleId,
        what: &'static str,
        text: impl FnOnce(&Rulebook, &State) -> String,
    ) {
        self.emit_hit(rule, what, (PlayerId::First, 0), text);
    }

    /// The same of damage, lost coins or a destroyed card: whose, and how much (see [`Event`]).
    #[inline]
    pub(crate) fn emit_hit(
        &mut self,
        rule: RuleId,
        what: &'static str,
        (seat, points): (PlayerId, u8),
        text: impl FnOnce(&Rulebook, &State) -> String,
    ) {
        let (book, s, op) = (self.book, &*self.s, self.op);
        self.log.emit(|| {
            (
                Event {
                    what,
                    text: text(book, s),
                    seat,
                    points,
                },
                book.bound.cites(op, &[rule]),
            )
        });
    }

    /// The same, told one seat alone.
    #[inline]
    pub(crate) fn emit_private(
        &mut self,
        seat: PlayerId,
        rule: RuleId,
        what: &'static str,
        text: impl FnOnce(&Rulebook) -> String,
    ) {
        let (book, op) = (self.book, self.op);
        self.log.emit_private(seat.seat(), || {
            (
                Event {
                    what,
                    text: text(book),
                    ..Event::default()
                },
                book.bound.cites(op, &[rule]),
            )
        });
    }

    /// The same of a card as a whole, with the clause it states as its own.
    #[inline]
    pub(crate) fn emit_card(
        &mut self,
        rule: RuleId,
        def: CardDefId,
        what: &'static str,
        text: impl FnOnce(&Rulebook, &State) -> String,
    ) {
        let (book, s) = (self.book, &*self.s);
        self.log.emit(|| {
            let cites = Cites::from(rule);
            let own = book.clause_of(def).filter(|own| *own != rule);
            (
                Event {
                    what,
                    text: text(book, s),
                    ..Event::default()
                },
                own.map_or(cites.clone(), |own| cites.and(own)),
            )
        });
    }

    /// The War Chest gets coins (clause RE-1.4).
    pub(crate) fn fill_chest(&mut self, coins: u16) {
        if !self.book.has_bank() {
            self.s.chest += coins;
        }
    }

    /// Takes up to so many coins out of the War Chest; all of them out of an unlimited bank (clause RE-1.10).
    pub(crate) fn draw_chest(&mut self, coins: u8) -> u8 {
        if self.book.has_bank() {
            return coins;
        }
        let there = u16::from(coins).min(self.s.chest);
        self.s.chest -= there;
        there as u8
    }

    /// A Vault gets coins.
    pub(crate) fn bank(&mut self, seat: PlayerId, coins: u16) {
        let vault = &mut self.s.side_mut(seat).vault;
        *vault = vault.saturating_add(coins).min(MAX_VAULT);
    }

    /// A player pays from the Vault, as far as it goes; how much.
    pub(crate) fn pay(&mut self, seat: PlayerId, coins: u8) -> u8 {
        let vault = &mut self.s.side_mut(seat).vault;
        let paid = u16::from(coins).min(*vault);
        *vault -= paid;
        self.fill_chest(paid);
        paid as u8
    }

    /// A card recharges, and leaves the combat if it is in one (clauses RE-4.8, RE-9.8).
    pub(crate) fn recharge(&mut self, spot: Spot) {
        let Some(unit) = self
            .s
            .unit(spot)
            .filter(|unit| !unit.is(RECHARGING))
            .copied()
        else {
            return;
        };
        self.parted(spot, |engine| {
            engine.turn_sideways(spot, false);
            if unit.fight != 0 {
                engine.withdraw(spot);
            }
        });
    }

    /// A card leaves the combat (clause RE-9.8).
    pub(crate) fn withdraw(&mut self, spot: Spot) {
        let last = self.book.chains_last();
        let Some(unit) = self.s.unit_mut(spot).filter(|unit| unit.fight != 0) else {
            return;
        };
        unit.leave_combat();
        if !last {
            unit.join(None);
        }
        self.emit(super::rules::LEAVES, "leaves-combat", |book, s| {
            format!("{} leaves the combat", book.spot_phrase(s, spot))
        });
    }
}
