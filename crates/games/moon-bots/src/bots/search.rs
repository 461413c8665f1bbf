//! How the search bot plays out the games it tries, and how it rates games that are cut short.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::bots::greedy::Judge;
use crate::bots::value::{Outlook, WEIGHTS};
use crate::state::State;
use cardwright_bots::{Features, Policy, Weights, exp, score};
use cardwright_kernel::{Bot, NoLog, Observation, Rng, Rules, Seat};
use std::sync::Arc;

/// The default number of games for each action, about 50 ms.
pub(crate) const ITERATIONS: u32 = 10_000;

/// The number of turns played after the last action in the tree: one for each robot.
const TURNS: u32 = 4;

/// Plays like `greedy` for some turns, then rates the position with learned values.
#[derive(Clone, Debug)]
pub(crate) struct AsGreedy {
    outlook: Arc<Outlook>,
    weights: Weights,
}

impl AsGreedy {
    pub(crate) fn of(book: &Rulebook) -> Self {
        AsGreedy {
            outlook: Arc::new(Outlook::of(book)),
            weights: WEIGHTS[usize::from(book.players.clamp(2, 4)) - 2],
        }
    }
}

impl AsGreedy {
    /// The purchase after which the seat's position has the highest value.
    fn purchase(
        &self,
        book: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        let values = legal.iter().map(|action| {
            let mut next = state.clone();
            book.apply_unchecked(&mut next, *action, &mut NoLog);
            (1e6 * score(&self.features(book, &next, seat), &self.weights)) as i32
        });
        cardwright_bots::best(values, rng)
    }
}

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

    fn instinct(
        &mut self,
        book: &Rulebook,
        state: &State,
        seat: Seat,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        if legal
            .iter()
            .any(|action| matches!(action, Action::Buy { .. }))
        {
            return self.purchase(book, state, seat, legal, rng);
        }
        self.choose(book, state, seat, legal, rng)
    }

    fn turns(&self) -> u32 {
        TURNS
    }

    fn worth(&self, book: &Rulebook, state: &State, seat: Seat) -> u32 {
        (1000.0 * exp(score(&self.features(book, state, seat), &self.weights))).min(4e8) as u32
    }

    fn features(&self, book: &Rulebook, state: &State, seat: Seat) -> Features {
        self.outlook.features(book, state, seat)
    }
}

/// Buys by learned values and otherwise plays like `greedy`, without looking further ahead.
#[derive(Clone, Debug)]
pub(crate) struct Learned(pub(crate) AsGreedy);

impl Bot<Rulebook> for Learned {
    fn choose(
        &mut self,
        observation: &Observation<'_, Rulebook>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> usize {
        let (book, seat) = (observation.game(), observation.seat());
        self.0
            .instinct(book, &observation.known(), seat, legal, rng)
    }
}
