//! Announcements: each waits while others respond, and the last one resolves first (clauses RE-6.3 to RE-6.7).
//! Waiting itself is part of the runtime (`cardwright_runtime::announced`, `windows`).

use super::Engine;
use super::actions::{Action, Moment, More, Offer};
use super::event::Event;
use super::values::is_shot;
use crate::cards::book::Rulebook;
use crate::cards::host::{def_of, named_of, named_value, owner_of};
use crate::cards::lexicon::HookId;
use crate::options::CancelledCost;
use crate::play::event::tell;
use crate::rules::*;
use crate::state::{
    Asked, CardDefId, Cursor, Named, PlayerId, Players, SEATS, SHOT, Spot, State, Step, Time, seats,
};
use cardwright_effects::Frame;
use cardwright_kernel::{Log, SeatSet};
use cardwright_runtime::announced::Announced;
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::first_clockwise;

impl Rulebook {
    /// The seats that still have to be asked in a window.
    fn in_window_now(&self, s: &State, moment: Moment) -> SeatSet {
        let phase_follows = matches!(
            moment,
            Moment::Window(Time::TurnStart | Time::BeforeMining | Time::BeforeCombat)
        );
        let living = self.living_set(s);
        s.window.waiting(seats(if phase_follows {
            living.without(s.active)
        } else {
            living
        }))
    }

    /// The next seat to be asked in the open window, if there is one (clause RE-6.4).
    pub(crate) fn next_in_window(&self, s: &State, moment: Moment) -> Option<PlayerId> {
        let asked = first_clockwise(self.in_window_now(s, moment), s.active.seat(), |seat| {
            PlayerId::of_seat(seat).filter(|seat| self.is_asked(s, *seat, moment))
        });
        asked.map(|(_, seat)| seat)
    }

    /// Whether a seat is asked in a window (clause RE-6.12).
    fn is_asked(&self, s: &State, seat: PlayerId, moment: Moment) -> bool {
        if self.asks_holders() {
            let side = s.side(seat);
            let may_pay = side.vault > 0 || self.free_agents;
            return !side.hand.is_empty() && may_pay || self.has_open_answer(s, seat, moment);
        }
        self.in_window(s, seat, moment, self.responses(s, seat), &mut |_| {
            More::Break(())
        })
        .is_break()
    }

