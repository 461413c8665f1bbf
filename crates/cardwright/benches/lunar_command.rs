//! Random games of Lunar Command beside a simulator written by hand for this one game: nanoseconds a decision of both,
//! in turn, and the ratio of each pair. `cargo bench -p cardwright --bench lunar_command`.

#![allow(missing_docs, reason = "a program")]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on panics")]
#![allow(
    clippy::needless_range_loop,
    reason = "rows of several boards go side by side"
)]

#[path = "lunar_command/limit.rs"]
mod limit;

use cardwright::{Setup, rulebook};
use std::time::Instant;

/// Games a measurement, and measurements.
const GAMES: u64 = 300;
const ROUNDS: u64 = 7;

fn main() {
    let book = rulebook("lunar-command", &Setup::players(2)).unwrap();
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let begun = Instant::now();
        let ours = book
            .simulate("random", round * GAMES..(round + 1) * GAMES)
            .unwrap();
        let engine = begun.elapsed().as_nanos() as f64 / ours.decisions as f64;
        let begun = Instant::now();
        let played = limit::play(GAMES, round * GAMES);
        let by_hand = begun.elapsed().as_nanos() as f64 / played.decisions as f64;
        ratios.push(engine / by_hand);
        println!(
            "engine {engine:.0} ns a decision ({:.0} a game), by hand {by_hand:.0} ns ({:.0} a game, {:.2} points), ratio {:.2}",
            ours.decisions as f64 / GAMES as f64,
            played.decisions as f64 / played.games as f64,
            played.points as f64 / played.games as f64,
            engine / by_hand
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio {:.2}", ratios[ratios.len() / 2]);
}
