//! The best expectation of a period of play: every action of a seat is tried, and every action of chance is weighted.

use super::error::OddsError;
use super::fraction::Fraction;
use cardwright_kernel::{Actor, Game, Lines, Seat};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The maximum length of a sequence of actions; a turn takes a few dozen. It limits the depth of the call stack.
const MAX_ACTIONS: usize = 400;
/// The default number of actions tried per request: about 1.5 seconds and 50 megabytes.
const USUAL: u64 = 400_000;
/// The number of actions between two progress reports.
const TOLD: u64 = 1 << 12;

/// A limit for the work of one request, counted in tried actions so that it is the same on every machine.
pub struct Work<'w> {
    most: u64,
    done: u64,
    told: Option<&'w mut dyn FnMut(u64) -> bool>,
}

impl Default for Work<'_> {
    /// The default limit, for a caller without progress reports.
    fn default() -> Self {
        Work::of(USUAL)
    }
}

impl<'w> Work<'w> {
    /// A limit of this many actions.
    pub fn of(actions: u64) -> Work<'w> {
        Work {
            most: actions,
            done: 0,
            told: None,
        }
    }

    /// A limit of `times` the default, with a callback `told` that receives the number of tried actions from time to
    /// time. If it returns `false`, the work is cancelled.
    pub fn telling(times: u64, told: &'w mut dyn FnMut(u64) -> bool) -> Work<'w> {
        Work {
            told: Some(told),
            ..Work::of(USUAL.saturating_mul(times))
        }
    }

    /// Counts one more action.
    fn step(&mut self) -> Result<(), OddsError> {
        if self.done >= self.most {
            return Err(self.too_large());
        }
        self.done += 1;
        let goes_on = match &mut self.told {
            Some(told) if self.done.is_multiple_of(TOLD) => told(self.done),
            _ => true,
        };
        if goes_on {
            Ok(())
        } else {
            Err(OddsError::GivenUp)
        }
    }

    fn too_large(&self) -> OddsError {
        OddsError::TooLarge {
            tried: self.most,
            actions: MAX_ACTIONS,
        }
    }
}

/// The number of quantities counted at once.
pub const MEASURES: usize = 5;

/// The expected value of each counted quantity.
pub type Payoff = [Fraction; MEASURES];

/// What is counted and maximized during a period of play.
pub trait Aim<G: Game> {
    /// The value of the state if the period ends there; `None` if play continues.
    fn end(&self, game: &G, state: &G::State) -> Option<Payoff>;
    /// Adds the effect of an event to the sums.
    fn count(&self, event: &G::Event, sum: &mut [i64; MEASURES]);
    /// Removes actions that need not be searched; at least one must remain.
    fn narrow(&self, _game: &G, _state: &G::State, _legal: &mut Vec<G::Action>) {}
    /// The quantity that the seat maximizes.
    fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError>;
}

/// A search over the actions of one seat, which maximizes, of the other seats, which minimize, and of chance. Among
/// equal actions, the first in the game's list is chosen. Visited states are cached by fingerprint.
pub struct Search<'a, G: Game, A> {
    game: &'a G,
    aim: A,
    me: Seat,
    known: HashMap<u128, Payoff>,
    depth: usize,
}

impl<'a, G: Game, A: Aim<G>> Search<'a, G, A> {
    /// A search for the seat `me` from any state of the game.
    pub fn new(game: &'a G, aim: A, me: Seat) -> Self {
        Search {
            game,
            aim,
            me,
            known: HashMap::new(),
            depth: 0,
        }
    }

    /// The number of visited states.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// The expected payoff from a state.
    ///
    /// # Errors
    /// [`OddsError::TooLarge`] if the search exceeds the limit of `work`.
    pub fn value(&mut self, state: &G::State, work: &mut Work<'_>) -> Result<Payoff, OddsError> {
        if let Some(end) = self.aim.end(self.game, state) {
            return Ok(end);
        }
        let print = fingerprint(state);
        if let Some(known) = self.known.get(&print) {
            return Ok(*known);
        }
        if self.depth >= MAX_ACTIONS {
            return Err(work.too_large());
        }
        self.depth += 1;
        let value = match self.game.actor(state) {
            Actor::Chance => self.mean(state, work),
            Actor::Seat(seat) => self.best(state, seat, work),
            Actor::Over(_) => Ok([Fraction::ZERO; MEASURES]),
        };
        self.depth -= 1;
        let value = value?;
        self.known.insert(print, value);
        Ok(value)
    }

    fn mean(&mut self, state: &G::State, work: &mut Work<'_>) -> Result<Payoff, OddsError> {
        let mut odds = Vec::new();
        self.game.chance_outcomes(state, &mut odds);
        let all: i64 = odds.iter().map(|(_, weight)| i64::from(*weight)).sum();
        let mut mean = [Fraction::ZERO; MEASURES];
        for (action, weight) in odds {
            let share = Fraction::new(weight.into(), all);
            let after = self.after(state, action, work)?;
            for (mean, after) in mean.iter_mut().zip(after) {
                *mean = mean.plus(after.times(share)?)?;
            }
        }
        Ok(mean)
    }

    fn best(
        &mut self,
        state: &G::State,
        seat: Seat,
        work: &mut Work<'_>,
    ) -> Result<Payoff, OddsError> {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        self.aim.narrow(self.game, state, &mut legal);
        let mut best: Option<(Fraction, Payoff)> = None;
        for action in legal {
            let payoff = self.after(state, action, work)?;
            let worth = self.aim.worth(&payoff)?;
            let better = |old: &Fraction| {
                if seat == self.me {
                    worth > *old
                } else {
                    worth < *old
                }
            };
            if best.as_ref().is_none_or(|(old, _)| better(old)) {
                best = Some((worth, payoff));
            }
        }
        Ok(best.map_or([Fraction::ZERO; MEASURES], |(_, payoff)| payoff))
    }

    /// The immediate effect of an action plus the expected value afterwards.
    fn after(
        &mut self,
        state: &G::State,
        action: G::Action,
        work: &mut Work<'_>,
    ) -> Result<Payoff, OddsError> {
        work.step()?;
        let (mut next, mut log) = (state.clone(), Lines::new());
        self.game.apply_unchecked(&mut next, action, &mut log);
        let mut sum = [0; MEASURES];
        log.iter()
            .for_each(|entry| self.aim.count(&entry.event, &mut sum));
        let mut payoff = self.value(&next, work)?;
        for (payoff, now) in payoff.iter_mut().zip(sum).filter(|(_, now)| *now != 0) {
            *payoff = payoff.plus(Fraction::whole(now))?;
        }
        Ok(payoff)
    }
}

/// A 128-bit hash of a state, the same in every run. A collision of different states is extremely unlikely.
fn fingerprint<S: Hash>(state: &S) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        state.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}
