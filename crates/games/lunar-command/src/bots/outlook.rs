//! What a board promises: for each figure the ring of walls that each colour needs fewest pieces to close, and how far it
//! is to walk into a station of that colour.

use super::super::grid::Grid;
use super::super::play::{place, stations};
use super::super::rulebook::Rulebook;
use super::super::state::{
    Cell, Colour, Face, Figure, Kind, MAX_CORNERS, Piece, Rows, STEPS, State,
};
use arrayvec::ArrayVec;
use cardwright_bots::exp;
use cardwright_kernel::Seat;
use cardwright_runtime::board::ring;

/// The most cells that a ring may lack.
const MOST: usize = 14;
/// What each piece that a ring lacks leaves of the value of the points inside: 70 %, as a power of e.
const PIECE: f64 = -0.357;
/// What each turn of walking leaves of it: 55 %.
const TURN: f64 = -0.598;
/// What a UFO in the way leaves of it.
const BLOCKED: f64 = 0.5;
/// What is left of it if the colours have as many coloured pieces beside the ring, if the other has one more, or more.
const LEADS: [f64; 3] = [0.7, 0.35, 0.05];
/// The longest way into a station that counts, in steps.
const LONGEST: usize = 20;

/// A ring that a colour may close.
pub(super) struct Plan {
    /// Its colour.
    pub(super) colour: Colour,
    /// See [`Site::cost`].
    cost: usize,
    /// The cells that it lacks.
    pub(super) missing: Rows,
    /// The ground within.
    pub(super) inside: Rows,
    /// The share of a point that each point inside is worth to its colour, were no UFO in the way.
    pub(super) share: f64,
}

impl Plan {
    /// The share of a point that each point inside is worth, with UFOs on these cells.
    pub(super) fn share_under(&self, covers: &Rows) -> f64 {
        match self.missing.meets(covers) {
            true => self.share * BLOCKED,
            false => self.share,
        }
    }
}

/// What a board promises to both colours.
pub(super) struct Outlook {
    pub(super) plans: Vec<Plan>,
    /// For each colour, the cells from which so many steps lead into its stations.
    pub(super) home: [Vec<Rows>; 2],
}

impl Outlook {
    pub(super) fn of(rules: &Rulebook, state: &State, grid: &Grid) -> Self {
        let site = Site::of(rules, grid);
        let mut plans: Vec<Plan> = Vec::new();
        for colour in Colour::ALL {
            let roots = roots(rules, grid, colour);
            let figures = Figure::ALL.iter().flat_map(|kind| state.figures(*kind));
            for cell in figures.filter(|cell| !grid.pieces.has(**cell)) {
                // A ring around another figure may be around this one too; then only a better one is looked for.
                let around = plans
                    .iter()
                    .filter(|plan| plan.colour == colour && plan.inside.has(*cell));
                let most = around.map(|plan| plan.cost).fold(MOST + 1, usize::min) - 1;
                let Some(missing) = site.missing(grid, &roots, *cell, most) else {
                    continue;
                };
                let ground = Rows::ALL.without(&grid.pieces.or(&missing));
                let inside = Rows::one(*cell).fill_round(&ground);
                let lead = margin(state, &inside, colour);
                plans.push(Plan {
                    colour,
                    cost: site.cost(&missing),
                    share: exp(PIECE * pieces(&missing)) * lead_share(lead),
                    missing,
                    inside,
                });
            }
        }
        let home = Colour::ALL.map(|colour| ways_home(rules, state, grid, colour));
        Outlook { plans, home }
    }

    /// What a figure on a cell is worth to a colour, of each of its points.
    pub(super) fn worth_to(&self, colour: Colour, cell: Cell, covers: &Rows) -> f64 {
        let plans = self
            .plans
            .iter()
            .filter(|plan| plan.colour == colour && plan.inside.has(cell));
        let ring = plans
            .map(|plan| plan.share_under(covers))
            .fold(0.0, f64::max);
        let steps = self.home[colour.index()]
            .iter()
            .position(|cells| cells.has(cell));
        let walk = steps.map_or(0.0, |steps| {
            exp(TURN * (1.0 + steps as f64 / f64::from(STEPS)))
        });
        ring.max(walk)
    }

    /// What a figure on a cell is worth to a colour, less what it is worth to the other.
    pub(super) fn worth(&self, colour: Colour, cell: Cell, covers: &Rows) -> f64 {
        self.worth_to(colour, cell, covers) - self.worth_to(colour.other(), cell, covers)
    }

    /// The promises of all figures together.
    pub(super) fn total(&self, state: &State, colour: Colour, covers: &Rows) -> f64 {
        let figures = Figure::ALL
            .into_iter()
            .flat_map(|kind| state.figures(kind).iter().map(move |cell| (kind, *cell)));
        figures
            .map(|(kind, cell)| f64::from(kind.points()) * self.worth(colour, cell, covers))
            .sum()
    }
}

