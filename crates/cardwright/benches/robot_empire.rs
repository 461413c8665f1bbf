//! Random games of Robot Empire: nanoseconds a decision beside a simulator written by hand for this one game, and beside
//! Moon-Bots by the same engine, in turn, with the ratio of each. `cargo bench -p cardwright --bench robot_empire`.

#![allow(missing_docs, reason = "a program")]
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on panics")]

#[path = "robot_empire/limit.rs"]
mod limit;

use cardwright::{Setup, rulebook};
use std::time::Instant;

/// Games a measurement, of Moon-Bots as many more that it takes as long, and measurements.
const GAMES: u64 = 400;
const MOON_BOTS: u64 = 20 * GAMES;
const ROUNDS: u64 = 9;

fn main() {
    let empire = rulebook("robot-empire", &Setup::players(2)).unwrap();
    let moon_bots = rulebook("moon-bots", &Setup::players(2)).unwrap();
    let (mut to_limit, mut to_moon_bots) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let begun = Instant::now();
        let ours = empire
            .simulate("random", round * GAMES..(round + 1) * GAMES)
            .unwrap();
        let engine = begun.elapsed().as_nanos() as f64 / ours.decisions as f64;
        let begun = Instant::now();
        let played = limit::play(GAMES, round * GAMES);
        let by_hand = begun.elapsed().as_nanos() as f64 / played.decisions as f64;
        let begun = Instant::now();
        let other = moon_bots
            .simulate("random", round * MOON_BOTS..(round + 1) * MOON_BOTS)
            .unwrap();
        let robots = begun.elapsed().as_nanos() as f64 / other.decisions as f64;
        let each = |sum: u64| sum as f64 / GAMES as f64;
        println!(
            "engine {engine:.0} ns a decision ({:.0} decisions, {:.1} turns a game), by hand {by_hand:.0} ns ({:.0}, {:.1}), \
             ratio {:.2}; Moon-Bots {robots:.0} ns, ratio {:.2}",
            each(ours.decisions),
            each(ours.turns),
            each(played.decisions),
            each(played.turns),
            engine / by_hand,
            engine / robots
        );
        to_limit.push(engine / by_hand);
        to_moon_bots.push(engine / robots);
    }
    println!(
        "median ratio to the limit {:.2}, to Moon-Bots {:.2}",
        median(to_limit),
        median(to_moon_bots)
    );
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}
