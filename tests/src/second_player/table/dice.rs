//! The dice: rolling, re-rolling, and using them for parts.

use super::{Answers, SLOTS, Step, Table, Who, Window};
use crate::second_player::cards::{BASE, Part, Works, find};

impl Table {
    pub(super) fn activating(&mut self, by: &mut impl Answers) -> Step {
        let robot = self.active;
        if !self.plays(robot)
            || self.ask_robot(by, robot, vec!["activate".into(), "skip".into()]) == 1
        {
            return Ok(());
        }
        let dice = 1 + self.robots[robot]
            .upgrades
            .iter()
            .filter(|upgrade| **upgrade == "plus-die")
            .count();
        self.roll(dice, by);
        self.window(Window::Rolled, by)?;
        self.rolling_again(by)?;
        while self.plays(robot) {
            let ways = self.ways(robot);
            if ways.is_empty() {
                return Ok(());
            }
            let mut answers: Vec<String> = ways
                .iter()
                .map(|(at, faces)| format!("use {at} {}", shown(faces)))
                .collect();
            answers.push("stop".into());
            let nth = self.ask_robot(by, robot, answers);
            let Some((at, faces)) = ways.get(nth) else {
                return Ok(());
            };
            self.use_part(at, faces, by)?;
        }
        Ok(())
    }

    pub(super) fn roll(&mut self, dice: usize, by: &mut impl Answers) {
        for _ in 0..dice {
            let face = 1 + self.ask(
                by,
                Who::Chance,
                (1..=6).map(|face| format!("roll {face}")).collect(),
            );
            self.dice.push(face as i32);
        }
        self.dice.sort_unstable();
    }

    fn rolling_again(&mut self, by: &mut impl Answers) -> Step {
        let robot = self.active;
        let least = if self.is_set("reroll_dice", "two") {
            2
        } else {
            1
        };
        let may = self.plays(robot)
            && self.has(robot, "re-roll")
            && !self.tricked.contains(&self.owner(robot));
        if !may || self.dice.len() < least {
            return Ok(());
        }
        let some: Vec<Vec<i32>> = subsets(&self.dice)
            .into_iter()
            .filter(|some| (least..=2).contains(&some.len()))
            .collect();
        let mut answers = vec!["keep".to_owned()];
        answers.extend(some.iter().map(|some| format!("re-roll {}", shown(some))));
        let nth = self.ask_robot(by, robot, answers);
        if nth == 0 {
            return Ok(());
        }
        self.lift(&some[nth - 1]);
        self.roll(some[nth - 1].len(), by);
        self.window(Window::Rerolled, by)
    }

    pub(super) fn lift(&mut self, faces: &[i32]) {
        for face in faces {
            let at = self
                .dice
                .iter()
                .position(|die| die == face)
                .expect("the die lies there");
            self.dice.remove(at);
        }
    }

    /// Whether a part works with these dice (MB-5.5).
    fn works(&self, part: &Part, faces: &[i32]) -> bool {
        let sum: i32 = faces.iter().sum();
        let two = faces.len() == 2;
        let several = faces.len() >= 2;
        let exact_many =
            self.is_set("sum_dice", "exact") || self.is_set("sum_dice", "exact-and-above");
        match part.works {
            Works::Any(wanted) => faces.len() == 1 && wanted.contains(&faces[0]),
            Works::Pair => two && faces[0] == faces[1],
            Works::Sum(wanted) => (two || several && exact_many) && sum == wanted,
            Works::SumBelow(limit) if self.is_set("sum_below", "difference") => {
                two && (faces[0] - faces[1]).abs() < limit
            }
            Works::SumBelow(limit) => two && sum < limit,
            Works::SumAbove(limit) => {
                (two || several && self.is_set("sum_dice", "exact-and-above")) && sum > limit
            }
        }
    }

    /// The parts that work with the robot's unplaced dice, and those dice.
    pub(super) fn ways(&self, robot: usize) -> Vec<(String, Vec<i32>)> {
        let own = &self.robots[robot].parts;
        let slots = SLOTS
            .iter()
            .filter_map(|slot| own.get(slot).map(|id| (*slot, find(id).expect("a part"))));
        let base = BASE.iter().map(|part| (part.id, part));
        let all: Vec<_> = slots
            .chain(base)
            .filter(|(at, _)| !self.used.iter().any(|used| used == at))
            .collect();
        let mut ways = Vec::new();
        for (at, part) in all {
            for faces in subsets(&self.dice) {
                if self.works(part, &faces) {
                    ways.push((at.to_owned(), faces));
                }
            }
        }
        ways
    }

    fn use_part(&mut self, at: &str, faces: &[i32], by: &mut impl Answers) -> Step {
        let robot = self.active;
        let part = match self.robots[robot].parts.get(at) {
            Some(id) => find(id),
            None => find(at),
        };
        let part = part.expect("the part is there");
        self.lift(faces);
        self.used.push(at.to_owned());
        self.changed = false;
        let mut hit = false;
        if part.fist + part.missile > 0 {
            hit = self.attack(robot, part, by)?;
        }
        // An eliminated robot neither loses nor gains (MB-6.9, MB-11.4).
        if self.plays(robot) && part.loss > 0 {
            self.changed |= self.lose(robot, part.loss) > 0;
            self.falls()?;
        }
        let reward =
            !self.is_set("energy_symbol", "after-hit") || part.fist + part.missile == 0 || hit;
        if self.plays(robot) && part.gain > 0 && reward {
            self.changed |= self.gain(robot, part.gain) > 0;
        }
        if std::mem::take(&mut self.changed)
            || self.plays(robot) && self.is_set("between_parts", "always")
        {
            self.window(Window::Energy, by)?;
        }
        Ok(())
    }

    // Attacking.
}

/// Faces in notation.
fn shown(faces: &[i32]) -> String {
    faces
        .iter()
        .map(i32::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Every different choice of some of these dice, sorted.
fn subsets(dice: &[i32]) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = (1..1u32 << dice.len())
        .map(|mask| {
            (0..dice.len())
                .filter(|at| mask & (1 << at) != 0)
                .map(|at| dice[at])
                .collect()
        })
        .collect();
    all.sort();
    all.dedup();
    all
}