/// Where walls may be built, now and when UFOs have left.
struct Site {
    free: Rows,
    covered: Rows,
}

impl Site {
    fn of(rules: &Rulebook, grid: &Grid) -> Self {
        let taken = grid.pieces.or(&grid.all_figures()).or(&grid.entrances);
        let ground = rules.board().without(&taken);
        Site {
            free: ground.without(&grid.covers),
            covered: ground.and(&grid.covers),
        }
    }

    /// How many cells a ring lacks; those under UFOs count four times.
    fn cost(&self, missing: &Rows) -> usize {
        (missing.len() + 3 * missing.and(&self.covered).len()) as usize
    }

    /// What the cheapest ring around a cell lacks, if that costs at most so much and it is not closed.
    fn missing(&self, grid: &Grid, roots: &[Cell], cell: Cell, mut most: usize) -> Option<Rows> {
        let mut best = None;
        for root in roots {
            let ground = (&self.free, &self.covered);
            if let Some(missing) = ring(cell, *root, &grid.pieces, ground, most) {
                most = self.cost(&missing).saturating_sub(1);
                best = Some(missing);
            }
        }
        best.filter(|missing| !missing.is_empty())
    }
}

/// The starting corners of a colour, one of those that are connected with each other.
fn roots(rules: &Rulebook, grid: &Grid, colour: Colour) -> ArrayVec<Cell, MAX_CORNERS> {
    let passable = grid.pieces.without(&grid.coloured[colour.other().index()]);
    let (mut roots, mut known) = (ArrayVec::new(), Rows::EMPTY);
    for corner in rules.options().corners_of(colour) {
        if !known.has(*corner) {
            known.add_all(&Rows::one(*corner).fill(&passable));
            roots.push(*corner);
        }
    }
    roots
}

/// The points that a colour may expect to gain on its next turn, by closing stations and by walking into them.
pub(super) fn threat(
    rules: &Rulebook,
    state: &State,
    grid: &mut Grid,
    home: &[Rows],
    colour: Colour,
) -> f64 {
    let mut after = (1..=rules.seats()).map(|n| Seat((state.to_move.0 + n) % rules.seats()));
    let Some(seat) = after.find(|seat| rules.colour(*seat) == colour) else {
        return 0.0;
    };
    let [white, coloured] = closings(rules, state, grid, seat);
    let walks = |kind: &Figure| {
        let figures = grid.figures[kind.index()].without(&grid.covers);
        let reach = home.iter().take(usize::from(STEPS) + 1);
        reach.into_iter().any(|cells| cells.meets(&figures))
    };
    let walk = Figure::ALL
        .into_iter()
        .filter(walks)
        .map(Figure::points)
        .max();
    let options = [
        (Face::WHITE, white),
        (Face::COLOUR, coloured),
        (Face::YELLOW, walk.map_or(0.0, f64::from)),
    ];
    let gain = |face: &Face| {
        let allowed = options.iter().filter(|(option, _)| face.has(*option));
        allowed.map(|(_, gain)| *gain).fold(0.0, f64::max)
    };
    let die = &rules.options().die;
    die.iter().map(gain).sum::<f64>() / die.len() as f64
}

/// The most points by which a seat can gain on the other colour by closing stations with one wall, and with one coloured
/// piece.
fn closings(rules: &Rulebook, state: &State, grid: &mut Grid, seat: Seat) -> [f64; 2] {
    let spots = place::spots(rules, seat, grid, Face(Face::WHITE.0 | Face::COLOUR.0));
    let colour = rules.colour(seat);
    let mut most = [0.0; 2];
    for ((kind, up), cells) in place::SPOTS.into_iter().zip(&spots) {
        // A dome closes nothing.
        for cell in cells.iter().filter(|_| kind != Kind::Dome) {
            let (width, height) = kind.size(up);
            let piece = Rows::block(cell, width, height);
            let gain = closed_by(rules, state, grid, &piece, (colour, !kind.is_white()));
            let most = &mut most[usize::from(!kind.is_white())];
            *most = gain.max(*most);
        }
    }
    most
}

