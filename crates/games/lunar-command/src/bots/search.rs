//! How seats play in the games that the search bot tries.

use super::super::play::actions::Action;
use super::super::rulebook::Rulebook;
use super::super::state::State;
use super::greedy::{Before, value};
use cardwright_bots::{Policy, best};
use cardwright_kernel::{Rng, Seat};

/// Games for each action, unless told: about 50 ms.
pub(crate) const ITERATIONS: u32 = 400;
/// Turns that a game lasts: the board is valued then.
const TURNS: u32 = 1;
/// So many actions of a list are looked at.
const LOOKED_AT: usize = 12;
/// Shares lie near each other: less curiosity than where games are won and lost.
const CURIOSITY: f64 = 0.2;
/// With a lead of so much a side has three quarters of the win.
const LEAD: i32 = 400;

/// Some turns at random, then the value that `greedy` gives the board.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Trial;

impl Policy<Rulebook> for Trial {
    fn choose(
        &mut self,
        rules: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        let before = Before::of(rules, state, rules.colour(seat));
        best(legal.iter().map(|action| before.worth(*action)), rng)
    }

    fn curiosity(&self) -> f64 {
        CURIOSITY
    }

    fn looked_at(&self) -> usize {
        LOOKED_AT
    }

    fn turns(&self) -> u32 {
        TURNS
    }

    fn worth(&self, rules: &Rulebook, state: &State, seat: Seat) -> u32 {
        let lead = value(rules, state, rules.colour(seat));
        (LEAD / 2 + lead.max(0)).unsigned_abs()
    }

    fn best(
        &mut self,
        rules: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        most: usize,
        _rng: &mut Rng,
    ) -> Vec<Action> {
        let before = Before::of(rules, state, rules.colour(seat));
        let mut list: Vec<_> = legal
            .iter()
            .map(|action| (-before.worth(*action), *action))
            .collect();
        list.sort_by_key(|(worth, _)| *worth);
        list.truncate(most);
        list.into_iter().map(|(_, action)| action).collect()
    }
}
