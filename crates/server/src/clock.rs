//! Clocks: the time that each seat has left to think.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The maximum time of a seat in seconds: a day.
pub(crate) const MAX_SECONDS: u32 = 86_400;

/// The clock settings requested for a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRules {
    /// The time of each seat for the whole match in seconds, at least 1 and at most a full day.
    pub seconds: u32,
    /// The seconds added to a seat's clock for each of its actions.
    #[serde(default)]
    pub increment: u32,
}

/// The clocks of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub rules: ClockRules,
    /// The milliseconds left for each seat; 0 if its time is up for the rest of the match.
    pub left: Vec<u64>,
}

impl Clock {
    /// Makes the clocks for a number of seats.
    ///
    /// # Errors
    /// If the times are outside the limits.
    pub(crate) fn new(rules: ClockRules, seats: usize) -> Result<Self, String> {
        match (1..=MAX_SECONDS).contains(&rules.seconds) && rules.increment <= rules.seconds {
            true => Ok(Clock {
                rules,
                left: vec![u64::from(rules.seconds) * 1_000; seats],
            }),
            false => Err(format!(
                "a clock has 1 to {MAX_SECONDS} seconds, and its increment is at most as long"
            )),
        }
    }

    /// The time left for a seat.
    pub(crate) fn left(&self, seat: usize) -> Duration {
        Duration::from_millis(self.left.get(seat).copied().unwrap_or_default())
    }

    /// Whether a seat's time is up.
    pub(crate) fn is_up(&self, seat: usize) -> bool {
        self.left.get(seat) == Some(&0)
    }

    /// Records that a seat has acted after the given time.
    pub(crate) fn answered(&mut self, seat: usize, after: Duration) {
        let increment = u64::from(self.rules.increment) * 1_000;
        if let Some(left) = self.left.get_mut(seat).filter(|left| **left > 0) {
            let spent = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
            // An action that arrived before the alarm was in time.
            *left = left.saturating_sub(spent).saturating_add(increment).max(1);
        }
    }

    /// Records that a seat's time is up.
    pub(crate) fn run_out(&mut self, seat: usize) {
        if let Some(left) = self.left.get_mut(seat) {
            *left = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_spent_and_given_back() {
        let mut clock = Clock::new(
            ClockRules {
                seconds: 10,
                increment: 2,
            },
            2,
        )
        .unwrap();
        clock.answered(0, Duration::from_secs(4));
        assert_eq!((clock.left(0).as_secs(), clock.left(1).as_secs()), (8, 10));
        clock.answered(0, Duration::from_secs(99));
        assert_eq!(clock.left(0).as_millis(), 2_000);
        clock.run_out(0);
        clock.answered(0, Duration::ZERO);
        assert!(clock.is_up(0) && !clock.is_up(1) && !clock.is_up(9));
    }

    #[test]
    fn times_are_bounded() {
        for (seconds, increment, allowed) in [
            (0, 0, false),
            (1, 0, true),
            (1, 1, true),
            (10, 10, true),
            (10, 11, false),
            (86_400, 86_400, true),
            (86_401, 0, false),
        ] {
            let clock = Clock::new(ClockRules { seconds, increment }, 3);
            assert_eq!(clock.is_ok(), allowed, "{seconds} {increment}");
            match clock {
                Ok(clock) => assert_eq!(clock.left, [u64::from(seconds) * 1_000; 3]),
                Err(why) => assert!(why.contains("1 to 86400 seconds"), "{why}"),
            }
        }
        // Who acts at the last moment keeps a moment.
        let rules = ClockRules {
            seconds: 1,
            increment: 0,
        };
        let mut clock = Clock::new(rules, 1).unwrap();
        clock.answered(0, Duration::from_secs(1));
        assert_eq!(clock.left, [1]);
    }
}
