//! The laws of every game, along random games.

use super::*;
use cardwright_kernel::{Actor, Match, laws};
use std::sync::Arc;

#[test]
fn the_laws_hold() {
    let rules = Arc::new(Rulebook);
    for seed in 0..30 {
        laws::check_match(&rules, seed).unwrap();
        laws::check_bot(&*rules, "greedy", seed, 3, 40).unwrap();
    }
}

#[test]
fn who_reaches_the_own_goal_wins() {
    let mut play = Match::new(Arc::new(Rulebook), None);
    for line in [
        "draw 20", "draw 30", "roll", "show 6", "roll", "show 6", "roll", "show 6", "roll",
        "show 3",
    ] {
        play.play_text(line).unwrap();
    }
    assert!(play.play_text("claim 25").is_err(), "the goal is another");
    play.play_text("claim 20").unwrap();
    assert!(
        matches!(play.actor(), Actor::Over(outcome) if outcome.winners.has(cardwright_kernel::Seat(0)))
    );
}
