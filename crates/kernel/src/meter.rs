//! Counts the work that a part of a rulebook has done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts steps once it is started. It does not affect the value that contains it: all meters are equal, and a copy is
/// a new meter.
#[derive(Default, Debug)]
pub struct Meter {
    on: AtomicBool,
    steps: AtomicU64,
}

impl Meter {
    /// Starts counting.
    pub fn start(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    /// Adds a step if the meter counts.
    #[inline]
    pub fn add(&self) {
        if self.on.load(Ordering::Relaxed) {
            self.steps.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }
}

impl Clone for Meter {
    fn clone(&self) -> Self {
        Meter::default()
    }
}

impl PartialEq for Meter {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Meter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_counts_once_it_is_started() {
        let meter = Meter::default();
        meter.add();
        assert_eq!(meter.steps(), 0);
        meter.start();
        (0..3).for_each(|_| meter.add());
        assert_eq!((meter.steps(), meter.clone().steps()), (3, 0));
        assert_eq!(meter, meter.clone());
    }
}