    /// Whether an announcement still has a valid target.
    fn still_names(&self, s: &State, waiting: &Announced) -> bool {
        let named = named_of(self, waiting);
        if is_shot(waiting) {
            return match named {
                Named::Unit(spot) => s.unit(spot).is_some_and(|unit| self.is_target(unit)),
                Named::Battery(seat) => !s.side(seat).out,
                _ => false,
            };
        }
        let Some(owner) = owner_of(waiting) else {
            return false;
        };
        let mut found = false;
        let _ = self.nameable(s, owner, def_of(waiting), &mut |other| {
            found |= other == named;
            if found {
                More::Break(())
            } else {
                More::Continue(())
            }
        });
        let chosen = matches!(named, Named::Unit(_) | Named::Player(_));
        found && (!chosen || self.can_name(s, owner, def_of(waiting), named, None))
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Asks the next seat in the open window; returns whether there is one.
    pub(super) fn asks_window(&mut self, moment: Moment) -> bool {
        let now = Players::from_bits(self.book.in_window_now(self.s, moment).0);
        if self.book.asks_holders() {
            let asked = self.book.next_in_window(self.s, moment);
            asked.is_some_and(|seat| {
                self.s.asked = Asked::Seat(seat);
                true
            })
        } else {
            let asked = now & self.with_means(self.book.opened_in(moment));
            !asked.is_empty() && self.asks_one(asked, moment)
        }
    }

    /// The players who may be able to act in a window according to their responses: with an Agent, or a card on the
    /// table. It has no branch for each player, because who can act is unpredictable.
    #[inline]
    fn with_means(&mut self, opens: u16) -> Players {
        let mut able = 0;
        for seat in self.book.seats() {
            let responses = self.responses(seat);
            let may = u16::from(responses.agents(self.s.side(seat).vault)) | responses.able & opens;
            able |= u8::from(may != 0) << seat.n();
        }
        Players::from_bits(able)
    }

    /// Asks the next of these players who can act in the open window; returns whether one is asked.
    #[inline(never)]
    fn asks_one(&mut self, players: Players, moment: Moment) -> bool {
        let next = first_clockwise(seats(players), self.s.active.seat(), |seat| {
            let seat = PlayerId::of_seat(seat)?;
            let responses = self.responses(seat);
            let responses = responses.only(self.book.payable(self.s, seat));
            (self.number_of(Offer::Window(seat, moment), responses) > 0).then_some(seat)
        });
        let Some((_, seat)) = next else { return false };
        self.s.asked = Asked::Seat(seat);
        if let Some(listed) = &mut self.listed {
            listed.actions.push(Action::Pass);
            listed.complete = true;
        }
        true
    }

    /// Opens a window of the turn.
    pub(super) fn open(&mut self, window: Time) {
        self.s.step = Step::Window(window);
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        self.s.window = Default::default();
    }

    /// Plays an Agent or Super Weapon (clause RE-6.3).
    pub(super) fn show(&mut self, seat: PlayerId, card: CardDefId, named: Named) {
        let cost = self.asked_cost(seat, card, self.book.def(card).cost);
        self.let_go(seat, card);
        self.s.piles.discard(card, 1);
        self.pay(seat, cost);
        let (_, play) = self.book.def(card).names.hooks();
        let program = self.book.def(card).program(play).unwrap_or(SHOT);
        self.s.waiting.announce(Announced {
            program,
            owner: seat.n(),
            cause: card.n(),
            named: [named_value(named), 0],
            cancelled: false,
        });
        self.emit_card(ANNOUNCED, card, "shown", |book, s| {
            tell(format!(
                "player {} shows {}{}",
                seat.number(),
                book.def(card).name,
                book.at_phrase(s, named)
            ))
            .player(seat)
            .card(book, card)
            .at(book, s, named)
        });
        self.raise_all(HookId::OnOwnShown, seat, 0);
        for other in self.book.seats().filter(|other| *other != seat) {
            self.raise_all(HookId::OnShown, other, seat.n());
        }
    }

    /// Announces a shot (clause RE-9.1).
    pub(super) fn fire(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        let shot = self.book.long_range(&unit);
        self.s.waiting.announce(Announced {
            program: SHOT,
            owner: spot.seat.n(),
            cause: unit.card.n(),
            named: [named_value(named), shot.into()],
            cancelled: false,
        });
        self.emit(FIRE, "fires", |book, s| {
            tell(format!(
                "{} fires{} with {shot}",
                book.spot_phrase(s, spot),
                book.at_phrase(s, named)
            ))
            .unit(book, s, spot)
            .at(book, s, named)
        });
        self.recharge(spot);
        self.raise(HookId::OnFired, spot, 0);
    }

    /// Taps Equipment: it recharges, and its effect happens at once (clause RE-6.9).
    pub(super) fn tap(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        self.emit_card(TAP, unit.card, "tapped", |book, s| {
            let whom = if named == Named::Nothing { "" } else { " for" };
            tell(format!(
                "{} is tapped{whom}{}",
                book.spot_phrase(s, spot),
                book.names_phrase(s, named)
            ))
            .unit(book, s, spot)
            .at(book, s, named)
        });
        self.recharge(spot);
        if let Some(program) = self.book.def(unit.card).program(HookId::Tap) {
            let params = [spot.seat.into(), named_value(named)];
            self.start_effect(Frame::new(program, spot.seat.n(), spot.n(), &params));
        }
    }

    /// Resolves the last announcement (clauses RE-6.5, RE-6.6).
    pub(super) fn resolve(&mut self) {
        let Some(top) = self.s.waiting.take_last().filter(|top| !top.cancelled) else {
            return;
        };
        if !self.book.still_names(self.s, &top) {
            self.emit(MISSED, "missed", |book, _| {
                tell(format!(
                    "{} of player {} hits nothing",
                    book.def(def_of(&top)).name,
                    top.owner + 1
                ))
                .card(book, def_of(&top))
            });
            return;
        }
        if is_shot(&top) {
            let points = u8::try_from(top.named[1]).unwrap_or(u8::MAX);
            return match named_of(self.book, &top) {
                Named::Unit(spot) => self.deal_damage(spot, points),
                Named::Battery(seat) => self.drain(seat, points, owner_of(&top)),
                _ => {}
            };
        }
        self.emit_card(LAST_FIRST, def_of(&top), "takes-effect", |book, _| {
            tell(format!(
                "{} of player {} takes effect",
                book.def(def_of(&top)).name,
                top.owner + 1
            ))
            .card(book, def_of(&top))
        });
        self.start_effect(top.frame());
    }

    /// Deals damage to one Battery.
    pub(crate) fn drain(&mut self, seat: PlayerId, points: u8, by: Option<PlayerId>) {
        let mut batteries = [0; SEATS];
        batteries[usize::from(seat)] = points;
        self.hit_batteries(batteries, by, Default::default());
    }

    /// Cancels the announcement below the running effect (clause RE-6.7).
    pub(crate) fn cancel(&mut self) {
        if self.s.waiting.last().is_none_or(is_shot) {
            return;
        }
        self.s.waiting.cancel_last();
        let Some(top) = self.s.waiting.take_last() else {
            return;
        };
        if self.book.options.cancelled_cost == CancelledCost::Returned {
            let (owner, stated) = (owner_of(&top), self.book.def(def_of(&top)).cost);
            let cost = owner.map_or(stated, |owner| self.book.cost(self.s, owner, def_of(&top)));
            let back = self.draw_chest(cost);
            match owner {
                Some(owner) => self.bank(owner, back.into()),
                None => self.fill_chest(back.into()),
            }
        }
        self.emit(STAYS_PAID, "cancelled", |book, _| {
            tell(format!(
                "{} of player {} is cancelled",
                book.def(def_of(&top)).name,
                top.owner + 1
            ))
            .card(book, def_of(&top))
        });
    }
}
