//! Robots without energy.

use super::{End, Status, Step, Table};

impl Table {
    /// Eliminates robots without energy (section 10; section 11 for two players).
    pub(super) fn falls(&mut self) -> Step {
        let fallen: Vec<usize> = self
            .in_play()
            .into_iter()
            .filter(|robot| self.robots[*robot].energy == 0)
            .collect();
        if fallen.is_empty() {
            return Ok(());
        }
        for robot in &fallen {
            self.goes(*robot, Status::Out);
            let own = &mut self.robots[*robot];
            own.parts.clear();
            own.upgrades.clear();
            own.hand.clear();
        }
        if self.duel() {
            return self.duels(&fallen);
        }
        match self.in_play()[..] {
            [] => Err(End(fallen)),
            [last] => Err(End(vec![last])),
            _ => Ok(()),
        }
    }

    /// A robot is eliminated. The damage about to hit it is cancelled.
    fn goes(&mut self, robot: usize, status: Status) {
        self.robots[robot].status = status;
        if let Some(attack) = &mut self.attack {
            (attack.pending[robot], attack.unstoppable[robot]) = (0, 0);
        }
    }

    fn duels(&mut self, fallen: &[usize]) -> Step {
        if self.last_duel {
            return Err(End(match self.in_play()[..] {
                [] => vec![0, 1],
                _ => self
                    .in_play()
                    .iter()
                    .map(|robot| self.owner(*robot))
                    .collect(),
            }));
        }
        for (duel, pair) in [[0, 3], [1, 2]].into_iter().enumerate() {
            if self.decided[duel].is_none() && pair.iter().any(|robot| fallen.contains(robot)) {
                self.decided[duel] = Some(pair.into_iter().find(|robot| !fallen.contains(robot)));
            }
        }
        match self.decided {
            [Some(one), Some(other)] => match (one, other) {
                (None, None) => Err(End(vec![0, 1])),
                (Some(robot), None) | (None, Some(robot)) => Err(End(vec![self.owner(robot)])),
                (Some(one), Some(other)) if self.owner(one) == self.owner(other) => {
                    Err(End(vec![self.owner(one)]))
                }
                (Some(one), Some(other)) => {
                    self.robots[one].status = Status::Playing;
                    self.robots[other].status = Status::Playing;
                    self.last_duel = true;
                    Ok(())
                }
            },
            [Some(Some(robot)), None] | [None, Some(Some(robot))] => {
                self.goes(robot, Status::Off);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    // Windows and weapons.
}
