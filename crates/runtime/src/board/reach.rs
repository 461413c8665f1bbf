//! Where a figure can walk in a few steps: sets of bits for the rows around its cell.

use super::cell::{Cell, MAX_SIDE};
use super::rows::Rows;

/// The cells within four steps of a cell: rows of bits, with the cell's own row in the middle.
#[derive(Clone, Copy)]
pub struct Reach {
    rows: [u32; REACHED],
    /// The row of the cell in the middle.
    y: u8,
}

/// The number of rows within four steps of a cell.
const REACHED: usize = 9;

/// Where a figure may walk and where it may stop.
pub struct Ground {
    /// Cells that a figure may enter.
    pub open: Rows,
    /// Cells where the walk may end.
    pub ends: Rows,
    /// Cells where the walk must end, because the figure scores there.
    pub home: Rows,
    /// If set, cells of `home` only count when they are entered from one of these cells.
    pub doors: Option<Rows>,
}

impl Reach {
    /// The number of cells.
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| *row == 0)
    }

    /// The reachable cells as [`Rows`].
    pub fn cells(&self) -> Rows {
        let mut rows = Rows::EMPTY;
        for (at, bits) in self.rows.iter().enumerate() {
            if let Some(row) = rows.0.get_mut((usize::from(self.y) + at).wrapping_sub(3)) {
                *row = *bits;
            }
        }
        rows
    }
}

/// One step of a walk, as cells in the rows around its start.
struct Stride {
    /// The number of the step, from 1.
    step: u8,
    /// The cells reached by the step.
    next: [u32; REACHED],
    /// The reached cells where the figure scores.
    home: [u32; REACHED],
}

/// The rows around a cell.
#[inline]
fn window(from: Cell, rows: &Rows) -> [u32; REACHED] {
    std::array::from_fn(|at| {
        rows.0
            .get((usize::from(from.y) + at).wrapping_sub(3))
            .copied()
            .unwrap_or(0)
    })
}

/// The cells that a figure can walk to from a cell in at most `steps` steps (at most four), without its own cell.
pub fn reach(from: Cell, steps: u8, ground: &Ground) -> Reach {
    let mut found = Reach {
        rows: [0; REACHED],
        y: from.y,
    };
    let ends = window(from, &ground.ends);
    walk(from, steps, ground, |stride| {
        (0..REACHED).for_each(|at| found.rows[at] |= stride.next[at] & ends[at]);
        false
    });
    found
}

/// The minimum number of steps, at most `steps`, for a walk from one cell to another, and whether the figure scores
/// there. It does not check whether the walk may end there.
pub fn steps_to(from: Cell, to: Cell, steps: u8, ground: &Ground) -> Option<(u8, bool)> {
    let row = (usize::from(to.y) + 4)
        .checked_sub(usize::from(from.y))
        .filter(|row| *row < REACHED)?;
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

/// Walks from a cell step by step, over cells not visited yet. `visit` returns whether to stop.
#[inline]
fn walk(from: Cell, steps: u8, ground: &Ground, mut visit: impl FnMut(&Stride) -> bool) {
    if let Some(doors) = &ground.doors {
        return walk_through(from, steps, ground, doors, &mut visit);
    }
    let (open, scored) = (window(from, &ground.open), window(from, &ground.home));
    let mut edge = [0; REACHED];
    edge[4] = 1_u32.checked_shl(u32::from(from.x) + 1).unwrap_or(0);
    let mut seen = edge;
    for step in 1..=steps {
        let next: [u32; REACHED] =
            std::array::from_fn(|at| beside(&edge, at) & open[at] & !seen[at]);
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

/// Like [`walk`], for the variant in which a cell of `home` scores only if it is entered from a door. One path may cross
/// such a cell while another ends there.
#[cold]
fn walk_through(
    from: Cell,
    steps: u8,
    ground: &Ground,
    doors: &Rows,
    visit: &mut dyn FnMut(&Stride) -> bool,
) {
    let (open, scored, doors) = (
        window(from, &ground.open),
        window(from, &ground.home),
        window(from, doors),
    );
    let mut edge = [0; REACHED];
    edge[4] = 1_u32.checked_shl(u32::from(from.x) + 1).unwrap_or(0);
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

/// The cells of a row that share an edge with these cells.
#[inline]
fn beside(edge: &[u32; REACHED], at: usize) -> u32 {
    let below = if at > 0 { edge[at - 1] } else { 0 };
    let above = if at + 1 < REACHED { edge[at + 1] } else { 0 };
    edge[at] << 1 | edge[at] >> 1 | below | above
}
