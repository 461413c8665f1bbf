//! How seats play in the games that the search bot tries.

use super::greedy::Table;
use crate::cards::book::Rulebook;
use crate::play::actions::Action;
use crate::state::State;
use cardwright_bots::Policy;
use cardwright_kernel::{Rng, Seat};

/// Games for each action, unless told: about 50 ms.
pub(crate) const ITERATIONS: u32 = 800;

/// As `greedy` plays.
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
