//! Sets of cells as rows of bits, a word a row: whole boards are joined, moved and filled a row at a time.

use super::cell::{Cell, MAX_SIDE};

/// Words of a set: a row of the board each, and an empty one below and above.
const WORDS: usize = MAX_SIDE as usize + 2;

/// A set of cells. Column `x` of row `y` is bit `x + 1` of word `y + 1`: around every board lies a rim one cell wide,
/// which is never part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rows([u32; WORDS]);

impl Rows {
    /// No cell.
    pub(crate) const EMPTY: Rows = Rows([0; WORDS]);
    /// Every cell, and the rim.
    pub(crate) const ALL: Rows = Rows([u32::MAX; WORDS]);

    /// One cell of a board.
    #[inline]
    pub(crate) fn one(cell: Cell) -> Self {
        let mut rows = Rows::EMPTY;
        rows.add(cell);
        rows
    }

    /// The cells of a rectangle.
    #[inline]
    pub(crate) fn block(cell: Cell, width: u8, height: u8) -> Self {
        let mut rows = Rows::EMPTY;
        let bits = ((1u32 << width) - 1) << (cell.x + 1);
        (0..height).for_each(|dy| rows.0[usize::from(cell.y + dy) + 1] = bits);
        rows
    }

    /// Whether a cell is in the set; a cell that no board has is not.
    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        cell.x < MAX_SIDE && cell.y < MAX_SIDE && self.0[usize::from(cell.y) + 1] >> (cell.x + 1) & 1 == 1
    }

    /// Adds a cell of a board.
    #[inline]
    pub(crate) fn add(&mut self, cell: Cell) {
        self.0[usize::from(cell.y) + 1] |= 1 << (cell.x + 1);
    }

    /// Takes a cell of a board away.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.y) + 1] &= !(1 << (cell.x + 1));
    }

    /// The cells of both.
    #[inline]
    #[must_use]
    pub(crate) fn or(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The common cells.
    #[inline]
    #[must_use]
    pub(crate) fn and(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// These cells but the others.
    #[inline]
    #[must_use]
    pub(crate) fn without(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// Whether the sets have a common cell.
    #[inline]
    pub(crate) fn meets(&self, other: &Rows) -> bool {
        self.0.iter().zip(&other.0).any(|(one, two)| one & two != 0)
    }

    /// How many cells.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is no cell.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// The first cell, row by row from the bottom.
    #[inline]
    pub(crate) fn first(&self) -> Option<Cell> {
        let row = self.0.iter().position(|row| *row != 0)?;
        Some(Cell { y: (row as u8).wrapping_sub(1), x: (self.0[row].trailing_zeros() as u8).wrapping_sub(1) })
    }

    /// The first cell, rim and all, as a set.
    #[inline]
    pub(crate) fn first_word(&self) -> Option<Rows> {
        let row = self.0.iter().position(|row| *row != 0)?;
        let mut rows = Rows::EMPTY;
        rows.0[row] = self.0[row] & self.0[row].wrapping_neg();
        Some(rows)
    }

    /// The cells in order, row by row from the bottom.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(row, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let x = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (x < u32::BITS).then(|| Cell { y: (row as u8).wrapping_sub(1), x: (x as u8).wrapping_sub(1) })
            })
        })
    }

    /// The n-th cell in order, from 0; there must be so many.
    #[inline]
    pub(crate) fn nth(&self, mut n: u32) -> Cell {
        let mut row = 0;
        while row + 1 < WORDS && n >= self.0[row].count_ones() {
            n -= self.0[row].count_ones();
            row += 1;
        }
        let mut bits = self.0[row];
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Cell { y: (row as u8).wrapping_sub(1), x: (bits.trailing_zeros() as u8).wrapping_sub(1) }
    }

    /// The cells from whose right neighbour on, `n` columns further, the set has cells: it is moved `n` columns left.
    #[inline]
    #[must_use]
    pub(crate) fn left(&self, n: u32) -> Self {
        Rows(self.0.map(|row| row >> n))
    }

    /// The set moved `n` rows down.
    #[inline]
    #[must_use]
    pub(crate) fn down(&self, n: usize) -> Self {
        Rows(std::array::from_fn(|row| if row + n < WORDS { self.0[row + n] } else { 0 }))
    }

    /// The cells from which the cell `dx` columns to the right and `dy` rows above lies in the set.
    #[must_use]
    pub(crate) fn shifted(&self, dx: i16, dy: i16) -> Self {
        let across = match dx {
            0.. => self.left(u32::from(dx.unsigned_abs())),
            _ => Rows(self.0.map(|row| row << dx.unsigned_abs())),
        };
        match dy {
            0.. => across.down(usize::from(dy.unsigned_abs())),
            _ => {
                let up = usize::from(dy.unsigned_abs());
                Rows(std::array::from_fn(|row| if row >= up { across.0[row - up] } else { 0 }))
            }
        }
    }

    /// The set and every cell that shares an edge with one of it.
    #[inline]
    #[must_use]
    pub(crate) fn spread(&self) -> Self {
        Rows(std::array::from_fn(|row| {
            let own = self.0[row];
            let below = if row > 0 { self.0[row - 1] } else { 0 };
            let above = if row + 1 < WORDS { self.0[row + 1] } else { 0 };
            own | own << 1 | own >> 1 | below | above
        }))
    }

    /// The set and every cell that touches one of it by edge or corner.
    #[inline]
    #[must_use]
    pub(crate) fn spread_round(&self) -> Self {
        Rows(std::array::from_fn(|row| {
            let below = if row > 0 { self.0[row - 1] } else { 0 };
            let above = if row + 1 < WORDS { self.0[row + 1] } else { 0 };
            let three = self.0[row] | below | above;
            three | three << 1 | three >> 1
        }))
    }

    /// The cells of `within` that can be reached from this set over edges, itself among them as far as it is inside.
    #[must_use]
    pub(crate) fn fill(&self, within: &Rows) -> Self {
        self.filled(within, |near| near)
    }

    /// The same over edges and corners.
    #[must_use]
    pub(crate) fn fill_round(&self, within: &Rows) -> Self {
        self.filled(within, |near| near | near << 1 | near >> 1)
    }

    /// Sweeps up and down until nothing is added; `near` widens what comes from the neighbouring row.
    #[inline]
    fn filled(&self, within: &Rows, near: impl Fn(u32) -> u32) -> Self {
        let mut rows = self.and(within).0;
        for (row, within) in rows.iter_mut().zip(within.0) {
            *row = fill_row(*row, within);
        }
        loop {
            let mut changed = false;
            for row in 1..WORDS {
                changed |= flow(&mut rows, row, row - 1, within, &near);
            }
            for row in (0..WORDS - 1).rev() {
                changed |= flow(&mut rows, row, row + 1, within, &near);
            }
            if !changed {
                return Rows(rows);
            }
        }
    }
}

