//! The actions of every question, with their notation.

use super::cards::{Amount, Kind};
use super::table::{Key, Named, Table, Unit};
use std::collections::BTreeSet;

/// An action of a player in a phase or a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    Done,
    Play(&'static str),
    Install(&'static str, Key),
    Show(&'static str, Named),
    Permanent(Key),
    Instant(Key),
    Tap(Key, Named),
    Assemble(Key, Key),
    /// The first joins the second in a lasting chain (Q-RS-9).
    Link(Key, Key),
    Land(Key, Key),
    Return(Key),
    Fire(Key, Named),
}

/// Where a player is asked: the windows and the player's own phases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    TurnStart,
    Play,
    BeforeMining,
    Mining,
    BeforeCombat,
    Fire,
    Attackers,
    Blocks,
    TurnEnd,
    Announced,
}

/// The maximum number of announcements that wait (RE-6.5).
const MAX_WAITING: usize = 8;

impl Table {
    /// Every action of a player at some point, without `pass` and `done`.
    pub(super) fn acts(&self, player: usize, at: At) -> Vec<Act> {
        let mut acts = Vec::new();
        if at == At::Play {
            acts.extend(self.cards_to_play(player));
            acts.extend(self.super_weapons(player));
        }
        if at == At::Mining {
            acts.extend(self.moon_flights(player));
        }
        if at == At::Fire {
            acts.extend(self.shots(player));
        }
        acts.extend(self.agents(player));
        acts.extend(self.instants(player, at));
        acts.extend(self.taps(player, at));
        acts
    }

    /// The different cards of one kind in a hand.
    fn in_hand(&self, player: usize, kinds: &[Kind]) -> BTreeSet<&'static str> {
        let hand = self.players[player].hand.iter().copied();
        hand.filter(|id| kinds.contains(&self.kind(id))).collect()
    }

    fn affords(&self, player: usize, coins: i32) -> bool {
        self.players[player].vault >= coins
    }

    fn cost(&self, id: &str) -> i32 {
        match self.card(id).cost {
            Amount::Number(number) => number,
            Amount::Die => panic!("{id} costs a roll"),
        }
    }

    /// RE-3.4: playing, installing, Permanents, assembling.
    fn cards_to_play(&self, player: usize) -> Vec<Act> {
        let mut acts = Vec::new();
        let side = &self.players[player];
        let brought_out = [
            Kind::Robot,
            Kind::Top,
            Kind::Legs,
            Kind::Monster,
            Kind::Equipment,
        ];
        for id in self.in_hand(player, &brought_out) {
            let paid = match self.card(id).cost {
                Amount::Number(coins) => self.affords(player, coins),
                Amount::Die => self.affords(player, 1) && !self.tried.contains(&id),
            };
            if paid && side.has_room(1) {
                acts.push(Act::Play(id));
            }
        }
        for id in self.in_hand(player, &[Kind::Component]) {
            let fits = |unit: &&Unit| self.takes(unit, id) && self.affords(player, self.cost(id));
            acts.extend(
                side.units
                    .iter()
                    .filter(fits)
                    .map(|unit| Act::Install(id, unit.key)),
            );
        }
        for unit in &side.units {
            let cost = self.permanent_of(unit).filter(|_| !unit.permanent);
            if cost.is_some_and(|cost| self.affords(player, cost)) {
                acts.push(Act::Permanent(unit.key));
            }
        }
        let halves = |kind: Kind| {
            side.units
                .iter()
                .filter(move |unit| self.is_half(unit) && self.kind(unit.card) == kind)
        };
        for top in halves(Kind::Top) {
            acts.extend(halves(Kind::Legs).map(|legs| Act::Assemble(top.key, legs.key)));
        }
        acts.extend(self.lasting_chains(player));
        acts
    }

    /// RE-9.17: a Monster joins an earlier one, or a chain that has room.
    fn lasting_chains(&self, player: usize) -> Vec<Act> {
        let units = self.players[player].units.iter();
        let may: Vec<(usize, &Unit)> = { units }
            .enumerate()
            .filter(|(_, unit)| {
                self.reads("chains_formed", "play") && self.chains(unit) && !unit.recharging
            })
            .collect();
        let mut acts = Vec::new();
        for (at, one) in may.iter().filter(|(_, unit)| unit.chain.is_none()) {
            for (before, with) in may.iter().filter(|(before, _)| before != at) {
                let fits = match with.chain {
                    None => before < at,
                    chain => {
                        self.players[player]
                            .units
                            .iter()
                            .filter(|unit| unit.chain == chain)
                            .count()
                            < 3
                    }
                };
                acts.extend(fits.then_some(Act::Link(one.key, with.key)));
            }
        }
        acts
    }

    /// Whether a card on the table can have a Component (RE-4.1, RE-4.2).
    pub(super) fn takes(&self, unit: &Unit, component: &'static str) -> bool {
        let port = self.card(component).ports;
        let has_port = !Self::is_mega(unit) && self.card(unit.card).ports.contains(port);
        self.is_robot(unit)
            && unit.moon.is_none()
            && !unit.parts.contains(&component)
            && (self.reads("ports", "no") || has_port)
    }

    fn super_weapons(&self, player: usize) -> Vec<Act> {
        let shown = self.in_hand(player, &[Kind::SuperWeapon]);
        let paid = shown
            .into_iter()
            .filter(|id| self.affords(player, self.cost(id)));
        paid.flat_map(|id| {
            self.names(player, id)
                .into_iter()
                .map(move |named| Act::Show(id, named))
        })
        .collect()
    }

    fn agents(&self, player: usize) -> Vec<Act> {
        if self.waiting.len() >= MAX_WAITING {
            return Vec::new();
        }
        let shown = self.in_hand(player, &[Kind::Agent]);
        let paid = shown
            .into_iter()
            .filter(|id| self.affords(player, self.cost(id)));
        paid.flat_map(|id| {
            self.names(player, id)
                .into_iter()
                .map(move |named| Act::Show(id, named))
        })
        .collect()
    }

    /// What a player's Agent or Super Weapon may name now; empty if it cannot be shown.
    pub(super) fn names(&self, player: usize, id: &str) -> Vec<Named> {
        let theirs = |fits: &dyn Fn(&Unit) -> bool| -> Vec<Named> {
            let sides = self
                .opponents(player)
                .into_iter()
                .flat_map(|foe| &self.players[foe].units);
            sides
                .filter(|unit| fits(unit))
                .map(|unit| Named::Unit(unit.key))
                .collect()
        };
        let foes = |fits: &dyn Fn(usize) -> bool| -> Vec<Named> {
            self.opponents(player)
                .into_iter()
                .filter(|foe| fits(*foe))
                .map(Named::Player)
                .collect()
        };
        let if_so = |so: bool| if so { vec![Named::Nothing] } else { Vec::new() };
        let front = |foe: usize| {
            self.players[foe]
                .units
                .iter()
                .filter(|unit| self.is_front(unit))
        };
        match id {
            "saboteur" => theirs(&|unit| self.is_equipment(unit) && self.defence(unit) <= 3),
            "field-mechanic" => {
                let own = self.players[player]
                    .units
                    .iter()
                    .filter(|unit| self.is_target(unit));
                own.map(|unit| Named::Unit(unit.key)).collect()
            }
            "sniper" => theirs(&|unit| self.is_front(unit)),
            "hacker" => theirs(&|unit| self.is_target(unit) && !unit.recharging),
            "demolition-expert" | "orbital-laser" => theirs(&|unit| self.is_target(unit)),
            "pickpocket" => foes(&|foe| self.players[foe].vault > 0),
            "double-agent" => {
                let last = self.waiting.last();
                if_so(last.is_some_and(|last| last.shot.is_none() && last.owner != player))
            }
            "power-technician" => {
                let me = &self.players[player];
                if_so(me.battery < me.start && (self.chest > 0 || self.reads("coins", "unlimited")))
            }
            "emp-burst" => foes(&|foe| front(foe).any(|unit| !unit.recharging)),
            "meteor-strike" => if_so(
                self.opponents(player)
                    .into_iter()
                    .any(|foe| front(foe).next().is_some()),
            ),
            "core-overload" => foes(&|_| true),
            other => panic!("{other} is not shown"),
        }
    }

    /// RE-4.4.
    fn instants(&self, player: usize, at: At) -> Vec<Act> {
        let allowed = [
            At::Play,
            At::Mining,
            At::Fire,
            At::Attackers,
            At::Blocks,
            At::Announced,
        ]
        .contains(&at);
        let units = self.players[player].units.iter().filter(|_| allowed);
        let may = |unit: &&Unit| {
            let cost = self.instant_of(unit);
            !unit.instant && !unit.recharging && cost.is_some_and(|cost| self.affords(player, cost))
        };
        units
            .filter(may)
            .map(|unit| Act::Instant(unit.key))
            .collect()
    }

    /// RE-6.9.
    fn taps(&self, player: usize, at: At) -> Vec<Act> {
        let side = &self.players[player];
        let mut acts = Vec::new();
        if ![At::Blocks, At::Announced].contains(&at) {
            return acts;
        }
        for unit in side.units.iter().filter(|unit| !unit.recharging) {
            let key = unit.key;
            if unit.card == "base-force-field" {
                acts.push(Act::Tap(key, Named::Battery(player)));
                let equipment = side.units.iter().filter(|other| self.is_equipment(other));
                acts.extend(equipment.map(|other| Act::Tap(key, Named::Unit(other.key))));
            }
            if unit.card == "repair-bay" {
                let fighters = side.units.iter().filter(|other| self.is_front(other));
                acts.extend(fighters.map(|other| Act::Tap(key, Named::Unit(other.key))));
            }
        }
        acts
    }

    /// RE-8.1, RE-8.3.
    fn moon_flights(&self, player: usize) -> Vec<Act> {
        let mut acts = Vec::new();
        let taken: Vec<Key> = self
            .players
            .iter()
            .flat_map(|side| &side.units)
            .filter_map(|unit| unit.moon)
            .collect();
        for unit in &self.players[player].units {
            if !self.is_robot(unit) || !self.flies(unit) || unit.recharging {
                continue;
            }
            if unit.moon.is_some() {
                acts.extend((!unit.landed).then_some(Act::Return(unit.key)));
                continue;
            }
            for moon in self.moons.iter().filter(|moon| !taken.contains(&moon.key)) {
                if self.affords(player, self.card(moon.card).landing) {
                    acts.push(Act::Land(unit.key, moon.key));
                }
            }
        }
        acts
    }

    /// RE-9.1.
    fn shots(&self, player: usize) -> Vec<Act> {
        let mut acts = Vec::new();
        let ready =
            |unit: &&Unit| !unit.recharging && unit.moon.is_none() && self.long_range(unit) > 0;
        for unit in self.players[player].units.iter().filter(ready) {
            for foe in self.opponents(player) {
                let targets = self.players[foe]
                    .units
                    .iter()
                    .filter(|unit| self.is_target(unit));
                acts.extend(targets.map(|target| Act::Fire(unit.key, Named::Unit(target.key))));
                if self.reads("fire_at_batteries", "yes") {
                    acts.push(Act::Fire(unit.key, Named::Battery(foe)));
                }
            }
        }
        acts
    }

    /// The notation of an action.
    pub(super) fn words(&self, act: Act) -> String {
        let named = |named: Named, word: &str| match named {
            Named::Nothing => String::new(),
            Named::Unit(key) => format!(" {word} {}", self.name(key)),
            Named::Battery(_) if word == "for" => " for battery".to_string(),
            Named::Player(player) | Named::Battery(player) => format!(" {word} {}", player + 1),
        };
        match act {
            Act::Done => "done".into(),
            Act::Play(id) => format!("play {id}"),
            Act::Install(id, on) => format!("install {id} on {}", self.name(on)),
            Act::Show(id, at) => format!("show {id}{}", named(at, "at")),
            Act::Permanent(on) => format!("permanent {}", self.name(on)),
            Act::Instant(on) => format!("instant {}", self.name(on)),
            Act::Tap(tapped, whom) => format!("tap {}{}", self.name(tapped), named(whom, "for")),
            Act::Assemble(top, legs) => format!("assemble {} {}", self.name(top), self.name(legs)),
            Act::Link(one, with) => format!("chain {} with {}", self.name(one), self.name(with)),
            Act::Land(robot, moon) => {
                format!("land {} on {}", self.name(robot), self.moon_name(moon))
            }
            Act::Return(robot) => format!("return {}", self.name(robot)),
            Act::Fire(shooter, at) => format!("fire {}{}", self.name(shooter), named(at, "at")),
        }
    }
}
