//! A play-out allocates nothing: what a search allocates is its tree.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use cardwright::{Setup, rulebook};

/// Allocations for each question of a game in which a search plays so many games at each of its own.
fn for_a_question(game: &str, games: u32) -> u64 {
    let book = rulebook(game, &Setup::players(2)).unwrap();
    let search = format!("search:{games}");
    let mut decisions = 0;
    let counted = allocation_counter::measure(|| {
        let tally = book.simulate_between(None, &[&search, "random"], 0..1);
        decisions = tally.unwrap().unwrap().decisions;
    });
    counted.count_total / decisions
}

#[test]
fn ten_times_as_many_play_outs_allocate_little_more() {
    for game in ["moon-bots", "robot-empire"] {
        let [few, many] = [20, 200].map(|games| for_a_question(game, games));
        println!("{game}: {few} and {many}");
        // An allocation in a play-out would be 50 or more at each question: a quarter of the questions are the search's.
        assert!(many <= few + 20, "{game}: {few}, {many}");
    }
}
