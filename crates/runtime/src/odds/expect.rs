//! The best expectation of a stretch of play: every action of a seat is tried, every action of chance is weighed.

use super::error::OddsError;
use super::fraction::Fraction;
use cardwright_kernel::{Actor, Game, Lines, Seat};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The deepest line of actions that is followed; a turn takes a few dozen. It keeps the call stack in bounds.
const MAX_ACTIONS: usize = 400;
/// The actions that are tried for one request: about a second and a half, and fifty megabytes.
const USUAL: u64 = 400_000;
/// After so many actions whoever waits is told.
const TOLD: u64 = 1 << 12;

/// How much may be looked at for all that a request asks: counted in actions that are tried, so that it is the same on
/// every machine.
pub struct Work<'w> {
    most: u64,
    done: u64,
    told: Option<&'w mut dyn FnMut(u64) -> bool>,
}

impl Default for Work<'_> {
    /// As much as somebody waits for who is told nothing meanwhile.
    fn default() -> Self {
        Work::of(USUAL)
    }
}

impl<'w> Work<'w> {
    /// So many actions.
    pub fn of(actions: u64) -> Work<'w> {
        Work {
            most: actions,
            done: 0,
            told: None,
        }
    }

    /// So many times as much as usual, for somebody who is told now and then how many actions have been tried. Where
    /// `told` answers `false`, the work is given up.
    pub fn telling(times: u64, told: &'w mut dyn FnMut(u64) -> bool) -> Work<'w> {
        Work {
            told: Some(told),
            ..Work::of(USUAL.saturating_mul(times))
        }
    }

    /// One action more.
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

/// How many things are counted at once.
pub const MEASURES: usize = 5;

/// What is expected of each thing that is counted.
pub type Payoff = [Fraction; MEASURES];

/// What is counted and wanted in a stretch of play.
pub trait Aim<G: Game> {
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
/// chance. Equal actions: the first in the game's list. What was looked at is known again by its fingerprint.
pub struct Search<'a, G: Game, A> {
    game: &'a G,
    aim: A,
    me: Seat,
    known: HashMap<u128, Payoff>,
    depth: usize,
}

impl<'a, G: Game, A: Aim<G>> Search<'a, G, A> {
    /// A search for `me` from any state of the game.
    pub fn new(game: &'a G, aim: A, me: Seat) -> Self {
        Search {
            game,
            aim,
            me,
            known: HashMap::new(),
            depth: 0,
        }
    }

    /// How many states were looked at.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// What is to be expected from a state on.
    ///
    /// # Errors
    /// [`OddsError::TooLarge`] where there is more to look at than `work` allows.
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

    /// What an action brings at once, and what is to be expected afterwards.
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

/// A state in 128 bits, the same in every run: two states that differ have the same with a chance that nobody lives to
/// see.
fn fingerprint<S: Hash>(state: &S) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        state.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}
