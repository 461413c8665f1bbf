//! One binary runs every file-driven test.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics"
)]

mod arguments;
mod arrows;
mod audience;
mod bad_cards;
mod beside;
mod border;
mod bounds;
mod cards;
mod changed;
mod choices;
mod circles;
mod combined;
mod commands;
mod coverage;
mod drawn;
mod examples;
mod fuzzed;
mod helped;
mod laws;
mod leaks;
mod lunar_command;
mod mutants;
mod options;
mod own_decks;
mod packs;
mod pages;
mod perft;
mod pinned;
mod playthroughs;
mod positions;
mod preview;
mod reference;
mod robot_empire;
mod round_trip;
mod rulings;
mod saves;
mod schemas;
mod seat;
mod second_player;
mod tallies;
mod texts;
mod trigger_overflow;
mod view_consistency;
mod wire;
mod words;

use proptest::test_runner::{Config, RngSeed};

/// The tests read packs and positions thousands of times. The system's allocator took a fifth of that time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The folder of every crate in `crates`, sorted.
fn crate_folders() -> Vec<std::path::PathBuf> {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let below = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.join("Cargo.toml").is_file());
        found.sort();
        found
    };
    [below(&top), below(&top.join("games"))].concat()
}

/// The number of random cases of a property test. By default, every run uses the same `usual` cases. `PROPTEST_CASES`
/// sets another number, with new cases in each run.
fn cases(usual: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let rng_seed = if asked.is_some() {
        RngSeed::Random
    } else {
        RngSeed::Fixed(0xCA2D)
    };
    Config {
        cases: asked.unwrap_or(usual),
        rng_seed,
        failure_persistence: None,
        ..Config::default()
    }
}

/// The seed set for this run in `CARDWRIGHT_SEED`.
///
/// # Panics
/// Panics if the value is not a number, because the run would not repeat the intended one.
fn chosen_seed() -> Option<u64> {
    let seed = std::env::var("CARDWRIGHT_SEED").ok()?;
    Some(
        seed.parse().unwrap_or_else(|_| {
            panic!("CARDWRIGHT_SEED={seed} is no seed: write a number below 2^64")
        }),
    )
}

/// The seed of the first game in a test that plays consecutive seeds: 0 unless a seed is set.
fn first_seed() -> u64 {
    // Far enough from the maximum that the following seeds do not overflow.
    chosen_seed().unwrap_or(0) >> 8
}

/// The number of games of a test: `usual`, unless `CARDWRIGHT_GAMES` sets another.
fn games(usual: u64) -> u64 {
    match std::env::var("CARDWRIGHT_GAMES") {
        Ok(games) => games.parse().unwrap_or_else(|_| {
            panic!("CARDWRIGHT_GAMES={games} is no number of games: write one such as 5000")
        }),
        Err(_) => usual,
    }
}
