//! The clock, for seeds nobody chose.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seeds from the clock stay below this, so that they are short to type.
const SEEDS: u128 = 1_000_000;

/// A seed for a game nobody gave one for.
pub(crate) fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Microseconds: some clocks have nothing finer.
    (since.as_micros() % SEEDS) as u64
}
