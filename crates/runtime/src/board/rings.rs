//! Rings of walls around a cell that have only a few gaps: which cells the cheapest ring lacks.

use super::cell::Cell;
use super::rows::{Rows, WORDS, fill_row};

/// The maximum number of missing cells.
pub const MOST_MISSING: usize = 15;

/// Two copies of the board, joined along a line from the cell in the middle to the border: a path that leads from a cell
/// to the same cell of the other copy goes around that cell.
type Sheets = [[u32; WORDS]; 2];

const NOTHING: Sheets = [[0; WORDS]; 2];

/// The cells that are reached with a number of missing cells, and not with fewer.
#[derive(Clone, Copy)]
struct Level {
    /// Walls.
    walls: Sheets,
    /// Cells where a wall is missing.
    missing: Sheets,
}

impl Level {
    fn all(&self) -> Sheets {
        let mut all = self.walls;
        add(&mut all, &self.missing);
        all
    }
}

/// The number of cells that a hard one counts as.
const HARD: usize = 4;

/// The line along which the copies are joined: between a row and the next one, in some columns.
struct Line {
    row: usize,
    columns: u32,
}

impl Line {
    fn from(cell: Cell) -> Self {
        Line {
            row: usize::from(cell.y) + 1,
            columns: u32::MAX.checked_shl(u32::from(cell.x) + 2).unwrap_or(0),
        }
    }

    /// The cells that share an edge with one of these.
    #[inline]
    fn spread(&self, from: &Sheets) -> Sheets {
        let mut to = NOTHING;
        for (to, from) in to.iter_mut().zip(from) {
            for row in 1..WORDS - 1 {
                let own = from[row];
                to[row] = own << 1 | own >> 1 | from[row - 1] | from[row + 1];
            }
        }
        let (row, columns) = (self.row, self.columns);
        if row + 2 < WORDS {
            for sheet in 0..2 {
                let (here, there) = (&from[sheet], &from[1 - sheet]);
                let join = |row: usize| here[row] & !columns | there[row] & columns;
                to[sheet][row] = here[row] << 1 | here[row] >> 1 | here[row - 1] | join(row + 1);
                to[sheet][row + 1] =
                    here[row + 1] << 1 | here[row + 1] >> 1 | join(row) | here[row + 2];
            }
        }
        to
    }
}

impl Line {
    /// The cells of `within` that can be reached from these across edges. The seeds are in `within`.
    fn fill(&self, seeds: &Sheets, within: &Rows) -> Sheets {
        let mut rows = *seeds;
        for sheet in &mut rows {
            for (row, within) in sheet.iter_mut().zip(&within.0) {
                if *row != 0 {
                    *row = fill_row(*row, *within);
                }
            }
        }
        loop {
            let mut changed = false;
            for row in 1..WORDS {
                changed |= self.flow(&mut rows, row, row - 1, within);
            }
            for row in (0..WORDS - 1).rev() {
                changed |= self.flow(&mut rows, row, row + 1, within);
            }
            if !changed {
                return rows;
            }
        }
    }

    /// Spreads cells from a neighbouring row into a row; returns whether any were added.
    #[inline]
    fn flow(&self, rows: &mut Sheets, row: usize, from: usize, within: &Rows) -> bool {
        let [mut one, mut other] = [rows[0][from], rows[1][from]];
        if row.min(from) == self.row {
            let change = (one ^ other) & self.columns;
            (one, other) = (one ^ change, other ^ change);
        }
        let new = [
            one & within.0[row] & !rows[0][row],
            other & within.0[row] & !rows[1][row],
        ];
        for (sheet, new) in rows.iter_mut().zip(new) {
            if new != 0 {
                sheet[row] = fill_row(sheet[row] | new, within.0[row]);
            }
        }
        new != [0, 0]
    }
}

