//! A playout allocates nothing: a search allocates only its tree.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use cardwright::{Setup, rulebook};

/// Allocations per question of a game, if a search plays this many games at each of its own questions.
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
        // An allocation in a playout would add 50 or more per question: a quarter of the questions are the search's.
        assert!(many <= few + 20, "{game}: {few}, {many}");
    }
}
