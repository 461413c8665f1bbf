//! The secret weapons: when each may be played, and its effect.

use super::{Answers, PLACES, Step, Table, Who, Window};
use crate::second_player::cards::find;

impl Table {
    /// MB-7.1 to MB-7.3.
    pub(super) fn window(&mut self, window: Window, by: &mut impl Answers) -> Step {
        let mut passed = vec![false; self.players];
        while let Some(player) = self
            .order(window)
            .into_iter()
            .find(|player| !passed[*player] && self.is_to_ask(*player, window))
        {
            let plays = self.playable(player, window);
            let mut answers = vec!["pass".to_owned()];
            answers.extend(plays.iter().map(|(robot, weapon)| {
                if self.duel() {
                    format!("play {weapon} {}", self.name(*robot))
                } else {
                    format!("play {weapon}")
                }
            }));
            match by.answer(self, Who::Player(player), &answers) {
                0 => passed[player] = true,
                nth => {
                    let (robot, weapon) = plays[nth - 1];
                    self.robots[robot].hand.retain(|other| *other != weapon);
                    self.weapon(robot, weapon, by)?;
                    self.falls()?;
                    passed = vec![false; self.players];
                    if self.rested && window == Window::TurnStart {
                        break;
                    }
                }
            }
        }
        self.just_gained = [false; 4];
        Ok(())
    }

    /// Whether a player has something to play. If questions must not reveal a hand: whether the player has a hand.
    fn is_to_ask(&self, player: usize, window: Window) -> bool {
        let mut own = self
            .robots_of(player)
            .into_iter()
            .filter(|robot| self.plays(*robot));
        !self.playable(player, window).is_empty()
            || self.is_set("ask", "when-holding")
                && own.any(|robot| !self.robots[robot].hand.is_empty())
    }

    /// MB-7.2: the order in which players are asked.
    fn order(&self, window: Window) -> Vec<usize> {
        let first = self.owner(self.active) + 1;
        let players: Vec<usize> = (0..self.players)
            .map(|step| (first + step) % self.players)
            .collect();
        let Some(attack) = self.attack.as_ref().filter(|_| window == Window::Damage) else {
            return players;
        };
        let victim = |player: &usize| {
            self.robots_of(*player)
                .iter()
                .any(|robot| attack.pending[*robot] + attack.unstoppable[*robot] > 0)
        };
        let (mut order, rest): (Vec<usize>, Vec<usize>) = players.into_iter().partition(victim);
        order.extend(rest);
        order
    }

    /// The weapons that a player may play now.
    fn playable(&self, player: usize, window: Window) -> Vec<(usize, &'static str)> {
        let own = self
            .robots_of(player)
            .into_iter()
            .filter(|robot| self.plays(*robot));
        own.flat_map(|robot| {
            self.robots[robot]
                .hand
                .iter()
                .map(move |weapon| (robot, *weapon))
        })
        .filter(|(robot, weapon)| self.fits(*robot, weapon, window))
        .collect()
    }

    /// MB-7.4 and the conditions of section 8.
    pub(super) fn fits(&self, robot: usize, weapon: &str, window: Window) -> bool {
        use Window::*;
        let pending = self
            .attack
            .as_ref()
            .map_or(0, |attack| attack.pending[robot]);
        let active = robot == self.active;
        match weapon {
            "energy-stock"
            | "computer-virus"
            | "look-closer"
            | "technological-advance"
            | "extra-upgrade" => true,
            "spy" => !self.opponents(robot).is_empty(),
            "energy-pump" => self
                .opponents(robot)
                .iter()
                .any(|foe| self.just_gained[*foe]),
            "black-market" => !self.free_places(robot).is_empty(),
            "rest" => window == TurnStart && self.plays(self.active),
            "trick" => matches!(window, TurnStart | Bought | Rolled),
            "adjustment" => {
                let whose = active || self.is_set("adjustment", "any");
                let between = window == Energy && self.is_set("between_parts", "always");
                (matches!(window, Rolled | Rerolled) || between) && whose && !self.dice.is_empty()
            }
            "dodge" | "shock-absorber" => window == Damage && pending > 0,
            "deflection" => window == Damage && pending > 0 && !self.around(robot).is_empty(),
            "stronger" => {
                window == Damage
                    && self
                        .attack
                        .as_ref()
                        .is_some_and(|attack| attack.attacker == robot)
                    && !self.stronger_at(robot).is_empty()
            }
            "supermarket" => {
                let when = window == BeforeRefill
                    || window == Bought && !self.is_set("supermarket_when", "before-refill");
                let whose = active || self.is_set("supermarket", "any-turn");
                when && whose && !self.affordable(robot).is_empty()
            }
            _ => false,
        }
    }

    fn stronger_at(&self, robot: usize) -> Vec<usize> {
        if self.is_set("stronger", "any") {
            return self.targets(robot);
        }
        let attack = self.attack.as_ref().expect("an attack is under way");
        self.in_play()
            .into_iter()
            .filter(|other| attack.attacked[*other])
            .collect()
    }

    fn choose_robot(&self, robot: usize, among: &[usize], by: &mut impl Answers) -> usize {
        among[self.ask_robot(
            by,
            robot,
            among
                .iter()
                .map(|other| format!("choose robot {}", self.name(*other)))
                .collect(),
        )]
    }

