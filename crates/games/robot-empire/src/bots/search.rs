//! How the search bot plays out the games it tries.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::bots::greedy::Table;
use crate::state::State;
use cardwright_bots::Policy;
use cardwright_kernel::{Rng, Seat};

/// The default number of games for each action, about 50 ms.
pub(crate) const ITERATIONS: u32 = 800;

/// Plays like `greedy`.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Trial;

impl Policy<Rulebook> for Trial {
    fn choose(
        &mut self,
        book: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        Table::of(book, state, seat).best(legal, rng)
    }
}
