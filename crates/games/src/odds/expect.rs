//! The best expectation of a stretch of play: every action of a seat is tried, every action of chance is weighed.

use super::error::OddsError;
use super::fraction::Fraction;
use cardwright_kernel::{Actor, Game, Lines, Seat};
use std::collections::HashMap;

/// The most states that are remembered: some hundred megabytes, and about as many seconds as a person waits.
const MAX_STATES: usize = 400_000;
/// The deepest line of actions that is followed; a turn takes a few dozen. It keeps the call stack in bounds.
const MAX_ACTIONS: usize = 400;
/// How many things are counted at once.
pub(crate) const MEASURES: usize = 5;

/// What is expected of each thing that is counted.
pub(crate) type Payoff = [Fraction; MEASURES];

/// What is counted and wanted in a stretch of play.
pub(crate) trait Aim<G: Game> {
    /// What the state is worth by itself if the stretch ends with it; `None` when play goes on.
    fn end(&self, game: &G, state: &G::State) -> Option<Payoff>;
    /// Adds what an event brings.
    fn count(&self, event: &G::Event, sum: &mut [i64; MEASURES]);
    /// Leaves actions out that are not to be looked at; one at least must stay.
    fn narrow(&self, _game: &G, _state: &G::State, _legal: &mut Vec<G::Action>) {}
    /// What the seat wants most of.
    fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError>;
}

/// A search over the actions of one seat, who wants the most, of the others, who want the least for it, and of
/// chance. Equal actions: the first in the game's list.
pub(crate) struct Search<'a, G: Game, A> {
    game: &'a G,
    aim: A,
    me: Seat,
    /// The most states that are remembered.
    most: usize,
    known: HashMap<G::State, Payoff>,
    depth: usize,
}

impl<'a, G: Game, A: Aim<G>> Search<'a, G, A> {
    pub(crate) fn new(game: &'a G, aim: A, me: Seat) -> Self {
        Search { game, aim, me, most: MAX_STATES, known: HashMap::new(), depth: 0 }
    }

    /// The same with another bound.
    #[cfg(test)]
    pub(crate) fn within(mut self, states: usize) -> Self {
        self.most = states;
        self
    }

    /// How many states were looked at.
    pub(crate) fn states(&self) -> usize {
        self.known.len()
    }

    /// What is to be expected from a state on.
    pub(crate) fn value(&mut self, state: &G::State) -> Result<Payoff, OddsError> {
        if let Some(end) = self.aim.end(self.game, state) {
            return Ok(end);
        }
        if let Some(known) = self.known.get(state) {
            return Ok(*known);
        }
        if self.known.len() >= self.most || self.depth >= MAX_ACTIONS {
            return Err(OddsError::TooLarge { states: self.most, actions: MAX_ACTIONS });
        }
        self.depth += 1;
        let value = match self.game.actor(state) {
            Actor::Chance => self.mean(state),
            Actor::Seat(seat) => self.best(state, seat),
            Actor::Over(_) => Ok([Fraction::ZERO; MEASURES]),
        };
        self.depth -= 1;
        let value = value?;
        self.known.insert(state.clone(), value);
        Ok(value)
    }

    fn mean(&mut self, state: &G::State) -> Result<Payoff, OddsError> {
        let mut odds = Vec::new();
        self.game.odds(state, &mut odds);
        let all: i64 = odds.iter().map(|(_, weight)| i64::from(*weight)).sum();
        let mut mean = [Fraction::ZERO; MEASURES];
        for (action, weight) in odds {
            let share = Fraction::new(weight.into(), all);
            let after = self.after(state, action)?;
            for (mean, after) in mean.iter_mut().zip(after) {
                *mean = mean.plus(after.times(share)?)?;
            }
        }
        Ok(mean)
    }

    fn best(&mut self, state: &G::State, seat: Seat) -> Result<Payoff, OddsError> {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        self.aim.narrow(self.game, state, &mut legal);
        let mut best: Option<(Fraction, Payoff)> = None;
        for action in legal {
            let payoff = self.after(state, action)?;
            let worth = self.aim.worth(&payoff)?;
            let better = |old: &Fraction| if seat == self.me { worth > *old } else { worth < *old };
            if best.as_ref().is_none_or(|(old, _)| better(old)) {
                best = Some((worth, payoff));
            }
        }
        Ok(best.map_or([Fraction::ZERO; MEASURES], |(_, payoff)| payoff))
    }

    /// What an action brings at once, and what is to be expected afterwards.
    fn after(&mut self, state: &G::State, action: G::Action) -> Result<Payoff, OddsError> {
        let (mut next, mut log) = (state.clone(), Lines::new());
        self.game.apply_unchecked(&mut next, action, &mut log);
        let mut sum = [0; MEASURES];
        log.iter().for_each(|entry| self.aim.count(&entry.event, &mut sum));
        let mut payoff = self.value(&next)?;
        for (payoff, now) in payoff.iter_mut().zip(sum).filter(|(_, now)| *now != 0) {
            *payoff = payoff.plus(Fraction::whole(now))?;
        }
        Ok(payoff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robotory::Rulebook;
    use cardwright_kernel::{NoLog, Rules};

    /// Nothing but the end of the first turn.
    struct OneTurn;

    impl Aim<Rulebook> for OneTurn {
        fn end(&self, _: &Rulebook, state: &<Rulebook as Rules>::State) -> Option<Payoff> {
            (state.turn > 1).then_some([Fraction::ONE; MEASURES])
        }

        fn count(&self, _: &<Rulebook as Rules>::Event, _: &mut [i64; MEASURES]) {}

        fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError> {
            Ok(payoff[0])
        }
    }

    #[test]
    fn too_much_to_look_at_is_an_error() {
        let rules = Rulebook::new(&[]).unwrap();
        let state = rules.start(&mut NoLog);
        let within = |states| Search::new(&rules, OneTurn, Seat(0)).within(states).value(&state);
        assert_eq!(within(0), Err(OddsError::TooLarge { states: 0, actions: MAX_ACTIONS }));
        assert_eq!(within(1), Ok([Fraction::ONE; MEASURES]));
    }
}
