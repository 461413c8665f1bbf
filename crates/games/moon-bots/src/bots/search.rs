//! How seats play in the games that the search bot tries.

use crate::bots::greedy::Judge;
use crate::cards::rulebook::Rulebook;
use crate::play::actions::Action;
use crate::state::State;
use cardwright_bots::Policy;
use cardwright_kernel::{Rng, Seat};

/// Games for each action, unless told: about 50 ms.
pub(crate) const ITERATIONS: u32 = 2000;

/// As `greedy` plays.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AsGreedy;

impl Policy<Rulebook> for AsGreedy {
    fn choose(
        &mut self,
        book: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        Judge::of(book, state, seat).best(legal, rng)
    }
}
