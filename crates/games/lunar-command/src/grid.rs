//! Values derived from a state: the content of cells, the remaining supplies, and what is connected for each seat.
//! A grid is built from a state when needed, and then updated after each action.

use super::rulebook::Rulebook;
use super::state::{Colour, Figure, Kind, Piece, Rows, State, entrances};
use cardwright_kernel::Seat;

/// The content of the cells, as sets of cells.
pub(crate) struct Grid {
    /// The cells of straight walls, square walls, airlocks and antennae, by [`footprint`].
    kinds: [Rows; 4],
    /// The cells of coloured pieces, by colour, including squares with a dome.
    pub(crate) coloured: [Rows; 2],
    /// The cells of coloured pieces built by a team's second member, if the rules distinguish that.
    seconds: Rows,
    /// The cells of doors, by colour.
    pub(crate) doors: [Rows; 2],
    /// The entrances of airlocks (clause LC-1.6).
    pub(crate) entrances: Rows,
    /// The cells of all pieces.
    pub(crate) pieces: Rows,
    /// The cells of robots and of astronauts.
    pub(crate) figures: [Rows; 2],
    /// The cells under UFOs, including cells outside the board, which have no effect.
    pub(crate) covers: Rows,
    /// The number of pieces built, by kind: white ones, then those of each seat. If the rules do not distinguish
    /// the members of a team, all count for the first seat of their colour.
    built: [[u8; 5]; 5],
    /// The cells connected for a seat, once calculated.
    connected: [Option<Rows>; 4],
}

/// The index of a kind among those on the board; a dome is on a square.
#[inline]
fn footprint(kind: Kind) -> usize {
    match kind {
        Kind::Straight => 0,
        Kind::Square | Kind::Dome => 1,
        Kind::Airlock => 2,
        Kind::Antenna => 3,
    }
}

impl Grid {
    /// Builds the grid of a state.
    pub(crate) fn of(rules: &Rulebook, state: &State) -> Self {
        let mut grid = Grid {
            kinds: [Rows::EMPTY; 4],
            coloured: [Rows::EMPTY; 2],
            seconds: Rows::EMPTY,
            doors: [Rows::EMPTY; 2],
            entrances: Rows::EMPTY,
            pieces: Rows::EMPTY,
            figures: [Rows::EMPTY; 2],
            covers: Rows::EMPTY,
            built: [[0; 5]; 5],
            connected: [None; 4],
        };
        state
            .pieces
            .iter()
            .for_each(|piece| grid.put(rules, *piece));
        for kind in Figure::ALL {
            state
                .figures(kind)
                .iter()
                .for_each(|cell| grid.figures[kind.index()].add(*cell));
        }
        grid.cover(state);
        grid
    }

    /// The cells of a kind of piece, including squares with a dome.
    #[inline]
    pub(crate) fn of_kind(&self, kind: Kind) -> &Rows {
        &self.kinds[footprint(kind)]
    }

    /// The cells of square walls without a dome.
    #[inline]
    pub(crate) fn bare(&self) -> Rows {
        self.kinds[1]
            .without(&self.coloured[0])
            .without(&self.coloured[1])
    }

    /// The cells of all figures.
    #[inline]
    pub(crate) fn all_figures(&self) -> Rows {
        self.figures[0].or(&self.figures[1])
    }

