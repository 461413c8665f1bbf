//! Lists and counts the legal actions.

use super::super::grid::Grid;
use super::super::rulebook::Rulebook;
use super::super::state::{
    Cell, Face, Figure, Kind, MAX_ASTRONAUTS, MAX_ROBOTS, Mark, Rows, State, Step,
};
use super::place::{self, SPOTS};
use super::stations::{self, MAX_STATIONS};
use super::ufos;
use super::walks::Walks;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// An action of chance or of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// The die shows a face.
    Roll(Face),
    /// Builds a piece.
    Build {
        /// The kind of the piece.
        kind: Kind,
        /// The lower left cell; for a dome, that of its square.
        cell: Cell,
        /// Whether a long piece is placed vertically.
        up: bool,
    },
    /// Walks a figure.
    Walk {
        /// The cell where the walk starts.
        from: Cell,
        /// The cell where the walk ends.
        to: Cell,
    },
    /// Moves a UFO.
    Ufo {
        /// The current centre.
        from: Cell,
        /// The new centre.
        to: Cell,
    },
    /// A UFO moves an astronaut to another cell.
    Abduct {
        /// The astronaut's current cell.
        from: Cell,
        /// The astronaut's new cell.
        to: Cell,
        /// The centre of the UFO.
        with: Cell,
    },
    /// Chooses the station that is scored next, given by its first cell, row by row from the bottom (Q-LC-18).
    Score(Cell),
    /// Does not walk a second figure.
    Stop,
    /// Does nothing (Q-LC-11).
    Pass,
}

/// The maximum number of figures.
const FIGURES: usize = MAX_ROBOTS + MAX_ASTRONAUTS;

/// The legal actions of the seat that has to act, counted. Each can be found by its number in order: walls and
/// coloured pieces, walks, UFO moves, abductions, and finally stopping or passing.
pub(crate) struct Choices {
    /// The number of all actions.
    pub(crate) total: u32,
    /// The number of actions of each sort, without stopping and passing.
    placed: u32,
    walked: u32,
    moved: u32,
    carried: u32,
    /// Where pieces may be built, by [`SPOTS`].
    spots: [Rows; SPOTS.len()],
    /// The number of places to which each robot, and then each astronaut, may walk.
    walks: [u8; FIGURES],
    ground: Option<Walks>,
}

impl Choices {
    /// No actions.
    fn none() -> Self {
        Choices {
            total: 0,
            placed: 0,
            walked: 0,
            moved: 0,
            carried: 0,
            spots: [Rows::EMPTY; SPOTS.len()],
            walks: [0; FIGURES],
            ground: None,
        }
    }

    /// The legal actions in a state.
    pub(crate) fn of(rules: &Rulebook, state: &State, grid: &mut Grid) -> Self {
        let mut choices = Choices::none();
        match state.step {
            Step::Roll | Step::Over => {}
            Step::Act(face) => choices.act(rules, state, grid, face),
            Step::Second(left) => {
                choices.walk(rules, state, grid, left);
                choices.total = choices.walked + 1;
            }
            Step::Order => choices.total = waiting(rules, state, grid).count() as u32,
        }
        choices
    }

    fn act(&mut self, rules: &Rulebook, state: &State, grid: &mut Grid, face: Face) {
        if face.has(Face::WHITE) || face.has(Face::COLOUR) {
            self.spots = place::spots(rules, state.to_move, grid, face);
            self.placed = self.spots.iter().map(Rows::len).sum();
        }
        if face.has(Face::YELLOW) {
            self.walk(rules, state, grid, super::super::state::STEPS);
        }
        if face.has(Face::GREY) {
            let moves = (0..state.ufos.len()).map(|at| ufos::centres(rules, state, grid, at).len());
            self.moved = moves.sum();
            if rules.abducts() {
                ufos::abductions(rules, state, grid, &mut |_, _, to| self.carried += to.len());
            }
        }
        let done = self.placed + self.walked + self.moved + self.carried;
        self.total = done + u32::from(rules.may_pass());
    }

    fn walk(&mut self, rules: &Rulebook, state: &State, grid: &mut Grid, steps: u8) {
        let ground = Walks::of(rules, state, grid, steps);
        for kind in Figure::ALL {
            let first = first_of(kind);
            for (at, cell) in state.figures(kind).iter().enumerate() {
                let number = ground
                    .reach(rules, state, grid, kind, *cell)
                    .map_or(0, |reach| reach.len());
                self.walks[first + at] = number as u8;
                self.walked += number;
            }
        }
        self.ground = Some(ground);
    }

