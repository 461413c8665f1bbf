//! What the verbs of cards do.

use super::host::{BATTERIES_FROM, seat_of, spot_of};
use super::lexicon::VerbId;
use crate::play::Engine;
use crate::play::apply::coins;
use crate::play::event::Event;
use crate::rules::*;
use crate::state::{
    GONE, HAND, INSTANT as INSTANT_PAID, LANDED, MAX_POINTS, Moon, MoonId, NEW as IS_NEW,
    PendingChance, PlayerId, RECHARGING as RECHARGES, Spot, Unit,
};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::counters::MOST;
use cardwright_runtime::ids::Id;

/// What a card can speak of at most: coins, cards.
const MAX_COINS: i16 = 99;

impl<L: Log<Event>> Engine<'_, L> {
    /// Does a verb. Nothing is done to a number that names no card on the table or no player.
    pub(super) fn do_verb(
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
                self.at(first, |engine, spot| engine.deal_damage(spot, points));
                // A defence die is rolled before the effect goes on.
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::Destroy => self.at(first, |engine, spot| {
                engine.parted(spot, |engine| engine.destroy(spot, CARD_TEXT));
            }),
            VerbId::Repair => self.at(first, |engine, spot| engine.repair(spot, points)),
            VerbId::Recharge => self.at(first, Self::recharge),
            VerbId::ReactivateCard => self.at(first, Self::reactivate),
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
            VerbId::Pay => self.to(first, |engine, player| {
                let paid = engine.pay(player, number);
                engine.emit(CHEST, "pays", |_, _| {
                    format!("player {} pays {paid}", player.number())
                });
            }),
            VerbId::Draw => {
                self.to(first, |engine, player| engine.draw_cards(player, number));
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::DiscardHand => self.to(first, Self::discard_hand),
            VerbId::Capture => self.at(first, |engine, spot| {
                engine.to(second, |engine, to| {
                    engine.parted(spot, |engine| engine.take_over(spot, to));
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
            VerbId::Cancel => self.cancel(),
            VerbId::Roll => {
                self.s.pending_chance = PendingChance::Die;
                return Act::Wait;
            }
            VerbId::Cleared => self.at(first, Self::clear_instant),
        }
        Act::Done
    }

    /// Does something to the card on the table that a number names.
    fn at(&mut self, card: i16, does: impl FnOnce(&mut Self, Spot)) {
        if let Some(spot) = spot_of(card) {
            does(self, spot);
        }
    }

    /// Does something to the player whom a number names.
    fn to(&mut self, player: i16, does: impl FnOnce(&mut Self, PlayerId)) {
        if let Some(player) = seat_of(player) {
            does(self, player);
        }
    }

    fn take_from_chest(&mut self, player: PlayerId, coins: u8) {
        let taken = self.draw_chest(if self.s.side(player).out { 0 } else { coins });
        self.bank(player, taken.into());
        self.emit(CHEST, "banks", |_, _| {
            format!(
                "player {} takes {taken} from the War Chest",
                player.number()
            )
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
            format!(
                "{off} damage of {} is taken off: {left} left",
                book.spot_name(s, spot)
            )
        });
    }

    fn reactivate(&mut self, spot: Spot) {
        if let Some(unit) = self.s.unit_mut(spot).filter(|unit| unit.is(RECHARGES)) {
            unit.flags &= !RECHARGES;
            self.emit(REACTIVATE, "reactivated", |book, s| {
                format!("{} is ready again", book.spot_phrase(s, spot))
            });
        }
    }

    /// Lays prevention on a card (clause RE-6.10).
    fn prevent(&mut self, spot: Spot, points: u8) {
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.shield(points);
            self.emit(PREVENTION, "prevents", |book, s| {
                format!(
                    "the next {points} damage to {} is prevented",
                    book.spot_name(s, spot)
                )
            });
        }
    }

    fn prevent_battery(&mut self, seat: PlayerId, points: u8) {
        let side = self.s.side_mut(seat);
        side.prevented = side.prevented.saturating_add(points).min(MAX_POINTS);
        self.emit(PREVENTION, "prevents", |_, _| {
            format!(
                "the next {points} damage to the Battery of player {} is prevented",
                seat.number()
            )
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
            format!(
                "player {} puts {} on the Battery: {now}",
                seat.number(),
                coins(taken)
            )
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
            format!(
                "player {} takes {taken} from the Vault of player {}",
                to.number(),
                from.number()
            )
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
            format!("{taken} more {more} on {}", book.def(card).name)
        });
    }

    /// A card changes sides (clause RE-10.2): it is new there.
    fn take_over(&mut self, spot: Spot, to: PlayerId) {
        let goes = to != spot.seat && !self.s.side(to).out;
        let fits = |unit: &Unit| goes && self.book.has_room(self.s, to, unit.cards());
        let Some(unit) = self.s.unit(spot).copied().filter(fits) else {
            return;
        };
        self.withdraw(spot);
        if let Some(left) = self.s.unit_mut(spot) {
            left.flags |= GONE;
        }
        self.gaps = true;
        let mut taken = unit;
        taken.leave_combat();
        taken.join(None);
        taken.flags = taken.flags & !LANDED | IS_NEW;
        let _ = self.stand(to, taken);
        self.emit(CAPTURE, "captured", |book, _| {
            format!(
                "{} of player {} goes to player {}",
                book.unit_name(&unit),
                spot.seat.number(),
                to.number()
            )
        });
    }

    fn count(&mut self, spot: Spot, change: impl FnOnce(u8) -> u8) {
        let Some(unit) = self.s.unit_mut(spot) else {
            return;
        };
        let now = change(unit.counters());
        unit.set_counters(now);
        self.emit(COUNTERS, "counters", |book, s| {
            let noun = if now == 1 { "counter" } else { "counters" };
            format!("{} has {now} {noun}", book.spot_phrase(s, spot))
        });
    }

    fn clear_instant(&mut self, spot: Spot) {
        let Some(unit) = self.s.unit(spot).filter(|unit| unit.is(INSTANT_PAID)) else {
            return;
        };
        let freed = self.book.instant_of(unit).map_or(0, |upgrade| upgrade.cost);
        let (_, before) = self
            .book
            .endurance_of(self.s, &self.book.together(self.s, spot));
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags &= !INSTANT_PAID;
        }
        self.fill_chest(freed.into());
        self.emit(CLEAR, "cleared", |book, s| {
            format!(
                "the Instant of {} ends: {} to the War Chest",
                book.spot_name(s, spot),
                coins(freed)
            )
        });
        self.defence_fell(spot, before);
    }

    fn discard_hand(&mut self, seat: PlayerId) {
        let hand = std::mem::take(&mut self.s.side_mut(seat).hand);
        self.hand_changed(seat);
        for card in hand {
            self.s.piles.discard(card, 1);
            self.emit(PILE, "discards", |book, _| {
                format!("player {} discards {}", seat.number(), book.def(card).name)
            });
        }
    }
}
