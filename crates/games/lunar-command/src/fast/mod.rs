//! Fast random play: values derived from the state are updated after each action instead of being calculated again,
//! and a random action is drawn by its number without a list. A test checks it against the lists.

use super::grid::Grid;
use super::play::actions::{Action, Choices};
use super::play::{apply, turn};
use super::rulebook::Rulebook;
use super::state::{State, Step};
use cardwright_kernel::{NoLog, Rng, below};

/// See [`cardwright_kernel::Rules::play_at_random`].
pub(super) fn play_at_random(
    rules: &Rulebook,
    state: &mut State,
    dealer: &mut Rng,
    luck: &mut Rng,
    most: u64,
) -> u64 {
    let grid = &mut Grid::of(rules, state);
    let mut choices = Choices::of(rules, state, grid);
    for taken in 0..most {
        let action = match state.step {
            Step::Over => return taken,
            Step::Roll => {
                let die = &rules.options().die;
                Action::Roll(die[below(dealer, die.len() as u32) as usize])
            }
            _ => choices.nth(rules, state, grid, below(luck, choices.total)),
        };
        apply::carry_out(rules, state, grid, action, None, &mut NoLog);
        choices = turn::settle(rules, state, grid, &mut NoLog);
    }
    most
}
