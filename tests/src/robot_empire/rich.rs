//! Rich tables to start from. Random games from the set-up hardly ever have a Mega Robot, an expensive card or a chain
//! that blocks. A table is random and is written as a position for the engine.

use super::cards::{Card, Kind};
use super::table::{Moon, Table, Unit};
use cardwright_kernel::{Rng, below};
use std::fmt::Write;

/// The steps at which a game may start, in the order of the turn.
pub(super) const STEPS: [&str; 7] = [
    "turn-start",
    "play",
    "before-mining",
    "mining",
    "before-combat",
    "fire",
    "attack",
];

struct Dealer<'a> {
    table: &'a mut Table,
    rng: &'a mut Rng,
}

/// Fills a new table. Returns it as a position, and the index of its step in [`STEPS`].
pub(super) fn deal(table: &mut Table, rng: &mut Rng) -> (String, usize) {
    let mut dealer = Dealer { table, rng };
    let step = dealer.fill();
    (dealer.write(step), step)
}

impl Dealer<'_> {
    fn below(&mut self, number: i32) -> i32 {
        below(self.rng, number as u32) as i32
    }

    fn one_in(&mut self, number: i32) -> bool {
        self.below(number) == 0
    }

    /// A card of the deck that fits, if any.
    fn take(&mut self, fits: impl Fn(Card) -> bool) -> Option<&'static str> {
        let all: Vec<&'static str> = self.table.piles[0]
            .deck
            .iter()
            .filter(|(id, _)| fits(self.table.card(id)))
            .flat_map(|(id, number)| (0..*number).map(|_| *id))
            .collect();
        if all.is_empty() {
            return None;
        }
        let id = all[self.below(all.len() as i32) as usize];
        let number = self.table.piles[0].deck.get_mut(id).unwrap();
        *number -= 1;
        if *number == 0 {
            self.table.piles[0].deck.remove(id);
        }
        Some(id)
    }

    fn fill(&mut self) -> usize {
        let moons = self.table.reads("moons", "yes");
        for _ in 0..if moons { 2 } else { 0 } {
            let card = self.take(|card| card.kind == Kind::Moon).unwrap();
            let (key, coins) = (self.table.new_key(), self.below(4));
            self.table.moons.push(Moon {
                key,
                card,
                coins,
                of: 0,
            });
        }
        // Some tables are for chains, and for Agents that target them.
        let chains = self.one_in(3);
        for player in 0..self.table.players.len() {
            for _ in 0..3 + self.below(7) {
                self.unit(player, chains);
            }
            let shown = ["sniper", "hacker", "field-mechanic"];
            for id in shown.into_iter().filter(|_| chains) {
                let held = self.take(|card| card.id == id);
                self.table.players[player].hand.extend(held);
            }
            for _ in 0..self.below(if chains { 5 } else { 8 }) {
                let id = self.take(|card| card.kind != Kind::Moon).unwrap();
                self.table.players[player].hand.push(id);
            }
            let battery = 2 + self.below(8);
            self.table.players[player].battery = battery;
            self.table.players[player].vault = self.below(14) + if chains { 4 } else { 0 };
        }
        self.table.chest = 0;
        for player in 0..self.table.players.len() {
            let over = (self.table.coins() - 80).max(0);
            let vault = &mut self.table.players[player].vault;
            *vault -= over.min(*vault);
        }
        self.table.chest = 80 - self.table.coins();
        self.table.active = self.below(self.table.players.len() as i32) as usize;
        self.table.turn = 1;
        if chains && self.one_in(2) {
            return STEPS.len() - 1;
        }
        loop {
            let step = self.below(STEPS.len() as i32) as usize;
            if moons || !STEPS[step].contains("mining") {
                return step;
            }
        }
    }

    fn unit(&mut self, player: usize, chains: bool) {
        let kinds = [
            Kind::Robot,
            Kind::Monster,
            Kind::Equipment,
            Kind::Top,
            Kind::Legs,
            Kind::Monster,
        ];
        let kind = kinds[self.below(kinds.len() as i32) as usize];
        let chains = chains && kind == Kind::Monster;
        let fits = |card: Card| card.kind == kind && (card.chaining || !chains);
        let Some(card) = self.take(fits) else {
            return;
        };
        let mut unit = Unit::fresh(self.table.new_key(), card);
        if kind == Kind::Top && !self.one_in(4) {
            unit.legs = self.take(|other| other.kind == Kind::Legs);
        }
        unit.new = self.one_in(6);
        unit.recharging = self.one_in(4) && !self.table.is_half(&unit);
        unit.permanent = self.table.permanent_of(&unit).is_some() && self.one_in(2);
        unit.instant = self.table.instant_of(&unit).is_some() && self.one_in(3);
        if self.table.is_robot(&unit) {
            for part in ["jump-jets", "rockets", "force-field"] {
                if self.table.piles[0].deck.contains_key(part)
                    && self.table.takes(&unit, part)
                    && self.one_in(4)
                {
                    *self.table.piles[0].deck.get_mut(part).unwrap() -= 1;
                    self.table.piles[0].deck.retain(|_, number| *number > 0);
                    unit.parts.push(part);
                    unit.parts_of.push(0);
                }
            }
            let taken = |moon: &&Moon| {
                !self
                    .table
                    .players
                    .iter()
                    .flat_map(|side| &side.units)
                    .any(|unit| unit.moon == Some(moon.key))
            };
            let free = self.table.moons.iter().find(taken).map(|moon| moon.key);
            if self.one_in(6) {
                unit.moon = free;
                unit.landed = free.is_some() && self.one_in(2);
            }
        }
        if self.table.is_target(&unit) && self.one_in(4) {
            unit.damage = self.below(self.table.defence(&unit));
        }
        if self.table.is_target(&unit) && self.one_in(8) {
            unit.prevented = 1 + self.below(3);
        }
        self.table.players[player].units.push(unit);
    }

    fn write(&self, step: usize) -> String {
        let t = &*self.table;
        let quoted = |list: Vec<String>| {
            list.iter()
                .map(|one| format!("{one:?}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let moons = t
            .moons
            .iter()
            .map(|moon| format!("{} {}", moon.card, moon.coins))
            .collect();
        let mut text = format!(
            "active = \"{}\"\nstep = {:?}\nmoons = [{}]\n",
            t.active + 1,
            STEPS[step],
            quoted(moons)
        );
        for side in &t.players {
            let hand = side.hand.iter().map(|id| (*id).to_string()).collect();
            let units = side.units.iter().map(|unit| self.words(unit)).collect();
            let _ = write!(
                text,
                "[[player]]\nbattery = {}\nstart = {}\nvault = {}\nhand = [{}]\nunits = [{}]\n",
                side.battery,
                side.start,
                side.vault,
                quoted(hand),
                quoted(units)
            );
        }
        text
    }

    fn words(&self, unit: &Unit) -> String {
        let mut text = unit.card.to_string();
        if let Some(legs) = unit.legs {
            let _ = write!(text, "+{legs}");
        }
        let flags = [
            (unit.new, "new"),
            (unit.recharging, "recharging"),
            (unit.landed, "landed"),
            (unit.permanent, "permanent"),
            (unit.instant, "instant"),
        ];
        for (_, word) in flags.iter().filter(|(so, _)| *so) {
            let _ = write!(text, " {word}");
        }
        for part in &unit.parts {
            let _ = write!(text, " {part}");
        }
        for (number, word) in [(unit.damage, "damage"), (unit.prevented, "prevented")] {
            if number > 0 {
                let _ = write!(text, " {word}={number}");
            }
        }
        if let Some(moon) = unit.moon {
            let _ = write!(text, " moon={}", self.table.moon_name(moon));
        }
        text
    }
}