/// The points by which a colour gains on the other with a new piece, its own or a white one.
fn closed_by(
    rules: &Rulebook,
    state: &State,
    grid: &Grid,
    piece: &Rows,
    (colour, own): (Colour, bool),
) -> f64 {
    let ground = Rows::ALL.without(&grid.pieces.or(piece));
    let mut rim = piece.spread_round().and(&ground);
    if stations::is_one(&rim) {
        return 0.0;
    }
    let outside = Rows::ALL.without(rules.board());
    let mut gain = 0.0;
    while let Some(first) = rim.first_word() {
        let region = first.fill_round(&ground);
        rim = rim.without(&region);
        let inside = |kind: Figure| grid.figures[kind.index()].and(&region).len();
        let points: u32 = Figure::ALL
            .map(|kind| inside(kind) * u32::from(kind.points()))
            .iter()
            .sum();
        if points > 0 && !region.meets(&outside) {
            let lead = margin(state, &region, colour) + i32::from(own);
            gain += f64::from(points) * f64::from(lead.signum());
        }
    }
    gain
}

/// About how many pieces build walls on these cells.
fn pieces(missing: &Rows) -> f64 {
    let mut left = *missing;
    let mut pieces = 0.0;
    while let Some(first) = left.first_word() {
        let gap = first.fill(&left);
        left = left.without(&gap);
        let cells = gap.len();
        pieces += match cells {
            0..=2 => 1.0,
            3 => 1.2,
            4 => 1.4,
            _ => f64::from(cells) / 3.0 + 0.2,
        };
    }
    pieces
}

/// How many coloured pieces of a colour are beside the ground, less those of the other.
fn margin(state: &State, inside: &Rows, colour: Colour) -> i32 {
    let wall = inside.spread_round();
    let beside = |piece: &&Piece| piece.owner().is_some() && piece.meets(&wall);
    let sign = |piece: &Piece| if piece.owner() == Some(colour) { 1 } else { -1 };
    state.pieces.iter().filter(beside).map(sign).sum()
}

/// What a lead of coloured pieces beside a ring leaves of its value.
fn lead_share(lead: i32) -> f64 {
    match lead {
        1.. => 1.0,
        _ => LEADS[(lead.unsigned_abs() as usize).min(LEADS.len() - 1)],
    }
}

/// The cells from which so many steps lead through an own door into an own station.
fn ways_home(rules: &Rulebook, state: &State, grid: &Grid, colour: Colour) -> Vec<Rows> {
    let doors = &grid.doors[colour.index()];
    if doors.is_empty() {
        return Vec::new();
    }
    let home = stations::cells_of(rules, grid, |station| {
        stations::owner(rules, state, grid, station) == Some(colour)
    });
    let open = rules.board().without(&grid.pieces).or(doors).without(&home);
    let mut seen = home.spread().and(doors);
    let mut ways = vec![Rows::EMPTY];
    let mut edge = seen;
    while !edge.is_empty() && ways.len() < LONGEST {
        ways.push(edge);
        edge = edge.spread().and(&open).without(&seen);
        seen = seen.or(&edge);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;
    use cardwright_kernel::{Actor, NoLog, Rules, below, stream};

    /// What one piece may close is what carrying out every allowed action closes.
    #[test]
    fn what_may_be_closed_is_what_actions_close() {
        let rules = Rulebook::new(2, &[]).unwrap();
        let (mut closed, mut compared) = (0, 0);
        for seed in 0..6 {
            let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
            let mut state = rules.start(&mut NoLog);
            let mut legal = Vec::new();
            for _ in 0..120 {
                let action = match rules.actor(&state) {
                    Actor::Over(_) => break,
                    Actor::Chance => rules.deal(&state, &mut dealer),
                    Actor::Seat(seat) => {
                        legal.clear();
                        rules.legal(&state, &mut legal);
                        let colour = rules.colour(seat).index();
                        let lead = |state: &State| {
                            f64::from(state.score[colour]) - f64::from(state.score[1 - colour])
                        };
                        let mut most = [None; 2];
                        for action in &legal {
                            if let Action::Build { kind, .. } = action {
                                let mut next = state.clone();
                                rules.apply_unchecked(&mut next, *action, &mut NoLog);
                                let gain = lead(&next) - lead(&state);
                                let most = &mut most[usize::from(!kind.is_white())];
                                *most = Some(gain.max(most.unwrap_or(0.0)));
                            }
                        }
                        let mut grid = Grid::of(&rules, &state);
                        let found = closings(&rules, &state, &mut grid, seat);
                        for (most, found) in most.into_iter().zip(found) {
                            if let Some(most) = most {
                                assert_eq!(most, found, "seed {seed}, turn {}", state.turn);
                                closed += u32::from(most > 0.0);
                                compared += 1;
                            }
                        }
                        let builds = legal
                            .iter()
                            .filter(|action| matches!(action, Action::Build { .. }))
                            .count();
                        let among = if builds > 0 { builds } else { legal.len() };
                        legal[below(&mut luck, among as u32) as usize]
                    }
                };
                rules.apply_unchecked(&mut state, action, &mut NoLog);
            }
        }
        assert!(closed > 5 && compared > 200, "{closed} of {compared}");
    }
}
