//! Sets of cells as rows of bits, one word for each row. Whole boards are joined, moved and filled one row at a time.

use super::cell::{Cell, MAX_SIDE};

/// The number of words in a set: one for each row of the board, and an empty one below and above.
pub(super) const WORDS: usize = MAX_SIDE as usize + 2;

/// A set of cells. Column `x` of row `y` is bit `x + 1` of word `y + 1`: every board is surrounded by a border one cell
/// wide that is never part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows(pub(super) [u32; WORDS]);

impl Rows {
    /// The empty set.
    pub const EMPTY: Rows = Rows([0; WORDS]);
    /// All cells, including the border.
    pub const ALL: Rows = Rows([u32::MAX; WORDS]);

    /// The set with one cell.
    #[inline]
    pub fn one(cell: Cell) -> Self {
        let mut rows = Rows::EMPTY;
        rows.add(cell);
        rows
    }

    /// The cells of a rectangle, given by its lower left cell.
    pub fn block(cell: Cell, width: u8, height: u8) -> Self {
        let mut rows = Rows::EMPTY;
        let bits = bits_of(cell, width);
        rows.0
            .iter_mut()
            .skip(usize::from(cell.y) + 1)
            .take(height.into())
            .for_each(|row| *row = bits);
        rows
    }

    /// Whether the set contains any cell of a rectangle.
    pub fn meets_block(&self, cell: Cell, width: u8, height: u8) -> bool {
        let bits = bits_of(cell, width);
        self.0
            .iter()
            .skip(usize::from(cell.y) + 1)
            .take(height.into())
            .any(|row| row & bits != 0)
    }

    /// Adds every cell within two orthogonal steps of a cell, as far as the set can represent it.
    pub fn add_within_two(&mut self, cell: Cell) {
        if cell.x >= MAX_SIDE {
            return;
        }
        // Five rows, starting two below. Each is a run of bits around the cell's own bit, which is bit 2 here.
        for (bits, at) in [0b00100_u64, 0b01110, 0b11111, 0b01110, 0b00100]
            .into_iter()
            .zip(usize::from(cell.y)..)
        {
            if let Some(row) = self.0.get_mut(at.wrapping_sub(1)) {
                *row |= (bits << (cell.x + 1) >> 2) as u32;
            }
        }
    }