#[inline]
fn both(one: &Sheets, rows: &Rows) -> Sheets {
    one.map(|sheet| std::array::from_fn(|row| sheet[row] & rows.0[row]))
}

#[inline]
fn and(one: &Sheets, other: &Sheets) -> Sheets {
    std::array::from_fn(|sheet| std::array::from_fn(|row| one[sheet][row] & other[sheet][row]))
}

#[inline]
fn without(one: &Sheets, other: &Sheets) -> Sheets {
    std::array::from_fn(|sheet| std::array::from_fn(|row| one[sheet][row] & !other[sheet][row]))
}

#[inline]
fn add(one: &mut Sheets, other: &Sheets) {
    for (one, other) in one.iter_mut().zip(other) {
        one.iter_mut()
            .zip(other)
            .for_each(|(one, other)| *one |= other);
    }
}

#[inline]
fn is_empty(one: &Sheets) -> bool {
    let all = |sheet: &[u32; WORDS]| sheet.iter().fold(0, |all, row| all | row);
    all(&one[0]) | all(&one[1]) == 0
}

/// The first cell of a set that is not empty, as a set.
fn first(one: &Sheets) -> Sheets {
    let mut found = NOTHING;
    for (found, sheet) in found.iter_mut().zip(one) {
        if let Some(row) = sheet.iter().position(|row| *row != 0) {
            found[row] = sheet[row] & sheet[row].wrapping_neg();
            break;
        }
    }
    found
}

/// The cells that are missing from a ring of walls around `cell` that contains the wall on the cell `from`: the fewest
/// there can be, where each of the `hard` cells counts as four. `None` if that is more than `most`. New walls are only
/// built on `free` and `hard` cells. Empty if there is such a ring.
pub fn ring(
    cell: Cell,
    from: Cell,
    walls: &Rows,
    (free, hard): (&Rows, &Rows),
    most: usize,
) -> Option<Rows> {
    let line = Line::from(cell);
    let start = [Rows::one(from).0, [0; WORDS]];
    let end = [[0; WORDS], start[0]];
    let network = line.fill(&start, walls);
    if !is_empty(&and(&network, &end)) {
        return Some(Rows::EMPTY);
    }
    let mut seen = network;
    let mut levels = [Level {
        walls: NOTHING,
        missing: NOTHING,
    }; MOST_MISSING + 1];
    let most = most.min(MOST_MISSING);
    levels[0].walls = network;
    for number in 1..=most {
        let mut missing = both(&line.spread(&levels[number - 1].all()), free);
        if number >= HARD {
            add(
                &mut missing,
                &both(&line.spread(&levels[number - HARD].all()), hard),
            );
        }
        let missing = without(&missing, &seen);
        add(&mut seen, &missing);
        levels[number].missing = missing;
        let mut reached = missing;
        // Moving along walls costs nothing.
        while !is_empty(&reached) {
            reached = without(&both(&line.spread(&reached), walls), &seen);
            add(&mut seen, &reached);
            add(&mut levels[number].walls, &reached);
        }
        if !is_empty(&and(&levels[number].walls, &end)) {
            return Some(traced(&line, &levels[..=number], end, hard));
        }
    }
    None
}

