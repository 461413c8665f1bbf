//! The effects of the verbs of cards.

use crate::engine::context::Engine;
use crate::events::{Event, tell};
use crate::facts::names::{self, coins};
use crate::facts::nouns::{BATTERIES_FROM, seat_of, spot_now};
use crate::facts::{auras, engagement, reactions, values};
use crate::legal::list;
use crate::lexicon::{HookId, VerbId};
use crate::rules::{
    BACK, BATTERY_CHOICE, BLOCK, CAPTURE, CARD_TEXT, CHANGED, CHEST, CLEAR, COUNTERS, IN_WRITING,
    LASTS, LENT, LOOKED_AT, LOST_BY_CHANCE, MILLED, MOON_LOST, NEW, PILE, PREVENTION, REACTIVATE,
    RESISTS, REVIVED, TURN_END,
};
use crate::state::{
    CardDefId, Entered, GONE, HAND, INSTANT as INSTANT_PAID, LANDED, MAX_CHANGE, MAX_POINTS, Moon,
    MoonId, NEW as IS_NEW, PendingChance, PlayerId, RECHARGING as RECHARGES, Shown, Spot, Top,
    UNHARMED, Unit,
};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::{Log, RuleId};
use cardwright_runtime::counters::MOST;
use cardwright_runtime::ids::Id;

/// The maximum number of coins or cards in a script.
const MAX_COINS: i16 = 99;

