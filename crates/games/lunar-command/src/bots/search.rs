//! A bot that looks at what its actions make of the board's promises.

use super::super::grid::Grid;
use super::super::play::actions::Action;
use super::super::play::ufos;
use super::super::rulebook::Rulebook;
use super::super::state::{Colour, Kind, Rows, State, Step, Ufo};
use super::outlook::{Outlook, threat};
use cardwright_bots::best;
use cardwright_kernel::{Bot, NoLog, Observation, Rng, Rules, Seat};

/// The default number of boards that it examines for each action: about 50 ms.
pub(crate) const ITERATIONS: u32 = 130;

/// The value of a point.
const POINT: f64 = 1000.0;
/// The value of a coloured piece that is built: in a tie they decide.
const BUILT: f64 = 12.0;
/// The weights of what the other colour may gain on its next turn, and of what the own colour may gain after it.
const NEXT: [f64; 2] = [0.5, 0.3];
/// The value of a game that is won: more than any outlook.
const OVER: f64 = 1000.0;

/// Looks at the boards after those actions that promise most at a glance, and chooses the one after which its colour is
/// best off; ties are broken at random.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// How many boards it looks at for an action.
    pub(crate) boards: u32,
}

impl Bot<Rulebook> for Search {
    fn choose(
        &mut self,
        observation: &Observation<'_, Rulebook>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        let rules = observation.game();
        let state = observation.view().state;
        let estimate = Estimate::of(rules, &state, observation.seat());
        let promising = legal
            .iter()
            .map(|action| estimate.worth(*action))
            .enumerate();
        let mut order: Vec<(usize, f64)> = promising.collect();
        order.sort_by(|one, other| other.1.total_cmp(&one.1));
        order.truncate(self.boards as usize);
        let values = order
            .iter()
            .map(|(nth, _)| value(rules, &estimate.after(legal[*nth]), estimate.colour) as i32);
        order[best(values, rng)].0
    }
}

/// What a board is worth to a colour.
fn value(rules: &Rulebook, state: &State, colour: Colour) -> f64 {
    let mut grid = Grid::of(rules, state);
    let built = Colour::ALL.map(|own| f64::from(grid.built_by(own)));
    let built = built[colour.index()] - built[colour.other().index()];
    let sure = POINT * lead(state, colour) + BUILT * built;
    if state.step == Step::Over {
        return OVER * sure;
    }
    let outlook = Outlook::of(rules, state, &grid);
    let promised = outlook.total(state, colour, &grid.covers);
    let [next, own] = [colour.other(), colour].map(|colour| {
        let home = &outlook.home[colour.index()];
        threat(rules, state, &mut grid, home, colour)
    });
    sure + POINT * (promised - NEXT[0] * next + NEXT[1] * own)
}

/// The points of a colour, less those of the other.
fn lead(state: &State, colour: Colour) -> f64 {
    f64::from(state.score[colour.index()]) - f64::from(state.score[colour.other().index()])
}

/// The board before the action, from which actions are valued roughly: lists hold thousands of walks and UFO moves.
struct Estimate<'a> {
    rules: &'a Rulebook,
    state: &'a State,
    colour: Colour,
    grid: Grid,
    outlook: Outlook,
    /// What it promises.
    total: f64,
}

impl<'a> Estimate<'a> {
    fn of(rules: &'a Rulebook, state: &'a State, seat: Seat) -> Self {
        let (grid, colour) = (Grid::of(rules, state), rules.colour(seat));
        let outlook = Outlook::of(rules, state, &grid);
        let total = outlook.total(state, colour, &grid.covers);
        Estimate {
            rules,
            state,
            colour,
            grid,
            outlook,
            total,
        }
    }

    fn after(&self, action: Action) -> State {
        let mut next = self.state.clone();
        self.rules.apply_unchecked(&mut next, action, &mut NoLog);
        next
    }

    /// About how many points an action is worth.
    fn worth(&self, action: Action) -> f64 {
        let scored = || lead(&self.after(action), self.colour) - lead(self.state, self.colour);
        match action {
            Action::Build { kind, cell, up } => {
                let (width, height) = kind.size(up);
                scored()
                    + self.progress(&Rows::block(cell, width, height))
                    + if kind == Kind::Dome { 0.3 } else { 0.0 }
            }
            Action::Walk { from, to } => {
                let covers = &self.grid.covers;
                let worth = |cell| self.outlook.worth(self.colour, cell, covers);
                let points = self.state.figure_on(from).map_or(0, |kind| kind.points());
                // A figure that stands where a wall is missing is in the way.
                let stands = self
                    .outlook
                    .plans
                    .iter()
                    .filter(|plan| plan.missing.has(to));
                let blocked = stands.map(|plan| match plan.colour == self.colour {
                    true => -0.5 * plan.share,
                    false => 0.5 * plan.share,
                });
                scored() + f64::from(points) * (worth(to) - worth(from)) + blocked.sum::<f64>()
            }
            Action::Ufo { from, to } => {
                let Some(at) = self.state.ufo_on(from) else {
                    return 0.0;
                };
                let others = ufos::other_covers(self.rules, self.state, at);
                let covers = others.or(&Ufo::at(to).cover());
                self.outlook.total(self.state, self.colour, &covers) - self.total
            }
            Action::Abduct { .. } | Action::Score(_) => scored(),
            Action::Roll(_) | Action::Stop | Action::Pass => 0.0,
        }
    }

    /// The value of new walls on these cells for unfinished rings. Rings of the other colour count a little, because the
    /// majority beside them may change.
    fn progress(&self, cells: &Rows) -> f64 {
        let plans = self.outlook.plans.iter().map(|plan| {
            let own = if plan.colour == self.colour {
                0.1
            } else {
                0.03
            };
            own * plan.share * f64::from(plan.missing.and(cells).len())
        });
        plans.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::{Actor, below, stream};

    /// What a colour gains, the other loses. A threat on the next turn costs more than the same threat after it is
    /// worth.
    #[test]
    fn a_board_that_is_good_for_a_colour_is_bad_for_the_other() {
        let rules = Rulebook::new(2, &[]).unwrap();
        let mut threatened = 0;
        for seed in 0..3 {
            let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
            let mut state = rules.start(&mut NoLog);
            for _ in 0..120 {
                let action = match rules.actor(&state) {
                    Actor::Over(_) => break,
                    Actor::Chance => rules.deal(&state, &mut dealer),
                    Actor::Seat(_) => {
                        let mut legal = Vec::new();
                        rules.legal(&state, &mut legal);
                        // Building, which is listed first, is what threatens.
                        let builds = |action: &&Action| matches!(action, Action::Build { .. });
                        let builds = legal.iter().filter(builds).count();
                        let among = if builds > 0 { builds } else { legal.len() };
                        legal[below(&mut luck, among as u32) as usize]
                    }
                };
                rules.apply_unchecked(&mut state, action, &mut NoLog);
                let [green, orange] = Colour::ALL.map(|colour| value(&rules, &state, colour));
                assert!(green + orange < 0.001, "seed {seed}: {green} and {orange}");
                threatened += u32::from(green + orange < -1.0);
            }
        }
        assert!(threatened > 5, "{threatened}");
    }
}