    /// Whether the set contains a cell; `false` for a cell outside every board.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        cell.x < MAX_SIDE
            && cell.y < MAX_SIDE
            && self.0[usize::from(cell.y) + 1] >> (cell.x + 1) & 1 == 1
    }

    /// Adds a cell; a cell outside every board is ignored.
    #[inline]
    pub fn add(&mut self, cell: Cell) {
        if cell.x < MAX_SIDE && cell.y < MAX_SIDE {
            self.0[usize::from(cell.y) + 1] |= 1 << (cell.x + 1);
        }
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if cell.x < MAX_SIDE && cell.y < MAX_SIDE {
            self.0[usize::from(cell.y) + 1] &= !(1 << (cell.x + 1));
        }
    }

    /// The union of both sets.
    #[must_use]
    pub fn or(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// Adds all cells of another set.
    pub fn add_all(&mut self, other: &Rows) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(row, other)| *row |= other);
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn and(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The cells of this set that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Rows) -> Self {
        Rows(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// Whether the sets have a common cell.
    pub fn meets(&self, other: &Rows) -> bool {
        // There is no early exit, so that several rows can be compared at once.
        self.0
            .iter()
            .zip(&other.0)
            .fold(0, |all, (one, two)| all | one & two)
            != 0
    }

    /// The number of cells.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The first cell, row by row from the bottom.
    pub fn first(&self) -> Option<Cell> {
        let row = self.0.iter().position(|row| *row != 0)?;
        Some(Cell {
            y: (row as u8).wrapping_sub(1),
            x: (self.0[row].trailing_zeros() as u8).wrapping_sub(1),
        })
    }

    /// A set with only the first cell, which may be in the border.
    pub fn first_word(&self) -> Option<Rows> {
        let row = self.0.iter().position(|row| *row != 0)?;
        let mut rows = Rows::EMPTY;
        rows.0[row] = self.0[row] & self.0[row].wrapping_neg();
        Some(rows)
    }

    /// The cells in order, row by row from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(row, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let x = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (x < u32::BITS).then(|| Cell {
                    y: (row as u8).wrapping_sub(1),
                    x: (x as u8).wrapping_sub(1),
                })
            })
        })
    }

    /// The cell with an index, from 0, in order. The set must have more cells than the index.
    pub fn nth(&self, mut n: u32) -> Cell {
        let mut row = 0;
        while row + 1 < WORDS && n >= self.0[row].count_ones() {
            n -= self.0[row].count_ones();
            row += 1;
        }
        let mut bits = self.0[row];
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Cell {
            y: (row as u8).wrapping_sub(1),
            x: (bits.trailing_zeros() as u8).wrapping_sub(1),
        }
    }

    /// The set moved `n` columns to the left.
    #[must_use]
    pub fn left(&self, n: u32) -> Self {
        Rows(self.0.map(|row| row >> n))
    }

    /// The set moved `n` rows down.
    #[must_use]
    pub fn down(&self, n: usize) -> Self {
        Rows(std::array::from_fn(|row| {
            if row + n < WORDS { self.0[row + n] } else { 0 }
        }))
    }

    /// The cells for which the cell `dx` columns to the right and `dy` rows up is in the set.
    #[must_use]
    pub fn shifted(&self, dx: i16, dy: i16) -> Self {
        let across = match dx {
            0.. => self.left(u32::from(dx.unsigned_abs())),
            _ => Rows(self.0.map(|row| row << dx.unsigned_abs())),
        };
        match dy {
            0.. => across.down(usize::from(dy.unsigned_abs())),
            _ => {
                let up = usize::from(dy.unsigned_abs());
                Rows(std::array::from_fn(|row| {
                    if row >= up { across.0[row - up] } else { 0 }
                }))
            }
        }
    }

    /// The set and every cell that shares an edge with one of its cells.
    #[must_use]
    pub fn spread(&self) -> Self {
        Rows(std::array::from_fn(|row| {
            let own = self.0[row];
            let below = if row > 0 { self.0[row - 1] } else { 0 };
            let above = if row + 1 < WORDS { self.0[row + 1] } else { 0 };
            own | own << 1 | own >> 1 | below | above
        }))
    }

    /// The set and every cell within two orthogonal steps of one of its cells.
    #[must_use]
    pub fn spread_twice(&self) -> Self {
        self.spread().spread()
    }

    /// The lower left cells of all rectangles of this size that are entirely in the set; sides must be 1, 2 or 4 cells
    /// long.
    #[must_use]
    pub fn whole(&self, width: u8, height: u8) -> Self {
        self.doubled(width, height, Rows::and)
    }

    /// The lower left cells of all rectangles of this size that contain a cell of the set.
    #[must_use]
    pub fn some(&self, width: u8, height: u8) -> Self {
        self.doubled(width, height, Rows::or)
    }

    /// Combines the set with a copy moved by one, the result with a copy moved by two, and so on.
    #[inline]
    fn doubled(&self, width: u8, height: u8, join: impl Fn(&Rows, &Rows) -> Rows) -> Self {
        let mut rows = *self;
        for step in [1, 2] {
            if step < width {
                rows = join(&rows, &rows.left(step.into()));
            }
        }
        for step in [1, 2] {
            if step < height {
                rows = join(&rows, &rows.down(step.into()));
            }
        }
        rows
    }

    /// The set and every cell that touches one of its cells by edge or corner.
    #[must_use]
    pub fn spread_round(&self) -> Self {
        Rows(std::array::from_fn(|row| {
            let below = if row > 0 { self.0[row - 1] } else { 0 };
            let above = if row + 1 < WORDS { self.0[row + 1] } else { 0 };
            let three = self.0[row] | below | above;
            three | three << 1 | three >> 1
        }))
    }

    /// The cells of `within` that can be reached from this set across edges, including this set's own cells in
    /// `within`.
    #[must_use]
    pub fn fill(&self, within: &Rows) -> Self {
        self.filled(within, |near| near)
    }

    /// Like [`Rows::fill`], across edges and corners.
    #[must_use]
    pub fn fill_round(&self, within: &Rows) -> Self {
        self.filled(within, |near| near | near << 1 | near >> 1)
    }

    /// Sweeps up and down until nothing is added; `near` widens the bits from the neighbouring row.
    #[inline]
    fn filled(&self, within: &Rows, near: impl Fn(u32) -> u32) -> Self {
        let mut rows = self.and(within).0;
        // Rows that contain cells; beyond their neighbouring rows nothing can be added.
        let holds = |row: &u32| *row != 0;
        let (Some(mut lowest), Some(mut highest)) =
            (rows.iter().position(holds), rows.iter().rposition(holds))
        else {
            return Rows::EMPTY;
        };
        for (row, within) in rows[lowest..=highest]
            .iter_mut()
            .zip(&within.0[lowest..=highest])
        {
            *row = fill_row(*row, *within);
        }
        loop {
            let mut changed = false;
            for row in lowest + 1..WORDS {
                let new = flow(&mut rows, row, row - 1, within, &near);
                changed |= new;
                if row > highest {
                    if !new {
                        break;
                    }
                    highest = row;
                }
            }
            for row in (0..highest).rev() {
                let new = flow(&mut rows, row, row + 1, within, &near);
                changed |= new;
                if row < lowest {
                    if !new {
                        break;
                    }
                    lowest = row;
                }
            }
            if !changed {
                return Rows(rows);
            }
        }
    }
}

