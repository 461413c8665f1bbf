//! Effects: shots, the texts of cards, damage, destruction, and eliminated players.

use super::cards::Amount;
use super::phases::Phases;
use super::table::{End, Go, Key, Named, Player, Unit, Waiting};

impl Phases<'_> {
    /// RE-6.5, RE-6.6.
    pub(super) fn take_effect(&mut self, top: &Waiting) -> Go {
        if let Some(points) = top.shot {
            return match top.named {
                Named::Unit(key) => {
                    if self
                        .table
                        .find(key)
                        .is_some_and(|unit| self.table.is_target(unit))
                    {
                        self.hurt(key, points);
                    }
                    Ok(())
                }
                Named::Battery(foe) if !self.table.players[foe].out => {
                    self.hit_batteries(&[(foe, points)], Some(top.owner))
                }
                _ => Ok(()),
            };
        }
        if !self.table.names(top.owner, top.card).contains(&top.named) {
            return Ok(());
        }
        let owner = top.owner;
        match (top.card, top.named) {
            ("saboteur", Named::Unit(key)) => self.destroy(key),
            ("field-mechanic", named) => self.prevent(named, 2),
            ("sniper", Named::Unit(key)) => self.hurt(key, 2),
            ("hacker", Named::Unit(key)) => self.recharge(key),
            ("demolition-expert", Named::Unit(key)) => self.hurt(key, 4),
            ("orbital-laser", Named::Unit(key)) => self.hurt(key, 6),
            ("pickpocket", Named::Player(foe)) => {
                let taken = self.table.players[foe].vault.min(2);
                self.table.players[foe].vault -= taken;
                self.table.players[owner].vault += taken;
            }
            ("double-agent", _) => self.cancel(),
            ("power-technician", _) => {
                let side = &self.table.players[owner];
                let coins = self.taken_of_chest((side.start - side.battery).clamp(0, 2));
                self.table.players[owner].battery += coins;
            }
            ("emp-burst", Named::Player(foe)) => {
                for key in self.front(foe) {
                    self.recharge(key);
                }
            }
            ("meteor-strike", _) => {
                for foe in self.table.opponents(owner) {
                    for key in self.front(foe) {
                        self.hurt(key, 2);
                    }
                }
            }
            ("core-overload", Named::Player(foe)) => {
                let points = self.roll();
                return self.hit_batteries(&[(foe, points)], Some(owner));
            }
            (card, named) => panic!("{card} does nothing to {named:?}"),
        }
        Ok(())
    }

    fn front(&self, player: usize) -> Vec<Key> {
        let units = self.table.players[player].units.iter();
        units
            .filter(|unit| self.table.is_front(unit))
            .map(|unit| unit.key)
            .collect()
    }

    /// RE-6.7, Q-RS-14.
    fn cancel(&mut self) {
        let Some(gone) = self.table.waiting.pop() else {
            return;
        };
        if self.table.reads("cancelled_cost", "returned")
            && let Amount::Number(cost) = self.table.card(gone.card).cost
        {
            let back = self.taken_of_chest(cost);
            self.table.players[gone.owner].vault += back;
        }
    }

    /// A card recharges and leaves combat (RE-9.8).
    pub(super) fn recharge(&mut self, key: Key) {
        let before = self.table.hit_with(key);
        let sum = self.table.total(&before, |table, unit| table.defence(unit));
        self.table.unit_mut(key).recharging = true;
        self.leave_combat(key);
        // Q-RS-17: when upgrades stop working, or the rest of a chain is smaller, the defence may fall to the damage.
        let rest: Vec<Key> = before.into_iter().filter(|member| *member != key).collect();
        for part in [rest, vec![key]] {
            let defence = self.table.total(&part, |table, unit| table.defence(unit));
            let damage = self.table.total(&part, |_, unit| unit.damage);
            let fallen = damage > 0 && damage >= defence && defence < sum;
            if fallen && self.table.reads("falling_defence", "yes") {
                part.into_iter().for_each(|member| self.destroy(member));
            }
        }
    }

    pub(super) fn leave_combat(&mut self, key: Key) {
        let combat = &mut self.table.combat;
        for attacker in &mut combat.attackers {
            attacker.members.retain(|member| *member != key);
        }
        for blocker in &mut combat.blockers {
            blocker.members.retain(|member| *member != key);
        }
    }

    /// Damage to one card: prevention first, then marks. The card is destroyed if its marks reach its defence
    /// (RE-9.12). In a chain, all marks are compared with all defences and destroy all members (RE-9.6).
    pub(super) fn hurt(&mut self, key: Key, points: i32) {
        let together = self.table.hit_with(key);
        let mut shields = vec![key];
        if self.table.reads("chain_prevention", "chain") {
            shields.extend(together.iter().filter(|member| **member != key));
        }
        let mut dealt = points;
        for shield in shields {
            let unit = self.table.unit_mut(shield);
            let stopped = dealt.min(unit.prevented);
            unit.prevented -= stopped;
            dealt -= stopped;
        }
        self.table.unit_mut(key).damage += dealt;
        let damage = self.table.total(&together, |_, unit| unit.damage);
        let defence = self
            .table
            .total(&together, |table, unit| table.defence(unit));
        if dealt > 0 && damage >= defence {
            together.into_iter().for_each(|member| self.destroy(member));
        }
    }

    /// Marks damage. Returns whether the card is destroyed.
    pub(super) fn mark(&mut self, key: Key, points: i32) -> bool {
        let unit = self.table.unit_mut(key);
        let stopped = points.min(unit.prevented);
        unit.prevented -= stopped;
        let dealt = points - stopped;
        unit.damage += dealt;
        let unit = self.table.unit(key);
        dealt > 0 && unit.damage >= self.table.defence(unit)
    }

    /// A card goes to the discard pile with everything on it.
    pub(super) fn destroy(&mut self, key: Key) {
        self.leave_combat(key);
        let owner = self.table.owner(key);
        let at = self.table.players[owner]
            .units
            .iter()
            .position(|unit| unit.key == key)
            .unwrap();
        let unit = self.table.players[owner].units.remove(at);
        self.lose(&unit);
    }

    fn lose(&mut self, unit: &Unit) {
        self.table.chest += self.table.coins_on(unit);
        for id in std::iter::once(unit.card).chain(unit.legs) {
            self.put_on_discard(unit.of, id);
        }
        for (id, of) in unit.parts.iter().zip(&unit.parts_of) {
            self.put_on_discard(*of, id);
        }
    }

    /// Batteries lose coins simultaneously (RE-9.14). A player whose Battery is at 0 is eliminated (RE-10).
    pub(super) fn hit_batteries(&mut self, hits: &[(usize, i32)], by: Option<usize>) -> Go {
        for (player, points) in hits {
            let side = &mut self.table.players[*player];
            let stopped = side.prevented.min(*points);
            side.prevented -= stopped;
            let lost = (points - stopped).min(side.battery);
            side.battery -= lost;
            self.table.chest += lost;
            self.table.lost |= lost > 0;
        }
        let fallen = |side: &Player| side.battery == 0 && !side.out;
        let all: Vec<usize> = (0..self.table.players.len())
            .filter(|player| fallen(&self.table.players[*player]))
            .collect();
        for player in &all {
            self.table.players[*player].out = true;
        }
        for player in &all {
            self.out(*player, by);
        }
        let living: Vec<usize> = (0..self.table.players.len())
            .filter(|player| !self.table.players[*player].out)
            .collect();
        match living.len() {
            0 => Err(End(all)),
            1 => Err(End(living)),
            _ => Ok(()),
        }
    }

    /// RE-10.2.
    fn out(&mut self, player: usize, by: Option<usize>) {
        let by = by.filter(|by| !self.table.players[*by].out);
        let side = &mut self.table.players[player];
        let (hand, units) = (
            std::mem::take(&mut side.hand),
            std::mem::take(&mut side.units),
        );
        self.table.chest += std::mem::take(&mut side.vault);
        side.prevented = 0;
        for id in hand {
            self.put_on_discard(self.table.pile_of(player), id);
        }
        for mut unit in units {
            self.leave_combat(unit.key);
            let fits = |by: &usize| self.table.players[*by].has_room(unit.cards());
            match by.filter(|by| self.table.is_robot(&unit) && fits(by)) {
                Some(by) => {
                    (unit.new, unit.landed) = (true, false);
                    self.table.players[by].units.push(unit);
                }
                None => self.lose(&unit),
            }
        }
        self.table.waiting.retain(|waiting| waiting.owner != player);
    }
}
