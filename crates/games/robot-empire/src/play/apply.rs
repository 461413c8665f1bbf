//! The effects of actions.

use crate::actions::Action;
use crate::book::card_defs::NO_PORT;
use crate::book::rulebook::Rulebook;
use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::names::{self, coins};
use crate::facts::{auras, costs, engagement, sight, values};
use crate::legal::list;
use crate::lexicon::HookId;
use crate::options::EmptiedMoon;
use crate::rules::{
    ASSEMBLE, BATTERY_CHOICE, CARD_TEXT, COSTS, DIE_COST, DRAW, EMPTIED, FIRST, FIRST_MOON,
    INSTALL, INSTANT, LAND, LOOKED_AT, PERMANENT, PLAY, RETURN,
};
use crate::state::{
    Asked, CardDefId, GONE, INSTANT as INSTANT_PAID, LANDED, Moon, MoonId, NEW as IS_NEW,
    PERMANENT as PERMANENT_PAID, PendingChance, PlayerId, RECHARGING as RECHARGES, Spot, State,
    Step, Unit,
};
use cardwright_effects::machine;
use cardwright_kernel::{Cite, Log};

/// Carries out an allowed action and advances to the next question.
pub(crate) fn carry_out<L: Log<Event>>(
    book: &Rulebook,
    s: &mut State,
    action: Action,
    log: &mut L,
) {
    let mut engine = Engine::new(book, s, log);
    engine.carry_out(action);
    engine.advance();
}

