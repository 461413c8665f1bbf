//! Measures the counting of lines of play of Robotory:
//! `cargo run --release -p cardwright-robotory --example robotory_perft -- 5` prints, for each depth, the number of
//! lines and how many of them a second are counted in bulk and walked honestly.

use cardwright_kernel::{Counting, NoLog, Rules, perft};
use cardwright_robotory::Rulebook;
use std::time::Instant;

fn main() {
    let depth = std::env::args()
        .nth(1)
        .and_then(|depth| depth.parse().ok())
        .unwrap_or(5);
    let rules = Rulebook::official();
    let start = rules.start(&mut NoLog);
    for depth in 1..=depth {
        for counting in [Counting::Bulk, Counting::Walk] {
            let begun = Instant::now();
            let lines = perft(&rules, &start, depth, counting);
            let micros = begun.elapsed().as_micros().max(1);
            println!(
                "{depth} {lines} {counting:?}: {} million a second",
                u128::from(lines) / micros
            );
        }
    }
}
