//! Where figures may move.

use super::cells::{Cells, doors, edges, written};
use super::{Cell, Colour, Kind, Piece, Table};
use std::collections::BTreeMap;

/// Values computed once for a question about moves.
pub(super) struct Ground {
    walls: Cells,
    covered: Cells,
    own_doors: Cells,
    stations: Vec<(Cells, Option<Colour>)>,
}

impl Table {
    /// Whether a figure of a kind may stop on or cross a cell under these covers.
    pub(super) fn passes(&self, astronaut: bool, covered: &Cells, cell: Cell) -> bool {
        let centre = self.ufos.iter().any(|ufo| ufo.at == cell);
        !covered.contains(cell) || (astronaut && !centre && self.rules.has("ufo_blocks", "way"))
    }

    /// The ground that figures of the active seat move over.
    pub(super) fn ground(&self) -> Ground {
        let colour = self.colour();
        let own = |piece: &&Piece| piece.kind == Kind::Airlock && piece.colour == Some(colour);
        let own_doors = self
            .pieces
            .iter()
            .filter(own)
            .flat_map(|piece| doors(piece.at, piece.up));
        Ground {
            walls: self.walls(),
            covered: self.covered(),
            own_doors: Cells::of(self.rules.size, own_doors),
            stations: self.owned_stations(),
        }
    }

    /// Where a figure may go with this many steps: the steps that each place costs, and whether it scores there.
    pub(super) fn walks(
        &self,
        ground: &Ground,
        from: Cell,
        steps: i32,
    ) -> BTreeMap<Cell, (i32, bool)> {
        let astronaut = self.figures[&from];
        let pinned =
            !self.passes(astronaut, &ground.covered, from) && !self.rules.has("walk_out", "yes");
        let carried = self.ufos.iter().any(|ufo| ufo.on_head && ufo.at == from);
        let mut found = BTreeMap::new();
        if !pinned && !carried {
            self.walk_on(ground, &mut vec![from], steps, &mut found);
        }
        found.retain(|cell, _| {
            !ground.own_doors.contains(*cell) || self.rules.has("stop_in_door", "yes")
        });
        found
    }

    /// Tries every continuation from the last cell of a path, with this many steps left.
    fn walk_on(
        &self,
        ground: &Ground,
        way: &mut Vec<Cell>,
        left: i32,
        found: &mut BTreeMap<Cell, (i32, bool)>,
    ) {
        if left == 0 {
            return;
        }
        let (from, at) = (way[0], way[way.len() - 1]);
        for next in edges(at) {
            let free = self.on_board(next)
                && (!ground.walls.contains(next) || ground.own_doors.contains(next))
                && !self.figures.contains_key(&next)
                && self.passes(self.figures[&from], &ground.covered, next);
            if !free {
                continue;
            }
            let (cost, scores) = (way.len() as i32, self.scores_on(ground, from, at, next));
            let known = found.entry(next).or_insert((cost, scores));
            *known = match cost.cmp(&known.0) {
                std::cmp::Ordering::Less => (cost, scores),
                std::cmp::Ordering::Equal => (cost, scores || known.1),
                std::cmp::Ordering::Greater => *known,
            };
            if !scores {
                way.push(next);
                self.walk_on(ground, way, left - 1, found);
                way.pop();
            }
        }
    }

    /// Whether a figure that started on one cell scores when it steps from another onto a third.
    fn scores_on(&self, ground: &Ground, from: Cell, at: Cell, next: Cell) -> bool {
        let Some((station, owner)) = ground
            .stations
            .iter()
            .find(|(station, _)| station.contains(next))
        else {
            return false;
        };
        let comes_in = ground.own_doors.contains(at) && !station.contains(from);
        *owner == Some(self.colour()) && (comes_in || self.rules.has("score_inside", "yes"))
    }

    /// The moves of the kinds of figures that may move now.
    pub(super) fn all_walks(&self, steps: i32, kinds: &[bool]) -> Vec<String> {
        let mut found = Vec::new();
        let ground = self.ground();
        for (from, astronaut) in &self.figures {
            if kinds.contains(astronaut) && !self.walked.contains(from) {
                let to = self.walks(&ground, *from, steps);
                found.extend(
                    to.keys()
                        .map(|to| format!("walk {} to {}", written(*from), written(*to))),
                );
            }
        }
        found
    }
}