    /// Calls `visit` with every action, in order.
    pub(crate) fn each(
        &self,
        rules: &Rulebook,
        state: &State,
        grid: &Grid,
        visit: &mut impl FnMut(Action),
    ) {
        for ((kind, up), cells) in SPOTS.into_iter().zip(&self.spots) {
            cells
                .iter()
                .for_each(|cell| visit(Action::Build { kind, cell, up }));
        }
        if let Some(ground) = &self.ground {
            for kind in Figure::ALL {
                for from in state.figures(kind) {
                    let reach = ground.reach(rules, state, grid, kind, *from);
                    let cells = reach.map_or(Rows::EMPTY, |reach| reach.cells());
                    cells
                        .iter()
                        .for_each(|to| visit(Action::Walk { from: *from, to }));
                }
            }
        }
        if self.moved > 0 {
            for (at, ufo) in state.ufos.iter().enumerate() {
                let centres = ufos::centres(rules, state, grid, at);
                centres
                    .iter()
                    .for_each(|to| visit(Action::Ufo { from: ufo.cell, to }));
            }
        }
        if self.carried > 0 {
            ufos::abductions(rules, state, grid, &mut |with, from, cells| {
                cells
                    .iter()
                    .for_each(|to| visit(Action::Abduct { from, to, with }));
            });
        }
        match state.step {
            Step::Second(_) => visit(Action::Stop),
            Step::Act(_) if rules.may_pass() => visit(Action::Pass),
            Step::Order => waiting(rules, state, grid).for_each(|cell| visit(Action::Score(cell))),
            _ => {}
        }
    }

    /// The action with a number, from 0, below [`Choices::total`]: the one at this index in [`Choices::each`].
    pub(crate) fn nth(&self, rules: &Rulebook, state: &State, grid: &Grid, mut n: u32) -> Action {
        if n < self.placed {
            for ((kind, up), cells) in SPOTS.into_iter().zip(&self.spots) {
                let number = cells.len();
                if n < number {
                    return Action::Build {
                        kind,
                        cell: cells.nth(n),
                        up,
                    };
                }
                n -= number;
            }
        }
        n -= self.placed.min(n);
        if n < self.walked {
            return self.nth_walk(rules, state, grid, n);
        }
        n -= self.walked;
        if n < self.moved {
            for (at, ufo) in state.ufos.iter().enumerate() {
                let centres = ufos::centres(rules, state, grid, at);
                if n < centres.len() {
                    return Action::Ufo {
                        from: ufo.cell,
                        to: centres.nth(n),
                    };
                }
                n -= centres.len();
            }
        }
        n -= self.moved.min(n);
        if n < self.carried {
            let mut found = Action::Pass;
            ufos::abductions(rules, state, grid, &mut |with, from, cells| {
                let number = cells.len();
                if n < number {
                    found = Action::Abduct {
                        from,
                        to: cells.nth(n),
                        with,
                    };
                }
                // Once the action is found, all later numbers are out of range.
                n = n.checked_sub(number).unwrap_or(u32::MAX);
            });
            return found;
        }
        match state.step {
            Step::Second(_) => Action::Stop,
            Step::Order => waiting(rules, state, grid)
                .nth(n as usize)
                .map_or(Action::Pass, Action::Score),
            _ => Action::Pass,
        }
    }

    fn nth_walk(&self, rules: &Rulebook, state: &State, grid: &Grid, mut n: u32) -> Action {
        for kind in Figure::ALL {
            let first = first_of(kind);
            for (at, from) in state.figures(kind).iter().enumerate() {
                let number = u32::from(self.walks[first + at]);
                if n < number {
                    let reach = self
                        .ground
                        .as_ref()
                        .and_then(|g| g.reach(rules, state, grid, kind, *from));
                    let cells = reach.map_or(Rows::EMPTY, |reach| reach.cells());
                    return Action::Walk {
                        from: *from,
                        to: cells.nth(n),
                    };
                }
                n -= number;
            }
        }
        Action::Stop
    }
}

/// The index of the first figure of a kind in [`Choices::walks`].
fn first_of(kind: Figure) -> usize {
    kind.index() * MAX_ROBOTS
}

/// The first cells of the stations that wait to be scored, in order (Q-LC-18).
pub(crate) fn waiting(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
) -> impl Iterator<Item = Cell> + use<> {
    let mut waiting = ArrayVec::<Cell, MAX_STATIONS>::new();
    if state.step == Step::Order {
        let first = stations::all(rules, grid).filter_map(|region| region.first());
        waiting.extend(
            first
                .filter(|cell| state.marks.of(*cell) == Some(Mark::Waiting))
                .take(MAX_STATIONS),
        );
    }
    waiting.into_iter()
}
