//! A bot that closes stations it owns and blocks those it does not.

use super::super::grid::Grid;
use super::super::play::actions::Action;
use super::super::play::walks::Walks;
use super::super::play::{stations, ufos};
use super::super::rulebook::Rulebook;
use super::super::state::{
    Cell, Colour, Face, Figure, Kind, MAX_SIDE, Rows, STEPS, State, Step, Ufo,
};
use cardwright_bots::best;
use cardwright_kernel::{Bot, NoLog, Observation, Rng, Rules};

/// The value of a point.
const POINT: i32 = 1000;
/// The value of a coloured piece on the board.
const PIECE: i32 = 12;
/// The value of an owned station, because more figures may walk in.
const STATION: i32 = 25;
/// The value of each piece that a new piece touches beyond the first one, because rings begin and end that way.
const CONTACT: i32 = 8;
/// The value of a wall near a figure, for each wall that the figure already sees: rings around figures become
/// stations.
const FENCE: i32 = 3;
/// The number of cells that a figure sees in each direction.
const SIGHT: i16 = 6;
/// The value of a cell where a colour could build if a UFO did not prevent it.
const BLOCKED: i32 = 1;

/// Chooses the action that gives its colour the most valuable board; ties are broken at random.
#[derive(Clone, Copy, Default, Debug)]
pub struct Greedy;

impl Bot<Rulebook> for Greedy {
    fn choose(
        &mut self,
        observation: &Observation<'_, Rulebook>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        let rules = observation.game();
        let state = observation.view().state;
        let before = Before::of(rules, &state, rules.colour(observation.seat()));
        best(legal.iter().map(|action| before.worth(*action)), rng)
    }
}

/// The table before the action, with values that many actions need: a list contains thousands of walks and UFO
/// moves, which change little.
pub(super) struct Before<'a> {
    rules: &'a Rulebook,
    state: &'a State,
    colour: Colour,
    grid: Grid,
    /// The value of the table.
    value: i32,
    /// The value of the table without UFOs.
    clear: i32,
    /// Free cells where each colour's opponents could build.
    open: [Rows; 2],
    walks: Option<Walks>,
    /// For each cell, the value of a piece there because figures see it.
    fences: Vec<i32>,
}

impl<'a> Before<'a> {
    pub(super) fn of(rules: &'a Rulebook, state: &'a State, colour: Colour) -> Self {
        let grid = Grid::of(rules, state);
        let open = Colour::ALL.map(|own| {
            let beside = grid.coloured[own.other().index()]
                .spread()
                .and(rules.board());
            beside.without(&grid.pieces)
        });
        let steps = match state.step {
            Step::Second(left) => Some(left),
            Step::Act(face) if face.has(Face::YELLOW) => Some(STEPS),
            _ => None,
        };
        let walks = steps.map(|steps| Walks::of(rules, state, &grid, steps));
        let value = value(rules, state, colour);
        let mut before = Before {
            rules,
            state,
            colour,
            grid,
            value,
            clear: 0,
            fences: Vec::new(),
            open,
            walks,
        };
        before.fences = before.fences();
        before.clear = value - before.blocked(&before.grid.covers);
        before
    }

    /// The value after an action.
    pub(super) fn worth(&self, action: Action) -> i32 {
        self.quick(action).unwrap_or_else(|| self.slow(action))
    }

    /// The value of covers that prevent a colour from building.
    fn blocked(&self, covers: &Rows) -> i32 {
        let open = |colour: Colour| self.open[colour.index()].and(covers).len() as i32;
        BLOCKED * (open(self.colour) - open(self.colour.other()))
    }

    /// The value after an action that changes no piece, without carrying the action out. If the die has one face,
    /// it may include what follows the action.
    fn quick(&self, action: Action) -> Option<i32> {
        if self.rules.only_face().is_some() {
            return None;
        }
        match action {
            Action::Walk { from, to } => {
                let kind = self.state.figure_on(from)?;
                let (_, scores) = self
                    .walks
                    .as_ref()?
                    .walk(self.rules, &self.grid, kind, from, to)?;
                Some(
                    self.value
                        + if scores {
                            POINT * i32::from(kind.points())
                        } else {
                            0
                        },
                )
            }
            Action::Ufo { from, to } => {
                let others = ufos::other_covers(self.rules, self.state, self.state.ufo_on(from)?);
                Some(self.clear + self.blocked(&others.or(&Ufo::at(to).cover())))
            }
            Action::Stop | Action::Pass => Some(self.value),
            _ => None,
        }
    }

    fn slow(&self, action: Action) -> i32 {
        let mut next = self.state.clone();
        self.rules.apply_unchecked(&mut next, action, &mut NoLog);
        value(self.rules, &next, self.colour)
            + contacts(&self.grid, self.state, action)
            + self.fenced(action)
    }

