//! Damage, destruction, Batteries, and what becomes of a player who is out.

use super::Engine;
use super::event::Event;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{Asked, GONE, LANDED, NEW as IS_NEW, NONE, SEATS, Spot, Step, Unit};
use cardwright_kernel::Log;

impl<L: Log<Event>> Engine<'_, L> {
    /// Prevention on a card stops points of damage; those that are left (clause RE-6.10).
    pub(super) fn absorb(&mut self, spot: Spot, points: u8) -> u8 {
        let Some(unit) = self.s.unit_mut(spot) else { return 0 };
        let stopped = points.min(unit.prevented);
        unit.prevented -= stopped;
        if stopped > 0 {
            self.emit(PREVENTION, "prevented", |book, s| {
                format!("{stopped} damage to {} is prevented", book.spot_name(s, spot))
            });
        }
        points - stopped
    }

    /// Deals damage to a card on its own (clause RE-9.12).
    pub(crate) fn hurt(&mut self, spot: Spot, points: u8) {
        let rest = self.absorb(spot, points);
        let Some(unit) = self.s.unit_mut(spot).filter(|_| rest > 0) else { return };
        unit.damage = unit.damage.saturating_add(rest);
        let (unit, marks) = (*unit, unit.damage);
        let defence = self.book.defence(&unit);
        self.emit_hit(DAMAGE, "damaged", (spot.seat, rest), |book, s| {
            format!("{} takes {rest} damage: {marks} of {defence}", book.spot_phrase(s, spot))
        });
        if marks >= defence {
            self.destroy(spot, DESTROYED);
        }
    }

    /// A card leaves the table (clauses RE-5.3, RE-9.12).
    pub(crate) fn destroy(&mut self, spot: Spot, rule: cardwright_kernel::RuleId) {
        let Some(unit) = self.s.unit(spot).copied() else { return };
        let cost = self.book.cost_of(&unit);
        self.emit_hit(rule, "destroyed", (spot.seat, cost), |book, s| {
            format!("{} is destroyed", book.spot_phrase(s, spot))
        });
        self.clear_away(&unit);
        if let Some(unit) = self.s.unit_mut(spot) {
            unit.flags |= GONE;
            (unit.fight, unit.chain) = (0, 0);
        }
    }

    /// The cards of a unit go to the discard pile and its coins to the War Chest (clauses RE-1.4, RE-4.1).
    fn clear_away(&mut self, unit: &Unit) {
        self.s.discard.add(unit.card, 1);
        if unit.legs != NONE {
            self.s.discard.add(unit.legs, 1);
        }
        for part in self.book.parts_of(unit) {
            self.s.discard.add(part, 1);
        }
        self.fill_chest(self.book.coins_on(unit));
    }

    /// Batteries lose coins together; those at 0 are out (clauses RE-9.14, RE-10.1).
    pub(crate) fn hit_batteries(&mut self, points: [u8; SEATS], by: Option<u8>) {
        let mut fallen = 0u8;
        for seat in self.book.seats() {
            let hit = points[usize::from(seat)];
            let side = self.s.side_mut(seat);
            if hit == 0 || side.out {
                continue;
            }
            let stopped = hit.min(side.prevented);
            side.prevented -= stopped;
            let lost = (hit - stopped).min(side.battery);
            side.battery -= lost;
            let left = side.battery;
            if stopped > 0 {
                self.emit(PREVENTION, "prevented", |_, _| {
                    format!("{stopped} damage to the Battery of player {} is prevented", seat + 1)
                });
            }
            if lost > 0 {
                self.s.fought = true;
                self.fill_chest(lost);
                self.emit_hit(BATTERIES, "battery-hit", (seat, lost), |_, _| {
                    format!("the Battery of player {} loses {lost}: {left} left", seat + 1)
                });
            }
            if left == 0 {
                fallen |= 1 << seat;
            }
        }
        if fallen != 0 {
            self.fall(fallen, by);
        }
    }

    /// Players are out (clauses RE-10.1 to RE-10.3).
    fn fall(&mut self, fallen: u8, by: Option<u8>) {
        for seat in self.book.seats().filter(|seat| fallen >> seat & 1 != 0) {
            self.s.side_mut(seat).out = true;
            self.emit(OUT, "out", |_, _| format!("player {} is out", seat + 1));
        }
        let living = self.book.living(self.s).fold(0, |all, seat| all | 1 << seat);
        if u8::count_ones(living) <= 1 {
            self.end_game(if living == 0 { fallen } else { living }, END);
            return;
        }
        let by = by.filter(|by| living >> by & 1 != 0);
        for seat in self.book.seats().filter(|seat| fallen >> seat & 1 != 0) {
            self.give_up(seat, by);
        }
        // What they announced lapses; the cards lie on the discard pile already.
        self.s.waiting.retain(|waiting| fallen >> waiting.owner & 1 == 0);
    }

    /// What belongs to a player who is out goes to the one who did it, or is lost (clause RE-10.2).
    fn give_up(&mut self, seat: u8, by: Option<u8>) {
        let units = std::mem::take(&mut self.s.side_mut(seat).units);
        for unit in units.iter().filter(|unit| !unit.is(GONE)) {
            let taker = by.filter(|by| self.book.is_robot(unit) && self.book.has_room(self.s, *by));
            let Some(by) = taker else {
                self.clear_away(unit);
                continue;
            };
            let mut captured = *unit;
            captured.leave_combat();
            captured.flags = captured.flags & !LANDED | IS_NEW;
            let _ = self.s.side_mut(by).units.try_push(captured);
            self.emit(CAPTURE, "captured", |book, _| {
                let name = &book.sort(captured.card).name;
                format!("{name} of player {} goes to player {}", seat + 1, by + 1)
            });
        }
        let hand = std::mem::take(&mut self.s.side_mut(seat).hand);
        hand.iter().for_each(|card| self.s.discard.add(*card, 1));
        let vault = std::mem::take(&mut self.s.side_mut(seat).vault);
        self.s.side_mut(seat).prevented = 0;
        self.fill_chest(vault);
        self.emit(CAPTURE, "lost", |_, _| {
            format!("all else of player {} is lost; {vault} coins go to the War Chest", seat + 1)
        });
    }

    /// The game ends.
    pub(super) fn end_game(&mut self, winners: u8, rule: cardwright_kernel::RuleId) {
        self.s.step = Step::Over;
        self.s.asked = Asked::Nobody;
        self.s.winners = winners;
        self.s.running = false;
        self.s.frame = Default::default();
        self.s.waiting.clear();
        self.emit(rule, "over", |_, _| {
            let names: Vec<String> = (0..SEATS as u8)
                .filter(|seat| winners >> seat & 1 != 0)
                .map(|seat| (seat + 1).to_string())
                .collect();
            match &names[..] {
                [one] => format!("player {one} wins"),
                all => format!("players {} share the game", all.join(" and ")),
            }
        });
    }
}