    /// Adds a new piece, or a dome on a square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &Rulebook, piece: Piece) {
        let rows = piece.rows();
        self.pieces.add_all(&rows);
        self.kinds[footprint(piece.kind())].add_all(&rows);
        if let Some(colour) = piece.owner() {
            self.coloured[colour.index()].add_all(&rows);
            if piece.second() {
                self.seconds.add_all(&rows);
            }
        }
        if piece.kind() == Kind::Airlock
            && let Some(colour) = piece.owner()
        {
            self.doors[colour.index()].add_all(&piece.doors());
            let cells = entrances(piece.up());
            let cells = cells
                .into_iter()
                .filter_map(|(dx, dy)| piece.cell().by(dx, dy));
            cells
                .filter(|cell| rules.board().has(*cell))
                .for_each(|cell| self.entrances.add(cell));
        }
        if !rules.is_corner(piece) {
            let dome = piece.built() == Kind::Dome;
            self.built[0][Kind::Square.index()] += u8::from(dome);
            self.built[whose(piece)][piece.built().index()] += 1;
        }
    }

    /// Adds a dome on a square, whose wall was counted before.
    pub(crate) fn put_dome(&mut self, rules: &Rulebook, piece: Piece) {
        self.put(rules, piece);
        self.built[0][Kind::Square.index()] -= 1;
        // A dome may cut connections of the other colour; for its own colour, the square was passable before.
        let cuts = piece.owner().map(Colour::other);
        for seat in (0..rules.seats()).map(Seat) {
            let of_partner = rules.tells_members() && Some(rules.colour(seat)) == piece.owner();
            if cuts == Some(rules.colour(seat)) || of_partner {
                self.connected[seat.index()] = None;
            }
        }
    }

    /// Updates the known connections after a new piece: it may connect others.
    pub(crate) fn join(&mut self, rules: &Rulebook, piece: Piece) {
        let rows = piece.rows();
        for seat in (0..rules.seats()).map(Seat) {
            let Some(known) = self.connected[seat.index()] else {
                continue;
            };
            let passable = self.passable(rules, seat);
            if rows.meets(&passable) && rows.spread().meets(&known) {
                let more = rows.fill(&passable.without(&known));
                self.connected[seat.index()] = Some(known.or(&more));
            }
        }
    }

    /// Updates the cells under UFOs.
    #[inline]
    pub(crate) fn cover(&mut self, state: &State) {
        self.covers = Rows::EMPTY;
        state
            .ufos
            .iter()
            .for_each(|ufo| ufo.cover_on(&mut self.covers));
    }

    /// The cells of pieces that carry a seat's connection: white ones and its own (clauses LC-4.9, LC-4.10,
    /// LC-9.2).
    fn passable(&self, rules: &Rulebook, seat: Seat) -> Rows {
        let colour = rules.colour(seat);
        let passable = self.pieces.without(&self.coloured[colour.other().index()]);
        if !rules.parts_partners() {
            return passable;
        }
        let own = self.coloured[colour.index()];
        let seconds = own.and(&self.seconds);
        passable.without(&if rules.is_second(seat) {
            own.without(&self.seconds)
        } else {
            seconds
        })
    }

    /// The cells of the pieces that are connected for a seat (clause LC-4.9).
    pub(crate) fn connected(&mut self, rules: &Rulebook, seat: Seat) -> Rows {
        if let Some(known) = self.connected[seat.index() & 3] {
            return known;
        }
        let roots = rules
            .roots(seat)
            .fold(Rows::EMPTY, |all, cell| all.or(&Rows::block(cell, 2, 2)));
        let found = roots.fill(&self.passable(rules, seat));
        self.connected[seat.index() & 3] = Some(found);
        found
    }

    /// The cells that touch a colour's succession: its coloured pieces, and straight walls that touch one of them
    /// (clause LC-4.12).
    pub(crate) fn succession(&self, colour: Colour) -> Rows {
        let own = &self.coloured[colour.index()];
        let straight = self.of_kind(Kind::Straight);
        // Straight walls never touch each other, so the fill stays within each.
        let links = own.spread().fill(straight);
        own.or(&links).spread()
    }

    /// The number of pieces of a kind that a seat may still build.
    pub(crate) fn left(&self, rules: &Rulebook, seat: Seat, kind: Kind) -> u8 {
        if kind.is_white() {
            return rules
                .supply(kind)
                .saturating_sub(self.built[0][kind.index()]);
        }
        let colour = rules.colour(seat);
        let [first, second] =
            [1, 2].map(|member| self.built[colour.index() * 2 + member][kind.index()]);
        if !rules.halves() {
            return rules.supply(kind).saturating_sub(first + second);
        }
        let half = rules.supply(kind) / 2;
        match rules.is_second(seat) {
            false => (rules.supply(kind) - half).saturating_sub(first),
            true => half.saturating_sub(second),
        }
    }

    /// The number of pieces of a kind on the board without starting corners; of a coloured kind, those of the
    /// colour.
    pub(crate) fn built(&self, colour: Colour, kind: Kind) -> u8 {
        match kind.is_white() {
            true => self.built[0][kind.index()],
            false => [1, 2]
                .map(|member| self.built[colour.index() * 2 + member][kind.index()])
                .iter()
                .sum(),
        }
    }

    /// Whether there are more pieces of a kind on the board than a colour, or a member of its team, has.
    pub(crate) fn is_beyond_supply(&self, rules: &Rulebook, colour: Colour, kind: Kind) -> bool {
        if kind.is_white() || !rules.halves() {
            return self.built(colour, kind) > rules.supply(kind);
        }
        let half = rules.supply(kind) / 2;
        let [first, second] =
            [1, 2].map(|member| self.built[colour.index() * 2 + member][kind.index()]);
        first > rules.supply(kind) - half || second > half
    }

    /// The number of coloured pieces that a colour has built (clause LC-8.4).
    pub(crate) fn built_by(&self, colour: Colour) -> u32 {
        let coloured = Kind::ALL.into_iter().filter(|kind| !kind.is_white());
        coloured
            .map(|kind| u32::from(self.built(colour, kind)))
            .sum()
    }

    /// The number of white pieces on the board.
    pub(crate) fn white_built(&self) -> u32 {
        u32::from(self.built[0][Kind::Straight.index()])
            + u32::from(self.built[0][Kind::Square.index()])
    }
}

/// The row of [`Grid::built`] in which a piece counts.
fn whose(piece: Piece) -> usize {
    piece.owner().map_or(0, |colour| {
        colour.index() * 2 + 1 + usize::from(piece.second())
    })
}