    /// For each cell, the value of a piece there. Each figure looks in eight directions: the more of them end at a
    /// wall, the more another wall is worth.
    fn fences(&self) -> Vec<i32> {
        let mut fences = vec![0; CELLS];
        for kind in Figure::ALL {
            for cell in self.state.figures(kind) {
                let mut open = Vec::new();
                let mut walls = 0;
                for (x, y) in WAYS {
                    let mut ray = Vec::new();
                    let mut wall = false;
                    for far in 1..=SIGHT {
                        let seen = cell.by(x * far, y * far);
                        let Some(seen) = seen.filter(|seen| self.rules.board().has(*seen)) else {
                            break;
                        };
                        if self.grid.pieces.has(seen) {
                            wall = true;
                            break;
                        }
                        ray.push(seen);
                    }
                    match wall {
                        true => walls += 1,
                        false => open.extend(ray),
                    }
                }
                for seen in open {
                    fences[place(seen)] += FENCE * i32::from(kind.points()) * (1 + walls);
                }
            }
        }
        fences
    }

    /// The value of a new piece because figures see it.
    fn fenced(&self, action: Action) -> i32 {
        let Action::Build { kind, cell, up } = action else {
            return 0;
        };
        if kind == Kind::Dome {
            return 0;
        }
        let (width, height) = kind.size(up);
        let cells = (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| (x, y)));
        cells
            .filter_map(|(x, y)| cell.by(x, y))
            .map(|cell| self.fences[place(cell)])
            .sum()
    }
}

/// Directions.
const WAYS: [(i16, i16); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
/// The number of cells of the largest board.
const CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

fn place(cell: Cell) -> usize {
    usize::from(cell.y) * MAX_SIDE as usize + usize::from(cell.x)
}

/// The value of a board for a colour: what it has, minus what the other has.
pub(super) fn value(rules: &Rulebook, state: &State, colour: Colour) -> i32 {
    let grid = Grid::of(rules, state);
    let mut worth = [0; 2];
    for own in Colour::ALL {
        let blocked = grid.coloured[own.other().index()]
            .spread()
            .and(&grid.covers)
            .and(rules.board());
        let blocked = blocked.without(&grid.pieces);
        worth[own.index()] = POINT * i32::from(state.score[own.index()])
            + PIECE * grid.built_by(own) as i32
            + BLOCKED * blocked.len() as i32;
    }
    for station in stations::all(rules, &grid) {
        if let Some(owner) = stations::owner(rules, state, &grid, &station) {
            worth[owner.index()] += STATION;
        }
    }
    worth[colour.index()] - worth[colour.other().index()]
}

/// The value of the pieces that a new piece touches.
fn contacts(grid: &Grid, state: &State, action: Action) -> i32 {
    let Action::Build { kind, cell, up } = action else {
        return 0;
    };
    if kind == Kind::Dome {
        return 0;
    }
    let (width, height) = kind.size(up);
    let beside = Rows::block(cell, width, height).spread();
    if !beside.meets(&grid.pieces) {
        return 0;
    }
    let touched = state
        .pieces
        .iter()
        .filter(|piece| piece.rows().meets(&beside))
        .count();
    CONTACT * (touched as i32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::{Actor, below, stream};

    /// Plays at random, and checks on the way that both ways to value an action agree.
    fn check(options: &[(&str, &str)], seed: u64) {
        let options: Vec<_> = options
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let rules = Rulebook::new(2, &options).unwrap();
        let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
        let mut state = rules.start(&mut NoLog);
        let mut quick = 0;
        for _ in 0..60 {
            let action = match rules.actor(&state) {
                Actor::Over(_) => break,
                Actor::Chance => rules.deal(&state, &mut dealer),
                Actor::Seat(seat) => {
                    let mut legal = Vec::new();
                    rules.legal(&state, &mut legal);
                    let before = Before::of(&rules, &state, rules.colour(seat));
                    for action in legal.iter().step_by(1 + legal.len() / 100) {
                        if let Some(value) = before.quick(*action) {
                            assert_eq!(
                                value,
                                before.slow(*action),
                                "{options:?}, seed {seed}, {action:?}"
                            );
                            quick += 1;
                        }
                    }
                    legal[below(&mut luck, legal.len() as u32) as usize]
                }
            };
            rules.apply_unchecked(&mut state, action, &mut NoLog);
        }
        assert!(quick > 100, "{quick} actions were valued quickly");
    }

    #[test]
    fn a_glance_at_an_action_is_worth_what_carrying_it_out_is() {
        let small: [(&str, &str); 6] = [
            ("board", "10x10"),
            ("green", "1,1 7,7"),
            ("orange", "7,1 1,7"),
            ("robots", "4,4 5,5"),
            ("astronauts", "1,4"),
            ("ufos", "8,5"),
        ];
        for seed in 0..6 {
            check(&[], seed);
            check(&small, seed);
            check(
                &[
                    &small[..],
                    &[("abduction", "yes"), ("must_act", "no"), ("walkers", "any")],
                ]
                .concat(),
                seed,
            );
        }
    }
}
