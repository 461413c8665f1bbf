//! Combat: attackers, blocks, dice, the order of blockers, and simultaneous damage (section 9).

use super::answers::At;
use super::phases::Phases;
use super::table::{Attacker, Blocker, Combat, Go, Key, Table, Unit, Who};
use std::collections::BTreeMap;

/// A fighter's options when attackers or blockers are declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Declares {
    Stay,
    /// A player, or an Equipment of the player.
    Attack(usize, Option<Key>),
    /// Joins an attacker or blocker, by its index.
    Join(usize),
    /// Blocks an attacker, by its index.
    Block(usize),
}

/// The most Monsters in a chain.
const CHAIN: usize = 3;

impl Phases<'_> {
    /// RE-9.2 to RE-9.14. Nothing happens if nobody attacks.
    pub(super) fn combat(&mut self) -> Go {
        self.table.combat = Combat::default();
        self.declare_attackers();
        if self.table.combat.attackers.is_empty() {
            return Ok(());
        }
        self.ask_window(At::Attackers)?;
        self.declare_blockers();
        self.ask_window(At::Blocks)?;
        self.roll_attacks();
        let shares = self.share_damage();
        let ended = self.deal(&shares);
        if ended.is_ok() {
            self.lay_marks();
        }
        self.table.combat = Combat::default();
        ended
    }

    fn fighters(&self, player: usize, fits: impl Fn(&Unit) -> bool) -> Vec<Key> {
        let units = self.table.players[player].units.iter();
        units
            .filter(|unit| self.table.is_front(unit) && !unit.recharging && fits(unit))
            .map(|unit| unit.key)
            .collect()
    }

    /// RE-9.17: the members declared together with a fighter, in order. They are asked about together, at the first of
    /// them.
    fn together(&self, fighters: &[Key], key: Key) -> Vec<Key> {
        let chain = |key: Key| self.table.unit(key).chain;
        let with =
            |other: &&Key| **other == key || chain(key).is_some() && chain(**other) == chain(key);
        fighters.iter().filter(with).copied().collect()
    }

    fn declare_attackers(&mut self) {
        let player = self.table.active;
        let fighters = self.fighters(player, |unit| !unit.new);
        for key in fighters.iter().copied() {
            let members = self.together(&fighters, key);
            if members[0] != key {
                continue;
            }
            let mut listed = vec![("stay".to_string(), Declares::Stay)];
            for foe in self.table.opponents(player) {
                listed.push((format!("attack {}", foe + 1), Declares::Attack(foe, None)));
                let bases = self.table.players[foe]
                    .units
                    .iter()
                    .filter(|unit| self.table.is_equipment(unit));
                for unit in bases.filter(|_| self.table.reads("attack_equipment", "yes")) {
                    let words = format!("attack {}", self.table.name(unit.key));
                    listed.push((words, Declares::Attack(foe, Some(unit.key))));
                }
            }
            for (at, attacker) in self.table.combat.attackers.iter().enumerate() {
                if self.table.may_chain(&attacker.members, key) {
                    let with = self.table.name(attacker.members[0]);
                    listed.push((format!("chain with {with}"), Declares::Join(at)));
                }
            }
            let declared = self.ask(Who::Player(player), &listed, false);
            match declared {
                Declares::Attack(against, equipment) => {
                    let chain = self.table.unit(key).chain.is_some();
                    let members = members.clone();
                    let attacker = Attacker {
                        members,
                        chain,
                        against,
                        equipment,
                        blocked: false,
                    };
                    self.table.combat.attackers.push(attacker);
                }
                Declares::Join(at) => {
                    let attacker = &mut self.table.combat.attackers[at];
                    attacker.members.push(key);
                    attacker.chain = true;
                }
                _ => continue,
            }
            for key in members {
                self.roll_when_declared(key);
            }
        }
    }

    fn declare_blockers(&mut self) {
        let active = self.table.active;
        for player in self
            .table
            .clockwise(active)
            .into_iter()
            .filter(|player| *player != active)
        {
            let fighters = self.fighters(player, |_| true);
            for key in fighters.iter().copied() {
                let members = self.together(&fighters, key);
                if members[0] == key {
                    self.declare_blocker(player, key, members);
                }
            }
        }
    }

    fn declare_blocker(&mut self, player: usize, key: Key, members: Vec<Key>) {
        let (t, mut listed) = (&self.table, vec![("stay".to_string(), Declares::Stay)]);
        for (at, attacker) in t.combat.attackers.iter().enumerate() {
            let here = !attacker.members.is_empty() && attacker.against == player;
            let high_enough = t.all_fly(&members) || !t.all_fly(&attacker.members);
            let single = attacker
                .members
                .iter()
                .any(|member| t.single_blocker(t.unit(*member)));
            let room = !single
                || !t
                    .combat
                    .blockers
                    .iter()
                    .any(|blocker| blocker.attacker == at);
            if here && high_enough && room {
                listed.push((
                    format!("block {}", t.name(attacker.members[0])),
                    Declares::Block(at),
                ));
            }
        }
        for (at, blocker) in t.combat.blockers.iter().enumerate() {
            let own = t.owner(blocker.members[0]) == player;
            let attacker = &t.combat.attackers[blocker.attacker];
            let high_enough = t.all_fly(&members) || !t.all_fly(&attacker.members);
            if own && t.may_chain(&blocker.members, key) && high_enough {
                listed.push((
                    format!("chain with {}", t.name(blocker.members[0])),
                    Declares::Join(at),
                ));
            }
        }
        match self.ask(Who::Player(player), &listed, false) {
            Declares::Block(attacker) => {
                let chain = self.table.unit(key).chain.is_some();
                let combat = &mut self.table.combat;
                combat.blockers.push(Blocker {
                    members: members.clone(),
                    chain,
                    attacker,
                });
                combat.attackers[attacker].blocked = true;
            }
            Declares::Join(at) => {
                let blocker = &mut self.table.combat.blockers[at];
                blocker.members.push(key);
                blocker.chain = true;
            }
            _ => return,
        }
        for key in members {
            self.roll_when_declared(key);
        }
    }

    /// Q-RS-15: the attack die, rolled when a fighter is declared.
    fn roll_when_declared(&mut self, key: Key) {
        if self.table.reads("attack_die", "at-declaration")
            && self.table.rolls(self.table.unit(key))
        {
            let number = self.roll();
            self.table.combat.dice.insert(key, number);
        }
    }

    /// RE-9.9: dice of the cards that deal damage, attackers first, then blockers in the order in which they were
    /// declared.
    fn roll_attacks(&mut self) {
        let t = &self.table;
        let blockers_of = |at: usize| t.blockers_of(at);
        let mut rolling: Vec<Key> = Vec::new();
        for unit in &t.players[t.active].units {
            for (at, attacker) in t.combat.attackers.iter().enumerate() {
                let aimed = attacker.equipment.is_none_or(|key| t.find(key).is_some());
                let deals = if attacker.blocked {
                    !blockers_of(at).is_empty()
                } else {
                    aimed
                };
                rolling.extend((deals && attacker.members.contains(&unit.key)).then_some(unit.key));
            }
        }
        for player in t
            .clockwise(t.active)
            .into_iter()
            .filter(|player| *player != t.active)
        {
            for unit in &t.players[player].units {
                for blocker in &t.combat.blockers {
                    let deals = !t.combat.attackers[blocker.attacker].members.is_empty();
                    rolling
                        .extend((deals && blocker.members.contains(&unit.key)).then_some(unit.key));
                }
            }
        }
        rolling.retain(|key| t.rolls(t.unit(*key)) && !t.reads("attack_die", "at-declaration"));
        for key in rolling {
            let number = self.roll();
            self.table.combat.dice.insert(key, number);
        }
    }

    /// RE-9.10: how each attacker's damage is divided, by the blockers' indices.
    fn share_damage(&mut self) -> BTreeMap<usize, i32> {
        let mut shares = BTreeMap::new();
        for at in 0..self.table.combat.attackers.len() {
            let mut left = self.table.points(&self.table.combat.attackers[at].members);
            let mut blockers = self.table.blockers_of(at);
            while blockers.len() >= 2 && left > 0 {
                let name = |blocker: &usize| {
                    self.table
                        .name(self.table.combat.blockers[*blocker].members[0])
                };
                let listed: Vec<(String, usize)> = blockers
                    .iter()
                    .map(|blocker| (format!("next {}", name(blocker)), *blocker))
                    .collect();
                let chosen = self.ask(Who::Player(self.table.active), &listed, false);
                if self.table.reads("several_blockers", "one-chosen") {
                    blockers = vec![chosen];
                    break;
                }
                let share = left.min(self.table.enough_for(chosen));
                left -= share;
                shares.insert(chosen, share);
                blockers.retain(|blocker| *blocker != chosen);
            }
            if let [last] = blockers[..] {
                shares.insert(last, left);
            }
        }
        shares
    }

    /// RE-9.11 to RE-9.14.
    fn deal(&mut self, shares: &BTreeMap<usize, i32>) -> Go {
        let combat = self.table.combat.clone();
        let mut dying = Vec::new();
        let mut batteries: Vec<(usize, i32)> = Vec::new();
        for (at, attacker) in combat.attackers.iter().enumerate() {
            let against = self.table.blockers_of(at);
            let dealt = against
                .iter()
                .map(|blocker| self.table.points(&combat.blockers[*blocker].members));
            let dealt = dealt.sum::<i32>();
            if let (Some(key), false) = (attacker.equipment, attacker.blocked) {
                let points = self.table.points(&attacker.members);
                if self.table.find(key).is_some() && self.mark(key, points) {
                    dying.push(key);
                }
            } else if !attacker.blocked {
                let points = self.table.points(&attacker.members);
                match batteries
                    .iter_mut()
                    .find(|(player, _)| *player == attacker.against)
                {
                    Some((_, sum)) => *sum += points,
                    None => batteries.push((attacker.against, points)),
                }
            }
            dying.extend(self.hurt_together(&attacker.members, attacker.chain, dealt));
        }
        for (at, blocker) in combat.blockers.iter().enumerate() {
            let dealt = shares.get(&at).copied().unwrap_or(0);
            dying.extend(self.hurt_together(&blocker.members, blocker.chain, dealt));
        }
        for key in dying {
            if self.table.find(key).is_some() {
                self.destroy(key);
            }
        }
        // The chains ended with the damage.
        (self.table.combat.attackers, self.table.combat.blockers) = (Vec::new(), Vec::new());
        for key in combat
            .attackers
            .iter()
            .flat_map(|attacker| &attacker.members)
        {
            if self.table.find(*key).is_some() {
                self.recharge(*key);
            }
        }
        self.hit_batteries(&batteries, Some(self.table.active))
    }

    /// Damage to a fighter or a chain (RE-9.6), and the cards that it destroys.
    fn hurt_together(&mut self, members: &[Key], chain: bool, points: i32) -> Vec<Key> {
        if !chain || members.is_empty() {
            return members
                .iter()
                .copied()
                .filter(|key| self.mark(*key, points))
                .collect();
        }
        let mut left = points;
        for key in members {
            let unit = self.table.unit_mut(*key);
            let stopped = unit.prevented.min(left);
            unit.prevented -= stopped;
            left -= stopped;
        }
        let marks = members
            .iter()
            .map(|key| self.table.unit(*key).damage)
            .sum::<i32>();
        let defence = members
            .iter()
            .map(|key| self.table.defence(self.table.unit(*key)))
            .sum::<i32>();
        if left > 0 && marks + left >= defence {
            return members.to_vec();
        }
        if self.table.reads("chain_marks", "stays") {
            self.table.combat.hit_chains.push((members.to_vec(), left));
            return Vec::new();
        }
        if self.table.chain_of(members[0]).is_some() {
            for key in members {
                self.table.unit_mut(*key).damage = 0;
            }
        }
        Vec::new()
    }

    /// Q-RS-10: the owners of chains place the points that stay on members, one point at a time. As long as possible, a
    /// point must go where it destroys nobody.
    fn lay_marks(&mut self) {
        let mut chains = std::mem::take(&mut self.table.combat.hit_chains);
        for player in 0..self.table.players.len() {
            let keys: Vec<Key> = self.table.players[player]
                .units
                .iter()
                .map(|unit| unit.key)
                .collect();
            let place = |members: &[Key]| keys.iter().position(|key| members.contains(key));
            chains.sort_by_key(|(members, _)| place(members));
            for (members, points) in chains
                .iter()
                .filter(|(members, _)| place(members).is_some())
            {
                for _ in 0..*points {
                    self.lay_mark(player, members);
                }
            }
        }
    }

    fn lay_mark(&mut self, player: usize, members: &[Key]) {
        let t = &self.table;
        let holds = |key: &&Key| t.unit(**key).damage + 1 < t.defence(t.unit(**key));
        let any = members.iter().any(|key| holds(&key));
        let listed: Vec<(String, Key)> = members
            .iter()
            .filter(|key| !any || holds(key))
            .map(|key| (format!("mark {}", t.name(*key)), *key))
            .collect();
        let key = self.ask(Who::Player(player), &listed, false);
        self.table.unit_mut(key).damage += 1;
    }
}

