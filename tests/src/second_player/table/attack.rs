//! Attacks: which robots they reach, how they are shared out and reduced, and what is lost and gained.

use super::{Answers, Attack, Step, Table, Window};
use crate::second_player::cards::Part;

impl Table {
    /// The robots that can be attacked, left neighbour first (MB-6.1, MB-10.3, MB-11.2).
    pub(super) fn targets(&self, robot: usize) -> Vec<usize> {
        if self.duel() {
            let foes = self.opponents(robot);
            if self.last_duel {
                return foes;
            }
            if self.is_set("duel_targets", "any") {
                // On the other side of the table, the other player's right robot is on the left.
                return foes.into_iter().rev().collect();
            }
            return foes.into_iter().filter(|foe| *foe == 3 - robot).collect();
        }
        let others = self.around(robot);
        match (others.first(), others.last()) {
            (Some(left), Some(right)) if left != right => vec![*left, *right],
            (Some(only), _) => vec![*only],
            _ => Vec::new(),
        }
    }

    /// The other robots in play, clockwise from the left.
    pub(super) fn around(&self, robot: usize) -> Vec<usize> {
        let all = self.robots.len();
        (1..all)
            .map(|step| (robot + step) % all)
            .filter(|other| self.plays(*other))
            .collect()
    }

    /// One attack. Returns whether it took energy from a robot.
    pub(super) fn attack(
        &mut self,
        robot: usize,
        part: &Part,
        by: &mut impl Answers,
    ) -> Step<bool> {
        let points = part.fist + part.missile;
        let mut attack = Attack {
            attacker: robot,
            fists: part.fist > 0,
            ..Attack::default()
        };
        let targets = self.targets(robot);
        if let [left, right] = targets[..] {
            let answers = (0..=points)
                .map(|left| format!("left {left} right {}", points - left))
                .collect();
            let to_left = self.ask_robot(by, robot, answers) as i32;
            attack.pending[left] = to_left;
            attack.pending[right] = points - to_left;
        } else if let [only] = targets[..] {
            attack.pending[only] = points;
        }
        for other in 0..4 {
            attack.attacked[other] = attack.pending[other] > 0;
        }
        self.boost(&mut attack, &targets, by);
        for other in 0..self.robots.len() {
            self.protect(&mut attack, other);
        }
        self.attack = Some(attack);
        self.window(Window::Damage, by)?;
        self.commit()
    }

    /// MB-6.4.
    fn boost(&mut self, attack: &mut Attack, targets: &[usize], by: &mut impl Answers) {
        let robot = attack.attacker;
        let hit: Vec<usize> = targets
            .iter()
            .copied()
            .filter(|other| attack.attacked[*other])
            .collect();
        let name = |other: &usize| format!("choose robot {}", self.name(*other));
        if attack.fists && self.has(robot, "strong-fist") {
            let among =
                if self.is_set("fist_boost", "attacked") || self.is_set("fist_boost", "forced") {
                    hit.clone()
                } else {
                    targets.to_vec()
                };
            let mut answers: Vec<String> = among.iter().map(name).collect();
            if !self.is_set("fist_boost", "forced") {
                answers.push("choose none".into());
            }
            let nth = if answers.is_empty() {
                0
            } else {
                self.ask_robot(by, robot, answers)
            };
            if let Some(other) = among.get(nth) {
                attack.pending[*other] += 1;
                attack.attacked[*other] = true;
            }
        }
        if !attack.fists && self.has(robot, "strong-missile") && !hit.is_empty() {
            let mut answers: Vec<String> = hit.iter().map(name).collect();
            if self.is_set("missile_point", "may") {
                answers.push("choose none".into());
            }
            if let Some(other) = hit.get(self.ask_robot(by, robot, answers)) {
                let double = self.is_set("missile_boost", "double");
                attack.pending[*other] += if double { attack.pending[*other] } else { 1 };
            }
        }
    }

    /// MB-6.5.
    pub(super) fn protect(&self, attack: &mut Attack, robot: usize) {
        let card = if attack.fists {
            "fist-protection"
        } else {
            "missile-protection"
        };
        if self.has(robot, card) && !attack.protected[robot] && attack.pending[robot] > 0 {
            attack.pending[robot] -= 1;
            attack.protected[robot] = true;
        }
    }

    /// MB-6.6: all robots lose energy simultaneously.
    fn commit(&mut self) -> Step<bool> {
        let attack = self.attack.take().expect("an attack is under way");
        let mut taken = 0;
        for robot in self.in_play() {
            taken += self.lose(robot, attack.pending[robot] + attack.unstoppable[robot]);
        }
        self.changed |= taken > 0;
        self.falls()?;
        Ok(taken > 0)
    }

    /// The points about to hit once an attack is declared, robot by robot. Points that nothing stops come last.
    pub(in crate::second_player) fn pending(&self) -> Option<Vec<serde_json::Value>> {
        let attack = self.attack.as_ref()?;
        let damage = if attack.fists { "fist" } else { "missile" };
        let of = |robot: usize| {
            [
                (damage, attack.pending[robot]),
                ("unstoppable", attack.unstoppable[robot]),
            ]
        };
        let all = (0..self.robots.len())
            .flat_map(|robot| of(robot).map(|(damage, points)| (robot, damage, points)));
        let shown = all.filter(|(.., points)| *points > 0).map(|(robot, damage, points)| {
            serde_json::json!({ "robot": self.name(robot), "damage": damage, "points": points })
        });
        Some(shown.collect())
    }

    // Energy.

    /// A loss of energy. Returns how much there was to lose.
    pub(super) fn lose(&mut self, robot: usize, points: i32) -> i32 {
        let lost = points.min(self.robots[robot].energy);
        self.robots[robot].energy -= lost;
        self.lost |= lost > 0;
        lost
    }

    /// A gain of energy within the limits of section 3.
    pub(super) fn gain(&mut self, robot: usize, points: i32) -> i32 {
        let limited = robot == self.active || self.is_set("energy_limit", "round");
        let own = &mut self.robots[robot];
        let mut gained = points.min(18 - own.energy);
        if limited {
            gained = gained.min(2 - own.gained).max(0);
            own.gained += gained;
        }
        own.energy += gained;
        self.just_gained[robot] |= gained > 0;
        gained
    }

    /// Energy Stock: only the maximum of 18 applies.
    pub(super) fn gain_beyond(&mut self, robot: usize, points: i32) {
        let own = &mut self.robots[robot];
        let gained = points.min(18 - own.energy);
        own.energy += gained;
        self.just_gained[robot] |= gained > 0;
    }

    // Elimination.
}
