//! Whole games by random players: coins and cards are kept, every game ends, the state stays small.

use super::*;

#[test]
fn the_state_is_small_and_plain() {
    assert!(size_of::<State>() <= 1536, "{} bytes", size_of::<State>());
}
