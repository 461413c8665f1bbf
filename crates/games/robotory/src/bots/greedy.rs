//! A bot that looks one action ahead, and its value of a table, which the search bot also uses.

use crate::actions::Action;
use crate::play::over;
use crate::rulebook::Rulebook;
use crate::state::{DARK, LIGHT, State};
use cardwright_bots::best;
use cardwright_kernel::{Bot, NoLog, Observation, Rng, Rules, Seat};

/// The value of a won game, far above all other values.
pub(crate) const WON: i32 = 1_000_000;
/// The value of a robot in the seat's own camp.
const ROBOT: i32 = 100;

/// Chooses the action that gives it the most valuable table; ties are broken at random.
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
        let values = legal.iter().map(|action| {
            let mut next = state;
            rules.apply_unchecked(&mut next, *action, &mut NoLog);
            value(rules, &next, observation.seat())
        });
        best(values, rng)
    }
}

/// The value of a table for a seat: a win, or the robots in camps.
pub(crate) fn value(rules: &Rulebook, state: &State, seat: Seat) -> i32 {
    if over::is_over(rules, state) {
        let won = over::winner(rules, state) == seat;
        return if won { WON } else { -WON };
    }
    let other = if seat == LIGHT { DARK } else { LIGHT };
    let robots = |seat| over::robots_in_camp(rules, state, seat) as i32;
    ROBOT * (robots(seat) - robots(other))
}