impl Table {
    /// Whether a Monster may join others in a chain.
    fn may_chain(&self, members: &[Key], joining: Key) -> bool {
        let all = members
            .iter()
            .chain([&joining])
            .all(|key| self.chains(self.unit(*key)));
        all && !members.is_empty() && members.len() < CHAIN && self.reads("chains_formed", "combat")
    }

    /// RE-9.6: the cards whose defences count together against damage to one card; outside a chain, only the card
    /// itself. A lasting chain (Q-RS-9) does not count outside combat, and a blocker without its attacker is outside.
    pub(super) fn hit_with(&self, key: Key) -> Vec<Key> {
        self.chain_of(key).cloned().unwrap_or_else(|| vec![key])
    }

    fn chain_of(&self, key: Key) -> Option<&Vec<Key>> {
        let Combat {
            attackers,
            blockers,
            ..
        } = &self.combat;
        let lasts = self.reads("chains_formed", "play");
        let blocks = |blocker: &&Blocker| !lasts || !attackers[blocker.attacker].members.is_empty();
        let attacking = attackers
            .iter()
            .filter(|one| one.chain)
            .map(|one| &one.members);
        let blocking = blockers
            .iter()
            .filter(|one| one.chain)
            .filter(blocks)
            .map(|one| &one.members);
        let mut chains = attacking.chain(blocking);
        chains.find(|members| members.contains(&key))
    }

