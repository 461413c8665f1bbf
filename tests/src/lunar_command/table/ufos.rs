//! Where UFOs may go, and which figures they may abduct.

use super::cells::{Cells, cover, disc, written};
use super::{Cell, Colour, Table, Ufo};

impl Table {
    /// The cells under all UFOs but one.
    fn other_covers(&self, nth: usize) -> Cells {
        let others = self
            .ufos
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != nth);
        Cells::of(self.rules.size, others.flat_map(|(_, ufo)| cover(ufo)))
    }

    /// Whether a UFO may have its centre on a cell.
    fn may_hover(&self, at: Cell, walls: &Cells, others: &Cells) -> bool {
        let astronaut = |cell: &Cell| self.figures.get(cell) == Some(&true);
        if walls.contains(at) || others.contains(at) || self.figures.contains_key(&at) {
            return false;
        }
        let over = disc(at);
        (self.rules.has("ufo_blocks", "way") || !over.iter().any(astronaut))
            && (self.rules.has("covers_overlap", "yes")
                || !over
                    .iter()
                    .any(|cell| self.on_board(*cell) && others.contains(*cell)))
    }

    /// Whether the active seat may lift a UFO.
    fn may_lift(&self, ufo: &Ufo) -> bool {
        let lone = ufo.on_head && self.figures.get(&ufo.at) == Some(&true);
        !(lone && self.rules.has("lift_ufo", "opponent") && ufo.by == self.colour())
    }

    pub(super) fn ufo_moves(&self) -> Vec<String> {
        let (cells, walls) = (self.cells_of_board(), self.walls());
        let mut found = Vec::new();
        for (nth, ufo) in self
            .ufos
            .iter()
            .enumerate()
            .filter(|(_, ufo)| self.may_lift(ufo))
        {
            let others = self.other_covers(nth);
            for to in cells
                .iter()
                .filter(|to| **to != ufo.at && self.may_hover(**to, &walls, &others))
            {
                found.push(format!("ufo {} to {}", written(ufo.at), written(*to)));
            }
        }
        found
    }

    /// Whether an abduction there scores. `stations` are those of [`Table::owned_stations`].
    pub(super) fn abduction_scores(&self, stations: &[(Cells, Option<Colour>)], to: Cell) -> bool {
        let mut stations = stations.iter();
        let Some((_, owner)) = stations.find(|(station, _)| station.contains(to)) else {
            return false;
        };
        let colour = Some(self.colour());
        let scored_by_me = self.scored.get(&to).copied().flatten() == colour;
        let owned = *owner == colour;
        if self.rules.has("abduction_scores", "scored-by-me") {
            scored_by_me
        } else if self.rules.has("abduction_scores", "both") {
            owned && scored_by_me
        } else {
            owned
        }
    }

    pub(super) fn abductions(&self) -> Vec<String> {
        let astronauts: Vec<Cell> = self
            .figures
            .iter()
            .filter(|(_, kind)| **kind)
            .map(|(at, _)| *at)
            .collect();
        let (cells, walls) = (self.cells_of_board(), self.walls());
        let stations = self.owned_stations();
        let mut found = Vec::new();
        for (nth, ufo) in self
            .ufos
            .iter()
            .enumerate()
            .filter(|(_, ufo)| self.may_lift(ufo))
        {
            let covered = self.other_covers(nth);
            for from in astronauts.iter().filter(|from| !covered.contains(**from)) {
                for to in cells.iter().filter(|to| *to != from) {
                    let free = !walls.contains(*to)
                        && !self.figures.contains_key(to)
                        && !covered.contains(*to);
                    if !free {
                        continue;
                    }
                    if self.abduction_scores(&stations, *to) {
                        let mut gone = self.clone();
                        gone.figures.remove(from);
                        if !gone.may_hover(*from, &walls, &covered) {
                            continue;
                        }
                    }
                    let (from, to, with) = (written(*from), written(*to), written(ufo.at));
                    found.push(format!("abduct {from} to {to} with {with}"));
                }
            }
        }
        found
    }
}