/// The bits of `width` columns starting at a cell; 0 for a cell outside every board.
#[inline]
fn bits_of(cell: Cell, width: u8) -> u32 {
    if cell.x >= MAX_SIDE {
        return 0;
    }
    (((1_u64 << width.min(MAX_SIDE)) - 1) << (cell.x + 1)) as u32
}

/// Spreads bits from a neighbouring row into a row; returns whether any were added.
#[inline]
fn flow(
    rows: &mut [u32; WORDS],
    row: usize,
    from: usize,
    within: &Rows,
    near: &impl Fn(u32) -> u32,
) -> bool {
    let new = near(rows[from]) & within.0[row] & !rows[row];
    if new != 0 {
        rows[row] = fill_row(rows[row] | new, within.0[row]);
    }
    new != 0
}

/// The complete runs of `within` that contain a bit of `seeds`.
#[inline]
pub(super) fn fill_row(seeds: u32, within: u32) -> u32 {
    // Upwards, an addition carries through each run. Downwards, the step width doubles.
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
                    bits = bits
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    if bits >> 33 & 7 > round % 6 {
                        within.add(Cell::at(x, y));
                    }
                }
            }
            let seeds = set(&[(3, 4), (20, 11), (29, 29)]);
            for (round, found) in [
                (false, seeds.fill(&within)),
                (true, seeds.fill_round(&within)),
            ] {
                let mut walked = seeds.and(&within);
                loop {
                    let next = if round {
                        walked.spread_round()
                    } else {
                        walked.spread()
                    }
                    .and(&within);
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
        assert_eq!(
            cells,
            [
                Cell::at(0, 0),
                Cell::at(29, 0),
                Cell::at(5, 7),
                Cell::at(29, 29)
            ]
        );
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
        for (width, height) in [(1, 1), (2, 2), (4, 1), (1, 4), (4, 4)] {
            let cells = set(&[
                (0, 0),
                (1, 0),
                (2, 0),
                (3, 0),
                (0, 1),
                (1, 1),
                (0, 2),
                (0, 3),
                (9, 9),
            ]);
            for cell in
                (0..MAX_SIDE - 4).flat_map(|y| (0..MAX_SIDE - 4).map(move |x| Cell::at(x, y)))
            {
                let block = Rows::block(cell, width, height);
                assert_eq!(
                    cells.whole(width, height).has(cell),
                    block.without(&cells).is_empty(),
                    "{cell}"
                );
                assert_eq!(
                    cells.some(width, height).has(cell),
                    block.meets(&cells),
                    "{cell}"
                );
            }
        }
        let block = Rows::block(Cell::at(4, 4), 2, 3);
        assert_eq!(block.len(), 6);
        for cell in (0..MAX_SIDE).flat_map(|y| (0..MAX_SIDE).map(move |x| Cell::at(x, y))) {
            let mut near = block;
            near.add_within_two(cell);
            assert_eq!(near, block.or(&Rows::one(cell).spread().spread()), "{cell}");
            assert_eq!(
                block.meets_block(cell, 2, 1),
                block.meets(&Rows::block(cell, 2, 1)),
                "{cell}"
            );
        }
    }

    #[test]
    fn cells_that_no_board_has_are_left_out() {
        for cell in [Cell::at(30, 3), Cell::at(3, 255), Cell::at(255, 255)] {
            assert!(Rows::one(cell).is_empty());
            let _ = (
                Rows::block(cell, 255, 255),
                Rows::ALL.meets_block(cell, 4, 4),
            );
        }
        let mut all = Rows::ALL;
        all.add_within_two(Cell::at(255, 255));
        all.remove(Cell::at(255, 255));
        assert_eq!(all, Rows::ALL);
    }
}