impl<L: Log<Event>> Engine<'_, L> {
    /// Carries out a verb. Nothing happens if a value stands for no card on the table or no player.
    pub(crate) fn do_verb(
        &mut self,
        frame: &Frame,
        verb: u8,
        [first, second, third]: [i16; 3],
    ) -> Act {
        let Some(verb) =
            VerbId::of(verb).filter(|_| !cardwright_runtime::effects::EffectDriver::is_over(self))
        else {
            return Act::Done;
        };
        let points = second.clamp(0, MAX_POINTS.into()) as u8;
        let number = second.clamp(0, MAX_COINS) as u8;
        match verb {
            VerbId::Damage => {
                if self.lets(frame, HookId::CanBeDamagedBy, first) {
                    self.at(first, |engine, spot| engine.deal_damage(spot, points));
                }
                // A defence die is rolled before the effect continues.
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::Destroy if !self.lets(frame, HookId::CanBeDestroyedBy, first) => {}
            VerbId::Destroy => self.at(first, |engine, spot| {
                engine.parted(spot, |engine| engine.destroy(spot, CARD_TEXT));
            }),
            VerbId::Repair => self.at(first, |engine, spot| engine.repair(spot, points)),
            VerbId::Recharge if !self.lets(frame, HookId::CanBeRechargedBy, first) => {}
            VerbId::Recharge => self.at(first, Self::recharge),
            VerbId::ReactivateCard => self.at(first, Self::reactivate),
            VerbId::Rush => self.at(first, Self::rush),
            VerbId::SwapBlockers => {
                if let (Some(one), Some(other)) =
                    (spot_now(self.s, first), spot_now(self.s, second))
                {
                    self.swap_blockers(one, other);
                }
            }
            VerbId::Withdraw => self.at(first, |engine, spot| {
                engine.parted(spot, |engine| engine.withdraw(spot));
            }),
            VerbId::Prevent if first >= BATTERIES_FROM => {
                self.to(first - BATTERIES_FROM, |engine, player| {
                    engine.prevent_battery(player, points)
                });
            }
            VerbId::Prevent => self.at(first, |engine, spot| engine.prevent(spot, points)),
            VerbId::PreventBattery => {
                self.to(first, |engine, player| {
                    engine.prevent_battery(player, points)
                });
            }
            VerbId::Drain => {
                let by = seat_of(frame.owner.into());
                self.to(first, |engine, player| engine.drain(player, points, by));
            }
            VerbId::Restore => self.to(first, |engine, player| engine.restore(player, number)),
            VerbId::TakeCoins => self.to(first, |engine, player| {
                let coins = third.clamp(0, MAX_COINS) as u8;
                engine.to(second, |engine, to| engine.take_coins(player, to, coins));
            }),
            VerbId::Bank => self.to(first, |engine, player| {
                engine.take_from_chest(player, number)
            }),
            VerbId::Fill => self.fill(first, number),
            VerbId::DiscardComponent => {
                self.at(first, |engine, spot| engine.discard_component(spot, second));
            }
            VerbId::MoveComponent => {
                if let (Some(from), Some(to)) = (spot_now(self.s, first), spot_now(self.s, second))
                {
                    self.move_component(from, to, third);
                }
            }
            VerbId::DiscardMoon => self.lose_moon(frame, first),
            VerbId::Pay => self.to(first, |engine, player| {
                let paid = engine.pay(player, number);
                engine.emit(CHEST, "pays", |_, _| {
                    tell(format!("player {} pays {paid}", player.number())).player(player)
                });
            }),
            VerbId::Draw => {
                self.to(first, |engine, player| engine.draw_cards(player, number));
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::DiscardRandom => {
                self.s.shown = Shown::default();
                self.to(first, |engine, player| {
                    if !engine.s.side(player).hand.is_empty() {
                        engine.s.pending_chance = PendingChance::Discard(player);
                    }
                });
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::DiscardTop => {
                self.s.shown = Shown::default();
                self.to(first, |engine, player| {
                    if engine.s.piles.in_deck_any(engine.book.defs_of(player)) {
                        engine.s.pending_chance = PendingChance::Mill(player);
                    }
                });
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::DiscardHand => self.to(first, Self::discard_hand),
            VerbId::StayUntilTurnEnd => self.lasts(frame, false),
            VerbId::StayUntilTurn => self.lasts(frame, true),
            VerbId::StopStaying => self.stops_lasting(frame),
            VerbId::InSecret => self.emit(IN_WRITING, "in-secret", |_, _| {
                "players now choose numbers in secret".to_owned()
            }),
            VerbId::Show => self.to(first, |engine, player| {
                engine.emit(IN_WRITING, "shows-number", |_, _| {
                    tell(format!("player {} shows {second}", player.number())).player(player)
                });
            }),
            // The effect carries out these itself.
            VerbId::SetTally | VerbId::AddToTally | VerbId::Pick | VerbId::PickOnly => {}
            VerbId::ExtraTurn => self.extra_turn(),
            VerbId::SkipTurn => self.to(first, Self::skip_turn),
            VerbId::SkipCollect => self.to(first, Self::skip_collect),
            VerbId::DiscardFrom => self.to(first, |engine, player| {
                if let Some(card) = engine.held(player, second) {
                    engine.let_go(player, card);
                    engine.is_discarded(player, card, LOOKED_AT);
                }
            }),
            VerbId::ShowCard => self.to(first, |engine, player| {
                if let Some(card) = engine.held(player, second) {
                    engine.show_held(player, card);
                }
            }),
            VerbId::PutBack => self.to(first, |engine, player| {
                if let Some(card) = engine.held(player, second) {
                    engine.put_back(player, card);
                }
            }),
            VerbId::TakeFromHand => self.to(first, |engine, from| {
                let card = engine.held(from, third);
                engine.to(second, |engine, to| {
                    if let Some(card) = card {
                        engine.take_from_hand(from, to, card);
                    }
                });
            }),
            VerbId::Capture => self.at(first, |engine, spot| {
                engine.to(second, |engine, to| {
                    engine.parted(spot, |engine| engine.take_over(spot, to, None, CAPTURE));
                });
            }),
            VerbId::Borrow => self.at(first, |engine, spot| {
                engine.to(second, |engine, to| {
                    engine.parted(spot, |engine| engine.borrow(spot, to));
                });
            }),
            VerbId::AddCounters => self.at(first, |engine, spot| {
                engine.count(spot, |there| there.saturating_add(number).min(MOST));
            }),
            VerbId::RemoveCounters => {
                self.at(first, |engine, spot| {
                    engine.count(spot, |there| there.saturating_sub(number))
                });
            }
            VerbId::AddAttack => self.at(first, |engine, spot| engine.change(spot, second, 0)),
            VerbId::AddDefence => self.at(first, |engine, spot| engine.change(spot, 0, second)),
            VerbId::ReduceAttack => self.at(first, |engine, spot| {
                engine.change(spot, second.saturating_neg(), 0);
            }),
            VerbId::ReduceDefence => self.at(first, |engine, spot| {
                engine.change(spot, 0, second.saturating_neg());
            }),
            VerbId::Lift => self.at(first, |engine, spot| engine.set_flight(spot, true)),
            VerbId::Ground => self.at(first, |engine, spot| engine.set_flight(spot, false)),
            VerbId::ReturnToHand if self.mourns(frame) && self.has_left(first) => {
                self.at(first, Self::returns_destroyed);
            }
            VerbId::ReturnToHand => self.at(first, |engine, spot| {
                engine.parted(spot, |engine| engine.return_to_hand(spot));
            }),
            VerbId::TakeBack | VerbId::PutIntoPlay => {
                let card = u8::try_from(second).ok();
                let card = card.and_then(|card| CardDefId::of(card.into()));
                let Some(card) = card.filter(|card| card.index() < self.book.defs.len()) else {
                    return Act::Done;
                };
                self.to(first, |engine, player| match verb {
                    VerbId::TakeBack => _ = engine.take_back(player, card),
                    _ => engine.put_into_play(player, card),
                });
            }
            VerbId::Cancel => self.cancel(),
            VerbId::Roll => {
                self.s.pending_chance = PendingChance::Die;
                return Act::Wait;
            }
            VerbId::Cleared => self.at(first, Self::clear_instant),
        }
        Act::Done
    }

    /// Whether the card on the table with this value has left it.
    fn has_left(&self, card: i16) -> bool {
        let unit = spot_now(self.s, card).and_then(|spot| self.s.unit_or_gone(spot));
        unit.is_some_and(|unit| unit.is(GONE))
    }

    /// Whether a card lets an effect do something to it (clause RE-6.26).
    fn lets(&mut self, frame: &Frame, hook: HookId, card: i16) -> bool {
        !self.book.listens(hook) || self.asks_target(frame, hook, card)
    }

    #[cold]
    fn asks_target(&mut self, frame: &Frame, hook: HookId, card: i16) -> bool {
        let there = spot_now(self.s, card).filter(|spot| self.s.unit(*spot).is_some());
        let Some(spot) = there else { return true };
        let lets = reactions::asks_unit(self.book, self.s, spot, hook, frame.owner.into());
        if !lets {
            self.emit(RESISTS, "resists", |book, s| {
                tell(format!(
                    "{} is not affected",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
            });
        }
        lets
    }

    /// Does something to the card on the table with this value.
    fn at(&mut self, card: i16, does: impl FnOnce(&mut Self, Spot)) {
        if let Some(spot) = spot_now(self.s, card) {
            does(self, spot);
        }
    }

    /// Does something to the player with this value.
    fn to(&mut self, player: i16, does: impl FnOnce(&mut Self, PlayerId)) {
        if let Some(player) = seat_of(player) {
            does(self, player);
        }
    }

    fn take_from_chest(&mut self, player: PlayerId, coins: u8) {
        let taken = self.draw_chest(if self.s.side(player).out { 0 } else { coins });
        self.bank(player, taken.into());
        self.emit(CHEST, "banks", |_, _| {
            tell(format!(
                "player {} takes {taken} from the War Chest",
                player.number()
            ))
            .player(player)
        });
    }

    fn draw_cards(&mut self, player: PlayerId, cards: u8) {
        let room = HAND - self.s.side(player).hand.len().min(HAND);
        let cards = cards.min(room as u8);
        if cards > 0 && !self.s.side(player).out {
            self.s.pending_chance = PendingChance::Draw(player, cards);
        }
    }

    fn repair(&mut self, spot: Spot, points: u8) {
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        let off = points.min(unit.damage);
        unit.damage -= off;
        let left = unit.damage;
        self.emit(TURN_END, "repaired", |book, s| {
            tell(format!(
                "{off} damage of {} is taken off: {left} left",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
        });
    }

    fn reactivate(&mut self, spot: Spot) {
        if let Some(unit) = self.s.unit_mut(spot).filter(|unit| unit.is(RECHARGES)) {
            unit.flags &= !RECHARGES;
            self.emit(REACTIVATE, "reactivated", |book, s| {
                tell(format!(
                    "{} is ready again",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
            });
        }
    }

    /// A card is no longer new, so that a fighter may attack (clause RE-3.5).
    fn rush(&mut self, spot: Spot) {
        if let Some(unit) = self.s.unit_mut(spot).filter(|unit| unit.is(IS_NEW)) {
            unit.flags &= !IS_NEW;
            self.emit(NEW, "rushes", |book, s| {
                tell(format!(
                    "{} is no longer new",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
            });
        }
    }

    /// Exchanges the attackers of two blockers that block alone (clause RE-9.3).
    fn swap_blockers(&mut self, one: Spot, other: Spot) {
        let met = |spot: Spot| {
            let unit = self.s.unit(spot).filter(|unit| unit.fights());
            unit.filter(|unit| spot.seat != self.s.active && unit.chain() == 0)
                .map(|unit| unit.fight)
        };
        let (Some(first), Some(second)) = (met(one), met(other)) else {
            return;
        };
        if first == second {
            return;
        }
        for (spot, fight) in [(one, second), (other, first)] {
            if let Some(unit) = self.s.unit_mut(spot) {
                unit.fight = fight;
            }
        }
        self.emit(BLOCK, "swaps", |book, s| {
            tell(format!(
                "{} and {} change places as blockers",
                names::spot_name(book, s, one),
                names::spot_name(book, s, other)
            ))
            .unit(book, s, one)
            .at_unit(book, s, other)
        });
    }

    /// Adds prevention to a card (clause RE-6.10).
    fn prevent(&mut self, spot: Spot, points: u8) {
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.shield(points);
            self.emit(PREVENTION, "prevents", |book, s| {
                tell(format!(
                    "the next {points} damage to {} is prevented",
                    names::spot_name(book, s, spot)
                ))
                .unit(book, s, spot)
                .points(points)
            });
        }
    }

    fn prevent_battery(&mut self, seat: PlayerId, points: u8) {
        let side = self.s.side_mut(seat);
        side.prevented = side.prevented.saturating_add(points).min(MAX_POINTS);
        self.emit(PREVENTION, "prevents", |_, _| {
            tell(format!(
                "the next {points} damage to the Battery of player {} is prevented",
                seat.number()
            ))
            .player(seat)
            .points(points)
        });
    }

    fn restore(&mut self, seat: PlayerId, points: u8) {
        let side = self.s.side(seat);
        let wanted = if side.out {
            0
        } else {
            points.min(side.start.saturating_sub(side.battery))
        };
        let taken = self.draw_chest(wanted);
        self.s.side_mut(seat).battery += taken;
        let now = self.s.side(seat).battery;
        self.emit(BATTERY_CHOICE, "restored", |_, _| {
            tell(format!(
                "player {} puts {} on the Battery: {now}",
                seat.number(),
                coins(taken)
            ))
            .player(seat)
            .left(now)
        });
    }

    fn take_coins(&mut self, from: PlayerId, to: PlayerId, number: u8) {
        let there = self.s.side(from).vault;
        let taken = if self.s.side(to).out {
            0
        } else {
            u16::from(number).min(there)
        };
        self.s.side_mut(from).vault -= taken;
        self.bank(to, taken);
        self.emit(CHEST, "taken", |_, _| {
            tell(format!(
                "player {} takes {taken} from the Vault of player {}",
                to.number(),
                from.number()
            ))
            .player(to)
            .at_player(from)
        });
    }

    fn fill(&mut self, moon: i16, number: u8) {
        let Some(moon) = MoonId::from_value(moon) else {
            return;
        };
        let Some(Moon { card, coins: there }) = self.s.moon(moon).copied() else {
            return;
        };
        let taken = self.draw_chest(number.min(MAX_POINTS - there.min(MAX_POINTS)));
        if let Some(moon) = self.s.moon_mut(moon) {
            moon.coins += taken;
        }
        let more = if taken == 1 { "coin lies" } else { "coins lie" };
        self.emit(CHEST, "filled", |book, _| {
            tell(format!("{taken} more {more} on {}", book.def(card).name)).card(book, card)
        });
    }

    /// A Moon goes to the discard pile, and its coins to the War Chest. A robot on it is destroyed (clause RE-8.6).
    fn lose_moon(&mut self, frame: &Frame, moon: i16) {
        let Some(place) = MoonId::from_value(moon) else {
            return;
        };
        let Some(Moon { coins, .. }) = self.s.moon(place).copied() else {
            return;
        };
        let on_it = self.book.seats().find_map(|seat| {
            let mut units = self.s.side(seat).present();
            let (at, _) = units.find(|(_, unit)| unit.moon() == Some(place))?;
            Some(Spot { seat, at })
        });
        if let Some(spot) = on_it {
            if let Some(unit) = self.s.unit_mut(spot) {
                unit.set_moon(None);
            }
            if self.lets(frame, HookId::CanBeDestroyedBy, spot.n().into()) {
                self.destroy(spot, MOON_LOST);
            }
        }
        self.fill_chest(coins.into());
        self.discard_moon(place);
    }

    /// Moves a card to another player's side (clause RE-10.2); it counts as new there.
    fn take_over(&mut self, spot: Spot, to: PlayerId, lent_by: Option<PlayerId>, rule: RuleId) {
        let goes = to != spot.seat && !self.s.side(to).out;
        let fits = |unit: &Unit| goes && list::has_room(self.s, to, unit.cards());
        let Some(unit) = self.s.unit(spot).copied().filter(fits) else {
            return;
        };
        self.withdraw(spot);
        let mut taken = unit;
        taken.leave_combat();
        taken.join(None);
        taken.flags = taken.flags & !LANDED | IS_NEW;
        taken.set_lender(0);
        if let Some(lender) = lent_by {
            taken.flags &= !IS_NEW;
            taken.set_lender(values::seats_from(self.book, to, lender));
        }
        let Some(at) = self.stand(to, taken) else {
            return;
        };
        if let Some(left) = self.s.unit_mut(spot) {
            left.taken(Spot { seat: to, at }.n());
        }
        self.gaps = true;
        self.emit(rule, "captured", |book, _| {
            tell(format!(
                "{} of player {} goes to player {}",
                names::unit_name(book, &unit),
                spot.seat.number(),
                to.number()
            ))
            .card(book, unit.card)
            .player(to)
            .at_player(spot.seat)
        });
    }

    /// Another player controls a card until the end of the turn; then it goes back to the player who had it before any
    /// such effect (clause RE-10.6).
    fn borrow(&mut self, spot: Spot, to: PlayerId) {
        let Some(unit) = self.s.unit(spot) else {
            return;
        };
        let lender = values::lender_of(self.book, spot.seat, unit).unwrap_or(spot.seat);
        let lent_by = Some(lender).filter(|lender| *lender != to);
        self.take_over(spot, to, lent_by, LENT);
    }

    /// Cards that were taken for this turn go back, unless that player is out or has no room (clause RE-10.6).
    #[cold]
    pub(crate) fn give_back(&mut self) {
        for seat in self.book.seats() {
            for at in self.s.side(seat).taken().iter() {
                let spot = Spot { seat, at };
                let lent = self.s.unit(spot);
                if let Some(lender) = lent.and_then(|unit| values::lender_of(self.book, seat, unit))
                {
                    self.take_over(spot, lender, None, LENT);
                }
            }
        }
    }

    fn count(&mut self, spot: Spot, change: impl FnOnce(u8) -> u8) {
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        let now = change(unit.counters());
        unit.set_counters(now);
        self.emit(COUNTERS, "counters", |book, s| {
            let noun = if now == 1 { "counter" } else { "counters" };
            tell(format!(
                "{} has {now} {noun}",
                names::spot_name(book, s, spot)
            ))
            .unit(book, s, spot)
        });
    }

    /// Changes attack or defence until the end of the turn (clause RE-6.18).
    fn change(&mut self, spot: Spot, attack: i16, defence: i16) {
        let book = self.book;
        let there = self.s.unit(spot);
        let Some(before) = there.map(|unit| auras::defence_at(book, self.s, spot, unit)) else {
            return;
        };
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        let changed = |now: i8, by: i16| {
            let most = i16::from(MAX_CHANGE);
            i16::from(now).saturating_add(by).clamp(-most, most) as i8
        };
        unit.set_more_attack(changed(unit.more_attack(), attack));
        unit.set_more_defence(changed(unit.more_defence(), defence));
        let unit = *unit;
        let (what, number) = match attack {
            0 => ("defence", auras::defence_at(book, self.s, spot, &unit)),
            _ => ("attack", auras::attack_at(book, self.s, spot, &unit)),
        };
        self.emit(CHANGED, "changed", |book, s| {
            let name = names::spot_name(book, s, spot);
            tell(format!(
                "the {what} of {name} is {number} until the turn ends"
            ))
            .unit(book, s, spot)
            .left(number)
        });
        self.defence_fell(spot, before);
    }

    /// Makes a card fly, or keeps it from flying, until the end of the turn (clause RE-6.18).
    fn set_flight(&mut self, spot: Spot, flies: bool) {
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        unit.set_flight(Some(flies));
        self.side_changed(spot.seat);
        self.emit(CHANGED, "changed", |book, s| {
            let name = names::spot_name(book, s, spot);
            let what = if flies { "flies" } else { "cannot fly" };
            tell(format!("{name} {what} until the turn ends")).unit(book, s, spot)
        });
    }

    /// A card that has just been destroyed goes from the discard pile to a hand (clause RE-6.19).
    fn returns_destroyed(&mut self, spot: Spot) {
        let gone = self.s.unit_or_gone(spot).filter(|unit| unit.is(GONE));
        if let Some(unit) = gone.copied() {
            let _ = self.back_to_hand(spot, &unit);
        }
    }

    /// The other functions of a shown card run until the turn ends, or until its player's next turn begins (clause
    /// RE-6.29).
    fn lasts(&mut self, frame: &Frame, on: bool) {
        let hook = self.book.bound[frame.program].hook.and_then(HookId::of);
        let shown = matches!(
            hook,
            Some(HookId::Play | HookId::PlayOn | HookId::PlayAgainst)
        );
        let card = CardDefId::of(frame.cause.into()).filter(|_| shown);
        if let (Some(seat), Some(card)) = (seat_of(frame.owner.into()), card) {
            self.s.lasting.set(seat, card);
            if on {
                self.s.lasting.stay_on(seat);
            }
            self.emit(LASTS, "lasts", |book, _| {
                let until = if on {
                    "their next turn begins"
                } else {
                    "the turn ends"
                };
                tell(format!(
                    "{} of player {} lasts until {until}",
                    book.def(card).name,
                    seat.number()
                ))
                .card(book, card)
                .player(seat)
            });
        }
    }

    /// The effect of a shown card that lasts ends (clause RE-6.29).
    fn stops_lasting(&mut self, frame: &Frame) {
        let lasts = |seat: PlayerId| Some((seat, self.s.lasting.of(seat)?));
        let card = PlayerId::of(frame.owner.into())
            .and_then(lasts)
            .filter(|(_, card)| self.book.def(*card).programs.contains(&frame.program));
        if let Some((seat, card)) = card {
            self.s.lasting.stop(seat);
            self.emit(LASTS, "ends", |book, _| {
                tell(format!(
                    "{} of player {} no longer lasts",
                    book.def(card).name,
                    seat.number()
                ))
                .card(book, card)
                .player(seat)
            });
        }
    }

    /// Whether a running effect reacts to the destruction of a card.
    fn mourns(&self, frame: &Frame) -> bool {
        let hook = self.book.bound[frame.program].hook.and_then(HookId::of);
        matches!(
            hook,
            Some(
                HookId::OnDestroyed
                    | HookId::OnDestroyedBy
                    | HookId::OnFoughtDestroyed
                    | HookId::OnOwnDestroyed
                    | HookId::OnFoeDestroyed
            )
        )
    }

    /// Returns a card to the hand, if there is room (clause RE-6.19).
    fn return_to_hand(&mut self, spot: Spot) {
        let Some(unit) = self.s.unit(spot).copied() else {
            return;
        };
        self.withdraw(spot);
        self.clear_away(&unit);
        if let Some(left) = self.s.unit_mut(spot) {
            left.flags |= GONE | UNHARMED;
        }
        self.gaps = true;
        self.emit(BACK, "returned", |book, _| {
            tell(format!(
                "{} of player {} leaves the table",
                names::unit_name(book, &unit),
                spot.seat.number()
            ))
            .card(book, unit.card)
            .player(spot.seat)
        });
        self.back_to_hand_or_pile(spot, &unit);
    }

    fn clear_instant(&mut self, spot: Spot) {
        let Some(unit) = self.s.unit(spot).filter(|unit| unit.is(INSTANT_PAID)) else {
            return;
        };
        let freed = values::instant_of(self.book, unit).map_or(0, |upgrade| upgrade.cost);
        let (_, before) = engagement::endurance_of(
            self.book,
            self.s,
            &engagement::together(self.book, self.s, spot),
        );
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags &= !INSTANT_PAID;
        }
        self.fill_chest(freed.into());
        self.emit(CLEAR, "cleared", |book, s| {
            tell(format!(
                "the Instant of {} ends: {} to the War Chest",
                names::spot_name(book, s, spot),
                coins(freed)
            ))
            .unit(book, s, spot)
        });
        self.defence_fell(spot, before);
    }

    fn discard_hand(&mut self, seat: PlayerId) {
        let hand = std::mem::take(&mut self.s.side_mut(seat).hand);
        self.hand_changed(seat);
        for card in hand {
            self.is_discarded(seat, card, PILE);
        }
    }

    /// The card with this value, if the player holds it.
    fn held(&self, player: PlayerId, value: i16) -> Option<CardDefId> {
        let card = CardDefId::of(u8::try_from(value).ok()?.into())?;
        let holds = self.s.side(player).hand.contains(&card);
        holds.then_some(card)
    }

    /// Moves a card between hands; only these two players see it (clause RE-6.21).
    fn take_from_hand(&mut self, from: PlayerId, to: PlayerId, card: CardDefId) {
        let own = self.book.defs_of(to).iter().any(|def| def == card);
        let side = self.s.side(to);
        if from == to || !own || side.out || side.hand.is_full() {
            return;
        }
        self.let_go(from, card);
        self.s.side_mut(to).hold(card);
        self.hand_changed(to);
        self.emit(LOOKED_AT, "handed", |_, _| {
            tell(format!(
                "player {} takes a card from the hand of player {}",
                to.number(),
                from.number()
            ))
            .player(to)
            .at_player(from)
        });
        for seat in [from, to] {
            self.emit_private(seat, LOOKED_AT, "handed-card", |book| {
                tell(format!(
                    "player {} sees {} go from player {} to player {}",
                    seat.number(),
                    book.def(card).name,
                    from.number(),
                    to.number()
                ))
                .player(to)
                .at_player(from)
                .card(book, card)
            });
        }
    }

    /// Puts a card from a hand back into the deck; only its player sees it (clause RE-6.21).
    fn put_back(&mut self, player: PlayerId, card: CardDefId) {
        self.let_go(player, card);
        self.s.piles.stock(card, 1);
        self.emit(LOOKED_AT, "put-back", |_, _| {
            tell(format!(
                "player {} puts a card back into the Depot Deck",
                player.number()
            ))
            .player(player)
        });
        self.emit_private(player, LOOKED_AT, "put-back-card", |book| {
            tell(format!(
                "player {} puts {} back into the Depot Deck",
                player.number(),
                book.def(card).name
            ))
            .player(player)
            .card(book, card)
        });
    }

    /// Shows everybody a card of a hand, which stays there (clause RE-6.21).
    fn show_held(&mut self, player: PlayerId, card: CardDefId) {
        self.s.shown = Shown::of(card);
        self.emit(LOOKED_AT, "shows-held", |book, _| {
            tell(format!(
                "player {} shows {} and keeps it",
                player.number(),
                book.def(card).name
            ))
            .player(player)
            .card(book, card)
        });
    }

    /// Puts a card that has left a hand onto the discard pile.
    fn is_discarded(&mut self, seat: PlayerId, card: CardDefId, rule: RuleId) {
        self.s.shown = Shown::of(card);
        self.s.piles.discard(card, 1);
        self.emit(rule, "discards", |book, _| {
            tell(format!(
                "player {} discards {}",
                seat.number(),
                book.def(card).name
            ))
            .player(seat)
            .card(book, card)
        });
    }

    /// Discards the card that chance has selected from a player's hand (clause RE-6.20).
    pub(crate) fn discard_by_chance(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.pending_chance = PendingChance::None;
        self.let_go(seat, card);
        self.is_discarded(seat, card, LOST_BY_CHANCE);
    }

    /// Puts a card from the discard pile into play, as if it had been played (clause RE-6.37).
    fn put_into_play(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.entered = Entered::default();
        let fits = self.book.def(card).kind.comes_out()
            && !self.s.side(seat).out
            && list::has_room(self.s, seat, 1);
        if !fits {
            return self.emit(REVIVED, "stays-away", |book, _| {
                let name = &book.def(card).name;
                tell(format!(
                    "{name} cannot enter play for player {}",
                    seat.number()
                ))
                .player(seat)
                .card(book, card)
            });
        }
        if !self.s.piles.take_discarded(card) {
            return;
        }
        let at = self.stand(seat, Unit::of(card));
        self.emit(REVIVED, "comes-out", |book, _| {
            tell(format!(
                "{} enters play for player {} from the discard pile",
                book.def(card).name,
                seat.number()
            ))
            .player(seat)
            .card(book, card)
        });
        if let Some(at) = at {
            self.s.entered = Entered::at(Spot { seat, at });
            self.tell_out(Spot { seat, at });
        }
    }

    /// The next card of a player's deck goes to the discard pile; everybody sees it (clause RE-6.36).
    pub(crate) fn mill(&mut self, seat: PlayerId, card: CardDefId) {
        self.s.pending_chance = PendingChance::None;
        self.s.piles.take(card);
        let holder = self.book.deck_holder(seat);
        self.s.side_mut(holder).top = Top::Unseen;
        self.s.shown = Shown::of(card);
        self.s.piles.discard(card, 1);
        self.emit(MILLED, "milled", |book, _| {
            let name = &book.def(card).name;
            tell(format!(
                "{name} goes from the Depot Deck to the discard pile"
            ))
            .player(seat)
            .card(book, card)
        });
    }
}
