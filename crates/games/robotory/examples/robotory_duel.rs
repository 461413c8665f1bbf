//! Measures one Robotory bot against another, each in both seats:
//! `cargo run --release -p cardwright-robotory --example robotory_duel -- search greedy 200`.
//!
//! Plays that many games with the first bot as light and as many with it as dark; game n has seed n, which decides
//! nothing but the bots' choices among equals.

use cardwright_kernel::{Actor, DynGame, Seat, erase};
use cardwright_robotory::Rulebook;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mine, theirs, games] = args.as_slice() else {
        return usage();
    };
    let Ok(games) = games.parse::<u64>() else {
        return usage();
    };
    let rules = erase(Rulebook::official());
    for (seat, name) in [(Seat(0), "light"), (Seat(1), "dark")] {
        let seats = if seat == Seat(0) {
            [mine, theirs]
        } else {
            [theirs, mine]
        };
        let Some(won) = won(&*rules, seats, seat, games) else {
            return usage();
        };
        println!("{mine} as {name} against {theirs}: {won} of {games} games");
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("write two bots (random, greedy, search or search:N) and a number of games");
    ExitCode::FAILURE
}

/// How many of so many games the seat wins; `None` when there is no such bot.
fn won(rules: &dyn DynGame, seats: [&String; 2], seat: Seat, games: u64) -> Option<u64> {
    let mut won = 0;
    for seed in 0..games {
        won += u64::from(winner(rules, seats, seed)? == Some(seat));
    }
    Some(won)
}

fn winner(rules: &dyn DynGame, seats: [&String; 2], seed: u64) -> Option<Option<Seat>> {
    let mut play = rules.start(Some(seed));
    loop {
        match play.actor() {
            Actor::Over(outcome) => return Some(outcome.winner()),
            Actor::Seat(seat) => play.play(&play.ask_bot(seats[seat.index()])?).ok()?,
            Actor::Chance => return None,
        }
    }
}