/// The cells within four steps of one: rows of bits, the middle one its own row.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    rows: [u32; REACHED],
    /// The row of the cell itself.
    y: u8,
}

/// Rows within four steps of a cell.
const REACHED: usize = 9;

/// What a walk may do where.
pub(crate) struct Ground {
    /// Cells that a figure may step on.
    pub(crate) open: Rows,
    /// Cells where it may end.
    pub(crate) ends: Rows,
    /// Cells where it must end, because it scores there.
    pub(crate) home: Rows,
    /// Where the cells of `home` count only when they are stepped on from these doors.
    pub(crate) doors: Option<Rows>,
}

impl Reach {
    /// How many cells.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The same as a set of cells.
    pub(crate) fn cells(&self) -> Rows {
        let mut rows = Rows::EMPTY;
        for (at, bits) in self.rows.iter().enumerate() {
            if let Some(row) = rows.0.get_mut((usize::from(self.y) + at).wrapping_sub(3)) {
                *row = *bits;
            }
        }
        rows
    }
}

/// One step of a walk: cells in the rows around its start.
struct Stride {
    /// Its number, from 1.
    step: u8,
    /// The cells it leads to.
    next: [u32; REACHED],
    /// Those of them where the figure scores.
    home: [u32; REACHED],
}

/// The rows around a cell.
#[inline]
fn window(from: Cell, rows: &Rows) -> [u32; REACHED] {
    std::array::from_fn(|at| rows.0.get((usize::from(from.y) + at).wrapping_sub(3)).copied().unwrap_or(0))
}

/// Where a figure can walk from a cell in so many steps (at most four); its own cell is not among it.
#[inline]
pub(crate) fn reach(from: Cell, steps: u8, ground: &Ground) -> Reach {
    let mut found = Reach { rows: [0; REACHED], y: from.y };
    let ends = window(from, &ground.ends);
    walk(from, steps, ground, |stride| {
        (0..REACHED).for_each(|at| found.rows[at] |= stride.next[at] & ends[at]);
        false
    });
    found
}

/// The fewest steps, at most `steps`, in which a figure walks from one cell to another, and whether it scores there;
/// where it may end there is not asked.
pub(crate) fn steps_to(from: Cell, to: Cell, steps: u8, ground: &Ground) -> Option<(u8, bool)> {
    let row = (usize::from(to.y) + 4).checked_sub(usize::from(from.y)).filter(|row| *row < REACHED)?;
    let mut found = None;
    walk(from, steps, ground, |stride| {
        let has = |rows: &[u32; REACHED]| to.x < MAX_SIDE && rows[row] >> (to.x + 1) & 1 == 1;
        if has(&stride.next) {
            found = Some((stride.step, has(&stride.home)));
        }
        found.is_some()
    });
    found
}

/// Walks on from a cell a step at a time, over cells not yet seen; `visit` says whether to stop.
#[inline]
fn walk(from: Cell, steps: u8, ground: &Ground, mut visit: impl FnMut(&Stride) -> bool) {
    if let Some(doors) = &ground.doors {
        return walk_through(from, steps, ground, doors, &mut visit);
    }
    let (open, scored) = (window(from, &ground.open), window(from, &ground.home));
    let mut edge = [0; REACHED];
    edge[4] = 1 << (from.x + 1);
    let mut seen = edge;
    for step in 1..=steps {
        let next: [u32; REACHED] = std::array::from_fn(|at| beside(&edge, at) & open[at] & !seen[at]);
        let home = std::array::from_fn(|at| next[at] & scored[at]);
        if visit(&Stride { step, next, home }) {
            return;
        }
        for at in 0..REACHED {
            seen[at] |= next[at];
            edge[at] = next[at] & !home[at];
        }
    }
}

