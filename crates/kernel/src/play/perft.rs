//! Perft: counting sequences of actions.

use crate::{Actor, Game, NoLog};

/// How the last actions of each sequence are counted. Both ways give the same number; a difference is a bug in a game's
/// [`Rules::count`](crate::Rules::count) or [`Rules::legal`](crate::Rules::legal).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// The last actions are counted but not carried out, which is fast.
    Bulk,
    /// Every action is carried out, including the last: a fair measure of the speed of the rules.
    Walk,
}

/// Counts the sequences of `depth` actions (of players and chance) from the state. A sequence that ends earlier does
/// not count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, counting: Counting) -> u64 {
    Counter {
        game,
        counting,
        actions: Vec::new(),
        odds: Vec::new(),
    }
    .count(state, depth)
}

/// A count in progress. Its lists are shared by all levels, each appending after the part that the levels above still
/// need, so that no memory is allocated per node once the lists have grown.
struct Counter<'a, G: Game> {
    game: &'a G,
    counting: Counting,
    actions: Vec<G::Action>,
    odds: Vec<(G::Action, u32)>,
}

impl<G: Game> Counter<'_, G> {
    fn count(&mut self, state: &G::State, depth: u32) -> u64 {
        match (depth, self.counting) {
            (0, _) => 1,
            (1, Counting::Bulk) => self.last(state),
            _ => self.each(state, depth),
        }
    }

    /// The number of actions at a question, without carrying them out.
    fn last(&mut self, state: &G::State) -> u64 {
        if let Some(number) = self.game.count(state) {
            return number;
        }
        let from = self.actions.len();
        self.list(state);
        let number = self.actions.len() - from;
        self.actions.truncate(from);
        number as u64
    }

    /// The number of sequences after every action at the question.
    fn each(&mut self, state: &G::State, depth: u32) -> u64 {
        let from = self.actions.len();
        self.list(state);
        let mut lines = 0;
        for at in from..self.actions.len() {
            let mut next = state.clone();
            self.game
                .apply_unchecked(&mut next, self.actions[at], &mut NoLog);
            lines += self.count(&next, depth - 1);
        }
        self.actions.truncate(from);
        lines
    }

    fn list(&mut self, state: &G::State) {
        list(self.game, state, &mut self.actions, &mut self.odds);
    }
}

/// Appends every possible action of the current question, a seat's or chance's. `odds` is a buffer.
fn list<G: Game>(
    game: &G,
    state: &G::State,
    actions: &mut Vec<G::Action>,
    odds: &mut Vec<(G::Action, u32)>,
) {
    match game.actor(state) {
        Actor::Seat(_) => game.legal(state, actions),
        Actor::Chance => {
            odds.clear();
            game.chance_outcomes(state, odds);
            actions.extend(odds.iter().map(|(action, _)| *action));
        }
        Actor::Over(_) => {}
    }
}

/// Every possible action of the current question, a seat's or chance's.
pub(crate) fn actions<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    list(game, state, &mut actions, &mut Vec::new());
    actions
}