/// The missing cells on the path back from a cell of the last level.
fn traced(line: &Line, levels: &[Level], end: Sheets, hard: &Rows) -> Rows {
    let mut missing = Rows::EMPTY;
    let mut at = end;
    let mut number = levels.len() - 1;
    while number > 0 {
        let level = &levels[number];
        let mut own = and(&at, &level.missing);
        while is_empty(&own) {
            let near = line.spread(&at);
            own = and(&near, &level.missing);
            let before = at;
            add(&mut at, &and(&near, &level.walls));
            if is_empty(&own) && at == before {
                return missing;
            }
        }
        let own = first(&own);
        for sheet in &own {
            missing.add_all(&Rows(*sheet));
        }
        let near = line.spread(&own);
        let steps = if is_empty(&both(&own, hard)) { 1 } else { HARD };
        number = number.saturating_sub(steps);
        at = and(&near, &levels[number].all());
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Rows {
        Rows::block(Cell::at(0, 0), 12, 12)
    }

    #[test]
    fn a_closed_ring_misses_nothing() {
        let walls = Rows::block(Cell::at(2, 2), 5, 5).without(&Rows::block(Cell::at(3, 3), 3, 3));
        let free = board().without(&walls);
        let found = ring(
            Cell::at(4, 4),
            Cell::at(2, 2),
            &walls,
            (&free, &Rows::EMPTY),
            10,
        );
        assert_eq!(found, Some(Rows::EMPTY));
        assert_eq!(
            ring(
                Cell::at(9, 9),
                Cell::at(2, 2),
                &walls,
                (&free, &Rows::EMPTY),
                0
            ),
            None
        );
    }

    #[test]
    fn what_is_missing_is_as_little_as_possible() {
        let whole = Rows::block(Cell::at(2, 2), 5, 5).without(&Rows::block(Cell::at(3, 3), 3, 3));
        for gone in [
            Rows::block(Cell::at(4, 2), 2, 1),
            Rows::block(Cell::at(6, 3), 1, 3),
            Rows::block(Cell::at(3, 6), 3, 1).or(&Rows::one(Cell::at(2, 4))),
        ] {
            let walls = whole.without(&gone);
            let found = ring(
                Cell::at(4, 4),
                Cell::at(2, 2),
                &walls,
                (&board().without(&walls), &Rows::EMPTY),
                10,
            );
            // Other rings may lack equally few cells.
            let missing = found.unwrap();
            assert_eq!(missing.len(), gone.len(), "{gone:?}");
            let ground = Rows::ALL.without(&walls.or(&missing));
            let region = Rows::one(Cell::at(4, 4)).fill_round(&ground);
            assert!(!region.meets(&Rows::ALL.without(&board())), "{missing:?}");
            let few = ring(
                Cell::at(4, 4),
                Cell::at(2, 2),
                &walls,
                (&board().without(&walls), &Rows::EMPTY),
                gone.len() as usize - 1,
            );
            assert_eq!(few, None);
        }
    }

    #[test]
    fn a_hard_cell_counts_as_four() {
        let whole = Rows::block(Cell::at(2, 2), 5, 5).without(&Rows::block(Cell::at(3, 3), 3, 3));
        let gap = Rows::one(Cell::at(4, 2));
        let walls = whole.without(&gap);
        let found =
            |free: &Rows, most| ring(Cell::at(4, 4), Cell::at(2, 2), &walls, (free, &gap), most);
        assert_eq!(found(&Rows::EMPTY, 3), None);
        assert_eq!(found(&Rows::EMPTY, 4), Some(gap));
        let around = Rows::block(Cell::at(3, 1), 3, 1);
        assert_eq!(found(&around, 4), Some(around));
    }

    /// The ring closes around the cell at any position.
    #[test]
    fn a_ring_goes_around_its_cell() {
        let walls = Rows::block(Cell::at(5, 5), 2, 2);
        for cell in board().without(&walls).iter() {
            let free = board().without(&walls).without(&Rows::one(cell));
            let found = ring(
                cell,
                Cell::at(5, 5),
                &walls,
                (&free, &Rows::EMPTY),
                MOST_MISSING,
            );
            let on_border = cell.x == 0 || cell.y == 0 || cell.x == 11 || cell.y == 11;
            let Some(missing) = found else {
                continue;
            };
            assert!(!on_border, "{cell}");
            let ground = Rows::ALL.without(&walls.or(&missing));
            let region = Rows::one(cell).fill_round(&ground);
            assert!(
                !region.meets(&Rows::ALL.without(&board())),
                "{cell} {missing:?}"
            );
            assert!(missing.len() >= 6);
        }
    }
}
