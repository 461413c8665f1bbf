//! Where the active seat may build.

use super::cells::{Cells, edges, entrances, footprint};
use super::{Cell, Colour, Kind, Piece, Table};

impl Table {
    /// The pieces that are connected for the active seat.
    fn connected(&self) -> Vec<usize> {
        let colour = self.colour();
        let mine = |piece: &Piece| !self.rules.teams || piece.seat == self.seat;
        let carries = |piece: &Piece| match piece.colour {
            None => true,
            Some(other) => {
                other == colour && (!self.rules.has("partner_path", "no") || mine(piece))
            }
        };
        let is_root = |piece: &Piece| piece.start && piece.colour == Some(colour) && mine(piece);
        let mut found: Vec<usize> = (0..self.pieces.len())
            .filter(|at| is_root(&self.pieces[*at]))
            .collect();
        let mut next = 0;
        while next < found.len() {
            let cells = self.pieces[found[next]].cells();
            for (at, piece) in self.pieces.iter().enumerate() {
                if !found.contains(&at) && carries(piece) && piece.touches(&cells) {
                    found.push(at);
                }
            }
            next += 1;
        }
        found
    }

    /// Whether cells touch a coloured piece of the seat, or a straight wall that touches one.
    fn next_in_succession(&self, cells: &[Cell]) -> bool {
        let colour = self.colour();
        let own = |cells: &[Cell]| {
            self.pieces
                .iter()
                .any(|piece| piece.colour == Some(colour) && piece.touches(cells))
        };
        let straight = |piece: &&Piece| piece.kind == Kind::Straight && piece.touches(cells);
        own(cells)
            || self
                .pieces
                .iter()
                .filter(straight)
                .any(|piece| own(&piece.cells()))
    }

    /// Whether a new piece may not touch an existing one.
    fn same(&self, kind: Kind, colour: Option<Colour>, other: &Piece) -> bool {
        kind == other.kind && (!self.rules.has("same_type", "identical") || colour == other.colour)
    }

    /// Every placement of one kind of piece that the active seat may make.
    pub(super) fn places(&self, kind: Kind, colour: Option<Colour>) -> Vec<(Cell, bool)> {
        let (walls, covered) = (self.walls(), self.covered());
        let size = self.rules.size;
        let airlocks = self
            .pieces
            .iter()
            .filter(|piece| piece.kind == Kind::Airlock);
        let forbidden = Cells::of(
            size,
            airlocks.flat_map(|piece| entrances(piece.at, piece.up)),
        );
        let connected = Cells::of(
            size,
            self.connected()
                .into_iter()
                .flat_map(|at| self.pieces[at].cells()),
        );
        let alike = self
            .pieces
            .iter()
            .filter(|piece| self.same(kind, colour, piece));
        let alike = Cells::of(size, alike.flat_map(Piece::cells));
        let long = matches!(kind, Kind::Straight | Kind::Airlock);
        let mut found = Vec::new();
        for (x, y) in
            (0..self.rules.size.0).flat_map(|x| (0..self.rules.size.1).map(move |y| (x, y)))
        {
            for up in [false, true] {
                if up && !long {
                    continue;
                }
                let cells = footprint(kind, (x, y), up);
                let free = |cell: &Cell| {
                    self.on_board(*cell)
                        && !walls.contains(*cell)
                        && !self.figures.contains_key(cell)
                        && !covered.contains(*cell)
                        && !forbidden.contains(*cell)
                };
                let beside = |set: &Cells| {
                    cells
                        .iter()
                        .flat_map(|cell| edges(*cell))
                        .any(|cell| set.contains(cell))
                };
                let open = |cell: &Cell| self.on_board(*cell) && !walls.contains(*cell);
                if cells.iter().all(free)
                    && !beside(&alike)
                    && beside(&connected)
                    && (colour.is_none() || self.next_in_succession(&cells))
                    && (kind != Kind::Airlock || entrances((x, y), up).iter().all(open))
                {
                    found.push(((x, y), up));
                }
            }
        }
        found
    }

    /// The squares on which the active seat may put a dome.
    pub(super) fn domes(&self) -> Vec<Cell> {
        let covered = self.covered();
        let colour = self.colour();
        let mut found = Vec::new();
        for at in self.connected() {
            let piece = &self.pieces[at];
            let cells = piece.cells();
            let bare = piece.kind == Kind::Square && piece.colour.is_none();
            let twin = self.rules.has("same_type", "identical")
                && self.pieces.iter().any(|other| {
                    other.kind == Kind::Square
                        && other.colour == Some(colour)
                        && other.touches(&cells)
                });
            if bare
                && !cells.iter().any(|cell| covered.contains(*cell))
                && self.next_in_succession(&cells)
                && !twin
            {
                found.push(piece.at);
            }
        }
        found
    }
}
