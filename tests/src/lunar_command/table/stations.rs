//! Regions, stations, who has most of their wall, and their scores.

use super::cells::{Cells, around, edges};
use super::{Asked, Cell, Colour, Piece, Table};

impl Table {
    /// The regions of cells without a piece, joined by edge or corner.
    pub(in crate::lunar_command) fn regions(&self) -> Vec<Cells> {
        let mut met = self.walls();
        let mut regions = Vec::new();
        for first in self.cells_of_board() {
            if !met.insert(first) {
                continue;
            }
            let mut region = Cells::of(self.rules.size, [first]);
            let mut edge = vec![first];
            while let Some(cell) = edge.pop() {
                for next in around(cell) {
                    if self.on_board(next) && met.insert(next) {
                        region.insert(next);
                        edge.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// Whether a region reaches the border of the board.
    pub(super) fn is_open(&self, region: &Cells) -> bool {
        let (w, h) = self.rules.size;
        region
            .cells()
            .any(|(x, y)| x == 0 || y == 0 || x == w - 1 || y == h - 1)
    }

    /// The stations.
    pub(in crate::lunar_command) fn stations(&self) -> Vec<Cells> {
        self.regions()
            .into_iter()
            .filter(|region| !self.is_open(region))
            .collect()
    }

    /// The station that contains a cell.
    pub(super) fn station_of(&self, cell: Cell) -> Option<Cells> {
        self.stations()
            .into_iter()
            .find(|station| station.contains(cell))
    }

    /// The pieces that touch a station by edge or corner.
    fn touching(&self, station: &Cells) -> Vec<&Piece> {
        let near = |piece: &&Piece| {
            piece
                .cells()
                .into_iter()
                .flat_map(around)
                .any(|cell| station.contains(cell))
        };
        self.pieces.iter().filter(near).collect()
    }

    /// The pieces of a station's outer wall.
    fn outer_wall(&self, station: &Cells) -> Vec<&Piece> {
        let touching = self.touching(station);
        if self.rules.has("outer_wall", "touching") {
            return touching;
        }
        if self.rules.has("outer_wall", "needed") {
            return touching
                .into_iter()
                .filter(|piece| self.opens_without(piece, station))
                .collect();
        }
        // Everything that is connected to the outside by edges: a search from beyond the border over everything but the
        // station.
        let (w, h) = self.rules.size;
        let mut outside = Cells::of(self.rules.size, [(-1, -1)]);
        let mut edge = vec![(-1, -1)];
        while let Some(cell) = edge.pop() {
            for next in edges(cell) {
                let near = (-1..=w).contains(&next.0) && (-1..=h).contains(&next.1);
                if near && !station.contains(next) && outside.insert(next) {
                    edge.push(next);
                }
            }
        }
        touching
            .into_iter()
            .filter(|piece| outside.contains(piece.at))
            .collect()
    }

    /// Whether a station would be open without a piece.
    fn opens_without(&self, piece: &Piece, station: &Cells) -> bool {
        let mut without = self.clone();
        without.pieces.retain(|other| other != piece);
        without.station_of(station.first()).is_none()
    }

    /// Who has more coloured pieces in a station's outer wall.
    pub(in crate::lunar_command) fn majority(&self, station: &Cells) -> Option<Colour> {
        let mut count = [0; 2];
        for piece in self.outer_wall(station) {
            if let Some(colour) = piece.colour
                && !(piece.start && self.rules.has("starting_domes", "no"))
            {
                count[colour] += 1;
            }
        }
        match count[0].cmp(&count[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The seat that a station belongs to for figures that enter it.
    pub(super) fn owner(&self, station: &Cells) -> Option<Colour> {
        if self.rules.has("owner", "won") {
            return self.scored.get(&station.first()).copied().flatten();
        }
        self.majority(station)
    }

    /// The stations, each with the seat that it belongs to.
    pub(super) fn owned_stations(&self) -> Vec<(Cells, Option<Colour>)> {
        let owned = |station| {
            let owner = self.owner(&station);
            (station, owner)
        };
        self.stations().into_iter().map(owned).collect()
    }

    /// Records which seat has scored the station around a cell.
    pub(in crate::lunar_command) fn mark_won(&mut self, cell: Cell, colour: Colour) {
        let station = self.station_of(cell).expect("a station is there");
        self.scored
            .extend(station.cells().map(|cell| (cell, Some(colour))));
    }

    /// Scores one closed station (figures leave).
    pub(super) fn score_station(&mut self, station: &Cells) {
        let inside: Vec<(Cell, bool)> = self
            .figures
            .iter()
            .filter(|(at, _)| station.contains(**at))
            .map(|(at, kind)| (*at, *kind))
            .collect();
        let points: i32 = inside
            .iter()
            .map(|(_, astronaut)| if *astronaut { 2 } else { 1 })
            .sum();
        let winner = self.majority(station);
        match winner {
            Some(colour) => self.score[colour] += points,
            None => self.score.iter_mut().for_each(|score| *score += points / 2),
        }
        if winner.is_some() || !self.rules.has("tied_figures", "stay") {
            for (at, _) in &inside {
                self.figures.remove(at);
            }
        }
        self.moved |= points > 0;
        self.scored
            .extend(station.cells().map(|cell| (cell, winner)));
    }

    /// Scores the stations that a placement has closed; `before` are the regions before it.
    pub(super) fn score_closed(&mut self, before: &[(Cells, bool)]) {
        let after = self.stations();
        let mut closed = Vec::new();
        for station in &after {
            let first = station.first();
            let (whole, was_open) = before
                .iter()
                .find(|(region, _)| region.contains(first))
                .unwrap();
            let parts = after
                .iter()
                .filter(|part| whole.contains(part.first()))
                .count();
            let split = parts > 1 && !self.rules.has("split_scores", "no");
            if *was_open || split {
                closed.push(station);
            }
        }
        if closed.len() > 1 && self.rules.has("several_stations", "in-order") {
            self.asked = Asked::Order(closed.iter().map(|station| station.first()).collect());
        } else {
            closed
                .into_iter()
                .for_each(|station| self.score_station(station));
        }
    }
}