impl<L: Log<Event>> Engine<'_, L> {
    pub(crate) fn carry_out(&mut self, action: Action) {
        let seat = match self.s.asked {
            Asked::Seat(seat) => seat,
            Asked::Chance | Asked::Nobody => return self.by_chance(action),
        };
        if action == Action::Pass {
            return self.s.window.pass(seat.seat());
        }
        if let Action::Choose(value) = action {
            return self.choose(i16::try_from(value).ok());
        }
        if action == Action::ChooseNone {
            return self.choose(None);
        }
        // Every action other than passing restarts the window (clause RE-6.4).
        self.s.window.anew();
        match action {
            Action::Battery(coins) => self.choose_battery(seat, coins),
            Action::Done => self.end_phase(),
            Action::Play(card) => self.play(seat, card),
            Action::Install(card, spot) => self.install(seat, card, spot),
            Action::Show(card, named) => self.show(seat, card, named),
            Action::Permanent(spot) => self.upgrade(spot, PERMANENT_PAID),
            Action::Instant(spot) => self.upgrade(spot, INSTANT_PAID),
            Action::Tap(spot, named) => self.tap(spot, named),
            Action::Assemble(top, legs) => self.assemble(top, legs),
            Action::Land(spot, moon) => self.land(spot, moon),
            Action::Return(spot) => self.come_back(spot),
            Action::Fire(spot, named) => self.fire(spot, named),
            Action::Order(spot) => self.order(spot),
            Action::Discard(card) => self.discard(seat, card),
            Action::Link(spot, with) => self.link(spot, with),
            Action::Mark(spot) => self.lay_mark(spot),
            Action::Stay
            | Action::Attack(_)
            | Action::AttackAt(_)
            | Action::Chain(_)
            | Action::Block(_) => match self.s.step {
                Step::Attack => self.attack(action),
                _ => self.block(action),
            },
            _ => {}
        }
    }

    /// Continues a card's effect with the choice.
    fn choose(&mut self, chosen: Option<i16>) {
        self.s.pending_chance = PendingChance::None;
        let book = self.book;
        if L::READ {
            self.tell_look();
        }
        if let Some(frame) = self.s.effects.all_mut().last_mut()
            && let Some(owned) = book.bound.get(frame.program)
        {
            machine::choose(&owned.program, frame, chosen);
        }
    }

    /// Everybody learns that the player who chooses has looked at another player's hand (clause RE-6.21).
    #[cold]
    fn tell_look(&mut self) {
        if let Some((of, looker)) = sight::looked_at(self.book, self.s)
            && of != looker
        {
            self.emit(LOOKED_AT, "looks-at-hand", |_, _| {
                tell(format!(
                    "player {} looks at the hand of player {}",
                    looker.number(),
                    of.number()
                ))
                .player(looker)
                .at_player(of)
            });
        }
    }

    /// Takes an action of chance, for the operation of a card if one waits for it.
    fn by_chance(&mut self, action: Action) {
        if L::READ
            && matches!(
                self.s.pending_chance,
                PendingChance::Die
                    | PendingChance::Defence(..)
                    | PendingChance::Draw(..)
                    | PendingChance::Discard(_)
                    | PendingChance::Mill(_)
            )
        {
            // The frame of a waiting effect is already past the operation.
            let waits = self.s.effects.top().filter(|frame| frame.pc > 0);
            self.op = waits.map(|frame| Cite::Op {
                program: frame.program,
                at: frame.pc - 1,
            });
        }
        self.lots_fall(action);
        self.op = None;
    }

    fn lots_fall(&mut self, action: Action) {
        let pending = self.s.pending_chance;
        match (action, pending, self.s.step) {
            (Action::Roll(number), PendingChance::Die, _) => {
                (self.s.die, self.s.pending_chance) = (number, PendingChance::None);
                self.emit(CARD_TEXT, "rolled", |_, _| {
                    tell(format!("the die shows {number}")).points(number)
                });
            }
            (Action::Roll(number), PendingChance::Defence(at, points), _) => {
                self.s.pending_chance = PendingChance::None;
                if let Some(spot) = Spot::of(at) {
                    let rolls = engagement::next_to_brace(self.book, self.s, spot);
                    self.defence_die(rolls.unwrap_or(spot), number);
                    self.settle(spot, points);
                }
            }
            (Action::Back(moon), PendingChance::Top(seat, left), _) => {
                self.s.pending_chance = if left > 0 {
                    PendingChance::Draw(seat, left)
                } else {
                    PendingChance::None
                };
                self.see_back(seat, moon);
            }
            (Action::Draw(card), PendingChance::Draw(seat, _), _) => self.draw(seat, card),
            (Action::Draw(card), PendingChance::Mill(seat), _) => self.mill(seat, card),
            (Action::Discard(card), PendingChance::Discard(seat), _) => {
                self.discard_by_chance(seat, card);
            }
            (Action::Choose(value), ..) => self.choose(i16::try_from(value).ok()),
            (Action::ChooseNone, ..) => self.choose(None),
            (Action::Roll(number), _, Step::Cost(card)) => self.cost_die(card, number),
            (Action::Roll(number), _, Step::DefenceDie) => {
                if let Some(spot) = self.s.at_cursor(self.s.blocking) {
                    self.defence_die(spot, number);
                }
            }
            (Action::Roll(number), ..) => self.attack_die(number),
            (Action::FirstMoon(card), ..) => {
                self.s.piles.take(card);
                self.lay_moon(card, FIRST_MOON);
                self.s.step = Step::Deal(PlayerId::First);
            }
            (Action::Draw(card), _, Step::Deal(seat)) => self.draw(seat, card),
            (Action::Draw(card), ..) => self.draw(self.s.active, card),
            (Action::First(seat), ..) => {
                self.emit(FIRST, "first", |_, _| {
                    tell(format!("player {} begins", seat.number())).player(seat)
                });
                self.begin_turn(seat);
            }
            _ => {}
        }
    }

    fn choose_battery(&mut self, seat: PlayerId, coins: u8) {
        let side = self.s.side_mut(seat);
        side.vault += u16::from(side.battery - coins);
        (side.battery, side.start) = (coins, coins);
        let vault = side.vault;
        match seat.following(self.book.players) {
            Some(next) => self.s.step = Step::Battery(next),
            None => self.deal(),
        }
        self.emit(BATTERY_CHOICE, "battery", |_, _| {
            tell(format!(
                "player {} puts {coins} coins on the Battery and has {vault} in the Vault",
                seat.number()
            ))
            .player(seat)
            .left(coins)
        });
    }

    fn play(&mut self, seat: PlayerId, card: CardDefId) {
        if self.book.def(card).cost_die > 0 {
            self.s.step = Step::Cost(card);
            return self.emit(DIE_COST, "tries", |book, _| {
                tell(format!(
                    "player {} announces {}, whose cost is rolled",
                    seat.number(),
                    book.def(card).name
                ))
                .player(seat)
                .card(book, card)
            });
        }
        let cost = self.asked_cost(seat, card, self.book.def(card).cost);
        self.bring_out(seat, card, cost);
    }

    /// What a card of a hand costs now; an event says so if cards have changed it (clause RE-6.24).
    #[inline]
    pub(super) fn asked_cost(&mut self, seat: PlayerId, card: CardDefId, stated: u8) -> u8 {
        if self.book.reprices {
            self.told_cost(seat, card, stated)
        } else {
            stated
        }
    }

    #[cold]
    fn told_cost(&mut self, seat: PlayerId, card: CardDefId, stated: u8) -> u8 {
        let cost = costs::cost_from(self.book, self.s, seat, card, stated);
        if cost != stated {
            self.emit(COSTS, "repriced", |book, _| {
                tell(format!(
                    "{} costs player {} {} instead of {stated}",
                    book.def(card).name,
                    seat.number(),
                    coins(cost)
                ))
                .player(seat)
                .card(book, card)
                .points(cost)
            });
        }
        cost
    }

    fn bring_out(&mut self, seat: PlayerId, card: CardDefId, cost: u8) {
        self.let_go(seat, card);
        self.pay(seat, cost);
        let at = self.stand(seat, Unit::of(card));
        self.emit(PLAY, "comes-out", |book, _| {
            tell(format!(
                "player {} brings out {} for {}",
                seat.number(),
                book.def(card).name,
                coins(cost)
            ))
            .player(seat)
            .card(book, card)
            .points(cost)
        });
        if let Some(at) = at {
            self.tell_out(Spot { seat, at });
        }
    }

    fn cost_die(&mut self, card: CardDefId, number: u8) {
        let seat = self.s.active;
        self.s.step = Step::Play;
        let cost = self.asked_cost(seat, card, number);
        if u16::from(cost) <= self.s.side(seat).vault {
            return self.bring_out(seat, card, cost);
        }
        self.s.tried |= list::tried_bit(self.book, card);
        self.emit(DIE_COST, "taken-back", |book, _| {
            tell(format!(
                "player {} rolls {number}, cannot pay, and takes {} back",
                seat.number(),
                book.def(card).name
            ))
            .player(seat)
            .card(book, card)
        });
    }

    fn install(&mut self, seat: PlayerId, card: CardDefId, spot: Spot) {
        let cost = self.asked_cost(seat, card, self.book.def(card).cost);
        self.let_go(seat, card);
        self.pay(seat, cost);
        let unit = self.s.unit_mut(spot);
        let port = unit.and_then(|unit| values::install(self.book, unit, card));
        self.side_changed(spot.seat);
        self.emit(INSTALL, "installed", |book, s| {
            tell(format!(
                "player {} installs {} on {}",
                seat.number(),
                book.def(card).name,
                names::spot_name(book, s, spot)
            ))
            .player(seat)
            .card(book, card)
            .unit(book, s, spot)
        });
        self.raise(HookId::OnInstalled, spot, port.unwrap_or(NO_PORT));
    }

    /// Pays for a Permanent or Instant; its coins stay on the circle (clause RE-4.5).
    fn upgrade(&mut self, spot: Spot, flag: u16) {
        let Some(unit) = self.s.unit(spot) else {
            return;
        };
        let permanent = flag == PERMANENT_PAID;
        let upgrade = if permanent {
            values::permanent_of(self.book, unit)
        } else {
            values::instant_of(self.book, unit)
        };
        let Some(cost) = upgrade.map(|upgrade| upgrade.cost) else {
            return;
        };
        let side = self.s.side_mut(spot.seat);
        side.vault -= u16::from(cost).min(side.vault);
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags |= flag;
        }
        let (rule, word) = if permanent {
            (PERMANENT, "Permanent")
        } else {
            (INSTANT, "Instant")
        };
        self.emit(rule, "upgraded", |book, s| {
            tell(format!(
                "player {} pays {} for the {word} of {}",
                spot.seat.number(),
                coins(cost),
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
            .points(cost)
        });
        let hook = if permanent {
            HookId::OnPermanent
        } else {
            HookId::OnInstant
        };
        self.raise(hook, spot, 0);
    }

    /// Assembles a Mega Robot from two halves, at the place of the later half (clause RE-5.2).
    fn assemble(&mut self, top: Spot, legs: Spot) {
        let (Some(upper), Some(lower)) = (self.s.unit(top).copied(), self.s.unit(legs).copied())
        else {
            return;
        };
        self.emit(ASSEMBLE, "assembled", |book, s| {
            tell(format!(
                "player {} assembles {} and {}",
                top.seat.number(),
                names::spot_name(book, s, top),
                names::spot_name(book, s, legs)
            ))
            .unit(book, s, top)
            .at_unit(book, s, legs)
        });
        let flags = IS_NEW | (upper.flags | lower.flags) & PERMANENT_PAID;
        let mut whole = Unit::with_flags(upper.card, flags);
        whole.set_legs(self.book.def(lower.card).nth);
        whole.set_counters(
            upper.counters()
                + lower
                    .counters()
                    .min(cardwright_runtime::counters::MOST - upper.counters()),
        );
        for half in [top, legs] {
            if let Some(half) = self.s.unit_mut(half) {
                half.flags |= GONE;
            }
        }
        self.close_gaps();
        let at = self.stand(top.seat, whole);
        // Of two Permanents only one counts (clause RE-4.6: each upgrade once); the other one's coins go to the War
        // Chest.
        let before = values::coins_on(self.book, &upper) + values::coins_on(self.book, &lower);
        self.fill_chest(
            before
                .saturating_sub(values::coins_on(self.book, &whole))
                .into(),
        );
        if let Some(at) = at {
            self.tell_out(Spot { seat: top.seat, at });
        }
    }

    fn land(&mut self, spot: Spot, moon: MoonId) {
        let Some(Moon { card, .. }) = self.s.moon(moon).copied() else {
            return;
        };
        self.pay(spot.seat, self.book.def(card).landing);
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.set_moon(Some(moon));
            unit.flags |= LANDED;
        }
        self.emit(LAND, "lands", |book, s| {
            tell(format!(
                "{} lands on {}",
                names::spot_name(book, s, spot),
                book.def(card).name
            ))
            .unit(book, s, spot)
            .card(book, card)
        });
        self.raise(HookId::OnLanded, spot, 0);
        self.raise_moon(HookId::OnRobotLanded, spot, card);
    }

    fn come_back(&mut self, spot: Spot) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        let Some(place) = unit.moon() else { return };
        let Some(moon) = self.s.moon(place).copied() else {
            return;
        };
        let more = self.draw_chest(values::harvests(self.book, &unit));
        let brought = moon.coins.saturating_add(more);
        self.bank(spot.seat, brought.into());
        let defence = auras::defence_at(self.book, self.s, spot, &unit);
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.set_moon(None);
            unit.flags |= RECHARGES;
        }
        self.emit(RETURN, "returns", |book, s| {
            tell(format!(
                "{} returns from {} with {}",
                names::spot_name(book, s, spot),
                book.def(moon.card).name,
                coins(brought)
            ))
            .unit(book, s, spot)
            .card(book, moon.card)
            .points(brought)
        });
        match self.book.options.emptied_moon {
            EmptiedMoon::Discarded => self.discard_moon(place),
            EmptiedMoon::Refilled => {
                let coins = self.draw_chest(self.book.def(moon.card).value);
                if let Some(moon) = self.s.moon_mut(place) {
                    moon.coins = coins;
                }
                self.emit(EMPTIED, "moon-filled", |book, _| {
                    tell(format!(
                        "{} is filled with {}",
                        book.def(moon.card).name,
                        self::coins(coins)
                    ))
                    .card(book, moon.card)
                    .left(coins)
                });
            }
            EmptiedMoon::StaysEmpty => {
                if let Some(moon) = self.s.moon_mut(place) {
                    moon.coins = 0;
                }
            }
        }
        self.raise(HookId::OnHarvest, spot, brought);
        self.raise_moon(HookId::OnRobotReturned, spot, moon.card);
        self.defence_fell(spot, defence);
    }

    fn discard(&mut self, seat: PlayerId, card: CardDefId) {
        self.let_go(seat, card);
        self.discarded(seat, card);
    }

    /// Puts a card that has left a hand onto the discard pile; all but the first of a turn cost a coin.
    #[inline]
    pub(crate) fn discarded(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.piles.discard(card, 1);
        let cost = u8::from(self.s.discarded > 0);
        self.pay(seat, cost);
        self.s.discarded = self.s.discarded.saturating_add(1);
        self.emit(DRAW, "discards", |book, _| {
            let price = if cost == 0 {
                "free".to_string()
            } else {
                format!("for {}", coins(cost))
            };
            tell(format!(
                "player {} discards {} {price}",
                seat.number(),
                book.def(card).name
            ))
            .player(seat)
            .card(book, card)
        });
    }
}
