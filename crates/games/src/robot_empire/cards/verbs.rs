//! What the verbs of cards do.

use super::host::{BATTERIES_FROM, seat_of, spot_of};
use super::lexicon::VerbId;
use crate::robot_empire::play::Engine;
use crate::robot_empire::play::apply::coins;
use crate::robot_empire::play::event::Event;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{
    GONE, HAND, INSTANT as INSTANT_PAID, LANDED, MAX_POINTS, Moon, MoonId, NEW as IS_NEW, PendingChance,
    PlayerId, RECHARGING as RECHARGES, Spot, Unit,
};
use cardwright_effects::Frame;
use cardwright_effects::machine::Act;
use cardwright_kernel::Log;
use cardwright_runtime::counters::MOST;
use cardwright_runtime::ids::Id;

/// What a card can speak of at most: coins, cards.
const MAX_COINS: i16 = 99;

impl<L: Log<Event>> Engine<'_, L> {
    /// Does a verb.
    pub(super) fn do_verb(&mut self, frame: &Frame, verb: u8, [first, second, third]: [i16; 3]) -> Act {
        let Some(verb) = VerbId::of(verb).filter(|_| !cardwright_runtime::effects::Course::is_over(self))
        else {
            return Act::Done;
        };
        let points = second.clamp(0, MAX_POINTS.into()) as u8;
        let number = second.clamp(0, MAX_COINS) as u8;
        match verb {
            VerbId::Prevent if first >= BATTERIES_FROM => {
                if let Some(player) = seat_of(first - BATTERIES_FROM) {
                    self.prevent_battery(player, points);
                }
            }
            VerbId::Fill => self.fill(first, number),
            VerbId::Cancel => self.cancel(),
            VerbId::Roll => {
                self.s.pending_chance = PendingChance::Die;
                return Act::Wait;
            }
            VerbId::Damage
            | VerbId::Destroy
            | VerbId::Repair
            | VerbId::Recharge
            | VerbId::ReactivateCard
            | VerbId::Withdraw
            | VerbId::Prevent
            | VerbId::Capture
            | VerbId::AddCounters
            | VerbId::RemoveCounters
            | VerbId::Cleared => {
                let spot = spot_of(first);
                return spot.map_or(Act::Done, |spot| self.do_at(spot, verb, second));
            }
            VerbId::PreventBattery
            | VerbId::Drain
            | VerbId::Restore
            | VerbId::TakeCoins
            | VerbId::Bank
            | VerbId::Pay
            | VerbId::Draw
            | VerbId::DiscardHand => {
                // To a number that names nobody nothing is done.
                let player = seat_of(first);
                return player.map_or(Act::Done, |player| self.do_to(player, frame, verb, [second, third]));
            }
        }
        Act::Done
    }

    /// Does a verb to a card on the table.
    fn do_at(&mut self, spot: Spot, verb: VerbId, second: i16) -> Act {
        let points = second.clamp(0, MAX_POINTS.into()) as u8;
        let number = second.clamp(0, MAX_COINS) as u8;
        match verb {
            VerbId::Damage => {
                self.hurt(spot, points);
                // A defence die is rolled before the effect goes on.
                if self.s.pending_chance != PendingChance::None {
                    return Act::Wait;
                }
            }
            VerbId::Destroy => self.destroy(spot, CARD_TEXT),
            VerbId::Repair => self.repair(spot, points),
            VerbId::Recharge => self.recharge(spot),
            VerbId::ReactivateCard => self.reactivate(spot),
            VerbId::Withdraw => self.withdraw(spot),
            VerbId::Prevent => self.prevent(spot, points),
            VerbId::Capture => {
                if let Some(to) = seat_of(second) {
                    self.take_over(spot, to);
                }
            }
            VerbId::AddCounters => {
                self.count(spot, |there| there.saturating_add(number).min(MOST));
            }
            VerbId::RemoveCounters => self.count(spot, |there| there.saturating_sub(number)),
            VerbId::Cleared => self.clear_instant(spot),
            // The others are done to players, or to nothing on the table.
            _ => {}
        }
        Act::Done
    }

    /// Does a verb to a player.
    fn do_to(&mut self, player: PlayerId, frame: &Frame, verb: VerbId, [second, third]: [i16; 2]) -> Act {
        let points = second.clamp(0, MAX_POINTS.into()) as u8;
        let number = second.clamp(0, MAX_COINS) as u8;
        match verb {
            VerbId::PreventBattery => self.prevent_battery(player, points),
            VerbId::Drain => self.drain(player, points, seat_of(frame.owner.into())),
            VerbId::Restore => self.restore(player, number),
            VerbId::TakeCoins => {
                if let Some(to) = seat_of(second) {
                    self.take_coins(player, to, third.clamp(0, MAX_COINS) as u8);
                }
            }
            VerbId::Bank => {
                let taken = self.draw_chest(if self.s.side(player).out { 0 } else { number });
                self.bank(player, taken.into());
                self.emit(CHEST, "banks", |_, _| {
                    format!("player {} takes {taken} from the War Chest", player.number())
                });
            }
            VerbId::Pay => {
                let paid = self.pay(player, number);
                self.emit(CHEST, "pays", |_, _| format!("player {} pays {paid}", player.number()));
            }
            VerbId::Draw => {
                let room = HAND - self.s.side(player).hand.len().min(HAND);
                let cards = number.min(room as u8);
                if cards > 0 && !self.s.side(player).out {
                    self.s.pending_chance = PendingChance::Draw(player, cards);
                    return Act::Wait;
                }
            }
            VerbId::DiscardHand => self.discard_hand(player),
            // The others are done to cards.
            _ => {}
        }
        Act::Done
    }

    fn repair(&mut self, spot: Spot, points: u8) {
        let Some(unit) = self.s.unit_mut(spot) else { return };
        let off = points.min(unit.damage);
        unit.damage -= off;
        let left = unit.damage;
        self.emit(TURN_END, "repaired", |book, s| {
            format!("{off} damage of {} is taken off: {left} left", book.spot_name(s, spot))
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
                format!("the next {points} damage to {} is prevented", book.spot_name(s, spot))
            });
        }
    }

    fn prevent_battery(&mut self, seat: PlayerId, points: u8) {
        let side = self.s.side_mut(seat);
        side.prevented = side.prevented.saturating_add(points).min(MAX_POINTS);
        self.emit(PREVENTION, "prevents", |_, _| {
            format!("the next {points} damage to the Battery of player {} is prevented", seat.number())
        });
    }

    fn restore(&mut self, seat: PlayerId, points: u8) {
        let side = self.s.side(seat);
        let wanted = if side.out { 0 } else { points.min(side.start.saturating_sub(side.battery)) };
        let taken = self.draw_chest(wanted);
        self.s.side_mut(seat).battery += taken;
        let now = self.s.side(seat).battery;
        self.emit(BATTERY_CHOICE, "restored", |_, _| {
            format!("player {} puts {} on the Battery: {now}", seat.number(), coins(taken))
        });
    }

    fn take_coins(&mut self, from: PlayerId, to: PlayerId, number: u8) {
        let there = self.s.side(from).vault;
        let taken = if self.s.side(to).out { 0 } else { u16::from(number).min(there) };
        self.s.side_mut(from).vault -= taken;
        self.bank(to, taken);
        self.emit(CHEST, "taken", |_, _| {
            format!("player {} takes {taken} from the Vault of player {}", to.number(), from.number())
        });
    }

    fn fill(&mut self, moon: i16, number: u8) {
        let Some(moon) = MoonId::from_value(moon) else { return };
        let Some(Moon { card, coins: there }) = self.s.moon(moon).copied() else { return };
        let taken = self.draw_chest(number.min(MAX_POINTS - there.min(MAX_POINTS)));
        if let Some(moon) = self.s.moon_mut(moon) {
            moon.coins += taken;
        }
        self.emit(CHEST, "filled", |book, _| format!("{taken} more coins lie on {}", book.sort(card).name));
    }

    /// A card changes sides (clause RE-10.2): it is new there.
    fn take_over(&mut self, spot: Spot, to: PlayerId) {
        let goes = to != spot.seat && !self.s.side(to).out;
        let fits = |unit: &Unit| goes && self.book.has_room(self.s, to, unit.cards());
        let Some(unit) = self.s.unit(spot).copied().filter(fits) else { return };
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
        let Some(unit) = self.s.unit_mut(spot) else { return };
        let now = change(unit.counters());
        unit.set_counters(now);
        self.emit(COUNTERS, "counters", |book, s| {
            let noun = if now == 1 { "counter" } else { "counters" };
            format!("{} has {now} {noun}", book.spot_phrase(s, spot))
        });
    }

    fn clear_instant(&mut self, spot: Spot) {
        let Some(unit) = self.s.unit(spot).filter(|unit| unit.is(INSTANT_PAID)) else { return };
        let (freed, before) =
            (self.book.instant_of(unit).map_or(0, |upgrade| upgrade.cost), self.book.defence(unit));
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags &= !INSTANT_PAID;
        }
        self.fill_chest(freed.into());
        self.emit(CLEAR, "cleared", |book, s| {
            format!("the Instant of {} ends: {} to the War Chest", book.spot_name(s, spot), coins(freed))
        });
        self.defence_fell(spot, before);
    }

    fn discard_hand(&mut self, seat: PlayerId) {
        let hand = std::mem::take(&mut self.s.side_mut(seat).hand);
        self.hand_changed(seat);
        for card in hand {
            self.s.piles.discard(card, 1);
            self.emit(PILE, "discards", |book, _| {
                format!("player {} discards {}", seat.number(), book.sort(card).name)
            });
        }
    }
}