    /// The sum of a number over several cards.
    pub(super) fn total(&self, keys: &[Key], number: impl Fn(&Table, &Unit) -> i32) -> i32 {
        keys.iter().map(|key| number(self, self.unit(*key))).sum()
    }

    fn all_fly(&self, members: &[Key]) -> bool {
        members.iter().all(|key| self.flies(self.unit(*key)))
    }

    /// The indices of those who still block an attacker; empty if it has left.
    fn blockers_of(&self, attacker: usize) -> Vec<usize> {
        let blockers = self.combat.blockers.iter().enumerate();
        let still = blockers
            .filter(|(_, blocker)| blocker.attacker == attacker && !blocker.members.is_empty())
            .filter(|_| !self.combat.attackers[attacker].members.is_empty());
        still.map(|(at, _)| at).collect()
    }

    /// The attack of a fighter or a chain, including dice.
    fn points(&self, members: &[Key]) -> i32 {
        let die = |key: &Key| self.combat.dice.get(key).copied().unwrap_or(0);
        members
            .iter()
            .map(|key| self.attack(self.unit(*key)) + die(key))
            .sum()
    }

    /// The damage that destroys a blocker: defence minus marks, plus prevention.
    fn enough_for(&self, blocker: usize) -> i32 {
        let members = self.combat.blockers[blocker]
            .members
            .iter()
            .map(|key| self.unit(*key));
        members
            .map(|unit| self.defence(unit) - unit.damage + unit.prevented)
            .sum()
    }
}
