//! The search for odds stops at its limit.
#![cfg(feature = "robotory")]

use cardwright_games::odds::{Aim, Fraction, MEASURES, OddsError, Payoff, Search, Work};
use cardwright_games::robotory::Rulebook;
use cardwright_kernel::{NoLog, Rules, Seat};

/// Only the end of the first turn.
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
    let within =
        |actions| Search::new(&rules, OneTurn, Seat(0)).value(&state, &mut Work::of(actions));
    assert_eq!(
        within(0),
        Err(OddsError::TooLarge {
            tried: 0,
            actions: 400
        })
    );
    assert_eq!(within(1_000), Ok([Fraction::ONE; MEASURES]));
}

#[test]
fn whoever_waits_is_told_and_may_give_up() {
    let rules = Rulebook::new(&[]).unwrap();
    let state = rules.start(&mut NoLog);
    let mut told = Vec::new();
    let mut give_up = |done: u64| {
        told.push(done);
        told.len() < 2
    };
    /// The search never ends by itself.
    struct Forever;
    impl Aim<Rulebook> for Forever {
        fn end(&self, _: &Rulebook, _: &<Rulebook as Rules>::State) -> Option<Payoff> {
            None
        }
        fn count(&self, _: &<Rulebook as Rules>::Event, _: &mut [i64; MEASURES]) {}
        fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError> {
            Ok(payoff[0])
        }
    }
    let found =
        Search::new(&rules, Forever, Seat(0)).value(&state, &mut Work::telling(1, &mut give_up));
    assert_eq!(found, Err(OddsError::GivenUp));
    assert_eq!(told.len(), 2);
}
