//! Counting lines of play.

use crate::{Actor, Game, NoLog};

/// How many sequences of `depth` answers (of seats and chance) start at the state. A line that ends earlier does
/// not count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = answers(game, state);
    if depth == 1 {
        return actions.len() as u64;
    }
    actions
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            game.apply_listed(&mut next, action, &mut NoLog);
            perft(game, &next, depth - 1)
        })
        .sum()
}

/// Every possible answer to the present question, a seat's or chance's.
pub(crate) fn answers<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    match game.actor(state) {
        Actor::Seat(_) => game.legal(state, &mut actions),
        Actor::Chance => {
            let mut odds = Vec::new();
            game.odds(state, &mut odds);
            actions.extend(odds.into_iter().map(|(action, _)| action));
        }
        Actor::Over(_) => {}
    }
    actions
}