    /// The effect of a weapon.
    pub(super) fn weapon(&mut self, robot: usize, weapon: &str, by: &mut impl Answers) -> Step {
        match weapon {
            "energy-stock" => self.gain_beyond(robot, 4),
            "energy-pump" => drop(self.gain(robot, 2)),
            "dodge" => self.stop(robot, i32::MAX),
            "shock-absorber" => {
                self.stop(
                    robot,
                    if self.is_set("shock_absorber", "all") {
                        i32::MAX
                    } else {
                        2
                    },
                );
            }
            "deflection" => self.deflect(robot, by),
            "stronger" => {
                let hits: &[i32] = match self.is_set("stronger_points", "split") {
                    true => &[1, 1],
                    false => &[2],
                };
                for points in hits {
                    let foe = self.choose_robot(robot, &self.stronger_at(robot), by);
                    self.attack
                        .as_mut()
                        .expect("an attack is under way")
                        .unstoppable[foe] += points;
                }
            }
            "adjustment" => self.adjust(robot, by),
            "rest" => self.rested = true,
            "black-market" | "supermarket" => {
                let free = weapon == "black-market";
                let places = if free {
                    self.free_places(robot)
                } else {
                    self.affordable(robot)
                };
                let answers = places
                    .iter()
                    .map(|place| format!("choose {}", PLACES[*place]))
                    .collect();
                let place = places[self.ask_robot(by, robot, answers)];
                if !free {
                    return self.buy(robot, place, by);
                }
                let bought = !self.is_set("black_market", "taken");
                return self.take(robot, place, bought, by);
            }
            "computer-virus" => {
                for other in self.in_play() {
                    self.lose(other, self.robots[other].hand.len() as i32);
                }
            }
            "technological-advance" => {
                for foe in self.opponents(robot) {
                    if self.robots[foe].hand.is_empty() {
                        self.lose(foe, 2);
                    }
                }
            }
            "look-closer" => self.search(robot, true, by),
            "extra-upgrade" => self.search(robot, false, by),
            "spy" => drop(self.choose_robot(robot, &self.opponents(robot), by)),
            _ => self.trick(robot, by),
        }
        Ok(())
    }

    pub(super) fn stop(&mut self, robot: usize, points: i32) {
        let attack = self.attack.as_mut().expect("an attack is under way");
        attack.pending[robot] = (attack.pending[robot] - points).max(0);
    }

    fn deflect(&mut self, robot: usize, by: &mut impl Answers) {
        let most = self
            .attack
            .as_ref()
            .expect("an attack is under way")
            .pending[robot]
            .min(2);
        let points = 1 + self.ask_robot(
            by,
            robot,
            (1..=most).map(|n| format!("choose {n}")).collect(),
        ) as i32;
        let mut others = self.around(robot);
        others.sort_unstable();
        let ways = vec!["choose deflect".into(), "choose stop".into()];
        if self.is_set("deflection", "optional") && self.ask_robot(by, robot, ways) == 1 {
            return self.stop(robot, points);
        }
        let other = self.choose_robot(robot, &others, by);
        let mut attack = self.attack.take().expect("an attack is under way");
        attack.pending[robot] -= points;
        attack.pending[other] += points;
        self.protect(&mut attack, other);
        self.attack = Some(attack);
    }

    fn adjust(&mut self, robot: usize, by: &mut impl Answers) {
        let mut faces = self.dice.clone();
        faces.dedup();
        let die = faces[self.ask_robot(
            by,
            robot,
            faces
                .iter()
                .map(|face| format!("choose die {face}"))
                .collect(),
        )];
        let beside: Vec<i32> = [die - 1, die + 1]
            .into_iter()
            .filter(|face| (1..=6).contains(face))
            .collect();
        let face = beside[self.ask_robot(
            by,
            robot,
            beside
                .iter()
                .map(|face| format!("choose die {face}"))
                .collect(),
        )];
        self.lift(&[die]);
        self.dice.push(face);
        self.dice.sort_unstable();
    }

    fn search(&mut self, robot: usize, parts: bool, by: &mut impl Answers) {
        let found: Vec<&'static str> = self
            .open
            .iter()
            .filter(|(card, count)| {
                **count > 0 && find(card).is_some() == parts && self.has_place(robot, card)
            })
            .map(|(card, _)| *card)
            .collect();
        if found.is_empty() {
            return;
        }
        let card = found[self.ask_robot(
            by,
            robot,
            found.iter().map(|card| format!("choose {card}")).collect(),
        )];
        *self.open.get_mut(card).expect("it lies there") -= 1;
        self.build(robot, card);
    }

    fn trick(&mut self, robot: usize, by: &mut impl Answers) {
        if self.is_set("trick", "opponents") {
            // A player is chosen. Of two robots of one player, either will do.
            let mut foes = self.opponents(robot);
            foes.dedup_by_key(|foe| self.owner(*foe));
            let foe = self.choose_robot(robot, &foes, by);
            self.tricked.push(self.owner(foe));
            return;
        }
        let mut players: Vec<usize> = self
            .in_play()
            .iter()
            .map(|robot| self.owner(*robot))
            .collect();
        players.dedup();
        let answers = players
            .iter()
            .map(|player| format!("choose player {}", player + 1))
            .collect();
        self.tricked
            .push(players[self.ask_robot(by, robot, answers)]);
    }

    // C: the refill.
}
