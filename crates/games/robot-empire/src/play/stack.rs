//! Announcements: each waits while others respond, and the last one resolves first (clauses RE-6.3 to RE-6.7).
//! Waiting itself is part of the runtime (`cardwright_runtime::announced`, `windows`).

use crate::actions::{Action, Moment, Offer};
use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::nouns::{def_of, named_of, named_value, owner_of};
use crate::facts::values::{self, is_shot};
use crate::facts::{auras, engagement, names, response_cache};
use crate::legal::{list, windows};
use crate::lexicon::HookId;
use crate::rules::{ANNOUNCED, FIRE, LAST_FIRST, MISSED, TAP};
use crate::state::{
    Asked, CardDefId, Cursor, Named, PlayerId, Players, SHOT, Spot, Step, Time, seats,
};
use cardwright_effects::Frame;
use cardwright_kernel::Log;
use cardwright_runtime::announced::Announced;
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;
use cardwright_runtime::windows::first_clockwise;

impl<L: Log<Event>> Engine<'_, L> {
    /// Asks the next seat in the open window; returns whether there is one.
    pub(crate) fn asks_window(&mut self, moment: Moment) -> bool {
        let now = Players::from_bits(windows::in_window_now(self.book, self.s, moment).0);
        if values::asks_holders(self.book) {
            let asked = windows::next_in_window(self.book, self.s, moment);
            asked.is_some_and(|seat| {
                self.s.asked = Asked::Seat(seat);
                true
            })
        } else {
            let asked = now & self.with_means(list::opened_in(moment));
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
            let responses = responses.only(response_cache::payable(self.book, self.s, seat));
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
    pub(crate) fn open(&mut self, window: Time) {
        self.s.step = Step::Window(window);
        (self.s.cursor, self.s.blocking) = (Cursor::START, PlayerId::First);
        self.s.window = Default::default();
    }

    /// Plays an Agent or Super Weapon (clause RE-6.3).
    pub(crate) fn show(&mut self, seat: PlayerId, card: CardDefId, named: Named) {
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
                names::at_phrase(book, s, named)
            ))
            .player(seat)
            .card(book, card)
            .at(book, s, named)
        });
        for player in engagement::in_turn_order(self.book, self.s) {
            match player == seat {
                true => self.raise_all(HookId::OnOwnShown, seat, 0),
                false => self.raise_all(HookId::OnShown, player, seat.n()),
            }
        }
    }

    /// Announces a shot (clause RE-9.1).
    pub(crate) fn fire(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        let shot = auras::long_range_at(self.book, self.s, spot, &unit);
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
                names::spot_name(book, s, spot),
                names::at_phrase(book, s, named)
            ))
            .unit(book, s, spot)
            .at(book, s, named)
        });
        self.recharge(spot);
        self.raise(HookId::OnFired, spot, 0);
    }

    /// Taps Equipment: it recharges, and its effect happens at once (clause RE-6.9).
    pub(crate) fn tap(&mut self, spot: Spot, named: Named) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        self.emit_card(TAP, unit.card, "tapped", |book, s| {
            let whom = if named == Named::Nothing { "" } else { " for" };
            tell(format!(
                "{} is tapped{whom}{}",
                names::spot_name(book, s, spot),
                names::names_phrase(book, s, named)
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
    pub(crate) fn resolve(&mut self) {
        let Some(top) = self.s.waiting.take_last().filter(|top| !top.cancelled) else {
            return;
        };
        if !windows::still_names(self.book, self.s, &top) {
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
                Named::Battery(seat) => {
                    self.drain(seat, points, owner_of(&top));
                    self.settle_fallen();
                }
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
}