/// The same where a cell of `home` scores only when it is stepped on from a door: such a cell may be crossed by one
/// way and end another.
#[cold]
fn walk_through(
    from: Cell,
    steps: u8,
    ground: &Ground,
    doors: &Rows,
    visit: &mut dyn FnMut(&Stride) -> bool,
) {
    let (open, scored, doors) = (window(from, &ground.open), window(from, &ground.home), window(from, doors));
    let mut edge = [0; REACHED];
    edge[4] = 1 << (from.x + 1);
    let mut seen = edge;
    for step in 1..=steps {
        let through: [u32; REACHED] = std::array::from_fn(|at| edge[at] & doors[at]);
        let rest: [u32; REACHED] = std::array::from_fn(|at| edge[at] & !doors[at]);
        let home = std::array::from_fn(|at| beside(&through, at) & open[at] & scored[at]);
        let on: [u32; REACHED] = std::array::from_fn(|at| {
            (beside(&rest, at) | beside(&through, at) & !scored[at]) & open[at] & !seen[at]
        });
        let next = std::array::from_fn(|at| on[at] | home[at]);
        if visit(&Stride { step, next, home }) {
            return;
        }
        (0..REACHED).for_each(|at| seen[at] |= on[at]);
        edge = on;
    }
}

/// The cells of a row that share an edge with these.
#[inline]
fn beside(edge: &[u32; REACHED], at: usize) -> u32 {
    let below = if at > 0 { edge[at - 1] } else { 0 };
    let above = if at + 1 < REACHED { edge[at + 1] } else { 0 };
    edge[at] << 1 | edge[at] >> 1 | below | above
}

/// Takes over into a row what its neighbour gives it; whether that added anything.
#[inline]
fn flow(rows: &mut [u32; WORDS], row: usize, from: usize, within: &Rows, near: &impl Fn(u32) -> u32) -> bool {
    let new = near(rows[from]) & within.0[row] & !rows[row];
    if new != 0 {
        rows[row] = fill_row(rows[row] | new, within.0[row]);
    }
    new != 0
}

/// The runs of `within` that hold a bit of `seeds`, whole.
#[inline]
fn fill_row(seeds: u32, within: u32) -> u32 {
    // Upwards an addition carries through each run; downwards the steps double.
    let (wide, seeds_wide) = (u64::from(within), u64::from(seeds));
    let mut run = (((wide + seeds_wide) ^ wide) as u32 & within) | seeds;
    let mut open = within;
    for step in [1, 2, 4, 8, 16] {
        run |= open & (run >> step);
        open &= open >> step;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[(u8, u8)]) -> Rows {
        let mut rows = Rows::EMPTY;
        cells.iter().for_each(|(x, y)| rows.add(Cell::at(*x, *y)));
        rows
    }

    #[test]
    fn a_fill_finds_what_a_walk_finds() {
        let mut bits = 12345u64;
        for round in 0..200 {
            let mut within = Rows::EMPTY;
            for y in 0..MAX_SIDE {
                for x in 0..MAX_SIDE {
                    bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    if bits >> 33 & 7 > round % 6 {
                        within.add(Cell::at(x, y));
                    }
                }
            }
            let seeds = set(&[(3, 4), (20, 11), (29, 29)]);
            for (round, found) in [(false, seeds.fill(&within)), (true, seeds.fill_round(&within))] {
                let mut walked = seeds.and(&within);
                loop {
                    let next = if round { walked.spread_round() } else { walked.spread() }.and(&within);
                    if next == walked {
                        break;
                    }
                    walked = next;
                }
                assert_eq!(found, walked);
            }
        }
    }

    #[test]
    fn cells_are_counted_and_found_in_order() {
        let rows = set(&[(0, 0), (29, 0), (5, 7), (29, 29)]);
        let cells: Vec<_> = rows.iter().collect();
        assert_eq!(cells, [Cell::at(0, 0), Cell::at(29, 0), Cell::at(5, 7), Cell::at(29, 29)]);
        for (n, cell) in cells.iter().enumerate() {
            assert_eq!(rows.nth(n as u32), *cell);
        }
        assert_eq!((rows.len(), rows.first()), (4, Some(Cell::at(0, 0))));
        assert!(!rows.has(Cell::at(31, 0)) && !rows.has(Cell::at(255, 255)));
    }

    #[test]
    fn sets_spread_and_move() {
        let one = set(&[(5, 5)]);
        assert_eq!(one.spread(), set(&[(5, 5), (4, 5), (6, 5), (5, 4), (5, 6)]));
        assert_eq!(one.spread_round().len(), 9);
        assert_eq!(one.left(2).down(3), set(&[(3, 2)]));
        assert_eq!(Rows::block(Cell::at(4, 4), 2, 3).len(), 6);
    }
}
