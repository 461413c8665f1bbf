//! A bot that thinks some actions ahead (alpha-beta).

use crate::actions::Action;
use crate::board::Board;
use crate::bots::greedy::{WON, value};
use crate::hex::{Hexes, Path};
use crate::play::{legal, over};
use crate::rulebook::Rulebook;
use crate::state::{Robot, State};
use cardwright_kernel::{Bot, NoLog, Observation, Rng, Rules, Seat, below};
use std::cell::Cell;

/// The default search depth of `search`, in actions.
pub const DEFAULT_DEPTH: u32 = 4;
/// The maximum search depth, in actions; beyond it, people would wait too long.
pub const MAX_DEPTH: u32 = 8;

/// The maximum number of tables examined for one action: a second or two of thinking. Deeper tables are valued as
/// they are, so that no board and no depth takes hours. The default depth examines some thousands.
const MAX_TABLES: u32 = 5_000_000;

/// The value of a robot that can walk into the seat's camp now; one in the camp is worth 100.
const PROMISE: i32 = 40;

/// Chooses the action that leads to the best table that it can force within its depth; ties are broken at random.
///
/// Of the paths that lead a robot to the same hex it considers only one of the shortest, because a table full of discs
/// has millions of paths.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    depth: u32,
}

impl Search {
    /// A bot that searches `depth` actions ahead, at least 1.
    pub fn new(depth: u32) -> Self {
        Search {
            depth: depth.max(1),
        }
    }
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
        let chosen = Thought {
            rules,
            seat: observation.seat(),
            left: Cell::new(MAX_TABLES),
        }
        .best(&state, self.depth, rng);
        legal
            .iter()
            .position(|action| Some(*action) == chosen)
            .unwrap_or(0)
    }
}

/// The data of one search.
struct Thought<'a> {
    rules: &'a Rulebook,
    seat: Seat,
    /// The number of tables that it may still examine.
    left: Cell<u32>,
}

impl Thought<'_> {
    fn best(&self, state: &State, depth: u32, rng: &mut Rng) -> Option<Action> {
        let mut candidates = self.candidates(state);
        // Actions of equal value are tried in random order, and the first of them is kept.
        for last in (1..candidates.len()).rev() {
            candidates.swap(last, below(rng, last as u32 + 1) as usize);
        }
        let mut best = (None, -2 * WON);
        for action in candidates {
            let value = self.after(state, action, depth, (best.1, 2 * WON));
            if best.0.is_none() || value > best.1 {
                best = (Some(action), value);
            }
        }
        best.0
    }

    /// The value of the table after an action, for the seat that searches.
    fn after(&self, state: &State, action: Action, depth: u32, window: (i32, i32)) -> i32 {
        let mut next = *state;
        self.rules.apply_unchecked(&mut next, action, &mut NoLog);
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        self.value(&next, if left == 0 { 0 } else { depth - 1 }, window)
    }

    fn value(&self, state: &State, depth: u32, window: (i32, i32)) -> i32 {
        if over::is_over(self.rules, state) {
            // An early win and a late loss are better.
            return value(self.rules, state, self.seat).signum() * (WON + depth as i32);
        }
        if depth == 0 {
            return value(self.rules, state, self.seat) + self.promise(state);
        }
        let (mut low, mut high) = window;
        let mine = state.to_move == self.seat;
        for action in self.candidates(state) {
            let value = self.after(state, action, depth, (low, high));
            if mine {
                low = low.max(value)
            } else {
                high = high.min(value)
            }
            if low >= high {
                break;
            }
        }
        if mine { low } else { high }
    }

    /// The value, for the seat that searches, of robots that can walk into the other camp now: positive if that is
    /// its own camp, otherwise negative.
    fn promise(&self, state: &State) -> i32 {
        let board = self.rules.board();
        let worth = |robot: Robot| {
            let camp = board.camp_of(state.robots[robot.index()]);
            let other = board.all() - board.camp(camp);
            match reach(board, state, robot).meets(other) {
                false => 0,
                true if camp == self.seat => -PROMISE,
                true => PROMISE,
            }
        };
        Robot::ALL.into_iter().map(worth).sum()
    }

    /// The actions to examine, those that change most first.
    fn candidates(&self, state: &State) -> Vec<Action> {
        let mut found = Vec::new();
        for robot in Robot::ALL {
            shortest(self.rules, state, robot, &mut found);
        }
        legal::refills(self.rules, state, &mut |action| found.push(action));
        legal::placements(self.rules, state, &mut |action| found.push(action));
        found
    }
}

/// The hexes to which a robot can walk.
fn reach(board: &Board, state: &State, robot: Robot) -> Hexes {
    let fuel = state.fuel(robot);
    let mut reached = Hexes::EMPTY;
    let mut edge = board.near(state.robots[robot.index()]) & fuel;
    while !edge.is_empty() {
        reached |= edge;
        let next = edge
            .iter()
            .fold(Hexes::EMPTY, |next, hex| next | board.near(hex));
        edge = (next & fuel) - reached;
    }
    reached
}

/// One shortest path of a robot to every hex that it can reach.
fn shortest(rules: &Rulebook, state: &State, robot: Robot, found: &mut Vec<Action>) {
    let mut fuel = state.fuel(robot);
    let mut from = vec![Path::from(state.robots[robot.index()])];
    while !from.is_empty() {
        for path in std::mem::take(&mut from) {
            for hex in (rules.board().near(path.end()) & fuel).iter() {
                fuel.remove(hex);
                let path = path.then(hex);
                found.push(Action::Move { robot, path });
                from.push(path);
            }
        }
    }
}
