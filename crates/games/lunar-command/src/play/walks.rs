//! Where figures can walk (clauses LC-6.1 to LC-6.8).

use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::state::{Cell, Colour, Figure, Ground, Reach, Rows, State, reach, steps_to};
use super::stations;

/// The cells that a seat can use in one spacewalk.
pub(crate) struct Walks {
    /// The walker's colour.
    pub(crate) colour: Colour,
    /// The number of steps left.
    pub(crate) steps: u8,
    /// The cells for robots and for astronauts.
    ground: [Ground; 2],
}

impl Walks {
    /// The cells for the current seat with this many steps left.
    pub(crate) fn of(rules: &Rulebook, state: &State, grid: &Grid, steps: u8) -> Self {
        let colour = rules.colour(state.to_move);
        let doors = &grid.doors[colour.index()];
        let home = homes(rules, state, grid, colour);
        let open = rules
            .board()
            .without(&grid.pieces)
            .or(doors)
            .without(&grid.all_figures());
        let ground = Figure::ALL.map(|kind| {
            let open = open.without(&blocked(rules, state, grid, kind));
            let ends = if rules.other(Point::StopInDoor) {
                open
            } else {
                open.without(doors)
            };
            Ground {
                open,
                ends,
                home,
                doors: None,
            }
        });
        Walks {
            colour,
            steps,
            ground,
        }
    }

    /// The cells to which a figure may walk; `None` if it may not walk at all.
    #[inline]
    pub(crate) fn reach(
        &self,
        rules: &Rulebook,
        state: &State,
        grid: &Grid,
        kind: Figure,
        from: Cell,
    ) -> Option<Reach> {
        if !may_walk(rules, state, kind, from) || is_pinned(rules, state, grid, kind, from) {
            return None;
        }
        let ground = &self.ground[kind.index()];
        Some(match self.scores_from(rules, grid, from) {
            None => reach(from, self.steps, ground),
            Some((home, doors)) => reach(
                from,
                self.steps,
                &Ground {
                    home,
                    doors,
                    ..*ground
                },
            ),
        })
    }

    /// The minimum number of steps of a figure's walk to a cell, and whether it scores there; `None` if it cannot
    /// get there.
    pub(crate) fn walk(
        &self,
        rules: &Rulebook,
        grid: &Grid,
        kind: Figure,
        from: Cell,
        to: Cell,
    ) -> Option<(u8, bool)> {
        let ground = &self.ground[kind.index()];
        let (home, doors) = self
            .scores_from(rules, grid, from)
            .unwrap_or((ground.home, None));
        steps_to(
            from,
            to,
            self.steps,
            &Ground {
                home,
                doors,
                ..*ground
            },
        )
    }

    /// Whether a walk may end on a cell, considering only the cell itself.
    pub(crate) fn may_end(&self, kind: Figure, cell: Cell) -> bool {
        self.ground[kind.index()].ends.has(cell)
    }

    /// Whether a figure may step on a cell.
    pub(crate) fn may_step(&self, kind: Figure, cell: Cell) -> bool {
        self.ground[kind.index()].open.has(cell)
    }

    /// How a figure scores whose start matters (clause LC-6.5): the cells where it scores, and the doors that it
    /// has to pass. If it starts in a station of its colour, that station does not count. If it starts in the
    /// opponent's door, it has to pass a door of the walker's colour. `None` if the start does not matter.
    fn scores_from(
        &self,
        rules: &Rulebook,
        grid: &Grid,
        from: Cell,
    ) -> Option<(Rows, Option<Rows>)> {
        let home = &self.ground[0].home;
        if home.is_empty() || rules.other(Point::ScoreInside) {
            return None;
        }
        if grid.doors[self.colour.other().index()].has(from) {
            return Some((*home, Some(grid.doors[self.colour.index()])));
        }
        home.has(from)
            .then(|| (home.without(&Rows::one(from).fill_round(home)), None))
    }
}

/// The cells that UFOs block for a kind of figure: their covers, or for astronauts under Q-LC-5 `way` only their
/// centres.
fn blocked(rules: &Rulebook, state: &State, grid: &Grid, kind: Figure) -> Rows {
    match kind == Figure::Astronaut && rules.other(Point::UfoBlocks) {
        false => grid.covers,
        true => state
            .ufos
            .iter()
            .fold(Rows::EMPTY, |all, ufo| all.or(&Rows::one(ufo.cell))),
    }
}

/// The cells of the stations in which a figure scores if this colour walks it in.
fn homes(rules: &Rulebook, state: &State, grid: &Grid, colour: Colour) -> Rows {
    // Without a door of its colour, no figure comes in.
    if grid.doors[colour.index()].is_empty() && !rules.other(Point::ScoreInside) {
        return Rows::EMPTY;
    }
    stations::cells_of(rules, grid, |station| {
        stations::owner(rules, state, grid, station) == Some(colour)
    })
}

/// Whether a figure of this kind may still walk this turn (clauses LC-6.1, LC-6.7, Q-LC-8).
pub(crate) fn may_walk(rules: &Rulebook, state: &State, kind: Figure, from: Cell) -> bool {
    match rules.other(Point::Walkers) {
        false => state.walked >> kind.index() & 1 == 0,
        true => !state.walkers.contains(&from),
    }
}

/// Whether a UFO prevents a figure from walking (clauses LC-6.8, LC-10.5, Q-LC-5, Q-LC-6).
pub(crate) fn is_pinned(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    kind: Figure,
    from: Cell,
) -> bool {
    if !grid.covers.has(from) {
        return false;
    }
    match kind {
        Figure::Robot => !rules.other(Point::WalkOut),
        // No other cover lies over an astronaut, unless covers do not block astronauts (Q-LC-5).
        Figure::Astronaut => state.is_carried(from),
    }
}
